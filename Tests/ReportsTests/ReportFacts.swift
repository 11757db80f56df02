import Foundation
import Patching
import Testing

@testable import Records
@testable import Reports

/// Reads the changes back from reports.
enum ReportFacts {
  private typealias Object = [String: Any]

  private static let names: [Character: String] = ["~": "updated", "-": "deleted", "+": "inserted", ">": "moved"]

  // MARK: Programs

  static func json(_ bytes: [UInt8]) throws -> Set<ChangeFact> {
    let result = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? Object)
    return facts(of: try #require(result["changes"] as? [Object]))
  }

  static func jsonLines(_ text: String) throws -> Set<ChangeFact> {
    let lines = try text.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? Object)
    }
    return facts(of: lines.filter { $0["kind"] != nil })
  }

  private static func facts(of changes: [Object]) -> Set<ChangeFact> {
    var facts: Set<ChangeFact> = []
    for change in changes {
      let kind = change["kind"] as? String ?? "", key = (change["key"] as? [String] ?? []).joined(separator: ", ")
      if kind != "updated" || change["moved"] as? Bool == true {
        facts.insert(ChangeFact(kind == "updated" ? "moved" : kind, key))
      }
      for (column, value) in change["fields"] as? [String: Object] ?? [:] {
        let paths = (value["paths"] as? [Object] ?? []).map { ViewedChange.path($0["path"] as? String ?? "") }
        for path in paths.isEmpty ? [""] : paths { facts.insert(ChangeFact("updated", key, column + path)) }
      }
    }
    return facts
  }

  static func viewer(_ json: [UInt8]) throws -> Set<ChangeFact> {
    var view = try ChangeView(RecordedResult.read(bytes: json, name: "result.json"))
    var (facts, row): (Set<ChangeFact>, Int) = ([], 0)
    while let viewed = view.change(at: row) {
      row += 1
      let (kind, key) = (viewed.kind.rawValue, viewed.key.text(within: .max))
      if kind == "updated" { for item in viewed.items { facts.insert(ChangeFact(kind, key, item.name)) } }
      if kind == "deleted" || kind == "inserted" { facts.insert(ChangeFact(kind, key)) }
      if viewed.change.isMoved { facts.insert(ChangeFact("moved", key)) }
    }
    return facts
  }

  /// The page's data, read as its scripts do.
  static func html(_ page: String) throws -> Set<ChangeFact> {
    func data(_ name: String) throws -> Any? {
      try page.components(separatedBy: "\(name)>").dropFirst().first.map { part in
        try JSONSerialization.jsonObject(with: Data(part.components(separatedBy: "</script>")[0].utf8))
      }
    }
    let meta = try #require(try data(#"id="meta""#) as? Object)
    let names = meta["columns"] as? [String] ?? [], keys = meta["keyColumns"] as? [Int] ?? []
    let columns = Dictionary(
      uniqueKeysWithValues: ["d": "source", "i": "target"].map { ($0, meta["\($1)Columns"] as? [Int] ?? []) })
    let letters = (meta["kinds"] as? String ?? "").matches(of: /(\d*)(\D)/).flatMap {
      Array(repeating: String($0.2), count: Int($0.1) ?? 1)
    }
    var facts: Set<ChangeFact> = []
    for (letter, change) in zip(letters, try data(#"class="changes-data""#) as? [[Any]] ?? []) {
      let row = change[2] as? [Any] ?? []
      let places = columns[letter] ?? columns["i"] ?? []
      let ofRow = keys.compactMap { places.firstIndex(of: $0) }.filter(row.indices.contains).map { row[$0] }
      let key = ((change.dropFirst(4).first as? [String]) ?? ofRow.compactMap { $0 as? String }).joined(separator: ", ")
      let kind = ["d": "deleted", "i": "inserted"][letter]
      if let kind { facts.insert(ChangeFact(kind, key)) }
      if letter == "m" || letter == "U" { facts.insert(ChangeFact("moved", key)) }
      let differences = change[3] as? [Any] ?? []
      for difference in stride(from: 0, to: differences.count, by: 3).map({ differences[$0] }) {
        let parts = difference as? [Any] ?? [difference]
        let steps = (parts.count > 2 ? parts[2] as? [Any] : nil) ?? []
        let path = steps.map { ($0 as? String).map { ".\($0)" } ?? "[\(($0 as? [Any])?.first ?? "")]" }.joined()
        facts.insert(ChangeFact("updated", key, names[parts[0] as? Int ?? 0] + path))
      }
    }
    return facts
  }

  // MARK: Tables

  static func csv(_ bytes: [UInt8]) throws -> Set<ChangeFact> {
    let table = try RecordInput.read(bytes: bytes, name: "report.csv").table()
    let rows = (0..<table.count).map { record in
      Dictionary(
        uniqueKeysWithValues: table.columns.enumerated().map { ($1, table.value(record, $0).description) })
    }
    return Set(
      rows.filter { !($0["kind"] ?? "").contains("_") }.map { row in
        let kind = row["kind"] ?? ""
        return ChangeFact(kind, key(of: row), kind == "updated" ? row["column"] ?? "" : "")
      })
  }

  private static func key(of row: [String: String]) -> String {
    ["g", "id"].compactMap { row[$0] }.joined(separator: ", ")
  }

  static func workbook(_ bytes: [UInt8]) throws -> Set<ChangeFact> {
    var facts: Set<ChangeFact> = []
    for (sheet, rows) in try sheets(of: bytes) {
      for row in rows {
        switch sheet {
        case "Deleted", "Inserted", "Moved": facts.insert(ChangeFact(sheet.lowercased(), key(of: row)))
        case "Paths": facts.insert(ChangeFact("updated", key(of: row), row["path"] ?? ""))
        case "Updated":
          for (title, old) in row where title.hasSuffix(" (old)") && title != "d (old)" {
            let column = String(title.dropLast(6))
            if old != row["\(column) (new)"] { facts.insert(ChangeFact("updated", key(of: row), column)) }
          }
          if row["moved"] == "moved" { facts.insert(ChangeFact("moved", key(of: row))) }
        default: break
        }
      }
    }
    return facts
  }

  /// The rows of the sheets by their titles.
  private static func sheets(of bytes: [UInt8]) throws -> [(name: String, rows: [[String: String]])] {
    let parts = try bytes.withBytes { view in
      let archive = try ZipArchive(view, name: "report.xlsx")
      return try archive.members.map { member in
        let content = try archive.content(of: member, name: "report.xlsx", ReadOptions())
        return (member.name, String(decoding: content.bytes, as: UTF8.self))
      }
    }
    let files = Dictionary(uniqueKeysWithValues: parts)
    let names = (files["xl/workbook.xml"] ?? "").matches(of: /<sheet name="([^"]*)"/).map { String($0.1) }
    return names.enumerated().map { index, name in
      let rows = (files["xl/worksheets/sheet\(index + 1).xml"] ?? "").components(separatedBy: "<row ").dropFirst().map {
        let cells = $0.matches(of: #/<c r="([A-Z]+)\d+"[^>]*>(?:<v>|<is><t[^>]*>)([^<]*)</#)
        return Dictionary(uniqueKeysWithValues: cells.map { (String($0.1), String($0.2)) })
      }
      let titles = rows.first ?? [:]
      return (
        name,
        rows.dropFirst().map { row in
          Dictionary(row.map { (titles[$0] ?? $0, $1) }, uniquingKeysWith: { first, _ in first })
        }
      )
    }
  }

  // MARK: People

  static func text(_ report: String) -> Set<ChangeFact> {
    var facts: Set<ChangeFact> = []
    var (kind, key) = ("", "")
    let list = report.components(separatedBy: "\n\n").dropFirst().first ?? ""
    for line in list.split(separator: "\n") where !line.hasPrefix("§") {
      var rest = line
      if let mark = line.first, let name = names[mark] {
        let words = line.dropFirst(2)
        let end = words.firstRange(of: "  ")?.lowerBound ?? words.endIndex
        (kind, key, rest) = (name, String(words[..<end]), words[end...])
        if kind != "updated" { facts.insert(ChangeFact(kind, key)) }
      }
      let words = rest.drop { $0 == " " }
      guard kind == "updated" else { continue }
      if words.hasPrefix("moved ") {
        facts.insert(ChangeFact("moved", key))
      } else if let end = words.firstRange(of: ": ") {
        facts.insert(ChangeFact(kind, key, String(words[..<end.lowerBound])))
      }
    }
    return facts
  }

  static func markdown(_ report: String) -> Set<ChangeFact> {
    var facts: Set<ChangeFact> = []
    var (kind, key) = ("", "")
    for line in report.split(separator: "\n") {
      if let match = line.firstMatch(of: /<summary>(\w+)/) { kind = match.1.lowercased() }
      guard !kind.isEmpty, line.hasPrefix("| "), !line.hasPrefix("| Key") else { continue }
      let cells = line.dropFirst(2).dropLast(2).components(separatedBy: " | ")
      let named = cells[0].matches(of: /`([^`]*)`/).last.map { String($0.1) }
      if let named { key = named }
      if kind != "updated" || cells[1] == "*moved*" {
        facts.insert(ChangeFact(kind == "updated" ? "moved" : kind, key))
      } else {
        facts.insert(ChangeFact(kind, key, cells[1].replacing("`", with: "")))
      }
    }
    return facts
  }
}
