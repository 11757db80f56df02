package struct DirectoryEntry {
  package let name: String
  /// Whether the directory says that it is one; that it does not say so means nothing.
  package let isDirectory: Bool
  /// Whether the directory says that it is a regular file; that it does not say so means nothing.
  package let isFile: Bool

  /// What a directory holds, in the system's order, without `.`, `..` and what is hidden.
  package static func all(in directory: String, limit: Int = .max) throws(Errno) -> [DirectoryEntry] {
    guard let stream = directory.withPath(opendir) else { throw .last }
    defer { closedir(stream) }
    var entries: [DirectoryEntry] = []
    errno = 0
    while entries.count < limit, let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(path: $0.prefix { $0 != 0 }) }
      if !name.hasPrefix(".") {
        let type = Int(entry.pointee.d_type)
        entries.append(DirectoryEntry(name: name, isDirectory: type == Int(DT_DIR), isFile: type == Int(DT_REG)))
      }
      errno = 0
    }
    guard errno == 0 else { throw .last }
    return entries
  }
}
