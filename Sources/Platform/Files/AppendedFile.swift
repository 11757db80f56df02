/// A file that only grows, by whole lines: a record of what happened, which several processes may write at once.
package struct AppendedFile: Sendable {
  package let name: String

  /// Makes sure, before any work is done, that lines can be added.
  ///
  /// - Throws: `SystemError`; `OutputError` for an address, a compressed file, or an input or script.
  package init(_ name: String, inputs: [String], scripts: @autoclosure () -> [String] = []) throws {
    self.name = name
    _ = try OutputPlace(name, inputs: inputs, scripts: scripts())
  }

  /// Adds a line, whole or not at all: what the system has taken of a line that does not fit is taken back.
  ///
  /// Others wait meanwhile. A line that a failing power supply has cut off before stays by itself.
  package func append(line: [UInt8]) throws {
    let number = name.withPath { open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o666) }
    guard number >= 0 else { throw failure() }
    defer { close(number) }
    while flock(number, LOCK_EX) != 0 { guard errno == EINTR else { throw failure() } }
    let end = lseek(number, 0, SEEK_END)
    // What cannot be sought, as a pipe, has no end to go back to.
    let start: [UInt8] = end > 0 && !Self.endsWithLine(number, end) ? [UInt8(ascii: "\n")] : []
    do {
      try Descriptor(number: number, name: name).write(start + line + [UInt8(ascii: "\n")])
      guard fsync(number) == 0 || errno == EINVAL || errno == EROFS else { throw failure() }
    } catch {
      if end >= 0 { ftruncate(number, end) }
      throw error
    }
  }

  private static func endsWithLine(_ number: Int32, _ end: off_t) -> Bool {
    var last: UInt8 = 0
    return pread(number, &last, 1, end - 1) == 1 && last == UInt8(ascii: "\n")
  }

  private func failure() -> SystemError { SystemError("write \(name)") }
}
