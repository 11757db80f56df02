import Platform
import Comparing
import Records

extension ChangeListing {
  /// Writes a change to a buffer, given how many come before it.
  typealias Writer = (_ ordinal: Int, ChangeEntry) -> Void

  /// Changes that a thread writes at a time.
  private static let pieceSize = 1024

  /// Buffers and what writes to them; each is used by one thread at a time.
  private struct Lanes: @unchecked Sendable {
    let buffers: [OutputBuffer]
    let writers: [Writer]
  }

  /// Writes the listed changes in their order, many of them on every core at once.
  ///
  /// - Parameters:
  ///   - out: Gets all bytes, whatever the number of threads the same.
  ///   - makeWriter: Makes what writes changes to a buffer; called for each buffer.
  /// - Complexity: Memory is bounded by some thousand changes.
  func write(to out: OutputBuffer, _ makeWriter: (OutputBuffer) -> Writer) throws {
    let threads = Workers.threads(limit: comparison.plan.run.workers)
    guard threads > 1, listed >= 2 * Self.pieceSize else {
      return try writeInTurn(to: out, makeWriter(out))
    }
    let buffers = (0..<threads * 4).map { _ in OutputBuffer() }
    let lanes = Lanes(buffers: buffers, writers: buffers.map(makeWriter))
    let places = places
    for start in stride(from: 0, to: places.count, by: buffers.count * Self.pieceSize) {
      writeAtOnce(places, from: start, lanes, threads)
      for buffer in buffers {
        buffer.withBytes { out.append($0) }
        buffer.truncate(to: 0)
        try out.checkpoint()
      }
    }
  }

  private func writeInTurn(to out: OutputBuffer, _ writer: Writer) throws {
    var ordinal = 0
    try forEach { _, entry in
      writer(ordinal, entry)
      ordinal += 1
      try out.checkpoint()
    }
  }

  private func writeAtOnce(_ places: [Int32], from start: Int, _ lanes: Lanes, _ threads: Int) {
    let comparison = comparison
    Workers.run(count: lanes.buffers.count, limit: threads) { lane in
      let first = min(start + lane * Self.pieceSize, places.count)
      let end = min(first + Self.pieceSize, places.count)
      comparison.forEachEntry(at: places[first..<end]) { ordinal, entry in
        lanes.writers[lane](ordinal, entry)
      }
    }
  }
}
