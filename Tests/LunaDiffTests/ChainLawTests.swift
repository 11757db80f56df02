import Analysis
import Comparing
import Records
import Requests
import TestSupport
import Testing

/// The history of records, compared with code that keeps all exports and looks at each value.
@Suite struct ChainLawTests {
  /// Rules, with what they mean in plain words of Swift.
  struct Rules: Sendable, CustomStringConvertible {
    let lua: String
    var key: @Sendable (String) -> String = { $0 }
    var areEqual: @Sendable (String, String?, String?) -> Bool = { $1 == $2 }
    var keeps: @Sendable ([String: String]) -> Bool = { _ in true }
    var ignored: Set<String> = []
    var renames: [String: String] = [:]
    var comparesKey = false
    var description: String { lua }
  }

  static let rules: [Rules] = [
    Rules(lua: "return { identity = 'id' }"),
    Rules(lua: "return { identity = 'id', ignore = { 'b' } }", ignored: ["b"]),
    Rules(
      lua: "return { identity = 'id', equal = { a = luna.compare.number(0.01) } }",
      areEqual: { column, old, new in
        guard column == "a", let old, let new, let first = Double(old), let second = Double(new) else {
          return old == new
        }
        return abs(first - second) < 0.0101
      }),
    Rules(
      lua: "return { identity = 'id', trim = true, ignore_case = true }", key: plain,
      areEqual: { $1.map(plain) == $2.map(plain) }),
    Rules(
      lua: "return { identity = function(r) return (r.id:lower():match('^%s*(.-)%s*$')) end }", key: plain,
      comparesKey: true),
    Rules(lua: "return { identity = 'id', rename = { c = 'cc' } }", renames: ["c": "cc"]),
    Rules(lua: "return { identity = 'id', filter = function(r) return r.a ~= 'y' end }", keeps: { $0["a"] != "y" }),
    Rules(
      lua: "return { identity = 'id', normalize = { ['d?'] = luna.text.lower } }",
      areEqual: { $0 == "d" ? $1?.lowercased() == $2?.lowercased() : $1 == $2 }),
  ]

