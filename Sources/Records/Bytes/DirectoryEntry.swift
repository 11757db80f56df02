#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Something that a directory holds.
package struct DirectoryEntry {
  /// Its name there, which need not be UTF-8.
  package let name: [UInt8]
  /// Whether the directory says that it is one; that it does not say so means nothing.
  package let isDirectory: Bool

  /// What a directory holds, in the system's order, without `.`, `..` and what is hidden.
  ///
  /// - Parameter limit: After so many the rest is left out.
  /// - Returns: The entries, and the system's reason if they could not be read; 0 if they could.
  package static func all(
    in directory: UnsafePointer<CChar>, limit: Int = .max
  ) -> (entries: [DirectoryEntry], code: Int32) {
    guard let stream = opendir(directory) else { return ([], errno) }
    defer { closedir(stream) }
    var entries: [DirectoryEntry] = []
    errno = 0
    while entries.count < limit, let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      if name.first != UInt8(ascii: ".") {
        let isDirectory = Int(entry.pointee.d_type) == Int(DT_DIR)
        entries.append(DirectoryEntry(name: name, isDirectory: isDirectory))
      }
      errno = 0
    }
    return (entries, errno)
  }
}
