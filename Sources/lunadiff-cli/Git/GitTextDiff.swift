import Platform

enum GitColor {
  /// What git's setting `color.diff` comes to, also where git sends the output through its pager.
  static func isOn() throws -> Bool {
    guard Environment.variable("NO_COLOR") == nil else { return false }
    let isTerminal = Terminal.isTerminal(.standardOutput)
    return try Git.ask(["config", "--get-colorbool", "color.diff", "\(isTerminal)"]) == "true"
  }
}

struct GitTextDiff {
  let change: GitChange
  let isColored: Bool

  private static let mostBytes = 1 << 28

  /// Writes git's hunks under the names of the versions, for which git only sees temporary files.
  func write() throws {
    let color = isColored ? "always" : "never"
    let output = try Git.run(
      [
        "diff", "--no-index", "--no-ext-diff", "--no-textconv", "--color=\(color)", "--",
        change.old.file, change.new.file,
      ], limit: Self.mostBytes, inRepository: false
    ).output
    try StandardOutput.print("--- \(change.oldName)\n+++ \(change.newName)\n")
    if let start = Self.firstHunk(output) {
      try Descriptor.standardOutput.write(Array(output[start...]))
    } else if !output.isEmpty {
      try StandardOutput.print("Binary files differ\n")
    }
  }

  /// Where the first line is that begins with `@@`, in colour or not.
  private static func firstHunk(_ output: [UInt8]) -> Int? {
    var start = 0
    while start < output.count {
      let line = output[start...].prefix { $0 != UInt8(ascii: "\n") }
      if line.drop(while: { $0 != UInt8(ascii: "@") }).starts(with: "@@".utf8),
        line.first == UInt8(ascii: "@") || line.first == 0x1B
      {
        return start
      }
      start = line.endIndex + 1
    }
    return nil
  }
}
