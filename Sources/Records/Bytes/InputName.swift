import Platform

/// What an input is called where it is standard input.
package enum InputName {
  package static let standardInput = "standard input"

  /// The name of an input by its path, without a password that is in an address.
  package static func of(_ path: String) -> String {
    guard path != "-" else { return standardInput }
    guard path.utf8.contains(UInt8(ascii: ":")), let start = path.firstRange(of: "://")?.upperBound else {
      return path
    }
    let host = path[start...].prefix { !"/?#".contains($0) }
    guard let end = host.lastIndex(of: "@"), let colon = host[..<end].firstIndex(of: ":") else { return path }
    return path[...colon] + "***" + path[end...]
  }

  /// Whether a path leads to standard input: `-`, or by another name to the pipe that it is, as `/dev/stdin`.
  package static func isStandardInput(_ path: String) -> Bool {
    guard path != "-" else { return true }
    var (own, other) = (stat(), stat())
    guard fstat(STDIN_FILENO, &own) == 0, own.st_mode & S_IFMT == S_IFIFO, path.withPath({ stat($0, &other) }) == 0
    else { return false }
    return own.st_dev == other.st_dev && own.st_ino == other.st_ino
  }
}
