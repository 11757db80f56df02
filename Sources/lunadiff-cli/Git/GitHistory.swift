import Platform

/// The commits that changed a file, the newest first.
struct GitHistory {
  let commits: [GitCommit]

  private static let mostBytes = 1 << 28
  /// What begins a commit, and cannot be in anything that git says of it.
  private static let start: Unicode.Scalar = "\u{1}"

  /// Asks git for a file's commits, through renamings.
  ///
  /// - Parameter most: How many of them; `nil` for all.
  /// - Throws: `CommandError` with what git says.
  init(of file: String, most: Int?) throws {
    let count = most.map { ["--max-count=\($0)"] } ?? []
    // A letter before what may be empty, so that it has a place of its own.
    let form = "--format=%x01%H%x00%h%x00%ad%x00a%an%x00s%s"
    let (end, output) = try Git.run(
      ["log", "--follow", "--name-status", "-z", "--date=short", form] + count + ["--", file],
      limit: Self.mostBytes)
    guard end.status == 0 else { throw CommandError("git log: \(end.reason)") }
    let text = String(decoding: output, as: UTF8.self)
    commits = text.unicodeScalars.split(separator: Self.start).compactMap { part in
      GitCommit(part.split { $0 == "\0" || $0 == "\n" }.map { String($0) })
    }
  }
}

/// A commit, and what it made of one file.
struct GitCommit {
  /// `abc1234  2026-10-01  Ada`.
  let heading: String
  /// The first line of its message.
  let subject: String
  /// The version before it; `nil` where it added the file.
  let old: Version?
  /// The version that it made; `nil` where it deleted the file.
  let new: Version?

  /// A version of the file that git keeps.
  struct Version {
    /// `REV:PATH` with the commit's whole name.
    let input: String
    /// The same as people read it, with the short name.
    let name: String
  }

  /// - Parameter words: The commit's name, its short name, the date, author and subject behind a letter each, the
  ///   letter of what happened, and the path, or both of them where the file was renamed.
  init?(_ words: [String]) {
    guard words.count >= 7, let change = words[5].first, let path = words.last else { return nil }
    let author = VisibleText.line(String(words[3].dropFirst()))
    heading = "\(words[1])  \(words[2])  \(author)"
    subject = VisibleText.line(String(words[4].dropFirst()))
    func version(_ mark: String, _ path: String) -> Version {
      Version(input: "\(words[0])\(mark):\(path)", name: "\(words[1])\(mark):\(path)")
    }
    old = change == "A" ? nil : version("^", words[6])
    new = change == "D" ? nil : version("", path)
  }
}
