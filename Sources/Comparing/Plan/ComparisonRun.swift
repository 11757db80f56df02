import Records

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
  /// Whether the records are some of those that are compared, so that a share of them may be left out altogether.
  package var isShare = false

  /// The columns that were hashed while reading before a key was known: the tables have the hashes of these alone.
  package var guessedKey: [String]?

  package init(scripts: (any ScriptedRules)? = nil, workers: Int = 0, meter: WorkMeter? = nil) {
    self.scripts = scripts
    self.workers = workers
    self.meter = meter
  }
}
