import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The temporary file that is being written, removed however the process ends: on its way out, or by a signal.
///
/// There is one at a time.
enum UnfinishedFile {
  /// The address of the file's name, or 0.
  private static let path = Atomic<UInt>(0)
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Watches over a file.
  static func set(_ name: String) {
    path.store(UInt(bitPattern: strdup(name)), ordering: .sequentiallyConsistent)
    installHandlers
  }

  /// The file is finished, or renamed.
  static func forget() {
    free(take())
  }

  /// Removes the file.
  ///
  /// Only calls what a signal handler may call.
  static func remove() {
    if let name = take() { unlink(name) }
  }

  private static func take() -> UnsafeMutablePointer<CChar>? {
    UnsafeMutablePointer(bitPattern: path.exchange(0, ordering: .sequentiallyConsistent))
  }

  private static let installHandlers: Void = {
    atexit { UnfinishedFile.remove() }
    for number in signals {
      let before = signal(number) { number in
        UnfinishedFile.remove()
        signal(number, SIG_DFL)
        raise(number)
      }
      // A signal that whoever started the process wants ignored stays ignored, as under nohup.
      if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
        signal(number, SIG_IGN)
      }
    }
  }()
}
