/// The temporary folder, for what memory is too small for.
package struct SpillFolder: Sendable, Equatable {
  package let path: String

  /// Without a path what `TMPDIR` says, else `/var/tmp`, which unlike `/tmp` is seldom memory itself.
  package init(_ path: String? = nil) {
    let usual = FilePath.isDirectory("/var/tmp") ? "/var/tmp" : "/tmp"
    self.path = path ?? Environment.variable("TMPDIR") ?? usual
  }

  /// A new empty file, which has no name and goes with the process, however that ends.
  package func makeFile() throws(SpillError) -> SpillFile {
    let file = makeNameless() ?? makeUnlinked()
    guard file >= 0 else { throw SpillError(folder: path) }
    return SpillFile(file, in: self)
  }

  /// A file that never had a name; `nil` where the system has no such files.
  private func makeNameless() -> Int32? {
    #if os(Linux)
      // O_TMPFILE, which is no number to Swift.
      let nameless = O_DIRECTORY | 0o20_000_000
      let file = path.withPath { open($0, O_RDWR | O_CLOEXEC | nameless, 0o600) }
      return file < 0 ? nil : file
    #else
      return nil
    #endif
  }

  /// A file that is removed at once; in the list of those that signals remove until then.
  private func makeUnlinked() -> Int32 {
    let number = String(UInt64.random(in: .min ... .max), radix: 36)
    let name = FilePath.joined(path, "lunadiff.\(number).tmp")
    let listed = TemporaryFile(name)
    let file = name.withPath { open($0, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }
    let reason = errno
    if file >= 0 { listed.remove() } else { listed.forget() }
    errno = reason
    return file
  }
}
