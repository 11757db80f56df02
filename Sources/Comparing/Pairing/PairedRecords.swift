import Platform
import Records
import StagedDiff

/// Which record is which, what differs, and what moved.
struct PairedRecords {
  let pairs: any RecordPairs
  let differences: Differences
  let edits: EngineChanges
  /// The identities with the hashes that made the pairs.
  let identities: IdentityIndex
  /// Which pass has made which pair; `nil` where the identity is the only one.
  private(set) var passes: MatchedPasses?

  /// Pairs by hash first and confirms while contents are compared, on every core; only where that finds a collision, or
  /// identities that occur twice, is each pair confirmed before it is made.
  ///
  /// - Parameters:
  ///   - known: What pairing by hashes gives, where that has been done.
  ///   - knownDifferences: What those pairs differ in, where that has been looked for.
  init(
    _ input: ComparisonInput, _ sections: Sections?, _ given: IdentityIndex, known: Pairing?,
    differing knownDifferences: Differences? = nil
  ) throws {
    var identities = given
    let matcher = RecordMatcher(input, sections, identities)
    let plan = input.plan.rules
    let threads = Workers.threads(limit: plan.run.workers)
    var match = try known.map(RecordMatch.linear) ?? matcher.match(threads: threads)
    try plan.run.meter?.check()
    var found: (differences: Differences, changes: LinearChanges?)?
    if match.elements.duplicates.isEmpty {
      let trusted = match
      found = try Parallel.both(
        count: trusted.elements.pairedCount, workers: plan.run.workers,
        { try knownDifferences ?? Differences(input, trusted.elements, given) },
        { trusted.linearChanges(plan.moves) })
    }
    if found?.differences.hasFalsePair ?? true {
      (match, identities) = try Self.confirmed(input, sections, identities)
      let matching = DuplicatePairing(input, sections)
      if matching.isNeeded, !match.elements.duplicates.isEmpty {
        let groups = try IdentityGroups(repeatedIn: input, matching.sections, identities)
        match = match.replacing(elements: try groups.paired(match.elements, matching))
      }
      found = (try Differences(input, match.elements, identities), nil)
    }
    var differences = found?.differences ?? Differences()
    if !plan.passes.isEmpty {
      let later = try LaterPasses(input, sections, after: match.elements)
      passes = later.found
      if !later.pairs.isEmpty {
        match = match.replacing(elements: match.elements.adding(later.pairs))
        differences = differences.joined(with: try Differences(input, of: later.pairs))
        found = nil
      }
    }
    self.identities = identities
    pairs = match.elements
    self.differences = differences
    edits = match.edits(differences.targets, sections, plan, found?.changes)
  }

  /// Takes what was found without holding all pairs in memory.
  init(_ identities: IdentityIndex, _ pairs: SpilledPairs, _ differences: Differences, _ edits: EngineChanges) {
    self.identities = identities
    self.pairs = pairs
    self.differences = differences
    self.edits = edits
  }

  /// Pairs with every pair confirmed, by other hashes if these collide as they do not by chance.
  private static func confirmed(_ input: ComparisonInput, _ sections: Sections?, _ identities: IdentityIndex)
    throws -> (RecordMatch, IdentityIndex)
  {
    let identities = identities.knowingIdenticalRecords()
    func match(_ identities: IdentityIndex, mostCollisions: Int) throws -> RecordMatch {
      try input.workers.withWorker { worker in
        let matcher = RecordMatcher(input, sections, identities)
        var collisions = 0
        return try matcher.match { first, second in
          try input.plan.run.meter?.check()
          if try identities.areIdentical(matcher.place(first), matcher.place(second), worker) { return true }
          collisions += 1
          if collisions > mostCollisions { throw TooManyCollisions() }
          return false
        }
      }
    }
    do { return (try match(identities, mostCollisions: Self.mostCollisions), identities) } catch is TooManyCollisions {
      let other = try identities.hashedAnew()
      return (try match(other, mostCollisions: .max), other)
    }
  }

  /// Among 64-bit hashes of billions of records one collision is a rarity.
  private static let mostCollisions = 1024
}

