import Platform
import Records

/// The identities of one side that had to be computed: their bytes, kept so that equal hashes can be confirmed.
///
/// Workers fill one chunk each, so that nothing is copied together afterwards.
package struct KeyStore: Sendable {
  /// The identities of consecutive offsets.
  package struct Chunk: Sendable {
    fileprivate var bytes: [UInt8] = []
    fileprivate var ends: [Int] = []
    package private(set) var hashes: [UInt64] = []
    /// The bytes of all identities in it.
    var size: Int { bytes.count }

    package init(capacity: Int) {
      ends.reserveCapacity(capacity)
      hashes.reserveCapacity(capacity)
      bytes.reserveCapacity(capacity * 24)
    }

    /// Takes the identity of the next offset.
    package mutating func append(_ key: KeyBuffer) {
      bytes.append(contentsOf: key.bytes)
      ends.append(bytes.count)
      hashes.append(key.hash)
    }
  }

  private let chunks: [Chunk]
  private let starts: [Int]

  package init(chunks: [Chunk]) {
    self.chunks = chunks
    var starts: [Int] = []
    var next = 0
    for chunk in chunks {
      starts.append(next)
      next += chunk.ends.count
    }
    self.starts = starts
  }

  /// The hashes of all offsets, in order.
  package var hashes: [UInt64] {
    if chunks.count == 1 { return chunks[0].hashes }
    var hashes: [UInt64] = []
    hashes.reserveCapacity(chunks.reduce(0) { $0 + $1.hashes.count })
    for chunk in chunks { hashes += chunk.hashes }
    return hashes
  }

  /// Lets the bytes of an identity be read.
  package func withKey<R>(_ offset: Int, _ body: (BytesView) throws -> R) rethrows -> R {
    let index = (starts.firstIndex { $0 > offset } ?? starts.count) - 1
    let chunk = chunks[index]
    let place = offset - starts[index]
    let start = place == 0 ? 0 : chunk.ends[place - 1]
    return try chunk.bytes.withBytes {
      try body($0[part: start..<chunk.ends[place]])
    }
  }
}
