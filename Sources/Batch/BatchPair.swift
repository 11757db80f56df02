import Requests

/// Two inputs of a batch to be compared, or the reason why they cannot be.
package struct BatchPair: Sendable {
  /// The pair's name, which no other pair of the batch has; a relative path without `..`.
  package var name: String
  package var old: String?
  package var new: String?
  /// Why the two cannot be compared; `nil` if nothing is known against it.
  package var problem: String?
  package var options = ComparisonOptions()

  package init(name: String, old: String?, new: String?) {
    self.name = name
    self.old = old
    self.new = new
  }
}

extension BatchPair {
  var size: Int { [old, new].compactMap { $0.flatMap(FileSize.inflated) }.reduce(0, +) }
}
