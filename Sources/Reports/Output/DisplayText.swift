import Platform
import Records

/// A value as a person sees it in a terminal: one line, with everything visible, of a known width.
package struct DisplayText {
  package struct Piece: Equatable {
    package let text: String
    package let width: Int
    /// The character's number, or one that no character has, for what is none.
    package let number: UInt32

    package init(text: String, width: Int, number: UInt32) {
      self.text = text
      self.width = width
      self.number = number
    }

    /// A sign that the program itself puts there.
    package init(_ sign: Unicode.Scalar) { self.init(text: String(sign), width: 1, number: sign.value) }

    package init(_ element: TextScanner.Element) {
      let glyph = Glyph(element)
      var text = glyph.sign
      if text.isEmpty, case .scalar(let scalar) = element { text = String(Character(scalar)) }
      self.init(text: text, width: glyph.width, number: element.number)
    }
  }

  /// The usual case, printable ASCII, which is cut into pieces only if it has to be shortened.
  private var plain: String?
  private var cut: [Piece]
  package private(set) var width: Int
  /// Whether it stands for a value that has no characters: absent, null or empty.
  package let isOdd: Bool
  /// Whether there is something behind the characters that are looked at.
  private var isCutOff = false

  /// Characters that are looked at; what is behind them is cut off.
  package static let limit = 4096

  /// Text is put between quotes where `isQuoted`, to tell it from other types; `start` bytes are left out at the
  /// beginning, behind which a character has to begin.
  package init(_ field: Field, isQuoted: Bool = false, from start: Int = 0) {
    switch field.kind {
    case .absent: self.init(sign: "(absent)")
    case .null: self.init(sign: "null")
    case .text where field.bytes.isEmpty: self.init(sign: "\"\"")
    default:
      self = field.withCharacters { bytes in DisplayText(characters: BytesView(rebasing: bytes.dropFirst(start))) }
    }
    if start > 0 { omitStart() }
    if isQuoted, field.kind.isText, !isOdd { quote() }
  }

  package init(_ text: String) { self = text.withBytes { DisplayText(characters: $0) } }

  package init(joining parts: [DisplayText]) {
    cut = Array(parts.map(\.pieces).joined(separator: [Piece(","), Piece(" ")]))
    width = cut.reduce(0) { $0 + $1.width }
    isOdd = false
  }

  private init(sign: String) {
    cut = sign.unicodeScalars.map { Piece($0) }
    width = cut.count
    isOdd = true
  }

  private init(characters bytes: BytesView) {
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
    while cut.count < Self.limit, let element = scanner.next() { cut.append(Piece(element)) }
    if scanner.position < bytes.count {
      cut.append(Piece("…"))
      isCutOff = true
    }
    dotOuterBlanks()
    width = cut.reduce(0) { $0 + $1.width }
  }

  package var pieces: [Piece] {
    guard let plain else { return cut }
    return plain.unicodeScalars.map { Piece($0) }
  }

  /// Blanks at the ends would not be seen.
  private mutating func dotOuterBlanks() {
    for index in cut.indices { guard dotBlank(at: index) else { break } }
    for index in cut.indices.reversed() { guard dotBlank(at: index) else { break } }
  }

  /// Shows a blank as a dot; `false` for anything else.
  private mutating func dotBlank(at index: Int) -> Bool {
    guard cut[index].number == 0x20 else { return false }
    cut[index] = Piece(text: "·", width: 1, number: 0x20)
    return true
  }

  private mutating func quote() {
    let sign = Piece("\"")
    cut = [sign] + pieces + [sign]
    plain = nil
    width += 2
  }

  private mutating func omitStart() {
    cut = [Piece("…")] + pieces
    plain = nil
    width += 1
  }
}

extension DisplayText {
  package var numbers: [UInt32] { plain?.utf8.map(UInt32.init) ?? cut.map(\.number) }

  package mutating func dotBlanks(in parts: [Range<Int>]) {
    cut = pieces
    plain = nil
    for part in parts { for index in part { _ = dotBlank(at: index) } }
  }

  package func commonStart(with other: DisplayText) -> Int {
    if let plain, let other = other.plain { return zip(plain.utf8, other.utf8).prefix { $0 == $1 }.count }
    return zip(pieces, other.pieces).prefix { $0 == $1 }.count
  }

  package func commonEnd(with other: DisplayText) -> Int {
    zip(numbers.reversed(), other.numbers.reversed()).prefix { $0 == $1 }.count
  }
}

extension DisplayText {
  /// A part of a text, and whether it is one that differs.
  package struct Run: Equatable {
    package let text: String
    package let isChanged: Bool
  }

  /// The characters that are shown of a text that is too wide, and whether any are left out before and behind them.
  private struct Window {
    package let shown: Range<Int>
    package let isCut: (start: Bool, end: Bool)
  }

  /// The text, cut to a width; up to `start` characters may be left out before others, if that lets those be seen.
  package func text(within limit: Int, from start: Int = 0) -> String {
    if width <= limit || limit <= 0, let plain { return plain }
    return runs(within: limit, from: start, changed: []).reduce(into: "") { $0 += $1.text }
  }

