/// Two versions of a file joined line by line, by git itself.
struct GitTextMerge {
  let base: String
  let ours: String
  let theirs: String
  let path: String

  /// From this status on git's own merge has failed; below it is the number of conflicts.
  private static let failure: Int32 = 128

  /// Writes the result over our version.
  ///
  /// - Throws: `CommandError` where git cannot do it, as with what is no text.
  func run() throws -> ExitStatus {
    let labels = ["ours", "base", "theirs"].flatMap { ["-L", "\($0)/\(path)"] }
    let (end, _) = try Git.run(["merge-file"] + labels + ["--", ours, base, theirs], limit: 0)
    guard end.status < Self.failure else {
      throw CommandError("git merge-file: \(end.reason)")
    }
    return end.status == 0 ? .same : .different
  }
}
