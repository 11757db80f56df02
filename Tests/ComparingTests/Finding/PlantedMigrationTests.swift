import Records
import Testing

@testable import Analysis
@testable import Comparing

/// Six migrations, each with several causes that are planted, and edits; every cause is named with its count.
@Suite("Findings of planted migrations") struct PlantedMigrationTests {
  /// A cause by its name and columns, and how many changes were planted.
  private typealias Planted = (name: String, columns: [String], changes: Int)
  private typealias Row = [String]

  private static let count = 120

  private static func rows(_ make: (Int) -> Row) -> [Row] { (1...count).map(make) }

  private func csv(_ header: String, _ rows: [Row]) -> String {
    ([header] + rows.map { $0.joined(separator: ",") }).joined(separator: "\n") + "\n"
  }

  /// Expects the planted causes, and none besides.
  private func check(
    _ old: String, _ new: String, form: String = "csv", key: String = "id", _ planted: [Planted],
    location: SourceLocation = #_sourceLocation
  ) throws {
    let comparison = try Comparison(
      source: table(old, name: "old." + form), target: table(new, name: "new." + form), plan: plan(key: key))
    let found = try FindingSearch.findings(of: comparison)
    let names = found.map { "\("\($0.cause)".prefix { $0 != "(" }) \($0.columns) \($0.changes)" }
    let wanted = planted.map { "\($0.name) \($0.columns) \($0.changes)" }
    #expect(names.sorted() == wanted.sorted(), "\(found)", sourceLocation: location)
  }

  @Test("customers: keys without zeros, rounded prices, a stamp on every record")
  func customers() throws {
    func row(_ number: Int, _ id: String, _ price: String, _ stamp: String) -> Row {
      [id, "Name \(number)", price, stamp]
    }
    func padded(_ number: Int) -> String { String("0000\(number)".suffix(5)) }
    let old = Self.rows { row($0, padded($0), "\($0 * 3 % 70).\($0 % 9 + 1)\($0 % 7 + 1)\($0 % 8 + 1)4", "2026-01-01") }
    let new = Self.rows {
      row($0, $0 > 60 ? "\($0)" : padded($0), "\($0 * 3 % 70).\($0 % 9 + 1)\($0 % 7 + 1)", "2026-02-01")
    }
    let header = "id,name,price,stamp"
    let comparison = try Comparison(
      source: table(csv(header, old), name: "old.csv"), target: table(csv(header, new), name: "new.csv"),
      plan: plan(key: "id"))
    let found = try FindingSearch.findings(of: comparison)
    #expect(found.contains { $0.columns == ["id"] && $0.changes == 60 })
    #expect(found.contains { $0.columns == ["name"] && $0.cause == .otherKey(certain: 120, paired: 60) })
    #expect(found.contains { $0.columns == ["stamp"] && $0.changes == 60 })
    #expect(found.contains { $0.columns == ["price"] && $0.cause == .cutOff && $0.changes == 60 }, "\(found)")
  }

  @Test("a row number was named as the key, the rows are sorted anew, a column moved")
  func rowNumbers() throws {
    let old = Self.rows { ["\($0)", "c\($0)", "\($0 * 37 % 101)", "x\($0 % 3)"] }
    let new = old.reversed().enumerated().map { ["\($0.offset + 1000)", $0.element[2], $0.element[1], $0.element[3]] }
    try check(
      csv("row,code,size,kind", old), csv("row,size,code,kind", new), key: "row",
      [("otherKey", ["code"], 120), ("reordered", ["size"], 1)])
  }

  @Test("invoices: cents since a day, a country with another name, notes that came")
  func invoices() throws {
    func day(_ number: Int) -> String { "2026-0\(number / 30 + 1)-1\(number % 10)" }
    let old = Self.rows { ["\($0)", day($0), "\($0 * 13 + 7)", $0 % 4 == 0 ? "BRD" : "F\($0 % 7)", ""] }
    let new = Self.rows { number in
      let amount = "\(number * 13 + 7)" + (day(number) >= "2026-03" ? "00" : "")
      return [
        "\(number)", day(number), amount, number % 4 == 0 ? "Germany" : "F\(number % 7)",
        number % 5 == 0 ? "see \(number)" : "",
      ]
    }
    let header = "id,day,amount,country,note"
    let cents = (1...Self.count).filter { day($0) >= "2026-03" }
    try check(
      csv(header, old), csv(header, new),
      [("factor", ["amount"], cents.count), ("repeated", ["country"], 30), ("filled", ["note"], 24)])
  }

  @Test("products as JSON: a member for each, sizes that became texts, a price that grew by the same amount")
  func products() throws {
    func line(_ number: Int, _ size: String, _ price: Int, _ more: String) -> String {
      #"{"id":\#(number),"size":\#(size),"price":\#(price),"names":{"en":"n\#(number)"\#(more)}}"# + "\n"
    }
    let old = (1...40).map { line($0, "\($0 * 3)", $0 * $0, "") }.joined()
    let new = (1...40).map { line($0, "\"size \($0 * 5)\"", $0 * $0 + 19, #","hu":"h\#($0)""#) }.joined()
    try check(
      old, new, form: "jsonl",
      [("retyped", ["size"], 40), ("offset", ["price"], 40), ("members", ["names"], 40)])
  }

  @Test("an unquoted comma, and one branch that was counted anew")
  func branches() throws {
    let old = Self.rows { ["\($0)", "n\($0)", "a\($0)", "b\($0)", "z\($0 % 8)", "\($0 * $0)"] }
    let new = old.enumerated().map { place, row -> Row in
      let number = place + 1
      if number % 12 == 1 { return [row[0], "extra", row[1], row[2], row[3], row[4]] }
      return number % 8 == 4 ? Array(row[..<5]) + ["\(number * number + number)"] : row
    }
    let header = "id,name,first,second,branch,sum"
    let comparison = try Comparison(
      source: table(csv(header, old), name: "old.csv"), target: table(csv(header, new), name: "new.csv"),
      plan: plan(key: "id"))
    let found = try FindingSearch.findings(of: comparison)
    let shifted = Finding.Cause.shifted(record: 0, fromColumn: 10, isBack: false)
    #expect(
      found.contains { $0.cause == shifted && $0.columns == ["name"] && $0.changes == 10 },
      "\(found)")
    #expect(
      found.contains { finding in
        if case .concentrated(.text("z4"), _, _) = finding.cause { finding.changes == 15 } else { false }
      }, "\(found)")
  }

  @Test("bookings: the other sign, a renamed column, the records in reverse, an emptied column")
  func bookings() throws {
    let old = Self.rows { ["\($0)", "\($0 * 7 + 1)", "p\($0 % 11)", "m\($0)"] }
    let new = old.map { [$0[0], "-" + $0[1], $0[2], ""] }.reversed() + []
    try check(
      csv("id,amount,payer,memo", old), csv("id,amount,customer,memo", new),
      [
        ("factor", ["amount"], 120), ("renamed", ["payer"], 120), ("emptied", ["memo"], 120), ("reversed", [], 119),
      ])
  }
}
