import RecordDiff

/// What is merged, and by which rules.
package struct MergeRequest: Sendable {
  /// The path of the input that both sides come from.
  package var base: String
  /// The path of our input.
  package var ours: String
  /// The path of their input.
  package var theirs: String
  /// What is done about conflicts.
  package var favor = MergeFavor.none
  /// How all three are read and compared.
  package var options = ComparisonOptions()

  /// A merge without any rule.
  package init(base: String, ours: String, theirs: String) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }
}
