import LuaRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Writes a file whole or not at all: beside its place, then renamed.
enum WholeFile {
  /// Replaces a file, or makes it.
  ///
  /// - Throws: `LuaError` that names the file and says what the system said.
  static func replace(_ path: String, with bytes: [UInt8]) throws(LuaError) {
    let place = resolved(path)
    let temporary = "\(place).lunadiff-\(getpid()).tmp"
    let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw failure(path) }
    var status = stat()
    if stat(place, &status) == 0 { fchmod(file, status.st_mode & 0o7777) }
    guard writeAll(bytes, file), fsync(file) == 0 || errno == EINVAL else {
      let failure = failure(path)
      close(file)
      unlink(temporary)
      throw failure
    }
    guard close(file) == 0, rename(temporary, place) == 0 else {
      let failure = failure(path)
      unlink(temporary)
      throw failure
    }
  }

  private static func writeAll(_ bytes: [UInt8], _ file: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
        let count = write(file, rest.baseAddress, rest.count)
        if count < 0, errno != EINTR { return false }
        done += max(count, 0)
      }
      return true
    }
  }

  /// The file behind symbolic links, which stay.
  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }

  private static func failure(_ path: String) -> LuaError {
    LuaError("cannot write \(path): \(String(cString: strerror(errno)))")
  }
}
