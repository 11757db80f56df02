import Records

/// A value as a person sees it in a terminal: one line, with everything visible, of a known width.
struct DisplayText {
  /// One character or sign.
  private struct Piece: Equatable {
    let text: String
    let width: Int
  }

  /// The usual case, printable ASCII, which is cut into pieces only if it has to be shortened.
  private var plain: String?
  private var cut: [Piece]
  /// Terminal columns that the whole takes.
  private(set) var width: Int
  /// Whether it stands for a value that has no characters: absent, null or empty.
  let isOdd: Bool

  /// Characters that are looked at; what is behind them is cut off.
  static let limit = 4096

  /// - Parameters:
  ///   - field: The value.
  ///   - isQuoted: Whether text is put between quotes, to tell it from other types.
  init(_ field: Field, isQuoted: Bool = false) {
    switch field.kind {
    case .absent: self.init(sign: "(absent)")
    case .null: self.init(sign: "null")
    case .text where field.bytes.isEmpty: self.init(sign: "\"\"")
    default: self = field.withCharacters { DisplayText(characters: $0) }
    }
    if isQuoted, field.kind.isText, !isOdd { quote() }
  }

  /// - Parameter text: Text from outside: a name, a path.
  init(_ text: String) {
    var text = text
    self = text.withUTF8 { DisplayText(characters: UnsafeRawBufferPointer($0)) }
  }

  /// - Parameter parts: Texts to join by commas.
  init(joining parts: [DisplayText]) {
    cut = Array(parts.map(\.pieces).joined(separator: [Piece(text: ", ", width: 2)]))
    width = cut.reduce(0) { $0 + $1.width }
    isOdd = false
  }

  private init(sign: String) {
    cut = sign.map { Piece(text: String($0), width: 1) }
    width = cut.count
    isOdd = true
  }

  private init(characters bytes: UnsafeRawBufferPointer) {
    if bytes.count <= Self.limit, PrintableText.isPlain(bytes) {
      plain = String(decoding: bytes, as: UTF8.self)
      cut = []
      isOdd = false
      width = bytes.count
      return
    }
    cut = []
    cut.reserveCapacity(min(bytes.count, Self.limit))
    isOdd = false
    width = 0
    var scanner = TextScanner(bytes)
    while cut.count < Self.limit, let element = scanner.next() {
      let glyph = Glyph(element)
      var text = glyph.sign
      if text.isEmpty, case .scalar(let scalar) = element { text = String(Character(scalar)) }
      cut.append(Piece(text: text, width: glyph.width))
    }
    if scanner.position < bytes.count { cut.append(Piece(text: "…", width: 1)) }
    dotOuterBlanks()
    width = cut.reduce(0) { $0 + $1.width }
  }

  private var pieces: [Piece] {
    guard let plain else { return cut }
    return plain.unicodeScalars.map { Piece(text: String(Character($0)), width: 1) }
  }

  /// Blanks at the ends would not be seen.
  private mutating func dotOuterBlanks() {
    let blank = Piece(text: " ", width: 1)
    let dot = Piece(text: "·", width: 1)
    for index in cut.indices {
      guard cut[index] == blank else { break }
      cut[index] = dot
    }
    for index in cut.indices.reversed() {
      guard cut[index] == blank else { break }
      cut[index] = dot
    }
  }

  private mutating func quote() {
    let sign = Piece(text: "\"", width: 1)
    cut = [sign] + pieces + [sign]
    plain = nil
    width += 2
  }

  /// The text, cut to a width.
  ///
  /// - Parameter start: How many characters may be left out at the beginning, if that lets others be seen.
  func text(within limit: Int, from start: Int = 0) -> String {
    guard width > limit, limit > 0 else { return plain ?? cut.reduce(into: "") { $0 += $1.text } }
    let pieces = pieces
    let skipped = start > 0 ? min(start, lastStart(for: limit)) : 0
    var text = skipped > 0 ? "…" : ""
    var left = limit - (skipped > 0 ? 1 : 0)
    let rest = pieces[skipped...]
    let fits = rest.reduce(0) { $0 + $1.width } <= left
    if !fits { left -= 1 }
    for piece in rest where left >= 0 {
      guard piece.width <= left else { break }
      text += piece.text
      left -= piece.width
    }
    return fits ? text : text + "…"
  }

  /// The last place from which the rest still fills the width.
  private func lastStart(for limit: Int) -> Int {
    let pieces = pieces
    var left = limit - 1
    for index in pieces.indices.reversed() {
      left -= pieces[index].width
      if left < 0 { return index + 1 }
    }
    return 0
  }

  /// How many characters both texts begin with.
  func commonStart(with other: DisplayText) -> Int {
    if let plain, let other = other.plain {
      return zip(plain.utf8, other.utf8).prefix { $0 == $1 }.count
    }
    return zip(pieces, other.pieces).prefix { $0 == $1 }.count
  }
}
