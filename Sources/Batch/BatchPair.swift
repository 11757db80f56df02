import Comparing
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
  /// The file of accepted differences that flags name for it.
  var acceptedFile: String? { options.flags.accept.map { AcceptedFile.path($0, table: name) } }

  /// The bytes of its inputs, about; `nil` of what is no regular file.
  var sizes: Sides<Int?> { Sides { ($0 == .source ? old : new).flatMap(FileSize.inflated) } }
}
