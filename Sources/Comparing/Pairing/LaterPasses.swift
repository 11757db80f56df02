import StagedDiff

/// Pairs, pass by pass, the records that the identity has left without a partner.
///
/// A record without a value for a pass takes no part in it. In sections, only records of sections that have a partner do:
/// the others come and go with their section.
struct LaterPasses {
  private let collections: ComparisonInput
  /// The offsets of the records that have no partner, ascending.
  private var left: Sides<[Int32]>
  /// The pairs that were found.
  private(set) var pairs: [(source: Int32, target: Int32)] = []
  /// Which pass has found which.
  private(set) var found: MatchedPasses

  /// Runs the later passes of the plan.
  ///
  /// - Throws: `ComparisonError` where duplicates are refused and there are some, or what a script throws.
  /// - Complexity: O(*p b*) for *p* passes and *b* bytes of the records that are left; ``NearMatches`` has its own.
  init(_ collections: ComparisonInput, _ sections: Sections?, after pairing: Pairing) throws {
    self.collections = collections
    let surviving = sections.map(SurvivingSections.init)
    left = Sides { side in
      (side == .source ? pairing.unpairedSources : pairing.unpairedTargets)
        .filter { surviving?.hold(side, Int($0)) ?? true }
    }
    found = MatchedPasses(collections.plan.rules, pairedFirst: pairing.pairedCount)
    for pass in collections.plan.rules.passes { try run(pass) }
  }

  private mutating func run(_ pass: MatchingPass) throws {
    switch pass {
    case .columns(let names):
      found.passes.append(MatchedPasses.Pass(name: names.joined(separator: ", ")))
      try take(matches(.columns(names)))
    case .script(let function):
      found.passes.append(MatchedPasses.Pass(name: "function"))
      try take(matches(.script(function)))
    case .near(let rule):
      found.passes.append(MatchedPasses.Pass(name: rule.summary))
      let near = try NearMatches(rest(by: .columns(pass.columns)), rule)
      found.passes[found.passes.count - 1].omissions = near.omissions
      take(near.matches.map { ($0.source, $0.target, $0.nearness) })
    }
  }

  /// The records that are left, under another identity.
  private func rest(by identity: ComparisonPlan.Identity) throws -> ComparisonInput {
    var rest = try collections.identified(by: identity, permitsGaps: true)
    rest.orders = Sides { side in
      let order = collections.orders[side]
      return RecordOrder(left[side].map { Int32(truncatingIfNeeded: order[Int($0)]) })
    }
    return rest
  }

  /// The pairs of equal identities among the records that are left, by their places there.
  private mutating func matches(
    _ identity: ComparisonPlan.Identity
  ) throws -> [(Int32, Int32, MatchedPasses.Nearness?)] {
    let rest = try rest(by: identity)
    let matching = DuplicateMatching(
      all: rest, try IdentityIndex(rest).withGapsApart())
    let repeated = try matching.duplicates()
    if rest.plan.rules.duplicates == .error { try matching.refuse(repeated) }
    found.passes[found.passes.count - 1].repeated = max(
      repeated.source.identities, repeated.target.identities)
    return try matching.pairs().map { ($0.source, $0.target, nil) }
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
    left = Sides { side in
      zip(left[side], isTaken[side]).filter { !$1 }.map(\.0)
    }
  }
}
