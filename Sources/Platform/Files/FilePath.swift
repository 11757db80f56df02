/// Paths: their parts, and what is at them.
package enum FilePath {
  package static func directory(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(decoding: path.utf8[..<slash], as: UTF8.self)
  }

  package static func name(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(decoding: path.utf8[slash...].dropFirst(), as: UTF8.self)
  }

  /// The scheme of an address, in small letters: a letter, then letters, digits, `+`, `-` and `.`, up to `://`.
  package static func scheme(of path: String) -> String? {
    guard path.utf8.contains(UInt8(ascii: ":")), let end = path.firstRange(of: "://")?.lowerBound,
      path.first?.isLetter ?? false,
      path[..<end].utf8.allSatisfy({ byte in
        let lower = byte | 0x20
        return (0x61...0x7A).contains(lower) || (0x30...0x39).contains(byte) || byte == 0x2B || byte == 0x2D
          || byte == 0x2E
      })
    else { return nil }
    return path[..<end].lowercased()
  }

  /// A path that begins in a directory; an absolute one is as it is.
  package static func joined(_ directory: String, _ path: String) -> String {
    if path.utf8.first == UInt8(ascii: "/") || directory == "." { return path }
    return directory.utf8.last == UInt8(ascii: "/") ? directory + path : "\(directory)/\(path)"
  }

  /// An absolute path as it is reached from a directory, which is one, too.
  package static func relative(_ path: String, from directory: String) -> String {
    let (names, others) = (path.split(separator: "/"), directory.split(separator: "/"))
    let same = zip(names.dropLast(), others).prefix { $0 == $1 }.count
    return (Array(repeating: "..", count: others.count - same) + names.dropFirst(same)).joined(separator: "/")
  }

  /// Whether a relative path matches a pattern of the shell: by its last name, or by all of it where the pattern has a
  /// slash.
  package static func matches(_ pattern: String, _ path: String) -> Bool {
    let subject = pattern.utf8.contains(UInt8(ascii: "/")) ? path : name(of: path)
    return pattern.withPath { pattern in subject.withPath { fnmatch(pattern, $0, FNM_PATHNAME) } } == 0
  }

  package static func isDirectory(_ path: String) -> Bool { kind(of: path) == S_IFDIR }

  /// Whether a path leads to a pipe, whose bytes come once.
  package static func isPipe(_ path: String) -> Bool { kind(of: path) == S_IFIFO }

  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return path.withPath { stat($0, &status) } == 0 ? status.st_mode & S_IFMT : nil
  }

  /// A path without symbolic links; `nil` where there is nothing.
  package static func resolved(_ path: String) -> String? {
    guard let real = path.withPath({ realpath($0, nil) }) else { return nil }
    defer { free(real) }
    return String(path: real)
  }

  /// Whether a path is a directory, or in it: no link leads out.
  ///
  /// If nothing is at the path, the folder above it decides.
  package static func isInside(_ path: String, _ directory: String) -> Bool {
    guard let place = resolved(path) else {
      let above = self.directory(of: path)
      return above != path && isInside(above, directory)
    }
    guard let base = resolved(directory) else { return false }
    return place == base || place.hasPrefix(base == "/" ? base : base + "/")
  }

  package static func exists(_ path: String) -> Bool { path.withPath { access($0, F_OK) } == 0 }

  package static func rename(_ path: String, to other: String) throws(SystemError) {
    let code = path.withPath { old in other.withPath { Platform.rename(old, $0) } }
    guard code == 0 else { throw SystemError("rename \(path) to \(other)") }
  }

  package static func remove(_ path: String) throws(SystemError) {
    guard path.withPath(unlink) == 0 else { throw SystemError("remove \(path)") }
  }

  /// How many bytes a plain file has; `nil` for anything else.
  package static func size(of path: String) -> Int? {
    var status = stat()
    guard path.withPath({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(status.st_size)
  }
}
