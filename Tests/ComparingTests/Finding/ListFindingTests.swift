import Records
import TestSupport
import Testing

@testable import Analysis
@testable import Comparing

/// What is found of lists inside of records.
@Suite("Findings of lists") struct ListFindingTests {
  /// Members of an element and their JSON, in order; an element that is no object has one member without a name.
  private typealias Element = [(name: String, json: String)]
  private typealias Pair = (old: [Element], new: [Element])

  private func json(_ list: [Element]) -> String {
    let elements = list.map { element in
      element.first?.name == ""
        ? element[0].json : "{\(element.map { "\"\($0.name)\":\($0.json)" }.joined(separator: ","))}"
    }
    return "[\(elements.joined(separator: ","))]"
  }

  /// Records that hold a list each, at a path of one or two names.
  private func comparison(
    _ pairs: [Pair], at path: String = "items", change: (inout ComparisonPlan) -> Void = { _ in }
  ) throws -> Comparison {
    func text(_ lists: [[Element]]) -> String {
      let rows = lists.enumerated().map { number, list in
        let names = path.split(separator: ".")
        let value = names.dropFirst().reversed().reduce(json(list)) { "{\"\($1)\":\($0)}" }
        return "{\"id\":\(number),\"\(names[0])\":\(value),\"z\":0}"
      }
      return "[\(rows.joined(separator: ",\n"))]"
    }
    return try Comparison(
      source: table(text(pairs.map(\.old)), name: "old.json"), target: table(text(pairs.map(\.new)), name: "new.json"),
      plan: plan(key: "id", change: change))
  }

  private func found(_ comparison: Comparison) throws -> [Finding] {
    try FindingSearch.findings(of: comparison).filter { if case .rearranged = $0.cause { true } else { false } }
  }

  // MARK: The slow way

  /// What is to be found, from the records as they were made.
  private func expected(_ pairs: [Pair]) -> (member: String?, changes: Int, total: Int)? {
    let changed = pairs.filter { json($0.old) != json($0.new) && max($0.old.count, $0.new.count) > 1 }
    func keys(_ list: [Element], _ name: String) -> [String]? {
      let values = list.compactMap { element in element.first { $0.name == name }?.json }
      let mayBeKeys = values.allSatisfy { $0.hasPrefix("\"") && $0 != "\"\"" || Int($0) != nil }
      return mayBeKeys && values.count == list.count && Set(values).count == values.count ? values : nil
    }
    var names: [String] = []
    for pair in changed {
      for member in (pair.old.first ?? pair.new.first) ?? [] where member.name != "" && !names.contains(member.name) {
        names.append(member.name)
      }
    }
    var best: (member: String?, changes: Int, total: Int)?
    for name in names {
      let both = changed.map { (old: keys($0.old, name), new: keys($0.new, name)) }
      let unkeyed = both.count { $0.old == nil || $0.new == nil }
      let moved = both.count { lists in
        guard let old = lists.old, let new = lists.new else { return false }
        return old != new && old.sorted() == new.sorted()
      }
      guard 20 * unkeyed <= changed.count, moved >= 5, 2 * moved >= changed.count else { continue }
      if moved > best?.changes ?? 0 { best = (name, moved, changed.count) }
    }
    if let best { return best }
    let moved = changed.count { pair in
      pair.old.map { json([$0]) }.sorted() == pair.new.map { json([$0]) }.sorted()
    }
    return moved >= 5 && 2 * moved >= changed.count ? (nil, moved, changed.count) : nil
  }

  private func randomPairs(_ random: inout SeededGenerator) -> [Pair] {
    let odds = (0..<6).map { _ in [0, 0, 2, 4, 8, 24].randomElement(using: &random) ?? 0 }
    func happens(_ kind: Int) -> Bool { Int.random(in: 0..<24, using: &random) < odds[kind] }
    let isScalar = Int.random(in: 0..<4, using: &random) == 0
    func element() -> Element {
      if isScalar { return [("", Bool.random(using: &random) ? "\"t\(Int.random(in: 0..<6, using: &random))\"" : "7")] }
      let sku = Int.random(in: 0..<(odds[4] > 2 ? 4_000 : 40), using: &random)
      var element: Element = [
        ("qty", "\(Int.random(in: 0..<4, using: &random))"), ("sku", "\"S\(sku)\""), ("line", "\(sku * 3)"),
        ("price", "\(sku).5"),
      ]
      if happens(0), Bool.random(using: &random) { element[1].json = ["null", "\"\"", "true"][sku % 3] }
      if happens(0), Bool.random(using: &random) { element.remove(at: 2) }
      return element
    }
    return (0..<Int.random(in: 8..<60, using: &random)).map { _ in
      let old = (0..<Int.random(in: 0..<5, using: &random)).map { _ in element() }
      var new = old
      if happens(1) || happens(5) { new.shuffle(using: &random) }
      if happens(2), !new.isEmpty { new[0][0].json = isScalar ? "\"new\"" : "99" }
      if happens(3), !new.isEmpty { new.removeLast() }
      if happens(4) { new.append(element()) }
      return (old, new)
    }
  }

  @Test("A list's order is found where the slow way finds it, and in as many lists")
  func slowWay() throws {
    var random = SeededGenerator.announced("findings of lists")
    var count = 0
    for number in 0..<CaseSample.count(250, of: 800) {
      let pairs = randomPairs(&random)
      let path = ["items", "order.lines", "a.b.c"][number % 3]
      let comparison = try comparison(pairs, at: path)
      let wanted = expected(pairs)
      let all = try found(comparison)
      #expect(all.count == (wanted == nil ? 0 : 1), "\(pairs)")
      guard let finding = all.first, let wanted, case .rearranged(let member, _) = finding.cause else { continue }
      count += 1
      #expect(member == wanted.member && finding.changes == wanted.changes && finding.total == wanted.total, "\(pairs)")
      #expect(finding.columns == [path])
      #expect(finding.within == (path == "items" ? nil : String(path.prefix { $0 != "." })))
      #expect(try FindingRecords.updatedTargets(of: finding, in: comparison)?.count == wanted.changes)
    }
    #expect(count > 10)
  }

  @Test("With the rule that is advised nothing differs where the order did alone, and no other record is equal")
  func advice() throws {
    var random = SeededGenerator.announced("advice of lists")
    var (count, cases) = (0, 0)
    // Few cases have an advice, so that some would by chance have hardly any.
    while cases < CaseSample.count(250, of: 800) || count <= 4 && cases < 4_000 {
      cases += 1
      let pairs = randomPairs(&random)
      let comparison = try comparison(pairs)
      guard let finding = try found(comparison).first,
        case .listing(let path, let rule) = finding.advice(beside: [finding], in: comparison)
      else { continue }
      count += 1
      let after = try self.comparison(pairs) { $0.lists = [path: rule] }
      let differing = pairs.count { $0.old.map { json([$0]) }.sorted() != $0.new.map { json([$0]) }.sorted() }
      #expect(after.summary.updated == differing)
      #expect(try found(after).isEmpty)
    }
    #expect(count > 4)
  }

  @Test("Texts that stand in another order are a set")
  func texts() throws {
    let pairs = (0..<20).map { number -> Pair in
      let texts: [Element] = ["\"a\"", "\"b\\n\"", "\"\(number)\""].map { [("", $0)] }
      return (texts, texts.reversed())
    }
    let comparison = try comparison(pairs)
    let finding = try #require(try found(comparison).first)
    #expect(finding.cause == .rearranged(by: nil, isOfTexts: true) && finding.changes == 20)
    #expect(finding.advice(beside: [finding], in: comparison) == .listing("items", .set))
  }

  @Test("Nothing is advised for numbers, of which each may mean something by its place")
  func coordinates() throws {
    let pairs = (0..<20).map { number -> Pair in
      ([[("", "\(number).5")], [("", "\(number + 40)")]], [[("", "\(number + 40)")], [("", "\(number).5")]])
    }
    let comparison = try comparison(pairs)
    let finding = try #require(try found(comparison).first)
    #expect(finding.cause == .rearranged(by: nil, isOfTexts: false) && finding.changes == 20)
    #expect(finding.advice(beside: [finding], in: comparison) == nil)
  }

  @Test("Of lists in lists, of one side alone, of other types and under rules nothing is said, and nothing fails")
  func silence() throws {
    let lists = [
      ("[[1,2],[3,4]]", "[[2,1],[4,3]]"), ("[]", "[1,2]"), ("null", "[{\"a\":1},{\"a\":2}]"), ("[1,2]", "\"x\""),
      ("{\"a\":[1,[2]]}", "[1,{\"a\":2}]"), ("[{},{}]", "[{},{\"\":1}]"), ("[null,true]", "[true,false]"),
    ]
    for (old, new) in lists {
      func text(_ value: String) -> String {
        "[\((0..<12).map { "{\"id\":\($0),\"items\":\(value),\"z\":0}" }.joined(separator: ","))]"
      }
      let comparison = try Comparison(
        source: table(text(old), name: "old.json"), target: table(text(new), name: "new.json"), plan: plan(key: "id"))
      #expect(try found(comparison).isEmpty, "\(old) \(new)")
    }
    let turned = (0..<20).map { number -> Pair in
      let list = (0..<3).map { [("sku", "\"S\(number + $0)\"")] }
      return (list, list.reversed())
    }
    for rule in [ListRule.set, .position, .members(["sku"])] {
      #expect(try found(try comparison(turned) { $0.lists = ["items": rule] }).isEmpty)
    }
    #expect(try found(try comparison(turned) { $0.ignored = ["items[].sku"] }).isEmpty)
    #expect(try found(try comparison(turned) { $0.masked = ["items"] }).isEmpty)
    #expect(try found(try comparison(turned)).count == 1)
  }
}
