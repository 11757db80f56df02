import Platform

/// How a limit of memory is shared out among what a comparison holds at once.
///
/// The shares leave room for the program itself, and for the changes, which are held whatever the limit.
package struct SpillingMemory: Sendable {
  /// Where goes what does not fit.
  package let folder: SpillFolder
  private let size: Int

  /// - Parameter size: How many bytes all of it may take.
  package init(_ size: Int, in folder: SpillFolder) {
    self.size = size
    self.folder = folder
  }

  /// How many bytes of mapped files may be in memory.
  package var mappedPages: Int { size / 4 }

  /// How many bytes the partitions may have that are joined at once.
  var joined: Int { size / 4 }

  /// How many bytes the buffers of all partitions may have.
  var buffers: Int { size / 16 }

  /// How many records are looked at before they are written, each of which takes some hundred bytes meanwhile.
  private var block: Int { max(1024, min(1 << 17, size / 8 / 128)) }

  /// So many records in blocks that are looked at before anything is written.
  func blocks(of count: Int) -> [Range<Int>] {
    stride(from: 0, to: count, by: block).map { $0..<min($0 + block, count) }
  }

  /// How many target records are brought into order at once.
  var ordered: Int { max(1024, min(1 << 18, size / 32 / MemoryLayout<Partner>.stride)) }
}
