import Platform
import Records

/// A sheet of a workbook while its rows are written, from the top and from the left.
final class WorkbookSheet {
  private let out: OutputBuffer
  private var row = 0
  private var column = 0
  private var width = 0
  private(set) var cutTexts = 0
  /// How many bytes the cells of a row have, while that is measured.
  private(set) var widths: [Int] = []
  private var isMeasuring = false
  /// The names of columns: `A`, `B`, … `AA`, as far as they have been asked for.
  private var letters: [[UInt8]] = []

  init(_ out: OutputBuffer) { self.out = out }

  func begin(widths: [Int], frozen: (rows: Int, columns: Int), isSelected: Bool) {
    out.append("<worksheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">")
    out.append("<sheetPr><pageSetUpPr fitToPage=\"1\"/></sheetPr><sheetViews>")
    out.append(isSelected ? "<sheetView tabSelected=\"1\" workbookViewId=\"0\">" : "<sheetView workbookViewId=\"0\">")
    if frozen.rows > 0 || frozen.columns > 0 {
      let corner = String(decoding: letters(of: frozen.columns), as: UTF8.self) + "\(frozen.rows + 1)"
      let pane = frozen.columns == 0 ? "bottomLeft" : frozen.rows == 0 ? "topRight" : "bottomRight"
      out.append("<pane")
      if frozen.columns > 0 { out.append(text: " xSplit=\"\(frozen.columns)\"") }
      if frozen.rows > 0 { out.append(text: " ySplit=\"\(frozen.rows)\"") }
      out.append(text: " topLeftCell=\"\(corner)\" activePane=\"\(pane)\" state=\"frozen\"/>")
    }
    out.append("</sheetView></sheetViews>")
    if !widths.isEmpty {
      out.append("<cols>")
      for (number, width) in widths.enumerated() {
        out.append(text: "<col min=\"\(number + 1)\" max=\"\(number + 1)\" width=\"\(width)\" customWidth=\"1\"/>")
      }
      out.append("</cols>")
    }
    out.append("<sheetData>")
  }

  func end(filtered: Bool) {
    out.append("</sheetData>")
    if filtered, width > 0 {
      let last = String(decoding: letters(of: width - 1), as: UTF8.self)
      out.append(text: "<autoFilter ref=\"A1:\(last)\(row)\"/>")
    }
    out.append("<pageSetup orientation=\"landscape\" fitToHeight=\"0\"/></worksheet>")
  }

  func addRow(_ cells: () throws -> Void) throws {
    row += 1
    column = 0
    out.append(text: "<row r=\"\(row)\">")
    try cells()
    out.append("</row>")
    width = max(width, column)
    try out.checkpoint()
  }

  /// Takes the next cells for those of a row whose widths are asked for.
  func measure() {
    (isMeasuring, widths, column) = (true, [], 0)
  }

  /// Leaves a cell empty.
  func skip() {
    note(width: 0)
    column += 1
  }

  func add(_ number: Int, _ role: Workbook.Role = .plain) {
    beginCell(WorkbookStyles.index(role, decimals: 0), width: 8)
    out.append("><v>")
    out.append(number)
    out.append("</v></c>")
  }

  func add(_ text: String, _ role: Workbook.Role = .plain) { text.withBytes { add(text: $0, role) } }

  /// Adds a value: a number where a spreadsheet keeps all of its digits, and shows those that stand there.
  ///
  /// A truth of JSON is one; all else is text. What is absent leaves the cell empty.
  func add(_ field: Field, _ role: Workbook.Role = .plain) {
    switch field.kind {
    case .absent:
      guard role != .plain else { return skip() }
      beginCell(WorkbookStyles.index(role))
      out.append("/>")
    case .null: add("null", role == .plain ? .note : role)
    case .true, .false:
      beginCell(WorkbookStyles.index(role))
      out.append(field.kind == .true ? " t=\"b\"><v>1</v></c>" : " t=\"b\"><v>0</v></c>")
    case .number, .text:
      guard let decimals = Self.decimals(of: field.bytes) else { return add(text: field.bytes, role) }
      beginCell(WorkbookStyles.index(role, decimals: decimals), width: field.bytes.count)
      out.append("><v>")
      out.append(field.bytes)
      out.append("</v></c>")
    case .escapedText, .object, .array: field.withCharacters { add(text: $0, role) }
    }
  }

  // MARK: Cells

  private func note(width: Int) { if isMeasuring { widths.append(width) } }

  private func beginCell(_ style: Int, width: Int = 6) {
    note(width: width)
    out.append("<c r=\"")
    out.append(letters(of: column))
    out.append(row)
    out.append("\" s=\"")
    out.append(style)
    out.append("\"")
    column += 1
  }

  private func add(text bytes: BytesView, _ role: Workbook.Role) {
    let isFormula = bytes.first.map { "=+-@".utf8.contains($0) } ?? false
    beginCell(WorkbookStyles.index(role, isQuoted: isFormula), width: bytes.count)
    out.append(" t=\"inlineStr\"><is><t xml:space=\"preserve\">")
    if bytes.count <= Workbook.mostUnits, bytes.allSatisfy(Self.isPlain) {
      out.append(bytes)
    } else {
      append(escaped: bytes)
    }
    out.append("</t></is></c>")
  }

  /// Whether a byte stands for itself in XML, and cannot be part of an escape of a workbook's.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "_"): false
    default: 0x20..<0x7F ~= byte || byte == 0x0A || byte == 0x09
    }
  }

  /// Appends text, cut to what a cell holds; what XML cannot hold becomes a visible sign, and what a workbook would
  /// take for its escape of a character, `_x0041_`, is escaped itself.
  private func append(escaped bytes: BytesView) {
    let most = Self.units(of: bytes) > Workbook.mostUnits ? Workbook.mostUnits - 1 : .max
    var scanner = TextScanner(bytes)
    var units = 0
    var start = 0
    while let element = scanner.next() {
      units += Self.units(of: element)
      guard units <= most else {
        out.append("…")
        cutTexts += 1
        return
      }
      switch element {
      case .scalar("\t"): out.append("\t")
      case .scalar("\r"): out.append("_x000D_")
      case .scalar("_") where Self.isEscape(bytes, at: start): out.append("_x005F_")
      default: out.append(markup: BytesView(rebasing: bytes[start..<scanner.position]))
      }
      start = scanner.position
    }
  }

  private static func units(of bytes: BytesView) -> Int {
    guard bytes.count > Workbook.mostUnits else { return bytes.count }
    var scanner = TextScanner(bytes)
    var units = 0
    while let element = scanner.next() { units += Self.units(of: element) }
    return units
  }

  private static func units(of element: TextScanner.Element) -> Int {
    if case .scalar(let scalar) = element { scalar.value > 0xFFFF ? 2 : 1 } else { 1 }
  }

  /// Whether `_xHHHH_` stands at a place.
  private static func isEscape(_ bytes: BytesView, at place: Int) -> Bool {
    guard place + 7 <= bytes.count, bytes[place + 1] == UInt8(ascii: "x"), bytes[place + 6] == UInt8(ascii: "_") else {
      return false
    }
    return bytes[place + 2..<place + 6].allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
  }

  /// How many decimals a number has; `nil` for what is none that a spreadsheet keeps and shows as it stands.
  static func decimals(of bytes: BytesView) -> Int? {
    let isNegative = bytes.first == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    let point = bytes.firstIndex(of: UInt8(ascii: "."))
    let whole = start..<(point ?? bytes.count)
    guard !whole.isEmpty, bytes.count - start <= Workbook.mostDigits + 1 else { return nil }
    let hasLeadingZero = bytes[start] == UInt8(ascii: "0")
    guard whole.count == 1 || !hasLeadingZero else { return nil }
    let decimals = point.map { bytes.count - $0 - 1 } ?? 0
    guard point == nil || decimals > 0, whole.count + decimals <= Workbook.mostDigits else { return nil }
    var isZero = true
    for index in start..<bytes.count where index != point {
      guard 0x30...0x39 ~= bytes[index] else { return nil }
      isZero = isZero && bytes[index] == 0x30
    }
    return isZero && isNegative ? nil : decimals
  }

  private func letters(of column: Int) -> [UInt8] {
    while letters.count <= column {
      var (name, rest): ([UInt8], Int) = ([], letters.count + 1)
      while rest > 0 {
        name.insert(UInt8(ascii: "A") + UInt8((rest - 1) % 26), at: 0)
        rest = (rest - 1) / 26
      }
      letters.append(name)
    }
    return letters[column]
  }
}
