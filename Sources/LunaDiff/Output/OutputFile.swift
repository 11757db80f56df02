import Reports
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that appears whole or not at all: written beside its place, then renamed.
///
/// Whatever ends the process before `commit` leaves the old file, or none, as it was.
package final class OutputFile: ReportSink {
  private let place: OutputPlace
  private let unfinished: UnfinishedFile
  private let descriptor: Descriptor
  private var isOpen = true

  /// Tells temporary files of one process apart.
  private static let number = Atomic<Int>(0)

  /// Makes the temporary file.
  package init(_ place: OutputPlace) throws {
    self.place = place
    (unfinished, descriptor) = try Self.makeTemporary(for: place)
    if let mode = place.mode { fchmod(descriptor.number, mode) }
  }

  deinit {
    guard isOpen else { return }
    close(descriptor.number)
    unfinished.remove()
  }

  package func write(_ bytes: UnsafeRawBufferPointer) throws { try descriptor.write(bytes) }

  /// Puts the file in its place; if that replaces another, once its bytes are on the disk.
  ///
  /// So a failing power supply never takes the old file and the new one. A file that is new is left to the system, as
  /// by `cp`: waiting for the disk can take longer than comparing.
  package func commit() throws {
    if place.mode != nil {
      guard fsync(descriptor.number) == 0 || errno == EINVAL else { throw failure() }
    }
    isOpen = false
    guard close(descriptor.number) == 0, rename(unfinished.path, place.path) == 0 else {
      let failure = failure()
      unfinished.remove()
      throw failure
    }
    unfinished.forget()
  }

  private func failure() -> Failure { SystemFailure.failure("write \(place.name)") }

  private static func makeTemporary(for place: OutputPlace) throws -> (UnfinishedFile, Descriptor) {
    for _ in 0..<100 {
      let number = Self.number.add(1, ordering: .relaxed).newValue
      let unfinished = UnfinishedFile("\(place.directory)/.lunadiff-\(getpid())-\(number).tmp")
      let file = open(unfinished.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if file >= 0 { return (unfinished, Descriptor(number: file, name: place.name)) }
      let code = errno
      unfinished.forget()
      guard code == EEXIST else {
        throw SystemFailure.failure("write \(place.name)", code: code)
      }
    }
    throw SystemFailure.failure("write \(place.name)", code: EEXIST)
  }
}
