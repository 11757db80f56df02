import Records
import TestSupport
import Testing

@testable import Analysis
@testable import Comparing

/// What is found of values inside of lists' elements.
@Suite("Findings inside of lists") struct ListElementTests {
  private typealias Element = [String: String]

  private static let names = ["a", "b", "c"]

  /// What becomes of the values of a member, as JSON.
  private static let causes: [@Sendable (Int) -> (old: String, new: String)] = [
    { ("\"Name \($0)\"", "\"NAME \($0)\"") }, { ("\($0 + 3)", "\(($0 + 3) * 100)") },
    { (["\"red\"", "\"blue\""][$0 % 2], ["\"crimson\"", "\"navy\""][$0 % 2]) }, { ("\"x\($0) \"", "\"x\($0)\"") },
    { ("\"2024-03-\(10 + $0 % 20)\"", "\"\(10 + $0 % 20).03.2024\"") }, { ("\($0 + 7)", "\"\($0 + 7)\"") },
    { ("\($0).5", "\($0).5") }, { ("\($0 * 7)", "\($0 * 7 + 19)") }, { ("\"C-\($0)\"", "\"\($0)\"") },
  ]

  /// Elements, and what became of them, with errors here and there; one list for each record.
  private func planted(_ random: inout SeededGenerator) -> [[(old: Element, new: Element)]] {
    let chosen = Self.causes.shuffled(using: &random).prefix(Self.names.count)
    var number = 0
    return (0..<60).map { _ in
      (0..<Int.random(in: 0..<4, using: &random)).map { _ in
        var (old, new): (Element, Element) = (["sku": "\"S\(number)\""], ["sku": "\"S\(number)\""])
        for (name, cause) in zip(Self.names, chosen) {
          let values = cause(number)
          (old[name], new[name]) = (values.old, values.new)
          switch Int.random(in: 0..<40, using: &random) {
          case 0: new[name] = "\"error\""
          case 1: new[name] = nil
          case 2: new[name] = values.old
          default: break
          }
        }
        number += 1
        return (old, new)
      }
    }
  }

  private func json(_ element: Element) -> String {
    "{\(element.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}"
  }

  private func compared(_ old: [String], _ new: [String], _ change: (inout ComparisonPlan) -> Void) throws -> Comparison
  {
    let texts = [old, new].map { "[\($0.joined(separator: ",\n"))]" }
    return try Comparison(
      source: table(texts[0], name: "old.json"), target: table(texts[1], name: "new.json"),
      plan: plan(key: "id", change: change))
  }

  /// The elements in lists of records, on the new side in another order.
  private func inLists(
    _ lists: [[(old: Element, new: Element)]], _ change: (inout ComparisonPlan) -> Void = { _ in }
  ) throws -> Comparison {
    func records(_ elements: ([(old: Element, new: Element)]) -> [Element]) -> [String] {
      lists.enumerated().map { number, list in
        "{\"id\":\(number),\"o\":{\"items\":[\(elements(list).map(json).joined(separator: ","))]},\"z\":0}"
      }
    }
    return try compared(records { $0.map(\.old) }, records { $0.map(\.new).reversed() }) { plan in
      plan.lists = ["o.items": .members(["sku"], isOrdered: false)]
      change(&plan)
    }
  }

  /// The elements as records.
  private func flat(_ lists: [[(old: Element, new: Element)]]) throws -> Comparison {
    let all = lists.joined().enumerated().map { (number: $0, element: $1) }
    func records(_ element: ((old: Element, new: Element)) -> Element) -> [String] {
      all.map { json(element($0.element).merging(["id": "\($0.number)"]) { $1 }) }
    }
    return try compared(records(\.old), records(\.new)) { _ in }
  }

  private func words(_ findings: [Finding]) -> [String] {
    let own = findings.filter { Self.names.contains(String($0.columns.first?.last ?? " ")) && $0.cause.isOfValues }
    return own.map { finding in
      "\(finding.columns[0].suffix(1)) \(finding.cause) \(finding.changes) of \(finding.total) \(finding.steps)"
    }.sorted()
  }

  @Test("Values inside of lists have in common what those of records have")
  func asRecords() throws {
    var random = SeededGenerator.announced("findings of elements")
    var count = 0
    for _ in 0..<CaseSample.count(15, of: 100) {
      let lists = planted(&random)
      let (comparison, flat) = (try inLists(lists), try flat(lists))
      let found = try FindingSearch.findings(of: comparison)
      #expect(words(found) == words(try FindingSearch.findings(of: flat)), "\(lists)")
      count += words(found).count
      for finding in found where finding.cause.isOfValues {
        #expect(finding.within == "o" && finding.columns[0].hasPrefix("o.items[]."))
        let targets = try #require(try FindingRecords.updatedTargets(of: finding, in: comparison))
        let counts = try inner(finding, lists)
        #expect(targets == counts, "\(finding)")
      }
    }
    #expect(count > 10)
  }

