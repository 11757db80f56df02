/// Finds programs, and never in the current directory: that may have come from anywhere.
package enum SearchPath {
  /// Lists of folders from which programs, or modules of Python, are loaded.
  private static let variables = ["PATH", "PYTHONPATH"]
  private static let usualFolders = ["/usr/bin", "/bin"]

  /// The path of a program by its name; a whole path is returned unchanged.
  ///
  /// Empty and relative folders of `PATH` are skipped.
  package static func find(_ program: String) -> String? {
    guard !program.utf8.contains(UInt8(ascii: "/")) else { return program.hasPrefix("/") ? program : nil }
    guard !program.isEmpty else { return nil }
    return folders(of: "PATH").lazy.map { "\($0)/\(program)" }.first(where: canRun)
  }

  /// Whether a program can be run by its name, or by its whole path.
  package static func has(_ program: String) -> Bool { find(program).map(canRun) ?? false }

  /// The variables for programs that are started: without empty and relative folders.
  package static var environment: [(name: String, value: String)] {
    variables.compactMap { name in
      name != "PATH" && Environment.value(name) == nil ? nil : (name, folders(of: name).joined(separator: ":"))
    }
  }

  private static func folders(of variable: String) -> [String] {
    let folders = (Environment.value(variable) ?? "").split(separator: ":").map(String.init)
    let whole = folders.filter { $0.hasPrefix("/") }
    return whole.isEmpty && variable == "PATH" ? usualFolders : whole
  }

  private static func canRun(_ path: String) -> Bool {
    FilePath.size(of: path) != nil && path.withPath { access($0, X_OK) } == 0
  }
}
