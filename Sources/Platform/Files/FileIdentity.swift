/// Which file a path leads to, whatever other paths lead there too.
package enum FileIdentity: Hashable {
  case file(device: UInt64, number: UInt64)
  /// A place where no file is, by its path's bytes without symbolic links.
  case place([UInt8])

  /// The identity of a path; `nil` for what cannot be overwritten: a device, a pipe, a directory.
  package init?(_ path: String) {
    var status = stat()
    guard path.withPath({ stat($0, &status) }) == 0 else {
      guard let place = Self.place(path) else { return nil }
      self = .place(Array(place.utf8))
      return
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    self = .file(device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
  }

  /// The path with as much of it resolved as is there.
  private static func place(_ path: String) -> String? {
    let above = FilePath.directory(of: path)
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    guard let directory = FilePath.resolved(above) ?? place(above) else { return nil }
    return directory == "/" ? "/\(name)" : "\(directory)/\(name)"
  }
}