  /// The records in which a finding holds of an element, by the elements as records of their own.
  private func inner(_ finding: Finding, _ lists: [[(old: Element, new: Element)]]) throws -> Set<Int> {
    let own = finding.moved(to: String(finding.columns[0].suffix(1)), in: nil)
    let targets = try FindingRecords.updatedTargets(of: own, in: try flat(lists)) ?? []
    let holders = lists.enumerated().flatMap { number, list in list.map { _ in number } }
    return Set(targets.map { holders[$0] })
  }

  @Test("What is advised makes the values one that are counted, and no others")
  func advice() throws {
    var random = SeededGenerator.announced("advice of elements")
    var count = 0
    for _ in 0..<CaseSample.count(15, of: 100) {
      let lists = planted(&random)
      let comparison = try inLists(lists)
      for finding in try FindingSearch.findings(of: comparison) {
        guard case .normalizing(let path, let steps) = finding.advice(beside: [finding], in: comparison) else {
          continue
        }
        count += 1
        let normalizers = try steps.normalizers
        let after = try inLists(lists) { $0.normalizers = [path: normalizers] }
        #expect(try changes(at: path, after) <= finding.total - finding.changes + (finding.total / 9))
        guard case .factor = finding.cause else {
          #expect(try changes(at: path, after) == finding.total - finding.changes, "\(finding)")
          continue
        }
      }
    }
    #expect(count > 3)
  }

  /// How many values at a place differ.
  private func changes(at path: String, _ comparison: Comparison) throws -> Int {
    try comparison.withWorker { worker in
      let column = try #require(comparison.comparedColumns.first { $0.name == "o" })
      return try comparison.updatedPairs.reduce(0) { sum, pair in
        let changes = try worker.nestedChanges(in: column, source: pair.source, target: pair.target) ?? []
        return sum + changes.count { $0.path.pattern.text(below: "o") == path }
      }
    }
  }

  /// Records with a list of so many elements each, of which some differ as told.
  private func many(
    _ records: Int, of elements: Int, _ change: (_ record: Int, _ element: Int, _ price: Int) -> Int
  ) throws -> Comparison {
    func rows(_ price: (Int, Int) -> Int) -> [String] {
      (0..<records).map { record in
        let list = (0..<elements).map { #"{"sku":"S\#($0)","price":\#(price(record, $0))}"# }
        return #"{"id":\#(record),"items":[\#(list.joined(separator: ","))]}"#
      }
    }
    func old(_ record: Int, _ element: Int) -> Int { 7 * record + 13 * element + 3 }
    return try compared(rows(old), rows { change($0, $1, old($0, $1)) }) { _ in }
  }

  @Test("Where not all elements can be looked at, all those of updated records are")
  func updatedFirst() throws {
    let comparison = try many(1_500, of: 40) { record, element, price in
      record % 50 == 0 && element % 4 == 0 ? price * 100 : price
    }
    let finding = try #require(try FindingSearch.findings(of: comparison).first { $0.columns == ["items[].price"] })
    #expect(finding.cause == .factor("100") && finding.changes == 300 && finding.total == 300 && !finding.isSample)
    // It would make others of the values of all other elements.
    if case .normalizing = finding.advice(beside: [finding], in: comparison) { Issue.record("\(finding)") }
  }

  @Test("Lists are the same in another order, however their elements are spelled, and not where one value differs")
  func spelledElements() throws {
    func rows(_ text: (Int) -> String) -> [String] { (0..<20).map { #"{"id":\#($0),"l":[\#(text($0))]}"# } }
    let old = rows { #"{"a":\#($0).5,"b":[1,{"c":null}]},{"a":9.25,"b":[\#($0)]},{"a":1,"b":"x"}"# }
    let new = rows { #"{"b":[\#($0)], "a":92.5e-1},{"a":1.0,"b":"\u0078"},{"b":[1.0,{"c":null}],"a":\#($0).50}"# }
    let found = try FindingSearch.findings(of: try compared(old, new) { _ in })
    #expect(found.map(\.cause) == [.rearranged(by: nil, isOfTexts: false)] && found.map(\.changes) == [20])
    let other = new.map { $0.replacing("92.5e-1", with: "92.5e-2") }
    #expect(
      try FindingSearch.findings(of: try compared(old, other) { _ in }).allSatisfy {
        if case .rearranged = $0.cause { false } else { true }
      })
  }

  @Test("Texts in lists are looked at, and elements that rules speak of are not")
  func ruled() throws {
    func records(_ value: (Int) -> String) -> [String] {
      (0..<20).map { "{\"id\":\($0),\"tags\":[\(value($0))],\"items\":[{\"sku\":\($0),\"n\":\(value($0))}]}" }
    }
    let (old, new) = (records { "\"Tag \($0)\"" }, records { "\"TAG \($0)\"" })
    let plain = try FindingSearch.findings(of: try compared(old, new) { _ in }).flatMap(\.columns)
    #expect(plain.sorted() == ["items[].n", "tags[]"])
    for rule in ["items[].n", "items[]"] {
      let found = try FindingSearch.findings(
        of: try compared(old, new) { plan in
          plan.comparators = [rule: .native(ExactComparator())]
        })
      #expect(found.flatMap(\.columns) == ["tags[]"])
    }
  }
}

extension Finding.Cause {
  fileprivate var isOfValues: Bool { holds != nil || { if case .noise = self { true } else { false } }() }
}
