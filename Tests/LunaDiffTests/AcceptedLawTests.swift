import Comparing
import Platform
import Records
import Reports
import TestSupport
import Testing

@testable import Requests

/// Accepted differences, against counting by hand.
@Suite struct AcceptedLawTests {
  private static let columns = ["a", "b", "c"]

  /// A table by key: the cells in the order of the columns.
  private typealias Table = [Int: [String]]

  /// What differs, by hand: a key alone came or went, with a column it is another value.
  private struct Difference: Hashable {
    let kind: Change.Kind
    let key: Int
    var column: String?
    let old: [String]
    let new: [String]
  }

  private static func table(_ random: inout SeededGenerator) -> Table {
    var table: Table = [:]
    for key in 1...6 where Int.random(in: 0..<4, using: &random) > 0 {
      table[key] = columns.map { _ in "\(Int.random(in: 0..<2, using: &random))" }
    }
    return table
  }

  private static func csv(_ table: Table) -> String {
    let rows = table.keys.sorted().map { key in ([String(key)] + (table[key] ?? [])).joined(separator: ",") }
    return ([(["id"] + columns).joined(separator: ",")] + rows).map { $0 + "\n" }.joined()
  }

  private static func differences(_ old: Table, _ new: Table) -> Set<Difference> {
    var all: Set<Difference> = []
    for key in Set(old.keys).union(new.keys) {
      switch (old[key], new[key]) {
      case (let old?, nil): all.insert(Difference(kind: .deleted, key: key, old: old, new: []))
      case (nil, let new?): all.insert(Difference(kind: .inserted, key: key, old: [], new: new))
      case (let old?, let new?):
        for (place, column) in columns.enumerated() where old[place] != new[place] {
          all.insert(Difference(kind: .updated, key: key, column: column, old: [old[place]], new: [new[place]]))
        }
      default: break
      }
    }
    return all
  }

  private static func comparison(_ old: Table, _ new: Table) throws -> Comparison {
    var request = DiffRequest(old: "old.csv", new: "new.csv")
    request.options.contents = Sides(source: Array(csv(old).utf8), target: Array(csv(new).utf8))
    request.options.flags.identity = .columns(["id"])
    return try compare(request)
  }

  private static func accepting(_ comparison: Comparison, _ file: AcceptedFile) throws -> Comparison {
    let path = file.path
    try file.write()
    let read = try AcceptedFile(path)
    #expect(read.text == file.text, "what is read is what was written")
    return try comparison.accepting(AcceptedList(name: "list", read.entries, table: "new.csv"), today: "2026-11-25")
  }

  /// How many records of each kind differ by anything that is not among the accepted differences.
  private static func counts(_ differences: Set<Difference>, without accepted: Set<Difference>) -> [Change.Kind: Int] {
    let open = differences.subtracting(accepted)
    return Dictionary(grouping: open, by: \.kind).mapValues { Set($0.map(\.key)).count }
  }

