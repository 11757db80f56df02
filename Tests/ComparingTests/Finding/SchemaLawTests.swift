import Foundation
import Platform
import Records
import TestSupport
import Testing

@testable import Analysis
@testable import Comparing

/// What is said of columns and their types, beside counting by hand.
@Suite("Changes of a schema are what counting says") struct SchemaLawTests {
  /// Cells of CSV by the type that they read as, each as it is told here and not by any code.
  private static let cells: [(type: ValueType?, texts: [String])] = [
    (.number, ["1", "-2.5", "1e3", " 7 ", ".5", "+4", "007", "12345678901234567890123", "20240131"]),
    (
      .date,
      ["2024-01-31", "31.01.2024", "31.01.2024 06:43", "1/2/2024", "2024-01-31T10:15:00Z", "2024/02/03", "28-02-2023"]
    ),
    (.boolean, ["true", "FALSE", "True"]),
    (.object, ["{}", "\"{\"\"a\"\":1}\""]), (.list, ["[]", "\"[1,2]\""]),
    (
      .text,
      ["x", "\"1,5\"", "NaN", "12a", "2024-13-45", "tru", "{x", "yes", "1.2.3.4", "1-2", "\"a \"\"b\"\"\"", "-"]
    ),
    (nil, ["", "\"\""]),
  ]

  private static let values: [(type: ValueType?, texts: [String])] = [
    (.number, ["1", "-2.5e3", "1e400"]), (.boolean, ["true", "false"]),
    (.text, ["\"x\"", "\"1\"", "\"\"", "\"2024-01-31\""]),
    (.list, ["[]", "[1,{\"a\":2}]"]), (nil, ["null", "-"]), (.object, ["{}"]),
  ]

  private struct Cell {
    let type: ValueType?
    let text: String
  }

  private static func pick<Element>(_ list: [Element], _ random: inout SeededGenerator) -> Element {
    list[Int.random(in: list.indices, using: &random)]
  }

  /// Values of a column: most of one type, some of another, on each side.
  private static func column(
    _ pool: [(type: ValueType?, texts: [String])], _ counts: Sides<Int>, _ random: inout SeededGenerator
  ) -> Sides<[Cell]> {
    let (usual, other) = (pick(pool, &random), pick(pool, &random))
    let isSame = Bool.random(using: &random)
    return Sides { side in
      let rare = pick([0, 0, 1, 3, 50, 100], &random)
      let main = isSame || side == .source ? usual : pick(pool, &random)
      return (0..<counts[side]).map { _ in
        let kind = Int.random(in: 0..<100, using: &random) < rare ? other : main
        return Cell(type: kind.type, text: pick(kind.texts, &random))
      }
    }
  }

  private static func counts(_ cells: [Cell]) -> [ValueType?: Int] {
    Dictionary(grouping: cells, by: \.type).mapValues(\.count)
  }

  /// What happened to a column, by the words of the documentation.
  private static func kinds(_ old: [Cell], _ new: [Cell], fewest: Int) -> Set<SchemaChange.Kind> {
    func types(_ cells: [Cell]) -> [ValueType] { cells.compactMap(\.type) }
    let (a, b) = (types(old), types(new))
    var kinds: Set<SchemaChange.Kind> = []
    if a.count >= fewest, b.count >= fewest {
      let one = { (types: [ValueType]) in Set(types).count == 1 ? types.first : nil }
      let isShift = ValueType.allCases.contains { type in
        let (x, y) = (a.count { $0 == type }, b.count { $0 == type })
        return 2 * abs(x * b.count - y * a.count) >= a.count * b.count
      }
      if one(a) != one(b) || isShift { kinds.insert(.retyped) }
    }
    if old.count >= fewest, new.count >= fewest {
      if a.count == old.count, b.count < new.count { kinds.insert(.nullable) }
      if !a.isEmpty, a.count < old.count, b.count == new.count { kinds.insert(.filled) }
    }
    return kinds
  }

  private static func check(
    _ found: SchemaChanges, _ columns: [String: Sides<[Cell]>], fewest: Int, isAll: Bool = true, _ context: String
  ) {
    for (name, cells) in columns {
      let own = found.columns.filter { $0.path == name }
      let wanted = kinds(cells.source, cells.target, fewest: fewest)
      let kinds = Set(own.map(\.kind))
      #expect(isAll ? kinds == wanted : kinds.isSubset(of: wanted), "\(name) of \(context)")
      for change in own {
        for side in Side.allCases {
          let counts = counts(cells[side])
          #expect(change.counts[side].empty == counts[nil] ?? 0, "\(name) of \(context)")
          for type in ValueType.allCases {
            #expect(change.counts[side][type] == counts[type] ?? 0, "\(type) \(context)")
          }
        }
      }
    }
    #expect(found.columns.allSatisfy { columns[$0.path] != nil })
  }

