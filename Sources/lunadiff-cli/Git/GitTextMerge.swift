/// Two versions of a file joined line by line, by git itself.
struct GitTextMerge {
  let base: String
  let ours: String
  let theirs: String
  /// What the marks of conflicts call the base, ours and theirs.
  let names: [String]

  /// From this status on git's own merge has failed; below it is the number of conflicts.
  private static let failure: Int32 = 128

  /// Writes the result over our version.
  ///
  /// - Throws: `CommandError` where git cannot do it, as with what is no text.
  func run() throws -> ExitStatus {
    let labels = [names[1], names[0], names[2]].flatMap { ["-L", $0] }
    let (end, _) = try Git.run(["merge-file"] + labels + ["--", ours, base, theirs], limit: 0)
    guard end.status < Self.failure else {
      throw CommandError("git merge-file: \(end.reason)")
    }
    return end.status == 0 ? .same : .different
  }
}
