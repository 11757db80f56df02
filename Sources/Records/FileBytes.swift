#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Gets the bytes of files: mapped if that can be, else read.
enum FileBytes {
  /// All bytes of a file, or of standard input for `-`.
  static func load(path: String, name: String) throws(RecordError) -> ByteStorage {
    guard path != "-" else { return try contents(of: 0, name: name) }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw failure("open", name) }
    defer { close(file) }
    return try contents(of: file, name: name)
  }

  private static func contents(of file: Int32, name: String) throws(RecordError) -> ByteStorage {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw failure("read", name) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw RecordError(.directory, file: name)
    case S_IFREG where status.st_size > 0:
      if let storage = mapping(of: file, count: Int(status.st_size)) { return storage }
      return try readAll(file, name)
    default: return try readAll(file, name)
    }
  }

  private static func mapping(of file: Int32, count: Int) -> ByteStorage? {
    guard lseek(file, 0, SEEK_CUR) <= 0,
      let memory = mmap(nil, count, PROT_READ, MAP_PRIVATE, file, 0), memory != MAP_FAILED
    else { return nil }
    return ByteStorage(mapping: UnsafeRawBufferPointer(start: memory, count: count))
  }

  private static func readAll(_ file: Int32, _ name: String) throws(RecordError) -> ByteStorage {
    var capacity = 1 << 16
    var count = 0
    var memory = malloc(capacity)
    while let buffer = memory {
      let got = read(file, buffer + count, capacity - count)
      if got == 0 { return ByteStorage(allocation: buffer, count: count) }
      if got < 0 {
        guard errno != EINTR else { continue }
        free(buffer)
        throw failure("read", name)
      }
      count += got
      if count == capacity {
        capacity *= 2
        memory = realloc(buffer, capacity)
        if memory == nil { free(buffer) }
      }
    }
    throw failure("hold in memory", name)
  }

  private static func failure(_ operation: String, _ name: String) -> RecordError {
    let reason = String(cString: strerror(errno))
    return RecordError(.system(operation: operation, reason: reason), file: name)
  }
}
