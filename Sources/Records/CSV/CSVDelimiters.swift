import CScan
import Platform

/// The places of delimiters in a record, found 64 bytes at a time.
struct CSVDelimiters {
  private let record: BytesView
  private let delimiter: UInt8
  /// Where the block at hand starts.
  private var block = 0
  /// The delimiters left in it.
  private var mask: UInt64

  init(_ record: BytesView, delimiter: UInt8) {
    self.record = record
    self.delimiter = delimiter
    mask = Self.mask(record, from: 0, delimiter)
  }

  /// The next delimiter, or the record's end.
  @inline(__always)
  mutating func next() -> Int {
    while mask == 0 {
      block += 64
      guard block < record.count else { return record.count }
      mask = Self.mask(record, from: block, delimiter)
    }
    let place = block + mask.trailingZeroBitCount
    mask &= mask - 1
    return place
  }

  /// Leaves out everything up to and with a place.
  mutating func skip(to place: Int) {
    let start = place & ~63
    if start != block && start < record.count {
      block = start
      mask = Self.mask(record, from: start, delimiter)
    }
    let bit = place - block
    mask = bit < 63 ? mask & (~0 << UInt64(bit + 1)) : 0
  }

  /// The delimiters in up to 64 bytes; reads nothing behind them.
  @inline(__always)
  private static func mask(_ record: BytesView, from place: Int, _ delimiter: UInt8) -> UInt64 {
    guard let bytes = record[part: place..<record.count].unsafeStart else { return 0 }
    let left = record.count - place
    guard left < 64 else { return lunadiff_byte_mask(bytes, delimiter) }
    return withUnsafeTemporaryAllocation(byteCount: 64, alignment: 16) { copy in
      guard let start = copy.baseAddress else { return 0 }
      memcpy(start, bytes, left)
      let mask = lunadiff_byte_mask(start.assumingMemoryBound(to: UInt8.self), delimiter)
      return mask & ((1 << UInt64(left)) - 1)
    }
  }
}
