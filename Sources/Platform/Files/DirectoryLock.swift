/// A lock for files that are read, changed and replaced, so that processes that run side by side lose no change.
///
/// The directory is locked, since the file itself is another one after it has been replaced.
package enum DirectoryLock {
  /// Does work while no other process holds the lock, which is not recursive.
  ///
  /// Without a directory that can be opened and locked, the work is done at once.
  package static func holding<Result>(_ directory: String, _ work: () throws -> Result) throws -> Result {
    let number = directory.withPath { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    guard number >= 0 else { return try work() }
    defer { close(number) }
    while flock(number, LOCK_EX) != 0, errno == EINTR {}
    return try work()
  }
}
