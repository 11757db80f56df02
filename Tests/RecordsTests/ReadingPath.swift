import Foundation
import Platform
import TestSupport

@testable import Records

/// A way by which bytes can reach the reader.
enum ReadingPath: CaseIterable, Sendable {
  case memory, read, mapped, piped, gzip, gzipMembers, zstd, zstdFrames, gzipPiped

  /// Opens bytes by this way.
  func open(_ bytes: [UInt8], _ options: ReadOptions, suffix: String = ".csv") throws
    -> RecordInput
  {
    var options = options
    let half = bytes.count / 2
    switch self {
    case .memory:
      return try RecordInput.read(bytes: bytes, name: "memory" + suffix, options: options)
    case .read: return try file(bytes, suffix, options)
    case .mapped:
      MappedFile.surviveShrinking()
      options.smallestMapping = 1
      return try file(bytes, suffix, options)
    case .piped: return try pipe(bytes, suffix, options)
    case .gzip: return try file(RecordsTests.gzip(bytes), suffix + ".gz", options)
    case .gzipMembers:
      let members =
        RecordsTests.gzip(Array(bytes[..<half])) + RecordsTests.gzip(Array(bytes[half...]))
      return try file(members, suffix, options)
    case .zstd: return try file(RecordsTests.zstd(bytes), suffix + ".zst", options)
    case .zstdFrames:
      let frames =
        RecordsTests.zstd(Array(bytes[..<half])) + RecordsTests.zstd(Array(bytes[half...]))
      return try file(frames, suffix, options)
    case .gzipPiped: return try pipe(RecordsTests.gzip(bytes), suffix, options)
    }
  }

  private func file(_ bytes: [UInt8], _ suffix: String, _ options: ReadOptions) throws
    -> RecordInput
  {
    try withTemporaryPath(suffix) { path in
      try Data(bytes).write(to: URL(fileURLWithPath: path))
      return try RecordInput.open(path: path, options: options)
    }
  }

  private func pipe(_ bytes: [UInt8], _ suffix: String, _ options: ReadOptions) throws
    -> RecordInput
  {
    try withTemporaryPath(suffix) { path in
      mkfifo(path, 0o600)
      // A reader may have seen enough before the end.
      Thread.startWriting {
        try? FileHandle(forWritingTo: URL(fileURLWithPath: path)).write(contentsOf: Data(bytes))
      }
      return try RecordInput.open(path: path, options: options)
    }
  }
}

/// Calls a closure with a path that is free, and removes what it made there.
func withTemporaryPath<R>(_ suffix: String = "", _ body: (String) throws -> R) rethrows -> R {
  let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("lunadiff-" + UUID().uuidString + suffix).path
  defer { try? FileManager.default.removeItem(atPath: path) }
  return try body(path)
}
