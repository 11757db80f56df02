import Records

/// What all requests that read inputs have in common.
package protocol ReadingRequest {
  /// How inputs are read.
  var read: ReadOptions { get set }
}

extension PatchRequest: ReadingRequest {}

/// Does what a request asks for, and gives the result away if none of its inputs changed meanwhile.
///
/// - Parameter work: Is given the request with a watch over the inputs that it opens.
/// - Throws: What went wrong as a message; that is that an input changed, if one did.
package func watchingInputs<Request: ReadingRequest, Result>(
  of request: Request, _ work: (Request) throws -> Result
) throws(LunaDiffError) -> Result {
  let watch = InputWatch()
  var request = request
  request.read.watch = watch
  do { return try watch.guarding { try work(request) } } catch { throw LunaDiffError(error) }
}
