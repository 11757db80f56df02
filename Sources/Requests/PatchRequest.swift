import Patching

/// What is applied to what.
package struct PatchRequest: Sendable {
  /// The path of the input to change; `-` is standard input.
  package var input: String
  /// The path of the recorded result, JSON or JSON Lines, or of a patch of RFC 6902 or 7396; `-` is standard input.
  package var changes: String
  /// How the input is read.
  package var options = ComparisonOptions()
  /// Whether the input is the new one, to be turned back into the old one.
  package var isReverse = false
  /// Whether columns that one side alone has are left as they are.
  package var keepsColumns = false
  /// Whether nothing but the exact patch that `--patchable` records will do.
  package var isExact = false

  /// An input and the result to apply.
  package init(input: String, changes: String) {
    self.input = input
    self.changes = changes
  }
}

extension PatchRequest {
  /// How the result is applied.
  var use: PatchUse {
    var use = PatchUse()
    use.isReverse = isReverse
    use.keepsColumns = keepsColumns
    use.isExact = isExact
    return use
  }
}
