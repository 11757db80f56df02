/// The command under way with standard input in place of one of its files.
enum PipedCommand {
  /// Commands that read standard input.
  private static let readers: [any DocumentedCommand.Type] = [
    DiffCommand.self, ProbeCommand.self, MergeCommand.self, PatchCommand.self,
  ]

  /// The whole command line for a shell.
  ///
  /// - Returns: `nil` where the command cannot read the file from a pipe, or has no file of this path among its words.
  static func text(
    _ arguments: [String], reading file: String, _ command: any DocumentedCommand.Type
  ) -> String? {
    guard readers.contains(where: { $0 == command }), !arguments.contains("-"),
      !arguments.contains("--watch"), arguments.filter({ $0 == file }).count == 1
    else { return nil }
    let words = ["lunadiff"] + arguments.map { $0 == file ? "-" : $0 }
    return words.map(\.shellWord).joined(separator: " ")
  }
}
