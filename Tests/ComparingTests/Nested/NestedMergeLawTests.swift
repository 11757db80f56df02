import Platform
import Records
import TestSupport
import Testing

@testable import Comparing
@testable import Patching

@Suite("Laws of joining two sides' changes inside one value")
struct NestedMergeLawTests {
  /// What a merge of three values comes to.
  private struct Merged {
    let value: JSONModel
    let conflicts: [MergeConflict.Inside]
  }

  static let listRules: [ListRule] = [
    .sequence, .position, .set, .members(["id"]), .members(["id"], isOrdered: false),
  ]

  /// Joins three values; `nil` where they are no three objects or lists.
  private func merge(
    _ base: JSONModel, _ ours: JSONModel, _ theirs: JSONModel, _ rules: ValueRules,
    favor: MergeFavor = .none
  ) throws -> Merged? {
    let texts = [base.spelled(), ours.spelled(reversed: true), theirs.spelled()].map {
      Array($0.utf8)
    }
    return try texts[0].withBytes { base in
      try texts[1].withBytes { own in
        try texts[2].withBytes { theirs in
          guard let base = Field(json: base), let own = Field(json: own),
            let theirs = Field(json: theirs)
          else { return nil }
          let result = try NestedMerge.merge(
            (base, own, theirs), rules: rules, scripts: .init(), favor: favor, column: "c")
          guard let result else { return nil }
          let value = try result.spelling.map { spelling in
            try spelling.withBytes { JSONModel(try #require(Field(json: $0)).value) }
          }
          return Merged(value: value ?? ours, conflicts: result.conflicts)
        }
      }
    }
  }

  private func expect(
    _ result: Merged?, is wanted: JSONModel, _ rule: ListRule, _ values: [JSONModel]
  ) {
    guard let result else { return }
    let isSame = !rule.isOrdered ? result.value.sorted == wanted.sorted : result.value == wanted
    #expect(
      isSame && result.conflicts.isEmpty,
      "\(rule): \(values.map { $0.spelled() }) gives \(result.value.spelled()), \(result.conflicts)"
    )
  }

  private func checkOneSided(
    _ base: JSONModel, _ changed: JSONModel, _ rule: ListRule, _ rules: ValueRules
  ) throws {
    expect(try merge(base, changed, base, rules), is: changed, rule, [base, changed, base])
    expect(try merge(base, base, changed, rules), is: changed, rule, [base, base, changed])
    expect(try merge(base, changed, changed, rules), is: changed, rule, [base, changed, changed])
  }

  private func checkSymmetry(
    _ base: JSONModel, _ ours: JSONModel, _ theirs: JSONModel, _ rule: ListRule,
    _ rules: ValueRules
  ) throws {
    guard let mine = try merge(base, ours, theirs, rules) else { return }
    let other = try #require(try merge(base, theirs, ours, rules))
    let values = [base, ours, theirs].map { $0.spelled() }
    #expect(mine.conflicts.count == other.conflicts.count, "\(rule): \(values)")
    guard mine.conflicts.isEmpty, other.conflicts.isEmpty else { return }
    // Where both put elements into one place and a key tells them apart, ours come first.
    let isSame =
      rule == .sequence ? mine.value == other.value : mine.value.sorted == other.value.sorted
    #expect(isSame, "\(rule): \(values): \(mine.value.spelled()) and \(other.value.spelled())")
  }

  @Test(
    "One side's changes are all there are, and the same changes are made once: every small list",
    arguments: listRules)
  func smallLists(_ rule: ListRule) throws {
    let rules = ValueRules.everywhere(rule)
    let symbols: [JSONModel] = [
      .number(1), .object(["id": .number(1)]), .object(["id": .number(1), "a": .null]),
    ]
    let lists = sequences(of: symbols, upTo: 3).map(JSONModel.array)
    var sample = CaseSample(of: "one side's small lists \(rule.summary)", oneIn: 5)
    for base in lists {
      for changed in lists where sample.takesNext() {
        try checkOneSided(base, changed, rule, rules)
      }
    }
  }

  @Test("It is the same from either side: every small list", arguments: listRules)
  func symmetryOfSmallLists(_ rule: ListRule) throws {
    let rules = ValueRules.everywhere(rule)
    let symbols: [JSONModel] = [
      .object(["id": .number(1)]), .object(["id": .number(1), "a": .null]),
      .object(["id": .number(2)]),
    ]
    let lists = sequences(of: symbols, upTo: 2).map(JSONModel.array)
    var sample = CaseSample(of: "both sides' small lists \(rule.summary)", oneIn: 4)
    for base in lists {
      for ours in lists {
        for theirs in lists where sample.takesNext() {
          try checkSymmetry(base, ours, theirs, rule, rules)
        }
      }
    }
  }

  @Test("What one side changed and the other one deleted does not dispute what is put in its place")
  func disputedElement() throws {
    let versions = try [
      #"["a",{"b":0,"id":0},[null,{"b":[]}],null]"#, #"[{"n":0},{"b":[1,"a"],"id":0},null]"#,
      #"[{"b":{"a":0},"id":0},[null,{"b":[]}],"b",null]"#,
    ].map { text in
      try Array(text.utf8).withBytes { JSONModel(try #require(Field(json: $0)).value) }
    }
    try checkSymmetry(
      versions[0], versions[1], versions[2], .sequence, ValueRules.everywhere(.sequence))
  }

  @Test("Random values", arguments: listRules)
  func randomValues(_ rule: ListRule) throws {
    var generator = SeededGenerator.announced("nested merges \(rule.summary)")
    let rules = ValueRules.everywhere(rule)
    for _ in 0..<CaseSample.count(250, of: 800) {
      let base = JSONModel.random(4, &generator)
      let ours = base.edited(&generator).edited(&generator)
      try checkOneSided(base, ours, rule, rules)
      try checkSymmetry(base, ours, base.edited(&generator), rule, rules)
    }
  }

  @Test(
    "Changes of different values inside are both made",
    arguments: [.sequence, .position] as [ListRule])
  func differentPaths(_ rule: ListRule) throws {
    var generator = SeededGenerator.announced("changes at different paths \(rule.summary)")
    let rules = ValueRules.everywhere(rule)
    for _ in 0..<CaseSample.count(250, of: 800) {
      let base = JSONModel.array((0..<3).map { _ in JSONModel.random(4, &generator) })
      let leaves = base.valuesByPointer().filter { !$0.value.isContainer }.keys.sorted().shuffled(
        using: &generator)
      guard leaves.count > 1 else { continue }
      let half = Int.random(in: 1..<leaves.count, using: &generator)
      let (mine, other) = (
        Set(leaves.prefix(half).prefix(3)), Set(leaves.dropFirst(half).prefix(3))
      )
      let ours = base.replacing(mine, by: .text("ours"))
      let theirs = base.replacing(other, by: .text("theirs"))
      guard rule == .position || mine.count + other.count == 2 else { continue }
      expect(
        try merge(base, ours, theirs, rules), is: ours.replacing(other, by: .text("theirs")), rule,
        [base, ours, theirs])
    }
  }

  @Test("A favoured side's version of a conflict is taken", arguments: listRules)
  func favor(_ rule: ListRule) throws {
    let rules = ValueRules.everywhere(rule)
    let base = JSONModel.object(["a": .number(1), "b": .array([.number(1)]), "n": .number(1)])
    let ours = JSONModel.object(["a": .number(2), "b": .array([.number(1)])])
    let theirs = JSONModel.object(["a": .number(3), "b": .array([]), "n": .number(2)])
    let none = try #require(try merge(base, ours, theirs, rules))
    #expect(none.value == .object(["a": .number(2), "b": .array([])]))
    #expect(none.conflicts.map(\.name) == ["c.a", "c.n"])
    #expect(none.conflicts.map(\.path) == ["/a", "/n"])
    #expect(none.conflicts.map(\.kind) == [.updated, .deletedByOurs])
    #expect(try merge(base, ours, theirs, rules, favor: .ours)?.value == none.value)
    #expect(try merge(base, ours, theirs, rules, favor: .theirs)?.value == theirs)
  }
}

extension JSONModel {
  /// The value with another one at each of some pointers.
  fileprivate func replacing(
    _ pointers: Set<String>, by new: JSONModel, at path: String = ""
  ) -> JSONModel {
    if pointers.contains(path) { return new }
    switch self {
    case .array(let elements):
      return .array(
        elements.enumerated().map { $1.replacing(pointers, by: new, at: "\(path)/\($0)") })
    case .object(let members):
      let pairs = members.map { ($0, $1.replacing(pointers, by: new, at: "\(path)/\($0)")) }
      return .object(Dictionary(uniqueKeysWithValues: pairs))
    default: return self
    }
  }
}
