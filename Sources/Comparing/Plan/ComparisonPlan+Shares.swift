import Records

extension ComparisonPlan {
  /// About how long each step takes, for a record whose reading takes 1: a call of a script's function takes several times
  /// as long.
  package var shares: [WorkMeter.Step: Double] {
    var isIdentifiedByScript = false
    if case .script = identity { isIdentifiedByScript = true }
    var isComparedByScript = hasScriptedNormalizers
    if case .script = equality { isComparedByScript = true }
    for case (_, .script) in comparators { isComparedByScript = true }
    if case .script = usualEquality { isComparedByScript = true }
    var filtering = filter == nil ? 0.0 : 1
    if case .script = filter { filtering = 6 }
    return [
      .reading: 1, .filtering: filtering, .identifying: isIdentifiedByScript ? 6 : 0,
      .comparing: isComparedByScript ? 3 : 0.5,
    ]
  }

  /// The same where records are identified by fingerprints, which are made of all of them.
  package var sharesOfSpilling: [WorkMeter.Step: Double] {
    var shares = shares
    shares[.identifying] = max(1, shares[.identifying] ?? 0)
    return shares
  }
}
