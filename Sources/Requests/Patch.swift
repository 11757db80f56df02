import Comparing
import Patching

package struct PatchRequest: Sendable {
  /// The path of the input to change; `-` is standard input.
  package var input: String
  /// The path of the recorded result, JSON or JSON Lines, or of a JSON Patch; `-` is standard input.
  package var changes: String
  package var options = ComparisonOptions()
  package var use = PatchUse()

  package init(input: String, changes: String) {
    self.input = input
    self.changes = changes
  }
}

/// Applies a recorded result to an input, or takes it back; or applies a JSON Patch.
///
/// A result that was recorded with `--patchable` gives the other file byte for byte, if the input is the one that it
/// was recorded from. Otherwise the changes are applied by their values, after everything that the result says of the
/// input has been checked. A JSON Patch (RFC 6902) is applied to JSON and JSON Lines.
///
/// - Complexity: O(*b*) for *b* bytes of both.
package func patch(_ request: PatchRequest) throws(LunaDiffError) -> PatchOutput {
  try watchingInputs(of: request) { request in
    if request.input == "-", request.changes == "-" {
      throw LunaDiffError("standard input cannot be both the input and the changes")
    }
    let changes = try RecordedResult.input(path: request.changes, as: request.options.read)
    let opening = RequestOpening(request.options, RuleSet())
    let input = try opening.openTexts([request.input], named: [nil])[0]
    var output = try request.use.apply(changes, to: input) { try input.table() }
    if input.isConverted { output.notes.insert("\(input.name) was converted; the output is UTF-8", at: 0) }
    return output
  }
}
