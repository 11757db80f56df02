import Platform

/// What is seen of an input at a glance, before it is read.
package enum InputGlance: Sendable {
  /// No file, but an address such as `s3://bucket/key`; its scheme, in small letters.
  case address(scheme: String)
  /// A plain file, and how it begins.
  case file(start: [UInt8])
  /// A directory, or a pattern of the shell: several files that are one table.
  case parts
  /// What has to be read to be seen: a pipe, standard input, a version in git, or nothing at all.
  case stream

  /// So much of a file is looked at.
  package static let startSize = 1 << 12

  /// Looks at what is at a path.
  package init(path: String) {
    guard path != "-" else {
      self = .stream
      return
    }
    var status = stat()
    guard path.withPath({ stat($0, &status) }) == 0 else {
      self =
        Self.scheme(of: path).map(InputGlance.address)
        ?? (PartFiles.isPattern(path) ? .parts : .stream)
      return
    }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: self = .parts
    case S_IFREG: self = Self.start(of: path).map(InputGlance.file) ?? .stream
    default: self = .stream
    }
  }

  /// Whether a path is an address, and no file.
  package static func isAddress(_ path: String) -> Bool {
    scheme(of: path) != nil && !FilePath.exists(path)
  }

  /// The scheme of an address: a letter, then letters, digits, `+`, `-` and `.`, up to `://`.
  private static func scheme(of path: String) -> String? {
    guard let end = path.firstRange(of: "://")?.lowerBound, path.first?.isLetter ?? false,
      path[..<end].utf8.allSatisfy({ byte in
        let lower = byte | 0x20
        return (0x61...0x7A).contains(lower) || (0x30...0x39).contains(byte)
          || byte == 0x2B || byte == 0x2D || byte == 0x2E
      })
    else { return nil }
    return path[..<end].lowercased()
  }

  private static func start(of path: String) -> [UInt8]? {
    let file = path.withPath { open($0, O_RDONLY | O_CLOEXEC) }
    guard file >= 0 else { return nil }
    defer { close(file) }
    return [UInt8](unsafeUninitializedCapacity: startSize) { buffer, count in
      count = max(0, read(file, buffer.baseAddress, startSize))
    }
  }
}
