import Records
import TestSupport
import Testing

@testable import Comparing

@Suite("Laws of differences inside values")
struct NestedLawTests {
  static let listRules: [ListRule] = [.sequence, .position, .set, .members(["id"]), .script(0)]

  private func check(_ old: JSONModel, _ new: JSONModel, _ rule: ListRule, _ rules: ValueRules)
    throws
  {
    let steps = try nestedSteps(old.spelled(), new.spelled(reversed: true), rules)
    let replay = NestedReplay(steps: steps, values: new.valuesByPointer())
    let result = replay.apply(to: old)
    let isSame = rule == .set ? result.sorted == new.sorted : result == new
    #expect(
      isSame, "\(rule): \(old.spelled()) → \(new.spelled()) by \(steps) gives \(result.spelled())")
    let areEqual = rule == .set ? old.sorted == new.sorted : old == new
    #expect(steps.isEmpty == areEqual, "\(rule): \(old.spelled()) → \(new.spelled()): \(steps)")
  }

  @Test("Applied to the old value they give the new one: every small list", arguments: listRules)
  func smallLists(_ rule: ListRule) throws {
    let rules = ValueRules.everywhere(rule)
    let symbols: [JSONModel] = [
      .number(1), .object(["id": .number(1)]), .object(["id": .number(1), "a": .null]),
    ]
    let lists = sequences(of: symbols, upTo: 4).map(JSONModel.array)
    var sample = CaseSample(of: "small lists \(rule.summary)", oneIn: 10)
    for old in lists {
      for new in lists where sample.takesNext() { try check(old, new, rule, rules) }
    }
  }

  @Test("Applied to the old value they give the new one: random values", arguments: listRules)
  func randomValues(_ rule: ListRule) throws {
    var generator = SeededGenerator.announced("nested values \(rule.summary)")
    let rules = ValueRules.everywhere(rule)
    for _ in 0..<CaseSample.count(400, of: 1500) {
      let old = JSONModel.random(4, &generator)
      try check(old, old.edited(&generator).edited(&generator), rule, rules)
    }
  }

  @Test(
    "What rules ignore decides nothing, and the rest decides as if it were not there",
    arguments: listRules)
  func ignoredMembers(_ rule: ListRule) throws {
    var generator = SeededGenerator.announced("ignored members \(rule.summary)")
    let rules = ValueRules.everywhere(rule, ignoring: "n")
    for _ in 0..<CaseSample.count(300, of: 1000) {
      let old = JSONModel.random(4, &generator)
      let new = old.edited(&generator)
      // An identity is what it is, ignored members and all.
      guard rule != .members(["id"]) || ![old, new].contains(where: { $0.hasNested("id") }) else {
        continue
      }
      let steps = try nestedSteps(old.spelled(), new.spelled(reversed: true), rules)
      let rest = [old, new].map { rule == .set ? $0.without("n").sorted : $0.without("n") }
      #expect(
        steps.isEmpty == (rest[0] == rest[1]), "\(old.spelled()) → \(new.spelled()): \(steps)")
    }
  }

  @Test("Without a look into lists it finds all that differs outside of them", arguments: listRules)
  func outsideOfLists(_ rule: ListRule) throws {
    var generator = SeededGenerator.announced("outside of lists \(rule.summary)")
    let rules = ValueRules.everywhere(rule)
    for _ in 0..<CaseSample.count(300, of: 1000) {
      let old = JSONModel.random(4, &generator)
      let new = old.edited(&generator).edited(&generator)
      let all = try nestedSteps(old.spelled(), new.spelled(), rules)
      let outside = try nestedSteps(old.spelled(), new.spelled(), rules, entersLists: false)
      #expect(outside.map(\.description) == all.filter { !$0.isInList }.map(\.description))
    }
  }

  @Test("Without order elements are paired as with it, and none moves")
  func withoutOrder() throws {
    var generator = SeededGenerator.announced("keyed lists without order")
    let rules = [true, false].map { ValueRules.everywhere(.members(["id"], isOrdered: $0)) }
    for _ in 0..<CaseSample.count(400, of: 1500) {
      func list() -> JSONModel {
        let ids = (0..<8).shuffled(using: &generator).prefix(Int.random(in: 0..<6, using: &generator))
        return .array(ids.map { .object(["id": .number($0), "a": .random(2, &generator)]) })
      }
      let (old, new) = (list(), list())
      let steps = try rules.map { try nestedSteps(old.spelled(), new.spelled(reversed: true), $0) }
      #expect(steps[1].map(\.description) == steps[0].filter { $0.kind != .moved }.map(\.description))
    }
  }

  @Test("Keyed lists without order are equal where the same elements stand in them")
  func equalWithoutOrder() throws {
    var generator = SeededGenerator.announced("keyed lists without order that are equal")
    let rules = ValueRules.everywhere(.members(["id"], isOrdered: false))
    for _ in 0..<CaseSample.count(400, of: 1500) {
      let old = JSONModel.random(4, &generator)
      let new = Bool.random(using: &generator) ? old.edited(&generator) : old.sorted
      // An identity is what it is, with the order of lists in it.
      guard ![old, new].contains(where: { $0.hasNested("id") }) else { continue }
      let steps = try nestedSteps(old.spelled(), new.spelled(reversed: true), rules)
      #expect(steps.isEmpty == (old.sorted == new.sorted), "\(old.spelled()) → \(new.spelled()): \(steps)")
    }
  }

  @Test("As few elements of a list move as can")
  func leastMoves() throws {
    let numbers = Array(0..<6)
    try forEachPermutation(of: numbers) { permuted in
      let steps = try nestedSteps("\(numbers)", "\(permuted)")
      let longest = longestIncreasing(permuted)
      #expect(steps.count == numbers.count - longest)
      #expect(steps.allSatisfy { $0.kind == .moved })
    }
  }

  private func forEachPermutation(of numbers: [Int], _ body: ([Int]) throws -> Void) rethrows {
    func extend(_ prefix: [Int], _ rest: [Int]) throws {
      if rest.isEmpty { try body(prefix) }
      for number in rest { try extend(prefix + [number], rest.filter { $0 != number }) }
    }
    try extend([], numbers)
  }

  /// The length of a longest increasing subsequence, by trying all shorter ones first.
  private func longestIncreasing(_ numbers: [Int]) -> Int {
    var lengths: [Int] = []
    for (place, number) in numbers.enumerated() {
      lengths.append(
        1 + (zip(numbers[..<place], lengths).filter { $0.0 < number }.map(\.1).max() ?? 0))
    }
    return lengths.max() ?? 0
  }
}
