/// Makes and removes directories.
package enum Directory {
  /// Makes a directory and those above it, as far as they are missing; of an address none.
  package static func make(_ path: String) throws {
    // Of an address with nothing but a file in it the directory is `hdfs:/`.
    guard FilePath.scheme(of: "\(path)/") == nil else { throw OutputError.address(path) }
    guard !path.isEmpty, !(try makeLast(path)) else { return }
    guard let slash = path.lastIndex(of: "/") else { throw SystemError("make the directory \(path)", Errno(ENOENT)) }
    try make(String(path[..<slash]))
    guard try makeLast(path) else { throw SystemError("make the directory \(path)", Errno(ENOENT)) }
  }

  /// Removes a directory and what is in it, but nothing that is hidden, and no directory in which something stays.
  package static func remove(_ path: String) throws {
    for entry in try DirectoryEntry.all(in: path) {
      let inner = "\(path)/\(entry.name)"
      if inner.withPath(unlink) == 0 { continue }
      guard FilePath.isDirectory(inner) else { throw SystemError("remove \(inner)") }
      try remove(inner)
    }
    guard path.withPath(rmdir) == 0 else { throw SystemError("remove \(path)") }
  }

  /// Makes a directory, unless it is there; `false` where the one above it is missing.
  private static func makeLast(_ path: String) throws -> Bool {
    guard path.withPath({ mkdir($0, 0o777) }) != 0 else { return true }
    let code = errno
    guard code != ENOENT else { return false }
    guard code == EEXIST else { throw SystemError("make the directory \(path)", Errno(code)) }
    var status = stat()
    guard path.withPath({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw SystemError("make the directory \(path)", Errno(ENOTDIR))
    }
    return true
  }
}
