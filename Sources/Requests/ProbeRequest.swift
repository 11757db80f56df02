import Comparing

/// Everything that decides what a probe looks at.
package struct ProbeRequest: Sendable {
  /// The path of the old input; `-` is standard input.
  package var old: String
  /// The path of the new input; `nil` if there is none.
  package var new: String?
  /// How they are read, and which comparators, normalizers, filter, renames and identity there are.
  package var options = ComparisonOptions()
  /// Keys to try, each of one column or several; beside them the identity that the rules name.
  package var candidates: [[String]] = []
  /// Whether keys are searched for; so they are where there is no candidate.
  package var suggests = false
  /// How far the search goes.
  package var search = SearchLimits()

  /// A search for keys of one input or of two.
  package init(old: String, new: String? = nil) {
    self.old = old
    self.new = new
  }
}
