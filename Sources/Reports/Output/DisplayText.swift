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

  /// The usual case, printable ASCII, which is never cut into pieces to be shortened.
  private var plain: String?
  private var cut: [Piece]
  package private(set) var width: Int
  /// Whether it stands for a value that has no characters: absent, null or empty.
  package let isOdd: Bool
  /// Whether there is something before and behind the characters that are looked at; of plain text the signs that say
  /// so are not part of it.
  private var isCut = (start: false, end: false)

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
    let start = BytesView(rebasing: bytes.prefix(Self.limit))
    if PrintableText.isPlain(start) {
      plain = String(decoding: start, as: UTF8.self)
      isCut.end = bytes.count > Self.limit
      cut = []
      isOdd = false
      width = start.count + (isCut.end ? 1 : 0)
      return
    }
    cut = []
    cut.reserveCapacity(min(bytes.count, Self.limit))
    isOdd = false
    width = 0
    var scanner = TextScanner(bytes)
    while cut.count < Self.limit, let element = scanner.next() { cut.append(Piece(element)) }
    if scanner.position < bytes.count {
      cut.append(Self.omission)
      isCut.end = true
    }
    dotOuterBlanks()
    width = cut.reduce(0) { $0 + $1.width }
  }

  package var pieces: [Piece] {
    guard let plain else { return cut }
    let signs = (start: isCut.start ? [Self.omission] : [], end: isCut.end ? [Self.omission] : [])
    return signs.start + plain.unicodeScalars.map { Piece($0) } + signs.end
  }

  private static let omission = Piece("…")

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
    if plain == nil { cut.insert(Self.omission, at: 0) }
    isCut.start = true
    width += 1
  }
}

extension DisplayText {
  package var numbers: [UInt32] {
    guard let plain else { return cut.map(\.number) }
    let sign = Self.omission.number
    return (isCut.start ? [sign] : []) + plain.utf8.map(UInt32.init) + (isCut.end ? [sign] : [])
  }

  package mutating func dotBlanks(in parts: [Range<Int>]) {
    cut = pieces
    plain = nil
    for part in parts { for index in part { _ = dotBlank(at: index) } }
  }

  package func commonStart(with other: DisplayText) -> Int {
    if plain != nil, other.plain != nil { return zip(numbers, other.numbers).prefix { $0 == $1 }.count }
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
    let shown: Range<Int>
    let isCut: (start: Bool, end: Bool)
  }

  /// The text, cut to a width; up to `start` characters may be left out before others, if that lets those be seen.
  package func text(within limit: Int, from start: Int = 0) -> String {
    if width <= limit || limit <= 0, plain != nil { return text(of: 0..<count) }
    return runs(within: limit, from: start, changed: []).reduce(into: "") { $0 += $1.text }
  }

  /// The beginning and the end of the text, as much of both as fits into a width; the end has `last` columns of it, by
  /// default a quarter.
  package func ends(within limit: Int, last: Int? = nil) -> String {
    guard width > limit, limit > 8, !isCut.end else { return text(within: limit) }
    let (count, end) = (count, last ?? (limit - 1) / 4)
    let start = self.count(in: 0..<count, within: limit - 1 - end)
    let rest = self.count(in: (0..<count).reversed(), within: end)
    return text(of: 0..<start) + Self.omission.text + text(of: count - rest..<count)
  }

  private var count: Int {
    plain.map { $0.utf8.count + (isCut.start ? 1 : 0) + (isCut.end ? 1 : 0) } ?? cut.count
  }

  private func width(at index: Int) -> Int { plain == nil ? cut[index].width : 1 }

  /// How many of the pieces at some places fit into a width, if not all do.
  private func count(in places: some Sequence<Int>, within limit: Int) -> Int {
    var left = limit
    for (count, place) in places.enumerated() {
      left -= width(at: place)
      if left < 0 { return count }
    }
    return 0
  }

  private func text(of range: Range<Int>) -> String {
    guard let plain else { return cut[range].reduce(into: "") { $0 += $1.text } }
    let start = isCut.start ? 1 : 0
    let own = range.clamped(to: start..<start + plain.utf8.count)
    let shown = String(Substring(plain.utf8.dropFirst(own.lowerBound - start).prefix(own.count)))
    let signs = (start: isCut.start && range.contains(0), end: isCut.end && range.contains(count - 1))
    guard signs.start || signs.end else { return shown }
    return (signs.start ? Self.omission.text : "") + shown + (signs.end ? Self.omission.text : "")
  }

  /// The text, cut to a width, in parts that differ and parts that do not.
  ///
  /// - Parameter fills: Whether less is left out at the beginning where the rest leaves room.
  package func runs(within limit: Int, from start: Int = 0, changed parts: [Range<Int>], fills: Bool = true) -> [Run] {
    let window = window(within: limit, from: start, fills: fills)
    var runs: [Run] = []
    func add(_ range: Range<Int>, isChanged: Bool) {
      let range = range.clamped(to: window.shown)
      guard !range.isEmpty else { return }
      runs.append(Run(text: text(of: range), isChanged: isChanged))
    }
    var place = 0
    for part in parts {
      add(place..<part.lowerBound, isChanged: false)
      add(part, isChanged: true)
      place = part.upperBound
    }
    add(place..<count, isChanged: false)
    let sign = Run(text: Self.omission.text, isChanged: false)
    if window.isCut.start { runs.insert(sign, at: 0) }
    if window.isCut.end { runs.append(sign) }
    return runs
  }

  private func window(within limit: Int, from start: Int, fills: Bool) -> Window {
    let count = count
    guard width > limit, limit > 0 else { return Window(shown: 0..<count, isCut: (false, false)) }
    let skipped = start > 0 && fills ? min(start, lastStart(for: limit)) : start
    var left = limit - (skipped > 0 ? 1 : 0)
    let rest = plain == nil ? cut[skipped...].reduce(0) { $0 + $1.width } : count - skipped
    if rest > left { left -= 1 }
    var end = skipped
    while end < count, width(at: end) <= left {
      left -= width(at: end)
      end += 1
    }
    return Window(shown: skipped..<end, isCut: (skipped > 0, end < count))
  }

  /// The first place from `start` on from which the character at another one is seen within a width.
  package func start(showing place: Int, from start: Int, within limit: Int) -> Int {
    guard place < count else { return start }
    // Beside it there are the signs for what is left out.
    var (first, left) = (place, limit - 2 - width(at: place))
    while first > start, width(at: first - 1) <= left + (first == 1 ? 1 : 0) {
      first -= 1
      left -= width(at: first)
    }
    return first
  }

  /// The last place from which the rest still fills the width.
  private func lastStart(for limit: Int) -> Int {
    var left = limit - 1
    for index in (0..<count).reversed() {
      left -= width(at: index)
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
