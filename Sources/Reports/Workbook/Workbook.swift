import Platform
import Records

/// A workbook as spreadsheets read it (ISO/IEC 29500, Office Open XML), written sheet by sheet.
final class Workbook {
  /// How a cell looks, beside what it holds.
  enum Role: Int, CaseIterable { case plain, heading, label, note, old, new, key }

  static let mostRows = 1_048_576
  static let mostColumns = 16_384
  /// The most UTF-16 units of a text.
  static let mostUnits = 32_767
  /// The digits that a spreadsheet keeps of a number.
  static let mostDigits = 15

  private let zip: ZipWriter
  private let names: [String]
  /// How many texts were too long for a cell.
  private(set) var cutTexts = 0

  /// Begins a workbook with sheets of these names, in their order; each has to be written.
  init(_ out: OutputBuffer, sheets names: [String]) throws {
    guard let zip = ZipWriter(out) else { throw WorkbookError.noMemory }
    self.zip = zip
    self.names = names
    let format = "application/vnd.openxmlformats-officedocument.spreadsheetml."
    let relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    try add("[Content_Types].xml") { out in
      out.append("<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\"><Default Extension=\"")
      out.append("rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>")
      out.append("<Default Extension=\"xml\" ContentType=\"application/xml\"/>")
      let sheets = names.indices.map { ("worksheets/sheet\($0 + 1)", "worksheet") }
      for (part, kind) in [("workbook", "sheet.main"), ("styles", "styles")] + sheets {
        out.append(text: "<Override PartName=\"/xl/\(part).xml\" ContentType=\"\(format)\(kind)+xml\"/>")
      }
      out.append("</Types>")
    }
    try addRelations("_rels/.rels", [("\(relation)/officeDocument", "xl/workbook.xml")])
    try addRelations(
      "xl/_rels/workbook.xml.rels",
      names.indices.map { ("\(relation)/worksheet", "worksheets/sheet\($0 + 1).xml") }
        + [("\(relation)/styles", "styles.xml")])
    try add("xl/workbook.xml") { out in
      out.append("<workbook xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\"")
      out.append(text: " xmlns:r=\"\(relation)\"><sheets>")
      for (index, name) in names.enumerated() {
        out.append(text: "<sheet name=\"\(name)\" sheetId=\"\(index + 1)\" r:id=\"rId\(index + 1)\"/>")
      }
      out.append("</sheets></workbook>")
    }
    try add("xl/styles.xml", WorkbookStyles.write)
  }

  private func addRelations(_ name: String, _ targets: [(type: String, path: String)]) throws {
    try add(name) { out in
      out.append("<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">")
      for (index, target) in targets.enumerated() {
        out.append(text: "<Relationship Id=\"rId\(index + 1)\" Type=\"\(target.type)\" Target=\"\(target.path)\"/>")
      }
      out.append("</Relationships>")
    }
  }

  /// Writes one of the sheets, whatever its place among them.
  ///
  /// - Parameters:
  ///   - widths: Those of the columns, in characters.
  ///   - frozen: How many rows and columns stay in sight; the rows have the filter.
  func addSheet(
    _ name: String, widths: [Int], frozen: (rows: Int, columns: Int), _ body: (WorkbookSheet) throws -> Void
  ) throws {
    let index = names.firstIndex(of: name) ?? 0
    try add("xl/worksheets/sheet\(index + 1).xml") { out in
      let sheet = WorkbookSheet(out)
      sheet.begin(widths: widths, frozen: frozen, isSelected: index == 0)
      try body(sheet)
      sheet.end(filtered: frozen.rows > 0)
      cutTexts += sheet.cutTexts
    }
  }

  func finish() throws {
    do { try zip.finish() } catch is ZipTooLarge { throw WorkbookError.tooLarge }
  }

  private func add(_ name: String, _ body: (OutputBuffer) throws -> Void) throws {
    do {
      try zip.add(name) { out in
        out.append("<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n")
        try body(out)
      }
    } catch is ZipTooLarge { throw WorkbookError.tooLarge }
  }
}

/// Why a comparison is no workbook.
enum WorkbookError: HintedError {
  case noMemory
  case tooLarge
  case tooManyRows(String, Int)
  case tooManyColumns(String, Int)

