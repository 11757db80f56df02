#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The end of the road when the system has no memory left.
enum Memory {
  /// Says so on standard error and ends the process with status 2.
  static func isExhausted(_ size: Int) -> Never {
    let message = "lunadiff: out of memory: the system refused \(size) bytes\n"
    _ = message.utf8.withContiguousStorageIfAvailable { write(2, $0.baseAddress, $0.count) }
    exit(2)
  }
}