extension Pairing {
  /// The same with pairs of elements that have no partner.
  fileprivate func adding(_ pairs: [(source: Int32, target: Int32)]) -> Pairing {
    replacing(sources: [], targets: [], by: pairs)
  }
}

/// Different identities of one hash were compared too often.
private struct TooManyCollisions: Error {}

private struct RecordMatcher {
  let hashes: Sides<[UInt64]>
  let sections: Sections?
  let moves: MoveDetection

  init(_ input: ComparisonInput, _ sections: Sections?, _ identities: IdentityIndex) {
    hashes = identities.hashes
    self.sections = sections
    moves = input.plan.rules.moves
  }

  /// The side and offset that the engine's global offset stands for.
  func place(_ global: Int) -> (side: Side, offset: Int) {
    let sourceCount = hashes.source.count
    return global < sourceCount ? (.source, global) : (.target, global - sourceCount)
  }

  /// Pairs by hashes alone, on every core.
  func match(threads: Int) throws -> RecordMatch {
    guard sections == nil else { return try match { _, _ in true } }
    return .linear(Pairing(trusting: hashes, threads: threads))
  }

  func match(_ areIdentical: (Int, Int) throws -> Bool) throws -> RecordMatch {
    if let sections {
      let layouts = sections.layouts
      let pairing = try SectionedPairing(
        sections: sections.pairing, source: layouts.source, target: layouts.target, moves: moves,
        sourceHashes: hashes.source, targetHashes: hashes.target, areIdentical: areIdentical)
      if let pairing { return .sectioned(pairing) }
    }
    return .linear(try Pairing(hashes, areIdentical: areIdentical))
  }
}

/// The pairs, of records alone or of sections too.
private enum RecordMatch: Sendable {
  case linear(Pairing)
  case sectioned(SectionedPairing)

  var elements: Pairing {
    switch self {
    case .linear(let pairing): pairing
    case .sectioned(let pairing): pairing.elements
    }
  }

  func replacing(elements: Pairing) -> RecordMatch {
    switch self {
    case .linear: .linear(elements)
    case .sectioned(let pairing): .sectioned(pairing.replacing(elements: elements))
    }
  }

  /// The changes without updates; `nil` with sections.
  func linearChanges(_ moves: MoveDetection) -> LinearChanges? {
    guard case .linear(let pairing) = self else { return nil }
    return LinearChanges(pairing: pairing, moves: moves, updatedTargets: [])
  }

  /// The changes, given what was updated, and what there is beside if that is known.
  func edits(_ updated: [Int32], _ sections: Sections?, _ plan: ComparisonPlan, _ changes: LinearChanges?)
    -> EngineChanges
  {
    switch self {
    case .linear(let pairing):
      return .linear(
        changes?.updating(updated, of: pairing)
          ?? LinearChanges(pairing: pairing, moves: plan.moves, updatedTargets: updated))
    case .sectioned(let pairing):
      let updatedSections = sections?.updated ?? []
      let changes = SectionedChanges(
        pairing: pairing, updatedTargetSections: updatedSections, updatedTargetElements: updated)
      guard plan.sectionMoves != plan.moves else { return .sectioned(changes) }
      return .sectioned(
        SectionedChanges(
          sections: pairing.sections, updatedTargetSections: updatedSections, moves: plan.sectionMoves,
          elements: changes.elements, source: pairing.source, target: pairing.target))
    }
  }
}

/// Pairs, pass by pass, the records that the identity has left without a partner.
///
/// A record without a value for a pass takes no part in it. In sections, only records of sections that have a partner
/// do: the others come and go with their section.
struct LaterPasses {
  private let input: ComparisonInput
  private let matching: DuplicatePairing
  /// The offsets of the records that have no partner, ascending.
  private var left: Sides<[Int32]>
  private(set) var pairs: [(source: Int32, target: Int32)] = []
  private(set) var found: MatchedPasses