  var finding: String {
    switch self {
    case .noMemory: "there is no memory to compress the workbook with"
    case .tooLarge: "the workbook would have 4 GB or more, which no workbook can"
    case .tooManyRows(let sheet, let count):
      "the sheet \(sheet) would have \(Grouped.number(count)) rows, and a sheet has "
        + Grouped.number(Workbook.mostRows)
    case .tooManyColumns(let sheet, let count):
      "the sheet \(sheet) would have \(Grouped.number(count)) columns, and a sheet has "
        + Grouped.number(Workbook.mostColumns)
    }
  }

  var hint: Hint? {
    switch self {
    case .noMemory: nil
    case .tooLarge, .tooManyRows:
      "\(.limit) 1000000 lists so many of each kind, and the workbook says so; the format csv has all"
    case .tooManyColumns: "\(.only) and \(.ignore) choose columns; the format csv has a row for each value"
    }
  }
}

/// The looks of cells: for each role one for each form of a value.
enum WorkbookStyles {
  /// Text that a spreadsheet would take for a formula once it is edited.
  private static let quotedText = 1
  private static let firstDecimals = 2
  private static let formsPerRole = 3 + Workbook.mostDigits

  static func index(_ role: Workbook.Role, isQuoted: Bool = false) -> Int {
    role.rawValue * formsPerRole + (isQuoted ? quotedText : 0)
  }

  static func index(_ role: Workbook.Role, decimals: Int) -> Int {
    role.rawValue * formsPerRole + firstDecimals + decimals
  }

  static func write(to out: OutputBuffer) {
    out.append("<styleSheet xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\">")
    out.append(text: "<numFmts count=\"\(Workbook.mostDigits)\">")
    for decimals in 1...Workbook.mostDigits {
      let zeros = String(repeating: "0", count: decimals)
      out.append(text: "<numFmt numFmtId=\"\(164 + decimals)\" formatCode=\"0.\(zeros)\"/>")
    }
    out.append("</numFmts><fonts count=\"3\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font>")
    out.append("<font><b/><sz val=\"11\"/><name val=\"Calibri\"/></font>")
    out.append("<font><sz val=\"11\"/><color rgb=\"FF66666B\"/><name val=\"Calibri\"/></font></fonts>")
    let colours = ["FFE2E2DE", "FFFDECEA", "FFE7F5EB"]
    out.append(text: "<fills count=\"\(2 + colours.count)\"><fill><patternFill patternType=\"none\"/></fill>")
    out.append("<fill><patternFill patternType=\"gray125\"/></fill>")
    for colour in colours {
      out.append(text: "<fill><patternFill patternType=\"solid\"><fgColor rgb=\"\(colour)\"/></patternFill></fill>")
    }
    out.append("</fills><borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>")
    out.append("<cellStyleXfs count=\"1\"><xf/></cellStyleXfs>")
    out.append(text: "<cellXfs count=\"\(Workbook.Role.allCases.count * formsPerRole)\">")
    for role in Workbook.Role.allCases { for form in 0..<formsPerRole { append(role, form, to: out) } }
    out.append("</cellXfs><cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles>")
    out.append("</styleSheet>")
  }

  private static func append(_ role: Workbook.Role, _ form: Int, to out: OutputBuffer) {
    let (font, fill) =
      switch role {
      case .plain: (0, 0)
      case .heading: (1, 2)
      case .label, .key: (1, 0)
      case .note: (2, 0)
      case .old: (0, 3)
      case .new: (0, 4)
      }
    let format = form < firstDecimals ? 0 : form == firstDecimals ? 1 : 164 + form - firstDecimals
    out.append(text: "<xf numFmtId=\"\(format)\" fontId=\"\(font)\" fillId=\"\(fill)\" borderId=\"0\" xfId=\"0\"")
    out.append(" applyNumberFormat=\"1\" applyFont=\"1\" applyFill=\"1\"")
    if form == quotedText { out.append(" quotePrefix=\"1\"") }
    out.append("/>")
  }
}
