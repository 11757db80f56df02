import Platform

/// What is seen of an input at a glance, before it is read.
package enum InputGlance: Sendable {
  /// No file, but an address such as `s3://bucket/key`; its scheme, in small letters.
  case address(scheme: String)
  case file(start: [UInt8])
  /// A directory, or a pattern of the shell: several files that are one table.
  case parts
  /// What has to be read to be seen: a pipe, standard input, a version in git, or nothing at all.
  case stream

  /// So much of a file is looked at.
  package static let startSize = 1 << 12

  package init(path: String) {
    guard path != "-" else {
      self = .stream
      return
    }
    var status = stat()
    guard path.withPath({ stat($0, &status) }) == 0 else {
      self = FilePath.scheme(of: path).map(InputGlance.address) ?? (PartFiles.isPattern(path) ? .parts : .stream)
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: self = .parts
    case S_IFREG: self = Self.start(of: path).map(InputGlance.file) ?? .stream
    default: self = .stream
    }
  }

  package static func isParts(_ path: String) -> Bool {
    if case .parts = InputGlance(path: path) { true } else { false }
  }

  package static func isAddress(_ path: String) -> Bool { FilePath.scheme(of: path) != nil && !FilePath.exists(path) }

  private static func start(of path: String) -> [UInt8]? {
    let file = path.withPath { open($0, O_RDONLY | O_CLOEXEC) }
    guard file >= 0 else { return nil }
    defer { close(file) }
    return [UInt8](unsafeUninitializedCapacity: startSize) { buffer, count in
      count = max(0, read(file, buffer.baseAddress, startSize))
    }
  }
}
