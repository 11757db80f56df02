import Requests

/// Two files of a batch, and how they are compared.
package struct BatchPair: Sendable {
  /// The pair's name, which no other pair of the batch has; a relative path without `..`.
  package var name: String
  package var old: String?
  package var new: String?
  /// Why the two cannot be compared; `nil` if nothing is known against it.
  package var problem: String?
  package var options = ComparisonOptions()

  /// A pair without any rule.
  package init(name: String, old: String?, new: String?) {
    self.name = name
    self.old = old
    self.new = new
  }
}

extension BatchPair {
  /// About how many bytes the pair has, once they are inflated.
  var size: Int { [old, new].compactMap { $0.flatMap(FileSize.inflated) }.reduce(0, +) }
}
