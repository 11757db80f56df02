import Platform

/// Unicode's full case folding, character by character: `STRASSE`, `Straße` and `strasse` fold to the same.
///
/// The folding is that of Unicode without the exceptions for Turkic languages; it depends on no
/// locale. Bytes that are no UTF-8 stand for themselves.
struct CaseFolding {
  private let bytes: BytesView
  private var offset: Int
  /// What is left of a character that folds to several bytes.
  private var rest = "".utf8.makeIterator()
  private var hasRest = false

  init(_ bytes: BytesView, from offset: Int = 0) { (self.bytes, self.offset) = (bytes, offset) }

  /// The next byte of the folded text; `nil` at its end.
  mutating func next() -> UInt8? {
    if hasRest {
      if let byte = rest.next() { return byte }
      hasRest = false
    }
    guard offset < bytes.count else { return nil }
    let byte = bytes[offset]
    if byte < 0x80 {
      offset += 1
      return CaseFolding.lowered(byte)
    }
    return nextBeyondASCII(byte)
  }

  private mutating func nextBeyondASCII(_ byte: UInt8) -> UInt8? {
    let step = ScalarReader.step(in: bytes, at: offset)
    guard let scalar = step.scalar else {
      offset += step.count
      return byte
    }
    offset += step.count
    rest = CaseFolding.fold(scalar).utf8.makeIterator()
    hasRest = true
    return rest.next()
  }

  @inline(__always) static func lowered(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

  /// Chinese, Japanese and Korean characters, none of which has a case: to look each up would take most of the time.
  static let uncased = UInt32(0x3000)..<0xA000

  static func fold(_ scalar: Unicode.Scalar) -> String {
    // The dotless ı folds to itself, though its capital is the I.
    guard !uncased.contains(scalar.value), scalar.properties.isCased, scalar != "ı" else { return String(scalar) }
    switch scalar.value {
    // Cherokee had capitals first, and folds to them.
    case 0x13A0...0x13F5: return String(scalar)
    case 0xAB70...0xABBF, 0x13F8...0x13FD: return scalar.properties.uppercaseMapping
    default: return foldByMappings(scalar)
    }
  }

  private static func foldByMappings(_ scalar: Unicode.Scalar) -> String {
    // Each further mapping catches characters that the one before it leaves alone: ẞ, then ß and ς.
    var folded = ""
    for lower in scalar.properties.lowercaseMapping.unicodeScalars {
      for upper in lower.properties.uppercaseMapping.unicodeScalars { folded += upper.properties.lowercaseMapping }
    }
    return folded
  }

  /// How far two texts are ASCII that folds to the same, byte by byte.
  private static func sharedASCII(_ left: BytesView, _ right: BytesView) -> Int {
    let count = min(left.count, right.count)
    var offset = 0
    while offset < count, left[offset] < 0x80, lowered(left[offset]) == lowered(right[offset]) { offset += 1 }
    return offset
  }

  static func areEqual(_ left: BytesView, _ right: BytesView) -> Bool {
    let start = sharedASCII(left, right)
    var (left, right) = (CaseFolding(left, from: start), CaseFolding(right, from: start))
    while true {
      let (mine, theirs) = (left.next(), right.next())
      guard mine == theirs else { return false }
      if mine == nil { return true }
    }
  }
}