  /// The beginning and the end of the text, as much of both as fits into a width; the end has `last` columns of it, by
  /// default a quarter.
  package func ends(within limit: Int, last: Int? = nil) -> String {
    guard width > limit, limit > 8, !isCutOff else { return text(within: limit) }
    let (pieces, end) = (pieces, last ?? (limit - 1) / 4)
    let start = Self.count(of: pieces, within: limit - 1 - end)
    let rest = Self.count(of: pieces.reversed(), within: end)
    return (pieces.prefix(start) + [Piece("…")] + pieces.suffix(rest)).map(\.text).joined()
  }

  private static func count(of pieces: some Sequence<Piece>, within limit: Int) -> Int {
    var left = limit
    for (count, piece) in pieces.enumerated() {
      left -= piece.width
      if left < 0 { return count }
    }
    return 0
  }

  /// The text, cut to a width, in parts that differ and parts that do not.
  package func runs(within limit: Int, from start: Int = 0, changed parts: [Range<Int>]) -> [Run] {
    let pieces = pieces
    let window = window(of: pieces, within: limit, from: start)
    var runs: [Run] = []
    func add(_ range: Range<Int>, isChanged: Bool) {
      let range = range.clamped(to: window.shown)
      guard !range.isEmpty else { return }
      let text = pieces[range].reduce(into: "") { $0 += $1.text }
      runs.append(Run(text: text, isChanged: isChanged))
    }
    var place = 0
    for part in parts {
      add(place..<part.lowerBound, isChanged: false)
      add(part, isChanged: true)
      place = part.upperBound
    }
    add(place..<pieces.count, isChanged: false)
    let sign = Run(text: "…", isChanged: false)
    if window.isCut.start { runs.insert(sign, at: 0) }
    if window.isCut.end { runs.append(sign) }
    return runs
  }

  private func window(of pieces: [Piece], within limit: Int, from start: Int) -> Window {
    guard width > limit, limit > 0 else { return Window(shown: pieces.indices, isCut: (false, false)) }
    let skipped = start > 0 ? min(start, Self.lastStart(of: pieces, for: limit)) : 0
    var left = limit - (skipped > 0 ? 1 : 0)
    let fits = pieces[skipped...].reduce(0) { $0 + $1.width } <= left
    if !fits { left -= 1 }
    var end = skipped
    while end < pieces.count, pieces[end].width <= left {
      left -= pieces[end].width
      end += 1
    }
    return Window(shown: skipped..<end, isCut: (skipped > 0, !fits))
  }

  /// The last place from which the rest still fills the width.
  private static func lastStart(of pieces: [Piece], for limit: Int) -> Int {
    var left = limit - 1
    for index in pieces.indices.reversed() {
      left -= pieces[index].width
      if left < 0 { return index + 1 }
    }
    return 0
  }
}

extension TextScanner.Element {
  fileprivate var number: UInt32 {
    switch self {
    case .scalar(let scalar): scalar.value
    case .surrogate(let unit): 0x11_0000 + UInt32(unit)
    case .invalid(let byte): 0x12_0000 + UInt32(byte)
    }
  }
}

extension DisplayText {
  package func lines(of width: Int) -> [String] {
    var lines = [""]
    var left = width
    for piece in pieces {
      if piece.width > left, left < width {
        lines.append("")
        left = width
      }
      lines[lines.count - 1] += piece.text
      left -= piece.width
    }
    return lines
  }
}

extension String {
  /// Printable text in lines of a width that end between words, indented but for the first; a wider word has a line.
  package func wrapped(to width: Int?) -> String {
    guard let width else { return self }
    var (text, used) = ("", 0)
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      let size = DisplayText(String(word)).width
      let isFirst = text.isEmpty
      let fits = used + 1 + size <= width
      text += (isFirst ? "" : fits ? " " : "\n  ") + word
      used = isFirst ? size : fits ? used + 1 + size : 2 + size
    }
    return text
  }
}

extension Field {
  /// Calls `body` with the characters of the value: text without quotes, objects and arrays without white space and
  /// with the fewest escapes, nothing for what is absent or null.
  func withCharacters<R>(_ body: (BytesView) -> R) -> R {
    switch kind {
    case .true: Array("true".utf8).withBytes(body)
    case .false: Array("false".utf8).withBytes(body)
    case .escapedText: withText(body) ?? body(BytesView())
    case .absent, .null: body(BytesView())
    case .text, .number: body(bytes)
    case .object, .array: isCompact ? body(bytes) : compactSpelling.withBytes(body)
    }
  }

  /// Whether an object or array certainly has no white space between its parts, and no escapes.
  private var isCompact: Bool {
    // Without an early end, so that many bytes are looked at in one instruction.
    bytes.reduce(true) { $0 && $1 > 0x20 && $1 != UInt8(ascii: "\\") }
  }
}
