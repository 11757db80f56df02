#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// What is in a directory.
enum Directory {
  /// The paths that begin with a text; directories end with a slash.
  static func completions(of path: String) -> [String] {
    let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return names(in: directory.isEmpty ? "." : directory).filter { !$0.hasPrefix(".") }.map {
      directory + $0
    }
  }

  /// The names of what is in a directory, directories with a slash at their end.
  private static func names(in path: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      names.append(entry.pointee.d_type == UInt8(DT_DIR) ? name + "/" : name)
    }
    return names
  }
}