  private static func plain(_ text: String) -> String {
    String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()).lowercased()
  }

  /// An export: its columns, and its records in order.
  typealias Export = (columns: [String], records: [[String: String]])

  @Test("histories are those of a slow and plain look at every value", arguments: rules)
  func sameAsPlainLook(rules: Rules) throws {
    var random = SeededGenerator.announced("chains of \(rules)")
    for _ in 0..<CaseSample.count(25, of: 200) {
      // A function may not name a column that JSON has nowhere.
      let isJSON = Bool.random(using: &random) && !rules.lua.contains("filter")
      let exports = Self.chain(rules, isJSON: isJSON, &random)
      let directory = try TemporaryDirectory()
      let paths = try exports.enumerated().map { number, export in
        let name = "d-2026-\(number < 9 ? "0" : "")\(number + 1)-01." + (isJSON ? "jsonl" : "csv")
        return try directory.write(isJSON ? Self.json(export) : Self.csv(export), to: name)
      }
      var request = try ChainRequest(exports: paths.shuffled(using: &random))
      request.options.rules = [.text(rules.lua, name: "-e")]
      let plain = PlainChain(rules, exports)
      for (key, events) in plain.events {
        let spellings = Set(plain.spellings[key] ?? [])
        let isFunction = rules.lua.contains("identity = function")
        for spelling in isFunction ? [key] : [key] + spellings.sorted() {
          let result = try history(of: [spelling], in: request)
          #expect(result.life.events.map(Self.words) == events, "\(spelling) of \(exports)")
        }
      }
    }
  }

  private static func words(_ event: RecordLife.Event) -> String {
    let values = event.values.map { "\($0.column)=\($0.value)" }.sorted()
    let fields = event.fields.map { "\($0.column):\($0.old?.description ?? "-")>\($0.new?.description ?? "-")" }
      .sorted()
    return "\(event.export) \(event.kind) \((values + fields).joined(separator: " "))"
  }

  // MARK: Exports

  private static func chain(_ rules: Rules, isJSON: Bool, _ random: inout SeededGenerator) -> [Export] {
    let values = ["x", "X ", "y", "", "1", "1.005", "1.01", "1.02", "2"]
    var columns = ["id", "a", "b"]
    // One that has every column.
    var records = [["id": "k1", "a": "1", "b": "1"]]
    var exports: [Export] = []
    for number in 0..<Int.random(in: 1...9, using: &random) {
      if number > 0, Int.random(in: 0..<4, using: &random) == 0 {
        let name = ["b", "c", "d"].randomElement(using: &random) ?? "b"
        if columns.contains(name) { columns.removeAll { $0 == name } } else { columns.append(name) }
      }
      if number > 0 { records.removeAll { _ in Int.random(in: 0..<6, using: &random) == 0 } }
      for id in 1...6 where Int.random(in: 0..<4, using: &random) == 0 {
        guard !records.contains(where: { rules.key($0["id"] ?? "") == "k\(id)" }) else { continue }
        records.append(["id": "k\(id)"])
      }
      for index in records.indices {
        if rules.key("K1 ") == "k1" {
          let id = plain(records[index]["id"] ?? "")
          records[index]["id"] = [id, id.uppercased(), id + " "].randomElement(using: &random)
        }
        for column in columns.dropFirst() {
          let isNew = records[index][column] == nil && !isJSON
          guard number > 0 || records[index][column] == nil, isNew || Int.random(in: 0..<5, using: &random) == 0 else {
            continue
          }
          let isAbsent = isJSON && Int.random(in: 0..<3, using: &random) == 0
          records[index][column] = isAbsent ? nil : values.randomElement(using: &random)
        }
        for column in ["b", "c", "d"] where !columns.contains(column) { records[index][column] = nil }
      }
      if Bool.random(using: &random) { records.shuffle(using: &random) }
      // Of a renamed column either name may stand in a file, as long as all of it agrees.
      let isRenamed = Bool.random(using: &random)
      let names = columns.map { isRenamed ? rules.renames[$0] ?? $0 : $0 }
      let named = records.map { record in
        Dictionary(uniqueKeysWithValues: record.map { (isRenamed ? rules.renames[$0] ?? $0 : $0, $1) })
      }
      exports.append((names, named))
    }
    return exports
  }

  private static func csv(_ export: Export) -> String {
    let rows = export.records.map { record in export.columns.map { "\"\(record[$0] ?? "")\"" } }
    return ([export.columns] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  private static func json(_ export: Export) -> String {
    export.records.map { record in
      "{" + record.sorted { $0.key < $1.key }.map { "\"\($0)\":\"\($1)\"" }.joined(separator: ",") + "}\n"
    }.joined()
  }
}

/// What became of each record, by comparing every value of each export with the one before.
private struct PlainChain {
  private let rules: ChainLawTests.Rules
  private var newest: [String: [String: String]] = [:]
  private(set) var events: [String: [String]] = [:]
  private(set) var spellings: [String: [String]] = [:]

  init(_ rules: ChainLawTests.Rules, _ exports: [ChainLawTests.Export]) {
    self.rules = rules
    for (number, export) in exports.enumerated() { add(export.records, number) }
  }

  private mutating func add(_ records: [[String: String]], _ number: Int) {
    var next: [String: [String: String]] = [:]
    for given in records where rules.keeps(given) {
      let values = Dictionary(uniqueKeysWithValues: given.map { (rules.renames[$0] ?? $0, $1) })
      let id = values["id"] ?? ""
      let key = rules.key(id)
      spellings[key, default: []].append(id)
      next[key] = values
      guard let old = newest[key] else {
        let words = values.map { "\($0)=\($1)" }.sorted().joined(separator: " ")
        events[key, default: []].append("\(number) \(number == 0 ? "present" : "came") \(words)")
        continue
      }
      var columns = Set(values.keys).union(old.keys).subtracting(rules.ignored)
      if !rules.comparesKey { columns.remove("id") }
      let changes = columns.filter { !rules.areEqual($0, old[$0], values[$0]) }.map { column in
        "\(column):\(old[column] ?? "-")>\(values[column] ?? "-")"
      }
      if !changes.isEmpty {
        events[key, default: []].append("\(number) changed \(changes.sorted().joined(separator: " "))")
      }
    }
    for key in newest.keys where next[key] == nil { events[key, default: []].append("\(number) went ") }
    newest = next
  }
}
