import Platform

/// What was typed in earlier sessions: a chunk a line, with `\n` and `\\` inside it.
///
/// Every session appends, so that several at once lose nothing. Where the file cannot be used there is no history.
struct HistoryFile {
  /// The file; `nil` if there is no place for it.
  let path: String?
  private static let kept = 1000

  /// The user's own: `$XDG_STATE_HOME/lunadiff/history`, else `~/.local/state/lunadiff/history`.
  static var standard: HistoryFile {
    let base =
      Environment.variable("XDG_STATE_HOME")
      ?? Environment.variable("HOME").map { "\($0)/.local/state" }
    return HistoryFile(path: base.map { "\($0)/lunadiff/history" })
  }

  /// The last chunks, the oldest first; a file that has become long is cut.
  func load() -> [String] {
    guard let path, let bytes = read(path) else { return [] }
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    let last = lines.suffix(Self.kept)
    if lines.count > 2 * Self.kept {
      write(Array(last.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")], O_TRUNC)
    }
    return last.map { Self.unescaped(String(decoding: $0, as: UTF8.self)) }
  }

  /// Adds a chunk.
  func append(_ chunk: String) {
    guard let path else { return }
    makeDirectories(to: path)
    write(Array((Self.escaped(chunk) + "\n").utf8), O_APPEND)
  }

  static func escaped(_ chunk: String) -> String {
    String(
      chunk.flatMap { character -> [Character] in
        switch character {
        case "\\": ["\\", "\\"]
        case "\n": ["\\", "n"]
        default: [character]
        }
      })
  }

  static func unescaped(_ line: String) -> String {
    var text = ""
    var isEscaped = false
    for character in line {
      if isEscaped {
        text.append(character == "n" ? "\n" : character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else {
        text.append(character)
      }
    }
    return text
  }

  // MARK: The file

  private func read(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 14)
    while case let count = fread(&block, 1, block.count, file), count > 0 {
      bytes += block[..<count]
    }
    return bytes
  }

  private func write(_ bytes: [UInt8], _ mode: Int32) {
    guard let path else { return }
    let number = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | mode, 0o600)
    guard number >= 0 else { return }
    defer { close(number) }
    let file = Descriptor(number: number, name: path)
    // A history that cannot be written is no reason to disturb a session.
    try? file.write(bytes)
  }

  private func makeDirectories(to path: String) {
    for (index, byte) in path.utf8.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
      mkdir(String(path.utf8.prefix(index)) ?? "", 0o700)
    }
  }
}
