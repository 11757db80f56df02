/// Where an output file is to be: checked before the work begins, so that none is wasted.
package struct OutputPlace {
  /// The name as the user gave it, for messages.
  package let name: String
  /// The path behind symbolic links.
  let path: String
  package let directory: String
  /// The permissions of the file that is there; `nil` if there is none.
  let mode: mode_t?
  /// Whether it is no plain file but a device or a pipe, which cannot be replaced.
  package let isSpecial: Bool

  /// The path from the root on; `nil` where its directory is gone.
  package var resolved: String? { FilePath.resolved(directory).map { FilePath.joined($0, FilePath.name(of: path)) } }

  /// Looks at the place, which must be none of the inputs and scripts; those are asked for only if a file is there.
  ///
  /// - Parameter folder: A directory that is made before the file is written, with those above it.
  package init(
    _ name: String, inputs: [String], scripts: @autoclosure () -> [String] = [], making folder: String? = nil
  ) throws {
    self.name = name
    path = FilePath.resolved(name) ?? name
    directory = FilePath.directory(of: path)
    let status = Self.status(path)
    isSpecial = status.map { $0.st_mode & S_IFMT != S_IFREG } ?? false
    mode = isSpecial ? nil : status.map { $0.st_mode & 0o7777 }
    try check(status, making: folder)
    try refuse(inputs, "input")
    try refuse(scripts(), "script")
  }

  private func check(_ status: stat?, making folder: String?) throws {
    guard FilePath.scheme(of: name) == nil else { throw OutputError.address(name) }
    if !isSpecial, let suffix = [".gz", ".zst"].first(where: name.lowercased().hasSuffix) {
      throw OutputError.compressed(name, suffix: suffix)
    }
    if let status {
      guard status.st_mode & S_IFMT != S_IFDIR else { throw SystemError("write \(name)", Errno(EISDIR)) }
      guard path.withPath({ access($0, W_OK) }) == 0 else { throw SystemError("write \(name)") }
    } else if Self.isLink(name) {
      throw OutputError.danglingLink(name)
    }
    guard isSpecial || isMade(with: folder) || directory.withPath({ access($0, W_OK | X_OK) }) == 0 else {
      throw SystemError("write \(name)")
    }
  }

  /// Whether the directory is missing, and is made when another directory is made.
  private func isMade(with folder: String?) -> Bool {
    guard let folder, case .place(let own)? = FileIdentity(directory), case .place(let made)? = FileIdentity(folder)
    else { return false }
    return made.starts(with: own) && made.dropFirst(own.count).prefix(1).allSatisfy { $0 == UInt8(ascii: "/") }
  }

  private func refuse(_ files: @autoclosure () -> [String], _ kind: String) throws {
    guard mode != nil, let own = FileIdentity(path) else { return }
    for file in files() where FileIdentity(file) == own { throw OutputError.overwrites(name, kind: kind, file: file) }
  }

  private static func status(_ path: String) -> stat? {
    var status = stat()
    return path.withPath { stat($0, &status) } == 0 ? status : nil
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return path.withPath { lstat($0, &status) } == 0 && status.st_mode & S_IFMT == S_IFLNK
  }
}

extension OutputPlace {
  /// Writes the file whole or not at all; what is no plain file is written to as it is.
  package func write(_ body: (_ file: Descriptor) throws -> Void) throws {
    guard isSpecial else {
      let file = try AtomicOutput(self)
      try body(file.descriptor)
      return try file.commit()
    }
    let number = path.withPath { open($0, O_WRONLY | O_CLOEXEC) }
    guard number >= 0 else { throw SystemError("write \(name)") }
    defer { close(number) }
    do { try body(Descriptor(number: number, name: name)) } catch is ReaderClosed {}
  }
}

/// A file that appears whole or not at all: written beside its place, then renamed.
///
/// Whatever ends the process before `commit` leaves the old file, or none, as it was.
package final class AtomicOutput {
  private let place: OutputPlace
  private let temporary: TemporaryFile
  let descriptor: Descriptor
  private var isOpen = true

  package init(_ place: OutputPlace) throws {
    self.place = place
    (temporary, descriptor) = try TemporaryFile.make(in: place.directory, mode: 0o666, named: place.name)
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
    if place.mode != nil { guard fsync(descriptor.number) == 0 || errno == EINVAL else { throw failure() } }
    isOpen = false
    guard close(descriptor.number) == 0, rename() == 0 else {
      let failure = failure()
      temporary.remove()
      throw failure
    }
    temporary.forget()
  }

  private func rename() -> Int32 { temporary.path.withPath { old in place.path.withPath { Platform.rename(old, $0) } } }

  private func failure() -> SystemError { SystemError("write \(place.name)") }
}
