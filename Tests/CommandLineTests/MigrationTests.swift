import Foundation
import TestSupport
import Testing

/// Migrations with planted errors: the commands that reports print lead to these errors, and to nothing else.
@Suite struct MigrationTests {
  struct Migration: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let heads: [String]
    /// How many commands are typed after the first report.
    let commands: Int
    let old: @Sendable (Row) -> [String]
    let new: @Sendable (Row) -> [String]
    /// The place of the column in which errors are planted.
    let edited: Int
  }

  struct Row: Sendable {
    let number: Int
    let date: Date

    init(_ number: Int) {
      self.number = number
      date = Date(timeIntervalSince1970: 1_600_000_000 + Double(number % 190) * 86_400)
    }

    var first: String { ["Ann", "Bob", "Cy", "Dee", "Eve", "Fay", "Gus", "Hal"][number % 8] }
    var last: String { ["Smith", "Jones", "Brown", "Miller", "Davis"][number % 5] }
    var price: String { "\(100 + number % 37).\(10 + number % 60)" }
    var cents: String { price.replacingOccurrences(of: ".", with: "") }
    var stock: Int { number * 7 % 61 }

    func day(_ format: String) -> String {
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = .gmt
      formatter.calendar = Calendar(identifier: format.contains("Y") ? .iso8601 : .gregorian)
      formatter.dateFormat = format
      return formatter.string(from: date)
    }
  }

  static let migrations: [Migration] = [
    Migration(
      testDescription: "keys without zeros, capitals, US dates", heads: ["id,name,born,stock", "id,name,born,stock"],
      commands: 3, old: { [String(format: "%06d", $0.number), $0.first, $0.day("yyyy-MM-dd"), "\($0.stock)"] },
      new: { ["\($0.number)", $0.first.uppercased(), $0.day("MM/dd/yyyy"), "\($0.stock)"] }, edited: 3),
    Migration(
      testDescription: "prefixed keys, Last, First, per cent", heads: ["id,name,rate,town", "id,name,rate,town"],
      commands: 3, old: { ["CUST-\($0.number)", "\"\($0.last), \($0.first)\"", "\($0.stock) %", "x"] },
      new: { ["\($0.number)", "\($0.first) \($0.last)", "\(Double($0.stock) / 100)", "x"] }, edited: 3),
    Migration(
      testDescription: "cents and signs", heads: ["id,amount,balance,town", "id,amount,balance,town"], commands: 2,
      old: { ["k\($0.number)", $0.price, "-\($0.stock + 1)", "x"] },
      new: { ["k\($0.number)", $0.cents, "\($0.stock + 1)", "x"] }, edited: 3),
    Migration(
      testDescription: "ISO weeks, seconds and milliseconds", heads: ["id,day,at,stock", "id,day,at,stock"],
      commands: 2,
      old: { ["k\($0.number)", $0.day("yyyy-MM-dd"), "\(Int($0.date.timeIntervalSince1970))", "\($0.stock)"] },
      new: {
        let weekday = (Int($0.date.timeIntervalSince1970) / 86_400 + 3) % 7 + 1
        return [
          "k\($0.number)", "\($0.day("YYYY-'W'ww"))-\(weekday)", "\(Int($0.date.timeIntervalSince1970))000",
          "\($0.stock)",
        ]
      }, edited: 3),
    Migration(
      testDescription: "codes, words for null and truth, white space",
      heads: ["id,country,nick,active,stock", "id,country,nick,active,stock"], commands: 2,
      old: { row in
        [
          "k\(row.number)", ["DE", "FR", "IT"][row.number % 3], row.number % 4 == 0 ? "" : row.first,
          ["Y", "N"][row.number % 2], "\(row.stock)",
        ]
      },
      new: { row in
        [
          "k\(row.number)", ["Germany", "France", "Italy"][row.number % 3],
          row.number % 4 == 0 ? "N/A" : row.first + " ",
          ["true", "false"][row.number % 2], "\(row.stock)",
        ]
      }, edited: 4),
    Migration(
      testDescription: "a renamed column, decimal commas", heads: ["id,cost,price,stock", "id,charge,price,stock"],
      commands: 1, old: { ["k\($0.number)", "\($0.number).5", $0.price, "\($0.stock)"] },
      new: { ["k\($0.number)", "\($0.number).5", "\"\($0.price.replacing(".", with: ","))\"", "\($0.stock)"] },
      edited: 3),
  ]

  /// The changes of a comparison: the record's number in the new input, and what differs in it.
  private func changes(_ command: String, _ lunadiff: Lunadiff) async throws -> Set<[String]> {
    let json = try await lunadiff.shell("\(command) -f json").outputText
    let result = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    let list = try #require(result["changes"] as? [[String: Any]])
    return Set(
      list.flatMap { change in
        let columns = (change["fields"] as? [String: Any])?.keys.sorted() ?? [change["kind"] as? String ?? ""]
        return columns.map { ["\(change["target"] as? Int ?? -1)", $0] }
      })
  }

  @Test("what is left in the end is what was planted", arguments: migrations)
  func following(_ migration: Migration) async throws {
    let lunadiff = try Lunadiff()
    let rows = (1...200).map(Row.init)
    let column = migration.heads[1].split(separator: ",").map(String.init)[migration.edited]
    var planted: Set<[String]> = []
    var new = rows.map(migration.new)
    for place in stride(from: 7, to: rows.count, by: 23) {
      new[place][migration.edited] += "7"
      planted.insert(["\(place)", column])
    }
    for (name, head, cells) in [
      ("old.csv", migration.heads[0], rows.map(migration.old)), ("new.csv", migration.heads[1], new),
    ] {
      let lines = [head] + cells.map { $0.joined(separator: ",") }
      try lunadiff.directory.write(lines.joined(separator: "\n") + "\n", to: name)
    }

    let typed = try await follow("lunadiff old.csv new.csv", to: planted, lunadiff)
    #expect(typed.count == migration.commands, "\(typed)")
  }

  @Test("what is left in the end is what was planted, also inside of objects")
  func nested() async throws {
    let lunadiff = try Lunadiff()
    let towns = ["Bern", "Genf", "Zug", "Chur"]
    var (old, new, planted): ([String], [String], Set<[String]>) = ([], [], [])
    for (place, row) in (1...200).map(Row.init).enumerated() {
      let zip = 1000 + row.number * 37 % 900
      let tags = [["a", "b", "c"], ["c", "b"], ["b", "a", "d"], ["d"]][row.number % 4]
      let isWrong = place % 23 == 7
      if isWrong { planted.insert(["\(place)", "ship_to.zip_code"]) }
      old.append(
        """
        {"id":"k\(row.number)","shipTo":{"city":"\(towns[row.number % 4])","zipCode":"\(zip)"},\
        "terms":{"due":{"day":"\(row.day("yyyy-MM-dd"))"},"tags":\(tags)}}
        """)
      new.append(
        """
        {"id":"k\(row.number)","ship_to":{"city":"\(towns[row.number % 4].uppercased())","zip_code":"\(isWrong ? zip + 1 : zip)"},\
        "terms":{"due":{"day":"\(row.day("dd.MM.yyyy"))"},"tags":\(tags.sorted { row.number % 3 == 0 ? $0 > $1 : $0 < $1 })}}
        """)
    }
    try lunadiff.directory.write("[\(old.joined(separator: ",\n"))]", to: "old.json")
    try lunadiff.directory.write("[\(new.joined(separator: ",\n"))]", to: "new.json")
    let typed = try await follow("lunadiff old.json new.json", to: planted, lunadiff)
    #expect(typed.count == 2 || typed.count == 3, "\(typed)")
  }

  /// Types the commands that reports print, from the first one on, until what is left is what was planted.
  private func follow(_ first: String, to planted: Set<[String]>, _ lunadiff: Lunadiff) async throws -> [String] {
    var command = first
    var typed: [String] = []
    while typed.count < 6, try await changes(command, lunadiff) != planted {
      let report = try await lunadiff.shell("\(command) -f summary").outputText
      let trials = report.split(separator: "\n").filter { $0.hasPrefix("  lunadiff ") }.map { String($0.dropFirst(2)) }
      let next = trials.first { $0.contains(" learn ") } ?? trials.first { !$0.contains("--ignore") }
      command = try #require(next, "nothing leads on:\n\(report)")
      typed.append(command)
      guard command.contains(" learn ") else { continue }
      let said = try await lunadiff.shell(command).errorText.components(separatedBy: "to see what is left: ")
      // What is known of the rest is said behind it.
      command = String(try #require(said.count == 2 ? said[1].split(separator: "\n").first : nil, "\(said)"))
      typed.append(command)
    }
    #expect(try await changes(command, lunadiff) == planted, "\(typed)")
    return typed
  }
}
