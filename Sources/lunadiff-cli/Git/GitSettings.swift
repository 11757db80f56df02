/// The settings by which git knows this program.
struct GitSettings {
  /// Whether they are the user's, and not a repository's.
  let isGlobal: Bool

  private static let all = [
    (key: "diff.lunadiff.command", value: "lunadiff git diff --"),
    (key: "merge.lunadiff.name", value: "records joined by lunadiff"),
    (key: "merge.lunadiff.driver", value: "lunadiff git merge -- %O %A %B %P %S %X %Y"),
    (key: "difftool.lunadiff.cmd", value: #"lunadiff -- "$LOCAL" "$REMOTE""#),
  ]

  private var place: String { isGlobal ? "--global" : "--local" }

  /// Sets what is not set yet; a value of the user's own stays.
  ///
  /// - Returns: What was done, a line each.
  func install() throws -> [String] {
    try Self.all.map { key, value in
      guard let present = try Git.ask(["config", place, "--get", key]) else {
        try Git.require(["config", place, key, value])
        return "set \(key)"
      }
      return present == value ? "\(key) is set" : "\(key) stays as it is: \(present)"
    }
  }

  /// Removes what is set.
  ///
  /// - Returns: What was done, a line each.
  func uninstall() throws -> [String] {
    try Self.all.compactMap { key, _ in
      guard try Git.ask(["config", place, "--get-all", key]) != nil else { return nil }
      try Git.require(["config", place, "--unset-all", key])
      return "removed \(key)"
    }
  }
}
