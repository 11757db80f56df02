/// A file of the temporary folder, without a name: it is gone as soon as it is closed.
///
/// One thread at a time appends; any thread reads what was appended before.
package final class SpillFile: @unchecked Sendable {
  private let file: Int32
  private let folder: SpillFolder
  package private(set) var size = 0

  init(_ file: Int32, in folder: SpillFolder) {
    self.file = file
    self.folder = folder
  }

  deinit { close(file) }

  /// Writes bytes behind all others; never through a mapping: that would end the process where the disk is full.
  package func append(_ bytes: BytesView) throws(SpillError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let chunk = BytesView(rebasing: rest)
      let count = pwrite(file, chunk.unsafeStart, chunk.count, off_t(size))
      if count < 0 {
        guard errno == EINTR else { throw SpillError(folder: folder.path) }
        continue
      }
      size += count
      rest = rest.dropFirst(count)
    }
  }

  package func append<Element: BitwiseCopyable>(contentsOf values: Span<Element>) throws(SpillError) {
    // Not `values.bytes`, which leaves out what fills the last value up to its stride: values are read by strides.
    try values.withUnsafeBufferPointer { values throws(SpillError) in
      try append(BytesView(UnsafeRawBufferPointer(values)))
    }
  }

  package func read(into room: UnsafeMutableRawBufferPointer, at start: Int) throws(SpillError) {
    var filled = 0
    while filled < room.count {
      let count = pread(file, room.baseAddress.map { $0 + filled }, room.count - filled, off_t(start + filled))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw SpillError(folder: folder.path, count < 0 ? .last : Errno(EIO)) }
      filled += count
    }
  }

  package func mapped() throws(SpillError) -> SpillBytes {
    guard size > 0 else { return SpillBytes(BytesView()) }
    guard let start = mmap(nil, size, PROT_READ, MAP_SHARED, file, 0), start != MAP_FAILED else {
      throw SpillError(folder: folder.path)
    }
    return SpillBytes(BytesView(start: start, count: size))
  }
}

/// The mapped content of a file of the temporary folder; its pages go out of memory when there are too many.
///
/// Unchecked: the bytes are only read.
package final class SpillBytes: @unchecked Sendable {
  package let bytes: BytesView

  init(_ bytes: BytesView) {
    self.bytes = bytes
    MappedPages.add(bytes)
  }

  deinit {
    MappedPages.remove(bytes)
    if let start = bytes.unsafeStart { munmap(UnsafeMutableRawPointer(mutating: start), bytes.count) }
  }
}
