import Comparing
import Records

/// Why one pass of an identity has not paired a record.
package struct PassAbsence: Sendable {
  package enum Cause: Sendable, Hashable {
    /// It has no value for the pass.
    case empty
    /// No record of the other side that is compared has its key, or is of its block.
    case noRecord
    /// No record has its key; one without a partner differs from it in this.
    case alike(Absence.Cause)
    /// The filter leaves out the record that has its key.
    case filtered
    /// An earlier pass has paired the record that has its key, or all of its block.
    case pairedEarlier
    /// The pass has paired the record that has its key, or comes near enough, with another.
    case pairedHere
    /// Its section, or that of the candidate, has no partner.
    case section
    /// Its text, or that of the candidate, is too long to be compared.
    case longText
    /// Its block has too many records.
    case largeBlock(limit: Int)
    /// The record of its block with the highest score has less than is wanted, in thousandths.
    case low(limit: Int)
    /// Others come as near as the best.
    case ambiguous
    /// The nearest record of its block is too far away.
    case far(limit: Int)
  }

  /// The pass, counted from 1, and what it goes by, in words.
  package let pass: Int
  package let name: String
  /// The columns that it goes by; none where a function says it.
  package let columns: [String]
  /// What records of one block share, in words; `nil` where it pairs what is the same.
  package let block: String?
  package let isScore: Bool
  package let cause: Cause
  /// The record of the other side that the cause is about.
  package internal(set) var candidate: Absence.Candidate?
  /// How many records the block has, how many edits the candidate is away, or its score in thousandths; `nil` where
  /// that is not known.
  package let amount: Int?
  /// The greatest distance that is counted.
  package static let mostEdits = 16
}

/// The keys of one pass, of all records that are compared.
struct PassKeys {
  let pass: MatchingPass
  /// The keys by the records' offsets; `nil` of a record that has no value in some part.
  let keys: Sides<[[Value]?]>
  let groups: Sides<[[Value]: [Int]]>
  let unpaired: Sides<LooseIndex>
  /// The records as a score sees them, if the pass is one.
  let table: ScoreTable?

  /// - Complexity: O(*n*) for *n* records.
  init(_ explainer: Explainer, _ pass: MatchingPass) throws {
    self.pass = pass
    if case .scored(let rule) = pass {
      table = try explainer.comparison.scoreTable(rule)
      keys = Sides(source: [], target: [])
      groups = Sides(source: [:], target: [:])
      unpaired = Sides { _ in LooseIndex([]) { _ in [] } }
      return
    }
    table = nil
    let identity: ComparisonPlan.Identity
    if case .script(let function) = pass { identity = .script(function) } else { identity = .columns(pass.columns) }
    let all = try explainer.comparison.keys(by: identity)
    let keys = Sides { side in
      all[side].map { key -> [Value]? in key.contains { $0.withField(\.isVoid) } ? nil : key }
    }
    let isNear = if case .near = pass { true } else { false }
    self.keys = keys
    groups = Sides { side in
      keys[side].indices.reduce(into: [:]) { groups, offset in
        guard let key = keys[side][offset] else { return }
        groups[isNear ? Array(key.dropLast()) : key, default: []].append(offset)
      }
    }
    unpaired = Sides { side in
      LooseIndex(explainer.unpairedOffsets[side].filter { keys[side][Int($0)] != nil }) { keys[side][$0] ?? [] }
    }
  }
}

extension Explainer {
  /// Why each pass of the identity has not paired the record at an offset.
  func passAbsences(_ side: Side, _ offset: Int) throws -> [PassAbsence] {
    guard let passes = comparison.passes?.passes else { return [] }
    let keys = try passKeys()
    let sections = comparison.sectionPairs
    return try zip(passes, keys).enumerated().map { number, pass in
      let search = PassSearch(
        explainer: self, keys: pass.1, number: number + 1, sections: sections, side: side, offset: offset)
      let found = try search.absence()
      return PassAbsence(
        pass: number + 1, name: pass.0.name, columns: pass.1.pass.columns, block: pass.1.pass.block,
        isScore: pass.1.table != nil, cause: found.cause,
        candidate: try found.candidate.map {
          candidate(orders[side.other][$0], side.other, try keyValues(side.other, $0))
        },
        amount: found.amount)
    }
  }

  /// What the columns of a pass, counted from 1, have added to the score of two records; `nil` where it has none.
  func score(_ pass: Int, _ source: Int, _ target: Int) throws -> ScoreFindings? {
    guard case .scored(let rule) = plan.rules.allPasses[pass - 1] else { return nil }
    return try passKeys()[pass - 1].table.map { ScoreFindings(rule, try $0.grades(source, target)) }
  }

  private func passKeys() throws -> [PassKeys] {
    if let madePassKeys { return madePassKeys }
    let made = try plan.rules.allPasses.map { try PassKeys(self, $0) }
    madePassKeys = made
    return made
  }
}

/// Looks for what one pass has not paired a record with.
private struct PassSearch {
  typealias Found = (cause: PassAbsence.Cause, candidate: Int?, amount: Int?)

  let explainer: Explainer
  let keys: PassKeys
  let number: Int
  let sections: SectionPairs
  let side: Side
  let offset: Int

  private var other: Side { side.other }

