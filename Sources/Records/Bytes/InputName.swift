package enum InputName {
  package static let standardInput = "standard input"

  /// The name of an input by its path, without a password that is in an address.
  package static func of(_ path: String) -> String {
    guard path != "-" else { return standardInput }
    guard let start = path.firstRange(of: "://")?.upperBound else { return path }
    let host = path[start...].prefix { !"/?#".contains($0) }
    guard let end = host.lastIndex(of: "@"), let colon = host[..<end].firstIndex(of: ":") else { return path }
    return path[...colon] + "***" + path[end...]
  }
}
