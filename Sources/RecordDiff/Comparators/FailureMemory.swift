#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// At which places of a text which items of a pattern are known not to match: a bit for each.
struct FailureMemory {
  private let words: UnsafeMutablePointer<UInt64>
  private let stride: Int

  /// What a memory may take, of which only the pages that are used are real.
  private static let maximumBits = 1 << 31

  /// A memory for the places of a text, its end included; `nil` where it would be too large.
  init?(items: Int, length: Int) {
    stride = length + 1
    let (bits, overflow) = items.multipliedReportingOverflow(by: stride)
    guard !overflow, bits <= Self.maximumBits, let memory = calloc(bits / 64 + 1, 8) else {
      return nil
    }
    words = memory.bindMemory(to: UInt64.self, capacity: bits / 64 + 1)
  }

  /// Gives the memory back.
  func release() { free(words) }

  @inline(__always) func contains(_ item: Int, _ offset: Int) -> Bool {
    let bit = item * stride + offset
    return words[bit >> 6] >> UInt64(bit & 63) & 1 == 1
  }

  func insert(_ item: Int, _ offsets: ClosedRange<Int>) {
    for offset in offsets {
      let bit = item * stride + offset
      words[bit >> 6] |= 1 << UInt64(bit & 63)
    }
  }
}
