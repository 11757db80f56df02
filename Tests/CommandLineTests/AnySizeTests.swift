import Foundation
import TestSupport
import Testing

/// However an input is cut, compressed or piped, every byte of the result is the same.
@Suite(.serialized) struct AnySizeTests {
  private static let count = 1_300

  private typealias Row = [String]

  /// Records with a duplicate now and then; on the new side some are gone, new, changed or elsewhere.
  private static func rows(_ isNew: Bool) -> [Row] {
    var random = SeededGenerator(seed: 16)
    var rows: [Row] = []
    for number in 0..<count {
      let chance = Int.random(in: 0..<50, using: &random)
      if chance == 0, isNew { continue }
      let price = chance == 1 && isNew ? "9.99" : "\(number % 400).50"
      let note = number % 13 == 0 ? "a \"quoted\" note, and\nmore" : "plain"
      let row = ["k\(chance == 2 ? number - 1 : number)", "town\(number % 23)", price, note]
      rows.append(row)
      if chance == 3, isNew { rows.append(["new\(number)"] + row.dropFirst()) }
    }
    if isNew { for place in stride(from: 90, to: rows.count, by: 300) { rows.swapAt(place, 7) } }
    return rows
  }

  private static let columns = ["id", "town", "price", "note"]

  private static func csv(_ rows: some Sequence<Row>) -> String {
    let lines = rows.map { row in
      row.map { cell in
        cell.contains("\"") ? "\"\(cell.replacing("\"", with: "\"\""))\"" : cell
      }.joined(separator: ",")
    }
    return ([columns.joined(separator: ",")] + lines).map { $0 + "\n" }.joined()
  }

  private static func json(_ rows: some Sequence<Row>, isLines: Bool) throws -> String {
    let objects = try rows.map { row in
      let members = try zip(columns, row).map { name, value in
        let text = try JSONEncoder().encode([value])
        return "\"\(name)\": \(String(decoding: text.dropFirst().dropLast(), as: UTF8.self))"
      }
      return "{" + members.joined(separator: ", ") + "}"
    }
    return isLines
      ? objects.map { $0 + "\n" }.joined() : "[\n" + objects.joined(separator: ",\n") + "]\n"
  }

  /// Writes both sides, whole and in seven parts of every kind.
  func write(_ lunadiff: Lunadiff) async throws {
    let directory = lunadiff.directory
    for (side, isNew) in [("old", false), ("new", true)] {
      let rows = Self.rows(isNew)
      try directory.write(Self.csv(rows), to: "\(side).csv")
      try directory.write(try Self.json(rows, isLines: true), to: "\(side).jsonl")
      let size = (rows.count + 6) / 7
      for part in 0..<7 {
        let piece = rows[part * size..<min(rows.count, (part + 1) * size)]
        let text = Self.csv(piece)
        // The last line of a part may lack its end.
        try directory.write(
          String(part == 3 ? text.dropLast() : text[...]), to: "\(side).d/p\(part).csv")
        try directory.write(text, to: "\(side).gz.d/p\(part).csv")
        try directory.write(text, to: "\(side).mixed.d/p\(part).csv")
        let isLines = part % 2 == 0
        let name = isLines ? "p\(part).jsonl" : "p\(part).json"
        try directory.write(try Self.json(piece, isLines: isLines), to: "\(side).json.d/\(name)")
      }
      for kind in ["d", "gz.d", "mixed.d", "json.d"] {
        try directory.write("", to: "\(side).\(kind)/_SUCCESS")
        try directory.write("no table", to: "\(side).\(kind)/.p0.csv.crc")
      }
    }
    let packed = try await lunadiff.shell("gzip *.gz.d/p* *.mixed.d/p[135]*")
    #expect(packed.status == 0)
  }

  /// Some of the rules, with the ones that say most.
  static let rules =
    CaseSample.some(4, of: Array(allRules.dropLast()), "rules of any size") + [everything]

  static let allRules: [[String]] = [
    ["-k", "id"],
    ["-k", "id,town"],
    [],
    ["-k", "none"],
    ["-k", "id", "--section", "town"],
    ["-k", "id", "--duplicates", "pair", "--ignore-order"],
    [
      "-e",
      """
      return {
        identity = function(r) return r.id:upper(), r.town end,
        equal = function(a, b) return a.price == b.price end,
        filter = function(r) return r.town ~= "town5" end,
      }
      """,
    ],
    ["-e", "return { identity = 'id', section = function(r) return r.town:sub(-1) end }"],
    ["-k", "town", "--moves", "heckel"],
    ["-k", "id", "--section", "town", "--moves", "heckel"],
    ["-k", "id", "--section", "town", "--duplicates", "pair", "--ignore-order"],
    ["-k", "id", "--tolerance", "price=1", "--ignore", "note", "--mask", "town"],
    idle,
    sides,
    everything,
  ]

  /// Sides that are written differently, the identity among them.
  private static let sides = [
    "-e",
    """
    return {
      identity = "id",
      normalize = {
        id = { old = luna.text.strip("k"), new = luna.text.strip("k") },
        price = { old = luna.text.scale(2), new = function(v) return v .. "0" end },
      },
    }
    """,
  ]

  /// Rules that fit no value, which is said with the number of pairs that they were asked about.
  private static let idle = [
    "-e",
    """
    return {
      identity = "id",
      equal = { town = luna.compare.json(), price = luna.compare.date { formats = "%d/%m/%Y" } },
      normalize = {
        id = luna.text.map { x = "y" }, town = luna.text.number(), note = { old = luna.text.percent },
      },
      ignore = { "note" },
    }
    """,
  ]

  /// Rules under each of which other things are read of records.
  private static let readingRules = CaseSample.some(
    4, of: Array(allRules[..<8]), "rules that read differently")

  /// Most of what rules can say, at once.
  static let everything = [
    "-e",
    """
    return {
      identity = function(r) return r.id:upper(), #r.note end,
      equal = function(a, b) return a.price == b.price end,
      filter = function(r) return r.town ~= "town5" end,
      section = function(r) return r.town end,
      mask = { "price" },
    }
    """,
  ]

  /// Without it each run shows other signs for what is masked.
  static let maskKey = "export LUNADIFF_MASK_KEY=the-same-in-all-runs"

  /// The report without the line that says what the inputs are called.
  func report(_ lunadiff: Lunadiff, _ command: String, _ rules: [String]) async throws
    -> String
  {
    let words = rules.map { "'\($0.replacing("'", with: "'\\''"))'" }.joined(separator: " ")
    let result = try await lunadiff.shell(
      "\(Self.maskKey)\n\(command) \(words) --format json --stages")
    #expect(result.status == 1, "\(result.errorText)")
    let lines = result.outputText.split(separator: "\n")
    // Where an input is called by its name, there is no other difference.
    let named = ["{\"path\":", ": the filter keeps "]
    return lines.filter { line in !named.contains(where: line.contains) }.joined(separator: "\n")
      // A line is one of its file, and parts are other files; ResultLineTests looks at lines.
      .replacing(/,"line":\{[^}]*\}/, with: "")
  }

  @Test("the result of parts, compressed or not, of patterns and of pipes is that of one file")
  func csvParts() async throws {
    let lunadiff = try Lunadiff()
    try await write(lunadiff)
    let inputs = [
      "old.d new.d", "old.gz.d new.gz.d", "old.mixed.d new.csv",
      "--threads 1 old.d new.gz.d", "--threads 2 old.csv new.csv", "--threads 4 old.gz.d new.d",
      "'old.[d]/p*.csv' './*w.gz.d/**/*.csv.gz'",
    ]
    for rules in Self.readingRules {
      let whole = try await report(lunadiff, "lunadiff old.csv new.csv", rules)
      #expect(whole.utf8.count > 10_000)
      for input in inputs {
        #expect(
          try await report(lunadiff, "lunadiff \(input)", rules) == whole, "\(input) \(rules)")
      }
      let piped = try await report(lunadiff, "cat old.csv | lunadiff - new.d", rules)
      #expect(piped == whole, "\(rules)")
    }
  }

  @Test("the result of parts in JSON Lines and JSON arrays is that of one file")
  func jsonParts() async throws {
    let lunadiff = try Lunadiff()
    try await write(lunadiff)
    for rules in Self.readingRules {
      let whole = try await report(lunadiff, "lunadiff old.jsonl new.jsonl", rules)
      for input in ["old.json.d new.json.d", "old.jsonl 'new.json.d/*.json*'"] {
        #expect(
          try await report(lunadiff, "lunadiff \(input)", rules) == whole, "\(input) \(rules)")
      }
    }
  }

  /// Flags for nested inputs: rules inside of lists, and sections that hold records.
  static let nestedInputs = [
    ["old.json", "new.json", "-k", "id", "--list", "lines=sku", "--list", "tags=set"],
    [
      "old.nested.json", "new.nested.json", "--elements", "orders", "-k", "id", "--section-key",
      "name",
    ],
  ]

  /// Writes both sides as orders with lists, and as groups of orders.
  func writeNested(_ lunadiff: Lunadiff) throws {
    for (side, price) in [("old", 1), ("new", 2)] {
      let orders = (0..<200).map { number in
        let lines = (0..<3).map { "{\"sku\": \($0), \"n\": \(number % 7 == $0 ? price : 0)}" }
        return """
          {"id": \(number % 90), "lines": [\(lines.joined(separator: ","))], "tags": ["a", "\(price)"]}
          """
      }
      let list = "[\(orders.joined(separator: ",\n"))]"
      let groups = (0..<10).map { "{\"name\": \"g\(($0 + price) % 9)\", \"orders\": \(list)}" }
      try lunadiff.directory.write(list, to: "\(side).json")
      try lunadiff.directory.write(
        "[\(groups.joined(separator: ",\n"))]", to: "\(side).nested.json")
    }
  }
}
