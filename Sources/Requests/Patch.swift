import RecordDiff
import Records

/// Applies a recorded result to an input, or takes it back.
///
/// A result that was recorded with `--patchable` gives the other file byte for byte, if the input is the one that it was
/// recorded from. Otherwise the changes are applied by their values, after everything that the result says of the input
/// has been checked.
///
/// - Throws: `LunaDiffError` where the result does not fit, or something cannot be read.
/// - Complexity: O(*b*) for *b* bytes of both.
public func patch(_ request: PatchRequest) throws(LunaDiffError) -> PatchOutput {
  try watchingInputs(of: request) { request in
    if request.input == "-", request.changes == "-" {
      throw LunaDiffError("standard input cannot be both the input and the changes")
    }
    let document = try PatchDocument.open(path: request.changes, as: request.read)
    var options = request.read
    options.workers = request.threads
    let input = try RecordInput.open(path: request.input, options: options)
    try request.read.checkUse(in: [input])
    var output = try request.use.apply(document, to: input.name, text: input.wholeText) {
      try input.table()
    }
    if input.isConverted {
      output.notes.insert("\(input.name) was converted; the output is UTF-8", at: 0)
    }
    return output
  }
}