  func absence() throws -> Found {
    if case .scored(let rule) = keys.pass, let table = keys.table { return try absence(rule, table) }
    guard let key = keys.keys[side][offset] else { return (.empty, nil, nil) }
    guard sections.survives(side, Int32(truncatingIfNeeded: offset)) else { return (.section, nil, nil) }
    if case .near(let rule) = keys.pass { return absence(rule, key) }
    let same = keys.groups[other][key] ?? []
    if let paired = same.first(where: { match($0) == number }) { return (.pairedHere, paired, nil) }
    if !same.isEmpty { return absence(of: same) }
    if number == 1, explainer.filtered[other][key] != nil { return (.filtered, nil, nil) }
    let alike = explainer.alike(key, in: keys.unpaired[other]) { keys.keys[other][$0] ?? [] }
    guard let alike, let nearest = alike.offsets.first else { return (.noRecord, nil, nil) }
    return (.alike(alike.cause), nearest, nil)
  }

  private func absence(_ rule: NearMatching, _ key: [Value]) -> Found {
    guard let text = text(key) else { return (.longText, nil, nil) }
    let block = Array(key.dropLast())
    let mates = keys.groups[other][block] ?? []
    guard !mates.isEmpty else { return (.noRecord, nil, nil) }
    let left = mates.filter { takesPart(other, $0) }
    guard let firstLeft = left.first else { return absence(of: mates) }
    let texts = left.compactMap { mate in self.text(keys.keys[other][mate] ?? []).map { (mate, $0) } }
    guard let firstText = texts.first else { return (.longText, firstLeft, nil) }
    let own = (keys.groups[side][block] ?? []).count {
      takesPart(side, $0) && self.text(keys.keys[side][$0] ?? []) != nil
    }
    guard own + texts.count <= rule.maxBlock else { return (.largeBlock(limit: rule.maxBlock), nil, own + texts.count) }
    var distances = EditDistance(limit: PassAbsence.mostEdits)
    let found = texts.compactMap { mate, other in distances.between(text, other).map { (distance: $0, offset: mate) } }
    guard let nearest = found.min(by: { $0 < $1 }) else { return (.far(limit: rule.distance), firstText.0, nil) }
    return nearest.distance > rule.distance
      ? (.far(limit: rule.distance), nearest.offset, nearest.distance) : (.pairedHere, nearest.offset, nearest.distance)
  }

  private func absence(_ rule: ScoredMatching, _ table: ScoreTable) throws -> Found {
    guard sections.survives(side, Int32(truncatingIfNeeded: offset)) else { return (.section, nil, nil) }
    let blocks = table.blocks(of: side, offset)
    guard !blocks.isEmpty else { return (.empty, nil, nil) }
    let compared = blocks.filter { $0.count <= rule.maxBlock }
    guard !compared.isEmpty else { return (.largeBlock(limit: rule.maxBlock), nil, blocks.map(\.count).max()) }
    let mates = Set(compared.flatMap { $0.records[other] }).map(Int.init).sorted()
    guard !mates.isEmpty else { return (.noRecord, nil, nil) }
    let left = mates.filter { takesPart(other, $0) }
    guard !left.isEmpty else { return absence(of: mates) }
    var best: (sum: Double, offset: Int)?
    for mate in left {
      let (source, target) = side == .source ? (offset, mate) : (mate, offset)
      guard let sum = rule.sum(try table.grades(source, target)) else { continue }
      if sum > best?.sum ?? -.infinity { best = (sum, mate) }
    }
    let limit = MatchedPasses.Nearness(score: rule.threshold).thousandths
    guard let best else { return (.low(limit: limit), left[0], nil) }
    let amount = MatchedPasses.Nearness(score: rule.score(of: best.sum)).thousandths
    if best.sum < rule.least { return (.low(limit: limit), best.offset, amount) }
    return (isAmbiguous ? .ambiguous : .pairedHere, best.offset, amount)
  }

  /// Why some records do not take part that might have been matched.
  private func absence(of mates: [Int]) -> Found {
    if let earlier = mates.first(where: { !isLeft(other, $0) }) { return (.pairedEarlier, earlier, nil) }
    return (.section, mates.first, nil)
  }

  private var isAmbiguous: Bool {
    let pairs = explainer.comparison.passes?.passes[number - 1].ambiguous ?? []
    return pairs.contains { Int(side == .source ? $0.source : $0.target) == offset }
  }

  /// The text of a key of a block and a text; `nil` for one that is too long.
  private func text(_ key: [Value]) -> [UInt32]? {
    let text = key.last.map { $0.description.unicodeScalars.map(\.value) } ?? []
    return text.count <= NearMatches.longestText ? text : nil
  }

  /// The pass that has paired a record of the other side; `nil` for none.
  private func match(_ offset: Int, _ side: Side? = nil) -> Int? {
    let side = side ?? other
    guard let partner = explainer.pairing.partner(side, offset) else { return nil }
    let target = side == .target ? offset : partner
    return explainer.comparison.passes?.match(of: Int32(truncatingIfNeeded: target)).pass
  }

  /// Whether no earlier pass has paired a record.
  private func isLeft(_ side: Side, _ offset: Int) -> Bool { match(offset, side).map { $0 >= number } ?? true }

  private func takesPart(_ side: Side, _ offset: Int) -> Bool {
    isLeft(side, offset) && sections.survives(side, Int32(truncatingIfNeeded: offset))
  }
}
