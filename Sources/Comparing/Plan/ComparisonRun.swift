import Records
import StagedDiff

/// What a comparison is run with; it does not change the result.
package struct ComparisonRun: Sendable {
  /// The functions that the rules call by number; `nil` if they call none.
  package var scripts: (any ScriptedRules)?
  /// The most threads to use; 0 for as many as there are cores.
  package var workers = 0
  /// Counts the records that have been identified and compared, and knows whether anybody still waits for them.
  package var meter: WorkMeter?
  /// How many bytes of what functions answered may be kept, so that they are not asked again.
  package var room = 128 << 20
  /// What is known of all records where only a share of them is compared; `nil` where all are.
  package var share: Share?
  /// The columns that were hashed while reading before a key was known: the tables have the hashes of these alone.
  package var guessedKey: [String]?

  package init(scripts: (any ScriptedRules)? = nil, workers: Int = 0, meter: WorkMeter? = nil) {
    self.scripts = scripts
    self.workers = workers
    self.meter = meter
  }

  /// All records of some identities, of a comparison that others make, too.
  package struct Share: Sendable {
    /// Which pass of the identity pairs the records, from 1.
    let pass: Int
    /// The sections of all records, in order of first appearance; empty where records name none.
    let sections: Sides<[Value]>
    /// How sections move, all of which are known; records do not, since no share sees the order of all.
    let sectionMoves: MoveDetection

    package init(pass: Int, sections: Sides<[Value]>, sectionMoves: MoveDetection) {
      (self.pass, self.sections, self.sectionMoves) = (pass, sections, sectionMoves)
    }
  }

  /// Whether a pass of the identity pairs records here; the first is 1.
  func runs(pass: Int) -> Bool { share.map { $0.pass == pass } ?? true }

  /// The sections of a side that are numbered before any record is looked at.
  func knownSections(_ side: Side) -> [Value] { share?.sections[side] ?? [] }
}

extension ComparisonPlan {
  /// About how long each step takes, for a record whose reading takes 1: a call of a script's function takes several
  /// times as long.
  package var shares: [WorkMeter.Step: Double] {
    var isIdentifiedByScript = false
    if case .script = identity { isIdentifiedByScript = true }
    var isComparedByScript = hasScriptedNormalizers
    if case .script = equality { isComparedByScript = true }
    for case (_, .script) in ruleSet.comparators { isComparedByScript = true }
    if case .script = parts.usualEquality { isComparedByScript = true }
    var filtering = ruleSet.filter == nil ? 0.0 : 1
    if case .script = ruleSet.filter { filtering = 6 }
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
