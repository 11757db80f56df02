import Foundation
import Comparing
import Analysis
import Records
import StagedDiff
import TestSupport
import Testing

@testable import Rules

/// What is said of every record of random tables agrees with what the comparison says.
@Suite struct ExplanationLawTests {
  /// Two random tables and rules, whatever fields these have.
  private struct Case {
    let old: String
    let new: String
    let rules: String

    private static let fields: [[String]] = [
      [
        #"identity = "id""#, #"identity = { "id", "c" }"#,
        "identity = function(r) return r.id:lower() end",
        "identity = function(r) return r.id, r.c end", "",
      ],
      [
        "", "normalize = { id = luna.text.trim }",
        "normalize = { id = { luna.text.trim, luna.text.lower }, v = luna.text.upper }",
        #"normalize = { id = function(v) return (v:gsub("^0+", "")) end }"#,
      ],
      [
        "", "equal = { n = luna.compare.number(1) }", "equal = { v = luna.compare.nocase() }",
        "equal = { v = function(a, b) return a:lower() == b:lower() end }",
        "equal = function(a, b) return a.v == b.v end",
      ],
      ["", "", #"filter = function(r) return r.c ~= "x" end"#],
      ["", "", #"section = "c""#, "section = function(r) return r.n end"],
      ["", #"ignore = { "n" }"#],
      ["", #"duplicates = "pair""#],
      ["", "", #"moves = "heckel""#, "ignore_order = true"],
    ]

    init(_ generator: inout SeededGenerator) {
      let rows = (0..<Int.random(in: 0...9, using: &generator)).map { _ in Self.row(&generator) }
      old = Self.table(rows)
      let kept = rows.filter { _ in Int.random(in: 0..<4, using: &generator) > 0 }
      let added = (0..<Int.random(in: 0...4, using: &generator)).map { _ in Self.row(&generator) }
      new = Self.table((kept + added).shuffled(using: &generator))
      let chosen = Self.fields.compactMap { $0.randomElement(using: &generator) }
      rules = "return { \(chosen.filter { !$0.isEmpty }.joined(separator: ", ")) }"
    }

    private static func row(_ generator: inout SeededGenerator) -> String {
      let columns = [
        ["1", "01", " 1", "a", "A", "2", "b", "B ", "3"], ["x", "y", "z"], ["1", "2", "5"],
        ["p", "P", "q"],
      ]
      return columns.compactMap { $0.randomElement(using: &generator) }.joined(separator: ",")
    }

    private static func table(_ rows: [String]) -> String {
      (["id,c,n,v"] + rows).map { $0 + "\n" }.joined()
    }
  }

  private static func cases(_ seed: UInt64) -> [Case] {
    var generator = SeededGenerator(seed: seed)
    return (0..<60).map { _ in Case(&generator) }
  }

  private func replay(
    _ seed: UInt64, _ body: (Comparison, Explainer) throws -> Void
  ) throws {
    var replayed = 0
    for made in Self.cases(seed) {
      let comparison: Comparison
      do { comparison = try compare(made.old, made.new, rules: made.rules, workers: 1) } catch {
        continue
      }
      let explainer = try Explainer(comparison)
      try reporting("\(made.rules)\n\(made.old)\n\(made.new)") {
        try body(comparison, explainer)
      }
      replayed += 1
    }
    // Rules that do not fit, as a key that is empty, are few.
    #expect(replayed > 40)
  }

  private func reporting(_ context: String, _ body: () throws -> Void) throws {
    do { try body() } catch { Issue.record("\(error)\n\(context)") }
  }

  /// What a comparison says of a record, in the words of an explanation.
  private func verdict(
    _ comparison: Comparison, _ side: Side, _ record: Int
  ) throws -> RecordExplanation.Verdict {
    let order = comparison.orders[side]
    guard (0..<order.count).contains(where: { order[$0] == record }) else { return .filtered }
    for change in try comparison.changes
    where (side == .source ? change.source : change.target) == record {
      switch change.kind {
      case .deleted, .inserted: return .unpaired(side)
      case .updated: return .paired(isUpdated: true, isMoved: change.moved)
      case .moved: return .paired(isUpdated: false, isMoved: true)
      }
    }
    return .paired(isUpdated: false, isMoved: false)
  }

  @Test(
    "the verdict, the partner, the identity and the columns that differ are the comparison's",
    arguments: 1...8 as ClosedRange<UInt64>)
  func verdicts(seed: UInt64) throws {
    try replay(seed) { comparison, explainer in
      for side in Side.allCases {
        for record in 0..<comparison.tables[side].count {
          let explanation = try explainer.explain(side, record)
          #expect(try explanation.verdict == verdict(comparison, side, record))
          #expect(explanation.records[side]?.record == record)
          let change = try comparison.changes.first {
            (side == .source ? $0.source : $0.target) == record
          }
          guard let change else { continue }
          #expect(explanation.records.source?.record == change.source)
          #expect(explanation.records.target?.record == change.target)
          #expect(explanation.records[side]?.section == change.section || change.fromSection != nil)
          if comparison.hasKey {
            #expect(explanation.records[side]?.identity.map(\.value) == change.key)
          }
          let differing = explanation.content?.columns.filter { !$0.areEqual }.map(\.name)
          if change.kind == .updated { #expect(differing == change.fields.map(\.column)) }
        }
      }
    }
  }

  @Test(
    "the cause of a missing partner is what a look at all records says",
    arguments: 11...18 as ClosedRange<UInt64>)
  func causes(seed: UInt64) throws {
    try replay(seed) { comparison, explainer in
      let records = try Sides { side in
        try (0..<comparison.tables[side].count).map { try explainer.explain(side, $0) }
      }
      for side in Side.allCases {
        let other = side == .source ? Side.target : .source
        for explanation in records[side] where explanation.verdict == .unpaired(side) {
          let key = explanation.records[side]?.identity.map(\.value)
          let same = records[other].filter {
            $0.records[other]?.identity.map(\.value) == key
          }
          let kept = same.filter { $0.verdict != .filtered }
          let cause = try #require(explanation.absence?.cause)
          #expect((cause == .partnerFiltered) == (kept.isEmpty && !same.isEmpty))
          let areFree = kept.contains { $0.verdict == .unpaired(other) }
          #expect((cause == .section) == areFree)
          #expect((cause == .duplicate) == (!kept.isEmpty && !areFree))
        }
      }
      let unpaired = try UnpairedCauses(explainer)
      for group in unpaired.groups {
        let count = Side.allCases.reduce(0) { count, side in
          count + records[side].count { $0.absence?.cause == group.cause }
        }
        #expect(count == group.counts.source + group.counts.target)
      }
      #expect(unpaired.counts.source == records.source.count { $0.verdict == .unpaired(.source) })
      #expect(unpaired.counts.target == records.target.count { $0.verdict == .unpaired(.target) })
    }
  }

  @Test(
    "a record that moved does not stand between its neighbours in the source",
    arguments: 21...28 as ClosedRange<UInt64>)
  func moves(seed: UInt64) throws {
    try replay(seed) { comparison, explainer in
      for record in 0..<comparison.tables.target.count {
        let explanation = try explainer.explain(.target, record)
        guard let move = explanation.move, move.rule == .minimal, move.fromSection == nil,
          let source = explanation.records.source?.record
        else { continue }
        let low = move.previous?.records.source ?? -1
        let high = move.next?.records.source ?? .max
        #expect(!(low..<high).contains(source))
        #expect((move.previous?.records.target ?? -1) < record)
        #expect((move.next?.records.target ?? .max) > record)
      }
    }
  }

  // MARK: Passes

  /// A column's text of a record; nothing of one that has none.
  private static func text(_ comparison: Comparison, _ side: Side, _ offset: Int, _ column: String)
    -> String?
  {
    let table = comparison.tables[side]
    let place = table.columnIndex(of: column) ?? 0
    let text = table.value(comparison.orders[side][offset], place).description
    return text.isEmpty ? nil : text
  }

  @Test(
    "of each pass is said what a look at all records says",
    arguments: 41...52 as ClosedRange<UInt64>)
  func passes(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    func pick(_ values: [String]) -> String { values.randomElement(using: &generator) ?? "" }
    var seen: Set<String> = []
    for _ in 0..<60 {
      func table() -> String {
        let rows = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
          [
            pick(["", "1", "2", "3", "4", "5"]), pick(["", "a", "A", "b", "c", "c "]),
            pick(["", "ann", "anna", "annette", "bob", "bobby", "a very long name of somebody"]),
            pick(["", "x", "y"]),
          ].joined(separator: ",")
        }
        return (["id,email,name,block"] + rows).map { $0 + "\n" }.joined()
      }
      let (old, new, limit, most) = (
        table(), table(), Int.random(in: 1...3, using: &generator),
        Int.random(in: 2...8, using: &generator)
      )
      let second = pick([#""email""#, "function(r) return r.email end"])
      let filter = pick(["", #", filter = function(r) return r.id ~= "5" end"#])
      let section = pick(["", "", #", section = "block""#])
      let rules = """
        return { identity = luna.identity.first("id", \(second), luna.identity.near {
          block = "block", by = "name", distance = \(limit), max_block = \(most) })\(filter)\(section) }
        """
      let comparison = try compare(old, new, rules: rules, workers: 1)
      let explainer = try Explainer(comparison)
      for side in Side.allCases {
        for offset in comparison.unpairedOffsets(side).map(Int.init) {
          let explanation = try explainer.explain(side, comparison.orders[side][offset])
          let passes = try #require(explanation.absence?.passes)
          #expect(passes.map(\.pass) == [1, 2, 3])
          for pass in passes {
            let word = "\(pass.pass) \(pass.cause)".prefix { $0 != "(" }
            seen.insert(String(word))
            let isTrue = Self.isTrue(pass, comparison, side, offset, (limit, most))
            #expect(isTrue, "seed \(seed), \(pass)\n\(rules)\n\(old)\n\(new)")
          }
        }
      }
    }
    #expect(seen.count > 10, "\(seen)")
  }

  /// Whether what is said of a pass and a record without a partner is so.
  private static func isTrue(
    _ pass: PassAbsence, _ comparison: Comparison, _ side: Side, _ offset: Int,
    _ limits: (distance: Int, block: Int)
  ) -> Bool {
    let other = side == .source ? Side.target : .source
    let pairing = comparison.pairing
    func match(_ side: Side, _ offset: Int) -> MatchedPasses.Match? {
      let partner = side == .source ? pairing.partner(ofSource: offset) : offset
      guard let target = partner, side == .source || pairing.partner(ofTarget: target) != nil else {
        return nil
      }
      return comparison.passes?.match(of: Int32(target))
    }
    func isLeft(_ side: Side, _ offset: Int) -> Bool {
      (match(side, offset)?.pass ?? 9) >= pass.pass
    }
    func section(_ side: Side, _ offset: Int) -> Value? {
      comparison.section(of: offset, side).map(comparison.name)
    }
    func survives(_ side: Side, _ offset: Int) -> Bool {
      guard let own = section(side, offset) else { return true }
      let others = side == .source ? Side.target : .source
      return (0..<comparison.orders[others].count).contains { section(others, $0) == own }
    }
    func parts(_ side: Side, _ offset: Int) -> [String]? {
      let columns = [["id"], ["email"], ["block", "name"]][pass.pass - 1]
      let parts = columns.compactMap { text(comparison, side, offset, $0) }
      return parts.count == columns.count ? parts : nil
    }
    let mine = parts(side, offset)
    let isNear = pass.pass == 3
    let mates = (0..<comparison.orders[other].count).filter {
      parts(other, $0)?.first == mine?.first
    }
    let left = mates.filter { isLeft(other, $0) && survives(other, $0) }
    let candidate = pass.candidate.flatMap { found in
      (0..<comparison.orders[other].count).first { comparison.orders[other][$0] == found.record }
    }
    if pass.cause == .empty { return mine == nil }
    guard let mine else { return false }
    if pass.cause == .section {
      return !survives(side, offset)
        || candidate.map { mates.contains($0) && !survives(other, $0) } ?? false
    }
    guard survives(side, offset) else { return false }
    let distances = left.map {
      editDistance(Array(mine.last ?? ""), Array(parts(other, $0)?.last ?? ""))
    }
    switch pass.cause {
    case .noRecord: return mates.isEmpty
    case .alike:
      return mates.isEmpty
        && candidate.map { match(other, $0) == nil && parts(other, $0) != nil } ?? false
    case .filtered: return mates.isEmpty
    case .pairedEarlier:
      return candidate.map { mates.contains($0) && !isLeft(other, $0) } ?? false
        && (!isNear || left.isEmpty)
    case .pairedHere:
      guard let candidate, let found = match(other, candidate), found.pass == pass.pass else {
        return false
      }
      let isNearer = found.nearness?.distance.map { $0 <= pass.amount ?? 0 } ?? true
      return mates.contains(candidate) && (!isNear || pass.amount == distances.min() && isNearer)
    case .largeBlock(let limit):
      let own = (0..<comparison.orders[side].count).count {
        parts(side, $0)?.first == mine.first && isLeft(side, $0) && survives(side, $0)
      }
      return pass.amount == own + left.count && own + left.count > limit && limit == limits.block
    case .far(let limit):
      let least = distances.min() ?? 0
      return limit == limits.distance && least > limit && (pass.amount ?? least) == least
        && (pass.amount != nil || least > PassAbsence.mostEdits)
    case .empty, .section, .longText, .low, .ambiguous: return false
    }
  }

  // MARK: Many records

  /// How many records a side has; of all of both sides and both kinds of rules more than 100,000 are explained.
  private static let many = CaseSample.count(5_000, of: 26_000)

  /// A table of many records, and one that came of it.
  private static func manyRecords(_ generator: inout SeededGenerator) -> (old: String, new: String) {
    var old = "id,c,n,v\n"
    var rows: [String] = []
    for number in 0..<many {
      let kind = Int.random(in: 0..<20, using: &generator)
      let (group, amount) = (number % 7, Int.random(in: 0..<100, using: &generator))
      old += "k\(number),\(group),\(amount),Word \(number % 50)\n"
      switch kind {
      case 0: break
      case 1: rows.append("K\(number),\(group),\(amount),Word \(number % 50)")
      case 2: rows.append("k\(number),\(group),\(amount + 1),word \(number % 50)")
      case 3: rows.append("k\(number),\(group),\(amount + 2),Other")
      case 4: rows.append("k\(number),0,\(amount),Word \(number % 50)")
      case 5: rows.insert("k\(number),\(group),\(amount),Word", at: rows.count / 2)
      default: rows.append("k\(number),\(group),\(amount),Word \(number % 50)")
      }
    }
    return (old, (["id,c,n,v"] + rows).map { $0 + "\n" }.joined())
  }

  @Test(
    "explanations of many records, replayed one by one, agree with the comparison",
    arguments: [
      (31, #"identity = "id", filter = function(r) return r.c ~= "3" end"#),
      (32, #"identity = function(r) return r.id:lower() end, section = "c""#),
    ] as [(UInt64, String)])
  func many(seed: UInt64, identity: String) throws {
    var generator = SeededGenerator(seed: seed)
    let (old, new) = Self.manyRecords(&generator)
    let rules = """
      return { \(identity), normalize = { v = luna.text.lower }, equal = { n = luna.compare.number(1) } }
      """
    let comparison = try compare(old, new, rules: rules, workers: 1)
    let explainer = try Explainer(comparison)
    for side in Side.allCases {
      let verdicts = try Self.verdicts(comparison, side)
      var wrong = 0
      for record in 0..<comparison.tables[side].count {
        let explanation = try explainer.explain(side, record)
        let change = verdicts[record].change
        let differing = explanation.content?.columns.filter { !$0.areEqual }.map(\.name)
        let isRight =
          explanation.verdict == verdicts[record].verdict
          && (change == nil || explanation.records.source?.record == change?.source)
          && (change == nil || explanation.records.target?.record == change?.target)
          && (change?.kind != .updated || differing == change?.fields.map(\.column))
        if !isRight { wrong += 1 }
      }
      #expect(wrong == 0)
    }
  }

  /// What a comparison says of every record of a side.
  private static func verdicts(
    _ comparison: Comparison, _ side: Side
  ) throws -> [(verdict: RecordExplanation.Verdict, change: Change?)] {
    var verdicts: [(verdict: RecordExplanation.Verdict, change: Change?)] = Array(
      repeating: (.filtered, nil), count: comparison.tables[side].count)
    let order = comparison.orders[side]
    for place in 0..<order.count {
      verdicts[order[place]] = (.paired(isUpdated: false, isMoved: false), nil)
    }
    for change in try comparison.changes {
      guard let record = side == .source ? change.source : change.target else { continue }
      switch change.kind {
      case .deleted, .inserted: verdicts[record] = (.unpaired(side), change)
      case .updated: verdicts[record] = (.paired(isUpdated: true, isMoved: change.moved), change)
      case .moved: verdicts[record] = (.paired(isUpdated: false, isMoved: true), change)
      }
    }
    return verdicts
  }
}
