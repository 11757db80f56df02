import Comparing

/// Two inputs whose keys are looked for.
package struct ProbeRequest: Sendable {
  package var old: String
  package var new: String?
  /// How they are read, and which comparators, normalizers, filter, renames and identity there are.
  package var options = ComparisonOptions()
  /// Keys to try, each of one column or several; beside them the identity that the rules name.
  package var candidates: [[String]] = []
  /// Whether keys are searched for; so they are where there is no candidate.
  package var suggests = false
  package var search = SearchLimits()
  /// A file of pairs that are known to be the same, for the precision and recall of each key.
  package var truth: String?

  package init(old: String, new: String? = nil) {
    self.old = old
    self.new = new
  }
}
