import Platform

/// Where records are, in files of the temporary folder: written from front to back, then mapped.
///
/// Who writes need not ask each time whether the folder took it: the first failure is kept, and nothing is written after it.
final class SpilledPlaces {
  private let starts: SpillFile?
  private let ends: SpillFile?
  private var mappings: [SpillBytes] = []
  /// Whether the places can be read.
  private(set) var isFinished = false
  /// Why the folder did not take all places, if it did not.
  private(set) var failure: SpillError?
  /// The places where nothing could be mapped: none are read then.
  private let none: UnsafeMutablePointer<Int> = Memory.resized(nil, to: 1)

  /// How many places are shifted at once.
  private static let block = 4096

  /// `nil` where places are held in memory.
  init?(_ spilling: Spilling, hasEnds: Bool) {
    guard spilling.pages != nil else { return nil }
    none.pointee = 0
    var files: [SpillFile] = []
    do throws(SpillError) {
      for _ in 0..<(hasEnds ? 2 : 1) { files.append(try spilling.folder.makeFile()) }
    } catch { failure = error }
    starts = files.first
    ends = files.dropFirst().first
  }

  deinit { free(none) }

  private func attempt(_ body: () throws(SpillError) -> Void) {
    guard failure == nil else { return }
    do throws(SpillError) { try body() } catch { failure = error }
  }

  /// Adds the places of so many records.
  func append(_ more: UnsafePointer<Int>?, _ moreEnds: UnsafePointer<Int>?, _ count: Int) {
    attempt { () throws(SpillError) in
      try starts?.append(contentsOf: UnsafeBufferPointer(start: more, count: count).span)
      if moreEnds != nil {
        try ends?.append(contentsOf: UnsafeBufferPointer(start: moreEnds, count: count).span)
      }
    }
  }

  /// Adds the records of a part of the text, whose own text begins at an offset of this one.
  func append(_ part: RecordIndex, shiftedBy offset: Int, end: (Int) -> Int) {
    for start in stride(from: 0, to: part.count, by: Self.block) {
      let records = start..<min(start + Self.block, part.count)
      let shifted = records.map { part.starts[$0] + offset }
      append(shifted, records.map { end($0) + offset }, records.count)
    }
  }

  /// All places, with where the surroundings of the last record end behind them.
  func finish(at end: Int) -> (UnsafeMutablePointer<Int>, UnsafeMutablePointer<Int>?) {
    append([end], nil, 1)
    isFinished = true
    let all = starts.flatMap(mapped) ?? none
    return (all, ends.map { mapped($0) ?? none })
  }

  private func mapped(_ file: SpillFile) -> UnsafeMutablePointer<Int>? {
    var places: UnsafeMutablePointer<Int>?
    attempt { () throws(SpillError) in
      let mapping = try file.mapped()
      mappings.append(mapping)
      // Only read from now on.
      places = UnsafeMutableRawPointer(mutating: mapping.bytes.unsafeStart)?
        .assumingMemoryBound(to: Int.self)
    }
    return places
  }
}
