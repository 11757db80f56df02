import Platform
import Records
import TestSupport
import Testing

@testable import Comparing
@testable import Patching

@Suite("Laws of operations: applied one by one, they turn the old document into the new one")
struct OperationLawTests {
  static let listRules: [ListRule] = [
    .sequence, .position, .set, .members(["id"]), .script(0), .members(["id"], isOrdered: false),
    .script(0, isOrdered: false),
  ]

  private func check(_ old: JSONModel, _ new: JSONModel, _ list: ListRule, _ rules: ValueRules)
    throws
  {
    let operations = try valueOperations(old.spelled(), new.spelled(reversed: true), rules)
    let result = try SlowPatch.apply(operations, to: old)
    let isSame = !list.isOrdered ? result.sorted == new.sorted : result == new
    #expect(
      isSame, "\(list): \(old.spelled()) → \(new.spelled()): \(operations) → \(result.spelled())")
  }

  @Test("Inside values: every small list", arguments: listRules)
  func smallLists(_ list: ListRule) throws {
    let rules = ValueRules.everywhere(list)
    let symbols: [JSONModel] = [
      .number(1), .object(["id": .number(1)]), .object(["id": .number(1), "a": .null]),
    ]
    let lists = sequences(of: symbols, upTo: 4).map(JSONModel.array)
    var sample = CaseSample(of: "small lists \(list.summary)", oneIn: 10)
    for old in lists {
      for new in lists where sample.takesNext() { try check(old, new, list, rules) }
    }
  }

  @Test("Inside values: random ones", arguments: listRules)
  func randomValues(_ list: ListRule) throws {
    var generator = SeededGenerator.announced("operations \(list.summary)")
    let rules = ValueRules.everywhere(list)
    for _ in 0..<CaseSample.count(400, of: 1500) {
      let old = JSONModel.random(4, &generator)
      try check(old, old.edited(&generator).edited(&generator), list, rules)
    }
  }

  /// How documents are made of records.
  enum Shape: CaseIterable {
    case list, lines, object, place

    func spelled(_ records: [JSONModel], _ names: [String]) -> String {
      let spelled = records.map { $0.spelled() }
      switch self {
      case .list: return "[" + spelled.joined(separator: ", ") + "]"
      case .lines: return spelled.map { $0 + "\n" }.joined()
      case .object:
        return "{" + zip(names, spelled).map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
      case .place: return "{\"a/b\": [0, [" + spelled.joined(separator: ", ") + "]]}"
      }
    }

    func model(_ records: [JSONModel], _ names: [String]) -> JSONModel {
      switch self {
      case .list, .lines: .array(records)
      case .object: .object(Dictionary(zip(names, records)) { _, last in last })
      case .place: .object(["a/b": .array([.number(0), .array(records)])])
      }
    }

    var options: ReadOptions {
      var options = ReadOptions()
      options.format = self == .lines ? .jsonl : .json
      if self == .place { options.pointer = "/a~1b/1" }
      return options
    }
  }

  /// Records with ids that repeat, and values inside.
  private func records(_ generator: inout SeededGenerator) -> [JSONModel] {
    (0..<Int.random(in: 0..<8, using: &generator)).map { number in
      var members: [String: JSONModel] = [
        "id": .number(Int.random(in: 0..<9, using: &generator))
      ]
      if Bool.random(using: &generator) { members["v"] = JSONModel.random(3, &generator) }
      if number == 0, Bool.random(using: &generator) { members["~/"] = .null }
      return .object(members)
    }
  }

  private func edited(
    _ records: [JSONModel], _ generator: inout SeededGenerator
  ) -> [JSONModel] {
    var records = records.map { record -> JSONModel in
      guard case .object(var members) = record, Int.random(in: 0..<3, using: &generator) == 0 else {
        return record
      }
      members["v"] = members["v"]?.edited(&generator) ?? JSONModel.random(2, &generator)
      if Int.random(in: 0..<6, using: &generator) == 0 { members["new"] = .text("x") }
      return .object(members)
    }
    if Int.random(in: 0..<3, using: &generator) == 0 { records.shuffle(using: &generator) }
    records.removeAll { _ in Int.random(in: 0..<6, using: &generator) == 0 }
    let arrivals = self.records(&generator).prefix(2)
    for record in arrivals {
      records.insert(record, at: Int.random(in: 0...records.count, using: &generator))
    }
    return records
  }

  @Test(
    "Of whole documents", arguments: Shape.allCases,
    [["id"], [], ["@section"], ["@heckel"]])
  func documents(_ shape: Shape, _ way: [String]) throws {
    var generator = SeededGenerator.announced("documents \(shape) \(way)")
    for _ in 0..<CaseSample.count(100, of: 250) {
      let old = records(&generator)
      let new = edited(old, &generator)
      // The names of an object's members: some change, some get other records.
      let oldNames = old.indices.map { "n\($0)" }
      let newNames = new.indices.map { "n\($0 + Int.random(in: 0..<2, using: &generator) * 20)" }
      let texts = [shape.spelled(old, oldNames), shape.spelled(new, newNames)]
      var plan = ComparisonPlan()
      plan.identity = way.isEmpty ? .record : .columns(["id"])
      if way == ["@section"] { plan.section = .column("id") }
      if way == ["@heckel"] { plan.moves = .heckel }
      guard !old.isEmpty, !new.isEmpty else { continue }
      let operations = try documentOperations(texts, shape.options, plan)
      let result = try SlowPatch.apply(operations, to: shape.model(old, oldNames))
      #expect(result == shape.model(new, newNames), "\(texts): \(operations)")
    }
  }

  @Test("Without order, the records are the new ones in some order")
  func unordered() throws {
    var generator = SeededGenerator.announced("documents without order")
    for _ in 0..<300 {
      let old = records(&generator)
      let new = edited(old, &generator)
      guard !old.isEmpty, !new.isEmpty else { continue }
      let texts = [Shape.list.spelled(old, []), Shape.list.spelled(new, [])]
      let operations = try documentOperations(
        texts, Shape.list.options, plan(key: "id") { $0.moves = .none })
      let result = try SlowPatch.apply(operations, to: .array(old))
      #expect(try outer(result) == outer(.array(new)), "\(texts): \(operations)")
    }
  }

  private func outer(_ list: JSONModel) throws -> [String] {
    guard case .array(let records) = list else { throw SlowPatch.Misfit() }
    return records.map { $0.spelled() }.sorted()
  }
}

