package enum SubprocessError: Error, Equatable, CustomStringConvertible {
  /// There is no program of this name on the search path.
  case notInstalled(String)
  /// The system refused to start it, or to wait for it.
  case refused(String, Errno)
  /// It wrote more than was to be read.
  case tooMuchOutput(String, limit: Int)
  /// It was ended because its output is no longer wanted.
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
