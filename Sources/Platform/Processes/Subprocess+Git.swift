extension Subprocess {
  /// Settings that a repository could use to run a program, or to pass as one in the middle of a working tree.
  private static let gitSettings = [
    "safe.bareRepository=explicit", "core.fsmonitor=", "core.hooksPath=/dev/null", "log.showSignature=false",
  ]

  /// Git, so that nothing that came with a repository runs a program.
  ///
  /// Fetching what a partial clone lacks would run the programs that its configuration names.
  package static func git(_ arguments: [String]) -> Subprocess {
    var git = Subprocess("git", ["--no-pager"] + gitSettings.flatMap { ["-c", $0] } + arguments)
    git.environment = [("GIT_NO_LAZY_FETCH", "1")]
    return git
  }
}