  @Test("of 500 random tables of CSV, whether all values are looked at or a few first")
  func rows() throws {
    var random = SeededGenerator.announced("schemas of CSV")
    for round in 0..<500 {
      let counts = Sides { _ in Int.random(in: 0...25, using: &random) }
      let names = (0..<4).map { "c\($0)" }
      let columns = Dictionary(uniqueKeysWithValues: names.map { ($0, Self.column(Self.cells, counts, &random)) })
      let order = names.shuffled(using: &random)
      func text(_ side: Side) -> String {
        let names = side == .source ? names : order
        let rows = (0..<counts[side]).map { row in
          (["\(row)"] + names.map { columns[$0]?[side][row].text ?? "" }).joined(separator: ",")
        }
        return ([(["id"] + names).joined(separator: ",")] + rows).joined(separator: "\n") + "\n"
      }
      var plan = plan(key: "id")
      plan.run.workers = 1 + round % 3
      let comparison = try compare(text(.source), text(.target), plan)
      let context = "\(text(.source))→\n\(text(.target))"
      let (few, whole) = (
        try comparison.knowingSchema().schema, try comparison.knowingSchema(isWhole: true).schema
      )
      var all = columns
      all["id"] = Sides { side in (0..<counts[side]).map { Cell(type: .number, text: "\($0)") } }
      Self.check(try #require(few), all, fewest: 5, context)
      Self.check(try #require(whole), all, fewest: 1, context)
      #expect(whole?.reordered.count == 4 - Self.longestRun(order.map { names.firstIndex(of: $0) ?? 0 }))
      #expect(whole?.reordered == few?.reordered)
    }
  }

  private static func longestRun(_ numbers: [Int]) -> Int {
    (0..<1 << numbers.count).map { chosen in numbers.indices.filter { chosen >> $0 & 1 == 1 }.map { numbers[$0] } }
      .filter { $0 == $0.sorted() }.map(\.count).max() ?? 0
  }

  @Test("of random JSON, with the members of objects, whose types are JSON's")
  func json() throws {
    var random = SeededGenerator.announced("schemas of JSON")
    var found: Set<SchemaChange.Kind> = []
    for _ in 0..<300 {
      let counts = Sides { _ in Int.random(in: 1...20, using: &random) }
      let plain = Self.column(Self.values, counts, &random)
      var inner = Self.column(Self.values, counts, &random)
      // Members that one side lacks do not come of themselves often enough.
      if Int.random(in: 0..<5, using: &random) == 0, let side = Side.allCases.randomElement(using: &random) {
        inner[side] = inner[side].map { _ in Cell(type: nil, text: "-") }
      }
      func text(_ side: Side) -> String {
        (0..<counts[side]).map { row in
          let member = inner[side][row].text
          let parts = [("v", plain[side][row].text), ("o", member == "-" ? "{}" : "{\"é\":\(member)}")]
          return "{\"id\":\(row)" + parts.filter { $0.1 != "-" }.map { ",\"\($0.0)\":\($0.1)" }.joined() + "}\n"
        }.joined()
      }
      let comparison = try Comparison(
        source: table(text(.source), name: "a.jsonl"), target: table(text(.target), name: "b.jsonl"),
        plan: plan(key: "id"))
      let schema = try #require(try comparison.knowingSchema(isWhole: true).schema)
      let has = Sides { side in inner[side].contains { $0.text != "-" } }
      let hasColumn = Sides { side in plain[side].contains { $0.text != "-" } }
      var columns = ["id": Sides { side in (0..<counts[side]).map { Cell(type: .number, text: "\($0)") } }]
      columns["o"] = Sides { side in inner[side].map { _ in Cell(type: .object, text: "") } }
      if hasColumn.source, hasColumn.target { columns["v"] = plain }
      if has.source, has.target { columns["o.é"] = inner }
      let ends = schema.columns.filter { $0.kind == .inserted || $0.kind == .deleted }
      #expect(ends.map(\.kind) == (has.source == has.target ? [] : [has.target ? .inserted : .deleted]))
      let others = SchemaChanges(
        columns: schema.columns.filter { $0.kind != .inserted && $0.kind != .deleted }, commonCount: schema.commonCount)
      Self.check(others, columns, fewest: 1, text(.source) + "→\n" + text(.target))
      found.formUnion(schema.columns.map(\.kind))
    }
    #expect(found == Set(SchemaChange.Kind.allCases))
  }

  @Test("of larger tables what is told is exact, and a value that differs is seen however rare it is")
  func large() throws {
    var random = SeededGenerator.announced("schemas of larger tables")
    for round in 0..<6 {
      let counts = Sides(source: 9_000, target: 9_000 + Int.random(in: -500...500, using: &random))
      var columns = Dictionary(
        uniqueKeysWithValues: (0..<5).map { ("c\($0)", Self.column(Self.cells, counts, &random)) })
      let usual = Cell(type: .number, text: "5")
      var planted = Sides { side in [Cell](repeating: usual, count: counts[side]) }
      let place = Int.random(in: 0..<8_000, using: &random)
      planted.target[place] = round % 2 == 0 ? Cell(type: .text, text: "n/a") : Cell(type: nil, text: "")
      columns["p"] = planted
      let names = columns.keys.sorted()
      func text(_ side: Side) -> String {
        let rows = (0..<counts[side]).map { row in
          (["\(row)"] + names.map { columns[$0]?[side][row].text ?? "" }).joined(separator: ",")
        }
        return ([(["id"] + names).joined(separator: ",")] + rows).joined(separator: "\n") + "\n"
      }
      let comparison = try compare(text(.source), text(.target), plan(key: "id"))
      let few = try #require(try comparison.knowingSchema().schema)
      let whole = try #require(try comparison.knowingSchema(isWhole: true).schema)
      var all = columns
      all["id"] = Sides { side in (0..<counts[side]).map { _ in usual } }
      Self.check(few, all, fewest: 5, isAll: false, "round \(round)")
      Self.check(whole, all, fewest: 1, "round \(round)")
      #expect(whole.columns.contains { $0.path == "p" && $0.kind == (round % 2 == 0 ? .retyped : .nullable) })
      if Self.differs(columns, besides: "p") < 1_000 {
        #expect(few.columns.contains { $0.path == "p" })
      }
    }
  }

  /// How many records differ in any column but one.
  private static func differs(_ columns: [String: Sides<[Cell]>], besides name: String) -> Int {
    guard let count = columns.values.first.map({ min($0.source.count, $0.target.count) }) else { return 0 }
    return (0..<count).count { row in
      columns.contains { $0 != name && $1.source[row].text != $1.target[row].text }
    }
  }
}
