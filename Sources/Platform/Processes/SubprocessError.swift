/// A program that could not be started, or that failed.
package enum SubprocessError: Error, Equatable, CustomStringConvertible {
  case notInstalled(String)
  case refused(String, Errno)
  case tooMuchOutput(String, limit: Int)
  case unwanted(String)

  package var description: String {
    switch self {
    case .notInstalled(let program): "\(program) is not installed, or not on the search path"
    case .refused(let program, let reason): "cannot run \(program): \(reason)"
    case .tooMuchOutput(let program, let limit): "\(program) writes more than \(limit) bytes"
    case .unwanted(let program): "\(program) was ended: nobody waits for it any more"
    }
  }
}
