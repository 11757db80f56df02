import Patching

/// What is merged, and by which rules.
package struct MergeRequest: Sendable {
  /// The path of the input that both sides come from.
  package var base: String
  /// The path of our input.
  package var ours: String
  /// The path of their input.
  package var theirs: String
  /// What the three are called in messages, and what their format is told by; `nil`: their paths.
  package var names: Names?
  /// What is done about conflicts.
  package var favor = MergeFavor.none
  /// How all three are read and compared.
  package var options = ComparisonOptions()

  /// Names for inputs whose paths say nothing, as of temporary files.
  package struct Names: Sendable {
    package let base: String
    package let ours: String
    package let theirs: String

    package init(base: String, ours: String, theirs: String) {
      self.base = base
      self.ours = ours
      self.theirs = theirs
    }
  }

  /// A merge without any rule.
  package init(base: String, ours: String, theirs: String) {
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }
}
