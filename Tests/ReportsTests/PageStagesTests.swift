import Foundation
import Comparing
import Records
import TestSupport
import Testing

@testable import Reports

@Suite("Stages of the page")
struct PageStagesTests {
  @Test("are those of the JSON result, whatever the sections, the moves and the filter")
  func agreement() throws {
    var generator = SeededGenerator.announced("stages of the page")
    for _ in 0..<CaseSample.count(80, of: 250) {
      let comparison = try randomComparison(&generator)
      let stages = try jsonStages(comparison)
      let page = try PageText(text(comparison, .html))
      #expect(
        page.edits.dropFirst().dropLast().map { $0.map(\.spelling).sorted() } == stages.map(spelled)
      )
      #expect(page.stages.map { $0["records"] as? Int } == counts(comparison, stages))
    }
  }

  @Test("have the edits of listed changes alone, and count them all")
  func listed() throws {
    var generator = SeededGenerator.announced("listed changes in stages")
    for _ in 0..<CaseSample.count(40, of: 100) {
      let comparison = try randomComparison(&generator)
      let shown = Set(Change.Kind.allCases.filter { _ in Bool.random(using: &generator) })
      let whole = try PageText(text(comparison, .html))
      let page = try PageText(text(comparison, .html) { $0.show = shown })
      #expect(page.stages.map { $0["edits"] as? Int } == whole.edits.map(\.count))
      let expected = whole.edits.map { $0.filter { $0.isListed(shown) } }
      #expect(page.edits.map(Set.init) == expected.map(Set.init))
    }
  }

  // MARK: What the JSON result says

  private func jsonStages(_ comparison: Comparison) throws -> [[String: Any]] {
    let json = try text(comparison, .json) { $0.stages = true }
    let result = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    return try #require(result?["stages"] as? [[String: Any]])
  }

  /// A stage's edits in the order of their spellings.
  private func spelled(_ stage: [String: Any]) -> [String] {
    func edits(_ lists: Any?, _ prefix: String) -> [String] {
      let lists = lists as? [String: [Any]] ?? [:]
      return lists.flatMap { kind, list in list.map { "\(prefix)\(kind) \(flat($0))" } }
    }
    let linear = stage["sections"] == nil ? edits(stage, "") : []
    return (linear + edits(stage["sections"], "section ") + edits(stage["elements"], "")).sorted()
  }

  private func flat(_ place: Any) -> String {
    guard let list = place as? [Any] else { return "\(place)" }
    return list.map(flat).joined(separator: " ")
  }

  /// The records before the stages, after each, and at the end.
  private func counts(_ comparison: Comparison, _ stages: [[String: Any]]) -> [Int] {
    let orders = comparison.orders
    var counts = [orders.source.count]
    for stage in stages {
      let sections = stage["sections"] as? [String: [Any]] ?? [:]
      let records = stage["elements"] as? [String: [Any]] ?? stage as? [String: [Any]] ?? [:]
      let gone = size(sections["deleted"], comparison, .source) + (records["deleted"]?.count ?? 0)
      let new = size(sections["inserted"], comparison, .target) + (records["inserted"]?.count ?? 0)
      counts.append(counts[counts.count - 1] - gone + new)
    }
    return counts + [orders.target.count]
  }

  private func size(_ sections: [Any]?, _ comparison: Comparison, _ side: Side) -> Int {
    (sections as? [Int] ?? []).reduce(0) { $0 + comparison.offsets(in: SectionPlace(side: side, number: $1)).count }
  }

  // MARK: Random comparisons

  private func randomComparison(_ generator: inout SeededGenerator) throws -> Comparison {
    let division = Int.random(in: 0..<3, using: &generator)
    let isFiltered = Bool.random(using: &generator)
    let moves = Int.random(in: 0..<3, using: &generator)
    var read = ReadOptions()
    if division == 2 { read.elements = "items" }
    let texts = (0..<2).map { _ in
      division == 2 ? randomSections(&generator) : randomRows(&generator)
    }
    let name = division == 2 ? "json" : "csv"
    return try compare(texts[0], texts[1], names: ("old.\(name)", "new.\(name)"), read: read) {
      $0.moves = [.minimal, .heckel, .none][moves]
      if division == 1 { $0.section = .column("part") }
      if division == 2 { $0.section = .nested(key: ["id"]) }
      guard isFiltered else { return }
      $0.filter = .script(0)
      $0.run.scripts = EveryThirdOut()
    }
  }

  private func randomRows(_ generator: inout SeededGenerator) -> String {
    let rows = (0..<8).shuffled(using: &generator).prefix(.random(in: 0...8, using: &generator))
    return rows.reduce("id,part,a\n") { text, row in
      let part = ["x", "y", "z"].randomElement(using: &generator) ?? ""
      return text + "\(row),\(part),\(Int.random(in: 0..<2, using: &generator))\n"
    }
  }

  private func randomSections(_ generator: inout SeededGenerator) -> String {
    var rows = (0..<8).shuffled(using: &generator)
    let names = ["p", "q", "r", "s"].shuffled(using: &generator)
    let sections = names.prefix(.random(in: 0...4, using: &generator)).map { name in
      let own = rows.prefix(.random(in: 0...4, using: &generator))
      rows.removeFirst(own.count)
      let items = own.map { #"{"id":"\#($0)","a":\#(Int.random(in: 0..<2, using: &generator))}"# }
      let title = Int.random(in: 0..<2, using: &generator)
      return #"{"id":"\#(name)","title":\#(title),"items":[\#(items.joined(separator: ","))]}"#
    }
    return "[\(sections.joined(separator: ","))]"
  }
}

