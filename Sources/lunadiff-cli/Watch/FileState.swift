import Platform

/// What tells one version of a file from the next: editors write in place, or put another file there.
struct FileState: Equatable {
  /// Whether there is a file at all.
  let exists: Bool
  private let inode: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// Looks at a file.
  init(_ path: String) {
    var status = stat()
    exists = path.withPath { stat($0, &status) } == 0
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      seconds = status.st_mtimespec.tv_sec
      nanoseconds = status.st_mtimespec.tv_nsec
    #else
      seconds = status.st_mtim.tv_sec
      nanoseconds = status.st_mtim.tv_nsec
    #endif
  }
}
