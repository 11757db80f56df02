import Foundation

@testable import Records

/// The folder of data that other projects made.
let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .appendingPathComponent("Fixtures")

/// Whether tests are to take their time, with larger and more inputs.
let isSlow = ProcessInfo.processInfo.environment["LUNADIFF_SLOW_TESTS"] != nil

/// The bytes of a fixture.
func fixture(_ path: String) throws -> [UInt8] {
  Array(try Data(contentsOf: fixtures.appendingPathComponent(path)))
}

/// The parsed JSON of a fixture.
func jsonFixture(_ path: String) throws -> Any {
  try JSONSerialization.jsonObject(
    with: Data(contentsOf: fixtures.appendingPathComponent(path)))
}

extension ReadOptions {
  /// Options changed by a closure.
  static func with(_ change: (inout ReadOptions) -> Void) -> ReadOptions {
    var options = ReadOptions()
    change(&options)
    return options
  }
}

extension RecordTable {
  /// Every record's values, without those that are absent.
  var rows: [[Value]] {
    var cursor = makeCursor()
    return (0..<count).map { record in
      columns.indices.map { cursor.field(record, $0).value }.filter { $0 != .absent }
    }
  }

  /// Every record's texts.
  var texts: [[String]] {
    rows.map { row in
      row.map { value in
        if case .text(let text) = value { return text.string }
        return "<\(value)>"
      }
    }
  }
}
