/// What characters decompose into and compose to, read from the tables once.
struct CanonicalMappings: Sendable {
  static let shared = CanonicalMappings()

  private var decompositions: [UInt32: (first: UInt32, second: UInt32?)] = [:]
  private var compositions: [UInt64: Unicode.Scalar] = [:]
  /// Characters that never stand in a composed text, or may join the one before them.
  private var changing: Set<UInt32> = []

  private init() {
    var (reader, point) = (TableReader(CanonicalTables.pairs), UInt32(0))
    while let head = reader.next(), let first = reader.next(), let second = reader.next() {
      point += head >> 1
      decompositions[point] = (first, second)
      if head & 1 == 1 {
        compositions[CanonicalMappings.key(first, second)] = Unicode.Scalar(point)
        changing.insert(second)
      } else {
        changing.insert(point)
      }
    }
    (reader, point) = (TableReader(CanonicalTables.singles), 0)
    while let distance = reader.next(), let only = reader.next() {
      point += distance
      decompositions[point] = (only, nil)
      changing.insert(point)
    }
  }

  /// Whether the character may have to change where a text is composed.
  func mayChange(_ value: UInt32) -> Bool {
    changing.contains(value) || Hangul.vowels.contains(value) || Hangul.finals.contains(value)
  }

  /// Calls `body` with each character of the full decomposition.
  func decompose(_ value: UInt32, _ body: (UInt32) -> Void) {
    if value < 0xC0 {
      body(value)
    } else if let parts = decompositions[value] {
      decompose(parts.first, body)
      if let second = parts.second { decompose(second, body) }
    } else {
      Hangul.decompose(value, body)
    }
  }

  /// The character that two others compose to.
  func composition(_ first: UInt32, _ second: UInt32) -> Unicode.Scalar? {
    guard second >= 0x300 else { return nil }
    return compositions[CanonicalMappings.key(first, second)]
      ?? Hangul.composition(first, second)
  }

  private static func key(_ first: UInt32, _ second: UInt32) -> UInt64 {
    UInt64(first) << 32 | UInt64(second)
  }
}

/// Korean syllables, which are computed.
private enum Hangul {
  static let syllables: Range<UInt32> = 0xAC00..<0xD7A4
  static let initials: Range<UInt32> = 0x1100..<0x1113
  static let vowels: Range<UInt32> = 0x1161..<0x1176
  static let finals: Range<UInt32> = 0x11A8..<0x11C3
  private static let perVowel = UInt32(28)
  private static let perInitial = 21 * perVowel

  static func decompose(_ value: UInt32, _ body: (UInt32) -> Void) {
    guard syllables.contains(value) else { return body(value) }
    let index = value - syllables.lowerBound
    body(initials.lowerBound + index / perInitial)
    body(vowels.lowerBound + index % perInitial / perVowel)
    if index % perVowel > 0 { body(finals.lowerBound + index % perVowel - 1) }
  }

  static func composition(_ first: UInt32, _ second: UInt32) -> Unicode.Scalar? {
    if initials.contains(first), vowels.contains(second) {
      let initial = (first - initials.lowerBound) * perInitial
      return Unicode.Scalar(
        syllables.lowerBound + initial + (second - vowels.lowerBound) * perVowel)
    }
    guard syllables.contains(first), (first - syllables.lowerBound) % perVowel == 0,
      finals.contains(second)
    else { return nil }
    return Unicode.Scalar(first + second - finals.lowerBound + 1)
  }
}

/// Reads the numbers of a table.
private struct TableReader {
  private let table: StaticString
  private var offset = 0

  init(_ table: StaticString) { self.table = table }

  mutating func next() -> UInt32? {
    var (value, shift) = (UInt32(0), UInt32(0))
    while offset < table.utf8CodeUnitCount {
      let digit = UInt32(table.utf8Start[offset]) - 0x30
      offset += 1
      value |= (digit & 31) << shift
      if digit < 32 { return value }
      shift += 5
    }
    return nil
  }
}