  /// Runs the later passes of the plan.
  ///
  /// - Throws: `ComparisonError` where duplicates are refused and there are some, or what a script throws.
  /// - Complexity: O(*p b*) for *p* passes and *b* bytes of the records that are left; ``NearMatches`` has its own.
  init(_ input: ComparisonInput, _ sections: Sections?, after pairing: Pairing) throws {
    self.input = input
    let matching = DuplicatePairing(input, sections)
    self.matching = matching
    left = Sides { side in
      (side == .source ? pairing.unpairedSources : pairing.unpairedTargets).filter {
        matching.sections.survives(side, $0)
      }
    }
    found = MatchedPasses(input.plan.rules, pairedFirst: pairing.pairedCount)
    for (index, pass) in input.plan.rules.passes.enumerated() {
      found.passes.append(MatchedPasses.Pass(name: pass.words))
      if input.plan.run.runs(pass: index + 2) { try run(pass) }
    }
  }

  private mutating func run(_ pass: MatchingPass) throws {
    switch pass {
    case .columns(let names): try take(matches(.columns(names)))
    case .script(let function): try take(matches(.script(function)))
    case .near(let rule):
      let near = try rest(by: .columns(pass.columns)).inFileOrderIfFailing { try NearMatches($0, rule) }
      found.passes[found.passes.count - 1].omissions = near.omissions
      take(near.matches.map { ($0.source, $0.target, $0.nearness) })
    case .scored(let rule):
      let scored = try rest(by: .columns(pass.columns)).inFileOrderIfFailing { try ScoredMatches($0, rule) }
      found.passes[found.passes.count - 1].omissions = scored.omissions
      let ambiguous = scored.ambiguous.map { pair in
        MatchedPasses.AmbiguousPair(
          source: left.source[Int(pair.source)], target: left.target[Int(pair.target)], nearness: pair.nearness)
      }
      found.passes[found.passes.count - 1].ambiguous = ambiguous
      if rule.ambiguity == .error, let first = ambiguous.first { throw refusal(first, of: ambiguous.count) }
      take(scored.matches.map { ($0.source, $0.target, $0.nearness) })
    }
  }

  private func refusal(_ pair: MatchedPasses.AmbiguousPair, of count: Int) -> ComparisonError {
    let target = input.tables.target.place(of: input.orders.target[Int(pair.target)])
    return ComparisonError(
      .ambiguousPairs(count: count, with: target), table: input.tables.source,
      record: input.orders.source[Int(pair.source)])
  }

  private func rest(by identity: ComparisonPlan.Identity) throws -> ComparisonInput {
    var rest = try input.identified(by: identity, permitsGaps: true)
    rest.orders = Sides { side in
      let order = input.orders[side]
      return RecordOrder(left[side].map { Int32(truncatingIfNeeded: order[Int($0)]) })
    }
    return rest
  }

  /// The pairs of equal identities among the records that are left, by their places there.
  private mutating func matches(_ identity: ComparisonPlan.Identity) throws -> [(Int32, Int32, MatchedPasses.Nearness?)]
  {
    let rest = try rest(by: identity)
    let identities = try rest.inFileOrderIfFailing { try IdentityIndex($0) }
    let groups = try IdentityGroups(all: rest, try identities.withGapsApart())
    if rest.plan.rules.duplicates == .error { try groups.refuseRepeated() }
    found.passes[found.passes.count - 1].repeated = Side.allCases.map(groups.repeatedCount).max() ?? 0
    return try groups.pairs(matching, at: left).map { ($0.source, $0.target, nil) }
  }

  /// Takes pairs, given by their places among the records that are left.
  private mutating func take(_ matches: [(Int32, Int32, MatchedPasses.Nearness?)]) {
    var isTaken = Sides { [Bool](repeating: false, count: left[$0].count) }
    for (source, target, nearness) in matches {
      isTaken.source[Int(source)] = true
      isTaken.target[Int(target)] = true
      let target = left.target[Int(target)]
      pairs.append((left.source[Int(source)], target))
      found.add(target, nearness)
    }
    left = Sides { side in zip(left[side], isTaken[side]).filter { !$1 }.map(\.0) }
  }
}
