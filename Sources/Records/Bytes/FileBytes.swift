import CScan
import Platform

/// Gets the bytes of files: mapped if that can be, else read.
enum FileBytes {
  private static let step = 1 << 16

  /// All bytes of an input: a file, else `REV:PATH` in git or a file in a zip archive; or standard input for `-`.
  static func loadInput(path: String, name: String, _ options: ReadOptions) throws(RecordError) -> ByteStorage {
    let storage = try loadAny(path: path, name: name, options)
    try storage.reading(name) { () throws(RecordError) in try ForeignFormat.checkName(of: storage, name, options) }
    return storage
  }

  private static func loadAny(path: String, name: String, _ options: ReadOptions) throws(RecordError) -> ByteStorage {
    if let file = ZipPath(path) { return try file.load(name: name, options) }
    guard options.folder == nil, let version = GitVersion(input: path) else {
      return try load(path: path, name: name, options)
    }
    return try version.load(name: name, options)
  }

  static func load(path: String, name: String, _ options: ReadOptions) throws(RecordError) -> ByteStorage {
    guard path != "-" else { return try readAll(0, name, options) }
    try options.checkPlace(of: path)
    let file = path.withPath { open($0, O_RDONLY | O_CLOEXEC) }
    guard file >= 0 else { throw missing(path, name) ?? RecordError(refused: "open", file: name) }
    let keepsOpen: Bool
    defer { if !keepsOpen { close(file) } }
    do {
      let contents = try contents(of: file, name, options)
      keepsOpen = contents.isMapped
      return contents.storage
    } catch {
      keepsOpen = false
      throw error
    }
  }

  /// The error for a path that leads nowhere; `nil` if the system has refused for another reason.
  private static func missing(_ path: String, _ name: String) -> RecordError? {
    guard Errno.last.code == ENOENT else { return nil }
    if path.contains("://") { return RecordError(.address, file: name) }
    var error = RecordError(refused: "open", file: name)
    error.advice.nearestFile = NearbyFile.nearest(to: path)
    return error
  }

  private static func contents(of file: Int32, _ name: String, _ options: ReadOptions) throws(RecordError) -> (
    storage: ByteStorage, isMapped: Bool
  ) {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw RecordError(refused: "read", file: name) }
    if status.st_mode & S_IFMT == S_IFDIR { throw RecordError(.directory, file: name) }
    if status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) > options.inputLimit.ofMapping {
      let limit = options.inputLimit.ofMapping
      throw RecordError(.tooLarge(limit: limit, isInflated: false), file: name)
    }
    if status.st_mode & S_IFMT == S_IFREG, status.st_size >= max(1, options.smallestMapping),
      let mapping = MappedFile(file: file, status: status, workers: options.workers)
    {
      return (ByteStorage(mapping: mapping, name: name, watch: options.watch), true)
    }
    let size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : 0
    return (try readAll(file, name, options, size: size), false)
  }

  /// Reads to the end; a file that says its `size` is asked for one byte more, which tells whether that is all of it.
  private static func readAll(_ file: Int32, _ name: String, _ options: ReadOptions, size: Int = 0)
    throws(RecordError) -> ByteStorage
  {
    let bytes = GrowingBytes(name: name, options)
    while true {
      let room = try bytes.room(bytes.count < size ? size - bytes.count + 1 : step)
      let got = read(file, room.baseAddress, room.count)
      if got == 0 { return try bytes.finish() }
      guard got > 0 else {
        if errno == EINTR { continue }
        throw RecordError(refused: "read", file: name)
      }
      try bytes.didWrite(got)
      if bytes.isRefused || bytes.count == size && got < room.count { return try bytes.finish() }
    }
  }
}

/// A version of a file that git keeps, as `HEAD~1:data.csv`; `:data.csv` is the one that is staged.
package struct GitVersion {
  /// `REV:PATH`.
  let name: String

  /// `nil` for what no such name can be: without a colon, an address, or what git would take for an option.
  init?(_ name: String) {
    guard name.utf8.contains(UInt8(ascii: ":")), !name.contains("://"), !name.hasPrefix("-") else { return nil }
    self.name = name
  }

  /// The version that an input's path means, where no file is called so.
  package init?(input path: String) {
    // A name without a colon is none, whether or not there is such a file.
    guard let version = GitVersion(path), path != "-", !FilePath.exists(path) else { return nil }
    self = version
  }

  /// The path of the file in its repository.
  package var path: String { String(name.drop { $0 != ":" }.dropFirst()) }

  /// The bytes as git keeps them: filters of a working tree are programs that a repository chooses.
  func load(name: String, _ options: ReadOptions) throws(RecordError) -> ByteStorage {
    let bytes = GrowingBytes(name: name, options)
    let git = Subprocess.git(["cat-file", "blob", self.name])
    do {
      let end = try git.run { try bytes.append($0) }
      guard end.status != 0 else { return try bytes.finish() }
      // Git's own word for it says nothing here.
      throw missing(String(end.reason.trimmingPrefix("fatal: ")))
    } catch let error as RecordError { throw error } catch { throw missing("\(error)") }
  }

  private func missing(_ reason: String) -> RecordError {
    var error = RecordError(.notInGit(reason: reason), file: name)
    error.advice.nearestFile = NearbyFile.nearest(to: name)
    return error
  }
}
