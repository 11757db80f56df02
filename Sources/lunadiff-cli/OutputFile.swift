import LunaDiff

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
final class OutputFile: ReportSink {
  private let place: OutputPlace
  private let temporary: String
  private let descriptor: Descriptor
  private var isOpen = true

  /// Makes the temporary file.
  init(_ place: OutputPlace) throws {
    self.place = place
    (temporary, descriptor) = try Self.makeTemporary(for: place)
    UnfinishedFile.set(temporary)
    if let mode = place.mode { fchmod(descriptor.number, mode) }
  }

  deinit {
    guard isOpen else { return }
    close(descriptor.number)
    UnfinishedFile.remove()
  }

  func write(_ bytes: UnsafeRawBufferPointer) throws { try descriptor.write(bytes) }

  /// Puts the file in its place, once its bytes are on the disk.
  func commit() throws {
    guard fsync(descriptor.number) == 0 || errno == EINVAL else { throw failure() }
    isOpen = false
    guard close(descriptor.number) == 0, rename(temporary, place.path) == 0 else {
      let failure = failure()
      UnfinishedFile.remove()
      throw failure
    }
    UnfinishedFile.forget()
  }

  private func failure() -> Failure { SystemFailure.failure("write \(place.name)") }

  private static func makeTemporary(for place: OutputPlace) throws -> (String, Descriptor) {
    for attempt in 0..<100 {
      let path = "\(place.directory)/.lunadiff-\(getpid())-\(attempt).tmp"
      let number = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if number >= 0 { return (path, Descriptor(number: number, name: place.name)) }
      guard errno == EEXIST else { break }
    }
    throw SystemFailure.failure("write \(place.name)")
  }
}
