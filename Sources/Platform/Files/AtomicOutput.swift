/// A file that appears whole or not at all: written beside its place, then renamed.
///
/// Whatever ends the process before `commit` leaves the old file, or none, as it was.
package final class AtomicOutput {
  private let place: OutputPlace
  private let temporary: TemporaryFile
  /// Where the file's bytes go.
  let descriptor: Descriptor
  private var isOpen = true

  /// Makes the temporary file.
  package init(_ place: OutputPlace) throws {
    self.place = place
    (temporary, descriptor) = try TemporaryFile.make(
      in: place.directory, mode: 0o666, named: place.name)
    if let mode = place.mode { fchmod(descriptor.number, mode) }
  }

  deinit {
    guard isOpen else { return }
    close(descriptor.number)
    temporary.remove()
  }

  /// Puts the file in its place; if that replaces another, once its bytes are on the disk.
  ///
  /// So a failing power supply never takes the old file and the new one. A file that is new is left to the system, as
  /// by `cp`: waiting for the disk can take longer than comparing.
  package func commit() throws {
    if place.mode != nil {
      guard fsync(descriptor.number) == 0 || errno == EINVAL else { throw failure() }
    }
    isOpen = false
    guard close(descriptor.number) == 0, rename() == 0 else {
      let failure = failure()
      temporary.remove()
      throw failure
    }
    temporary.forget()
  }

  private func rename() -> Int32 {
    temporary.path.withPath { old in place.path.withPath { Platform.rename(old, $0) } }
  }

  private func failure() -> SystemError { SystemError("write \(place.name)") }
}