  @Test("the accepted differences of one night take exactly themselves out of the counts of another")
  func law() throws {
    var random = SeededGenerator.announced("accepted differences")
    let directory = try TemporaryDirectory()
    for night in 0..<150 {
      let tables = (0..<4).map { _ in Self.table(&random) }
      let (first, second) = (try Self.comparison(tables[0], tables[1]), try Self.comparison(tables[2], tables[3]))
      var file = AcceptedFile(new: directory.path(of: "\(night).jsonl"))
      var terms = AcceptanceTerms()
      terms.asDigests = Bool.random(using: &random)
      let part = night.isMultiple(of: 2)
      var accepted: Set<Difference> = []
      for place in 0..<first.changeCount where !part || Bool.random(using: &random) {
        try file.accept(place, of: first, terms)
        let key = try first.change(at: place).key.first.flatMap { Int($0.description) }
        accepted.formUnion(Self.differences(tables[0], tables[1]).filter { $0.key == key })
      }
      for (comparison, old, new) in [(first, tables[0], tables[1]), (second, tables[2], tables[3])] {
        let differences = Self.differences(old, new)
        let result = try Self.accepting(comparison, file)
        let expected = Self.counts(differences, without: accepted)
        for kind in Change.Kind.allCases { #expect(result.openCount(kind) == expected[kind] ?? 0, "\(kind)") }
        let counting = ChangeThresholds().counting(result)
        #expect(counting.isEmpty == differences.isSubset(of: accepted))
        #expect(result.acceptance?.stale.count == accepted.subtracting(differences).count)
        #expect(result.summary == comparison.summary, "nothing is hidden")
        #expect(try result.changes == comparison.changes)
      }
    }
  }

  @Test("what was accepted fits itself again, whatever the values are, and nothing of it counts")
  func anyValues() throws {
    var random = SeededGenerator.announced("accepted values of any kind")
    let values = [
      nil, "null", "0", "1.0", "\"\"", "\"a/b\"", "[]", "{}", "[1,{\"a\":[]}]", "[{\"a\":1},2]", "{\"a\":{\"\":1}}",
      "{\"a\":{\"\":2},\"~/\":true}", "true",
    ]
    let directory = try TemporaryDirectory()
    for night in 0..<200 {
      let identities: [ComparisonPlan.Identity] = [.columns(["id"]), .record]
      let identity = identities.randomElement(using: &random)
      let sides = (0..<2).map { _ in
        (0..<4).filter { _ in Bool.random(using: &random) }.map { id in
          let members = ["v", "w"].compactMap { name in
            (values.randomElement(using: &random) ?? nil).map { "\"\(name)\":\($0)" }
          }
          return "{\(([#""id":\#(id)"#] + members).joined(separator: ","))}\n"
        }.joined()
      }
      var request = DiffRequest(old: "old.jsonl", new: "new.jsonl")
      request.options.contents = Sides(source: Array(sides[0].utf8), target: Array(sides[1].utf8))
      request.options.flags.identity = identity
      let comparison = try compare(request)
      var file = AcceptedFile(new: directory.path(of: "any-\(night).jsonl"))
      for place in 0..<comparison.changeCount { try file.accept(place, of: comparison, AcceptanceTerms()) }
      let result = try Self.accepting(comparison, file)
      for kind in Change.Kind.allCases { #expect(result.openCount(kind) == 0, "\(kind): \(sides), \(file.text)") }
      #expect(result.acceptance?.stale.isEmpty == true, "\(sides)")
    }
  }

  @Test("an entry does not hold from the day after its last on")
  func expires() throws {
    let (old, new) = ([1: ["0", "0", "0"]], [1: ["1", "0", "0"]])
    let comparison = try Self.comparison(old, new)
    let directory = try TemporaryDirectory()
    var file = AcceptedFile(new: directory.path(of: "a.jsonl"))
    var terms = AcceptanceTerms()
    terms.until = "2026-05-31"
    try file.accept(0, of: comparison, terms)
    for (today, count) in [("2026-05-30", 0), ("2026-05-31", 0), ("2026-06-01", 1)] {
      let result = try comparison.accepting(AcceptedList(name: "a", file.entries, table: "new.csv"), today: today)
      #expect(result.openCount(.updated) == count)
      #expect(result.acceptance?.expired.count == count)
      #expect(result.hasStaleAcceptance == (count == 1))
      #expect(result.acceptance?.stale.isEmpty == true)
    }
  }

  @Test("accepting again adds nothing, and says another reason")
  func again() throws {
    let comparison = try Self.comparison([1: ["0", "0", "0"]], [1: ["1", "1", "0"], 2: ["1", "1", "1"]])
    var file = AcceptedFile(new: "unwritten.jsonl")
    var terms = AcceptanceTerms()
    terms.reason = "first"
    #expect(try (0..<2).reduce(0) { try $0 + file.accept($1, of: comparison, terms) } == 3)
    terms.reason = "second"
    #expect(try file.accept(0, of: comparison, terms) == 0)
    #expect(file.entries.compactMap(\.reason).sorted() == ["first", "second", "second"])
  }
}