/// Operations that turn one value into another, under rules.
func valueOperations(_ old: String, _ new: String, _ rules: ValueRules = ValueRules()) throws
  -> [JSONModel]
{
  try Array(old.utf8).withBytes { old in
    try Array(new.utf8).withBytes { new in
      guard let old = Field(json: old), let new = Field(json: new) else { return [] }
      guard old.isNested, new.isNested else {
        return old.isEqual(to: new)
          ? [] : [JSONModel(PatchOperation.replace(by: new, at: []))]
      }
      return try NestedOperations.operations(
        from: old, to: new, at: [], rules: rules, scripts: KindsAsIdentities()
      ).map(JSONModel.init)
    }
  }
}

/// Operations that turn one document into another.
func documentOperations(_ texts: [String], _ options: ReadOptions, _ plan: ComparisonPlan) throws
  -> [JSONModel]
{
  let tables = try texts.map { try table($0, name: "test.json", options: options) }
  let comparison = try Comparison(source: tables[0], target: tables[1], plan: plan)
  var operations: [JSONModel] = []
  try DocumentOperations(comparison).forEach { operations.append(JSONModel($0)) }
  return operations
}

extension JSONModel {
  /// An operation as a value.
  init(_ operation: PatchOperation) {
    var members: [String: JSONModel] = [
      "op": .text(operation.kind.rawValue),
      "path": .text(String(decoding: operation.path, as: UTF8.self)),
    ]
    if let from = operation.from { members["from"] = .text(String(decoding: from, as: UTF8.self)) }
    if let value = operation.value { members["value"] = JSONModel(value.value) }
    self = .object(members)
  }

  /// A value of the product's.
  init(_ value: Value) {
    switch value {
    case .absent, .null, .boolean: self = .null
    case .number(let number): self = .number(Int(number.string) ?? 0)
    case .text(let text): self = .text(text.string)
    case .array(let json): self = .array(json.elements.map(JSONModel.init))
    case .object(let json):
      let members = json.members.map { ($0.name.string, JSONModel($0.value)) }
      self = .object(Dictionary(members) { _, last in last })
    }
  }
}