/// What a page knows of stages.
private struct PageText {
  /// An edit as the JSON result has it, with its change's records in their files, and the kinds that list it.
  struct Edit: Hashable {
    let spelling: String
    var records: [Int] = []
    /// Nil for a section's, which is always there.
    var kinds: Set<Change.Kind>?

    func isListed(_ shown: Set<Change.Kind>) -> Bool { kinds?.isDisjoint(with: shown) != true }
  }

  let stages: [[String: Any]]
  private(set) var edits: [[Edit]] = []
  private let kinds: [Character]
  private let changes: [[Any]]
  private let isSectioned: Bool

  init(_ page: String) throws {
    func parts(_ mark: String) throws -> [Any] {
      try page.components(separatedBy: mark).dropFirst().map { part in
        let json = part.components(separatedBy: "</script>")[0]
        return try JSONSerialization.jsonObject(with: Data(json.utf8))
      }
    }
    let meta = try #require(parts("id=\"meta\">").first as? [String: Any])
    kinds = try #require(meta["kinds"] as? String).matches(of: #/(\d*)(\D)/#).flatMap { run in
      String(repeating: String(run.2), count: Int(run.1) ?? 1)
    }
    isSectioned = meta["sections"] != nil
    stages = try #require(parts("id=\"stages\">").first as? [[String: Any]])
    changes = try parts("class=\"changes-data\">").flatMap { $0 as? [[Any]] ?? [] }
    edits = try stages.map { stage in try stage.sorted { $0.key < $1.key }.flatMap(edits) }
  }

  private func edits(_ letter: String, _ numbers: Any) throws -> [Edit] {
    guard let numbers = numbers as? [Int] else { return [] }
    let kind = try #require(
      Change.Kind.allCases.first { $0.rawValue.hasPrefix(letter.lowercased()) })
    let isSection = letter != letter.lowercased()
    let size = 1 + (isSectioned && !isSection ? 2 : 1) * (kind == .moved ? 2 : 1)
    return try stride(from: 0, to: numbers.count, by: size).map { start in
      let places = numbers[(start + 1)..<(start + size)].map(String.init).joined(separator: " ")
      if isSection { return Edit(spelling: "section \(kind.rawValue) \(places)") }
      let change = changes[numbers[start]]
      let own = kinds(of: numbers[start])
      #expect(own.contains(kind))
      return Edit(
        spelling: "\(kind.rawValue) \(places)",
        records: try change.prefix(2).map { try #require($0 as? Int) }, kinds: own)
    }
  }

  private func kinds(of change: Int) -> Set<Change.Kind> {
    switch kinds[change] {
    case "d": [.deleted]
    case "i": [.inserted]
    case "u": [.updated]
    case "m": [.moved]
    default: [.updated, .moved]
    }
  }
}

/// A filter.
private final class EveryThirdOut: ScriptedRules, RuleEvaluator {
  func makeEvaluator(readers: Sides<RecordReader>) -> any RuleEvaluator { self }

  func place(of function: Int) -> String? { nil }

  func inclusions(
    of offsets: Range<Int>, _ order: RecordOrder, in side: Side, function: Int
  ) -> [Bool] { offsets.map { order[$0] % 3 < 2 } }

  func identities(
    of offsets: Range<Int>, _ order: RecordOrder, in side: Side, function: Int,
    _ body: (KeyBuffer) throws -> Void
  ) {}

  func sections(
    of offsets: Range<Int>, _ order: RecordOrder, in side: Side, function: Int
  ) -> [Value] { offsets.map { _ in .absent } }

  func verdict(source: Int, target: Int, function: Int) -> RecordVerdict { .equal }

  func areEqual(
    _ old: Field, _ new: Field, function: Int, column: String, source: Int, target: Int
  ) -> Bool { true }

  func identity(
    of element: Field, at place: Int, of path: String, function: Int, record: Int, in side: Side
  ) throws -> [UInt8] { [] }

  func normalize(
    _ buffer: FieldBuffer, function: Int, column: String, record: Int, in side: Side
  ) {}
}
