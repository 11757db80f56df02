import Platform

/// Writes a zip archive (APPNOTE 6.3), an entry after another; the same bytes for the same entries.
///
/// The sizes of an entry stand behind it, for nothing of it is held.
package final class ZipWriter {
  private struct Entry {
    let name: [UInt8]
    let start: Int
    var checksum: UInt32 = 0
    var size = 0
    var deflatedSize = 0
  }

  private let out: OutputBuffer
  private let deflater: Deflater
  private var entries: [Entry] = []
  /// How many bytes there are in front of those in the buffer.
  private var written = 0

  /// - Returns: `nil` where zlib has no memory.
  package init?(_ out: OutputBuffer) {
    guard let deflater = Deflater() else { return nil }
    self.out = out
    self.deflater = deflater
  }

  private var position: Int { written + out.count }

  /// Writes an entry of the bytes that `body` appends.
  ///
  /// - Throws: ``ZipTooLarge``, or what `body` or the sink throws.
  package func add(_ name: String, _ body: (OutputBuffer) throws -> Void) throws {
    var entry = Entry(name: Array(name.utf8), start: position)
    appendHeader(of: entry, 0x0403_4B50, [20])
    append(UInt16(entry.name.count), UInt16(0))
    out.append(entry.name)
    let start = position
    let content = OutputBuffer { [self] bytes in try take(bytes, &entry) }
    try body(content)
    try content.flush()
    deflater.add(BytesView(), isLast: true, to: out)
    entry.deflatedSize = position - start
    guard max(position, entry.size) < Int(UInt32.max) else { throw ZipTooLarge() }
    append(0x0807_4B50, entry.checksum, UInt32(entry.deflatedSize), UInt32(entry.size))
    entries.append(entry)
    try checkpoint()
  }

  private func take(_ bytes: BytesView, _ entry: inout Entry) throws {
    entry.checksum = Checksum.crc32(bytes, after: entry.checksum)
    entry.size += bytes.count
    deflater.add(bytes, to: out)
    try checkpoint()
  }

  private func checkpoint() throws {
    let before = out.count
    try out.checkpoint()
    written += before - out.count
  }

  /// Writes the directory of all entries.
  package func finish() throws {
    let start = position
    for entry in entries {
      appendHeader(of: entry, 0x0201_4B50, [20, 20])
      append(UInt16(entry.name.count), UInt16(0), UInt16(0), UInt16(0), UInt16(0))
      append(UInt32(0), UInt32(entry.start))
      out.append(entry.name)
    }
    let count = UInt16(truncatingIfNeeded: entries.count)
    guard position < Int(UInt32.max) else { throw ZipTooLarge() }
    let size = UInt32(position - start)
    append(UInt32(0x0605_4B50))
    append(UInt16(0), UInt16(0), count, count)
    append(size, UInt32(start))
    append(UInt16(0))
  }

  /// What both headers of an entry have in common: deflated, sizes behind it in the first one, no time.
  private func appendHeader(of entry: Entry, _ mark: UInt32, _ versions: [UInt16]) {
    let (sizesFollow, deflated, midnight, firstOf1980): (UInt16, UInt16, UInt16, UInt16) = (8, 8, 0, 0x21)
    append(mark)
    for version in versions { append(version) }
    append(sizesFollow, deflated, midnight, firstOf1980)
    append(entry.checksum, UInt32(entry.deflatedSize), UInt32(entry.size))
  }

  /// Appends numbers with their lowest bytes first.
  private func append<Number: FixedWidthInteger>(_ numbers: Number...) {
    for number in numbers {
      for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
        out.append(UInt8(truncatingIfNeeded: number >> shift))
      }
    }
  }
}

/// An archive that would have entries, or be, larger than its form can say.
package struct ZipTooLarge: Error {}
