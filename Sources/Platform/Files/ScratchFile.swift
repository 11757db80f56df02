/// A file of this process's own, for programs that read nothing else; it goes away with the value that holds it.
package final class ScratchFile {
  private let temporary: TemporaryFile

  package var path: String { temporary.path }

  /// Writes bytes to a new file that only this user may read, in the directory that `TMPDIR` names.
  package init(_ bytes: BytesView) throws {
    let directory = Environment.variable("TMPDIR").flatMap(FilePath.resolved) ?? "/tmp"
    let (temporary, descriptor) = try TemporaryFile.make(in: directory, mode: 0o600, named: "a temporary file")
    defer { close(descriptor.number) }
    do { try descriptor.write(bytes) } catch {
      temporary.remove()
      throw error
    }
    self.temporary = temporary
  }

  deinit { temporary.remove() }
}
