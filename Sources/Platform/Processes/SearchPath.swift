/// Whether a program is on the search path.
package enum SearchPath {
  /// Whether a program can be run by its name, or by its path.
  package static func has(_ program: String) -> Bool {
    guard !program.isEmpty else { return false }
    guard !program.utf8.contains(UInt8(ascii: "/")) else { return canRun(program) }
    let folders = (Environment.variable("PATH") ?? "/bin:/usr/bin").split(
      separator: ":", omittingEmptySubsequences: false)
    return folders.contains { canRun("\($0.isEmpty ? "." : $0)/\(program)") }
  }

  private static func canRun(_ path: String) -> Bool {
    FilePath.size(of: path) != nil && path.withPath { access($0, X_OK) } == 0
  }
}
