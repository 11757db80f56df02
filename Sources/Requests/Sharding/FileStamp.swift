import Platform
import Records

/// Which version of a file it is: its size and a checksum of its bytes, and when it was written.
struct FileStamp: Sendable, Equatable {
  let path: String
  let size: Int
  let checksum: UInt64
  /// When it was last written, in nanoseconds.
  let modified: Int

  private static let blockSize = 1 << 20

  init(path: String, size: Int, checksum: UInt64, modified: Int) {
    (self.path, self.size, self.checksum, self.modified) = (path, size, checksum, modified)
  }

  init(of path: String) throws {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw RecordError(refused: "open", file: path) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw RecordError(refused: "read", file: path) }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw LunaDiffError(
        """
        \(path): no plain file, which every step could read again
          hint: write it to a file first
        """)
    }
    self.init(
      path: path, size: Int(status.st_size), checksum: try Self.checksum(of: file, path), modified: status.modified)
  }

  /// Whether the file is still this one; its bytes are only looked at where it was written since, or is a copy.
  func isCurrent() throws -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { throw RecordError(refused: "open", file: path) }
    guard Int(status.st_size) == size else { return false }
    return try status.modified == modified || FileStamp(of: path).checksum == checksum
  }

  private static func checksum(of file: Int32, _ path: String) throws -> UInt64 {
    var block = [UInt8](repeating: 0, count: blockSize)
    var hasher = FieldHasher(.fixed)
    var filled = 0
    while true {
      let got = block.withUnsafeMutableBytes { block in
        read(file, block.baseAddress?.advanced(by: filled), blockSize - filled)
      }
      if got < 0 {
        guard errno == EINTR else { throw RecordError(refused: "read", file: path) }
        continue
      }
      filled += got
      // Blocks are as long as they can be, so that a short read does not make another checksum.
      guard got == 0 || filled == blockSize else { continue }
      block.withBytes { hasher.combine(text: $0[part: ..<filled]) }
      filled = 0
      if got == 0 { return hasher.value }
    }
  }
}

extension stat {
  fileprivate var modified: Int {
    #if canImport(Darwin)
      let time = st_mtimespec
    #else
      let time = st_mtim
    #endif
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
