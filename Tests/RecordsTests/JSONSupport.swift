import Platform

@testable import Records

/// Reads JSON text into a table.
func jsonTable(
  _ json: String, as format: InputFormat = .json, key: [String]? = nil,
  _ change: (inout ReadOptions) -> Void = { _ in }
) throws -> RecordTable {
  try jsonTable(Array(json.utf8), as: format, key: key, change)
}

/// Reads JSON bytes into a table.
func jsonTable(
  _ json: [UInt8], as format: InputFormat = .json, key: [String]? = nil,
  _ change: (inout ReadOptions) -> Void = { _ in }
) throws -> RecordTable {
  let options = ReadOptions.with {
    $0.format = format
    change(&$0)
  }
  return try RecordInput.read(bytes: json, name: "t.json", options: options).table(hashing: key)
}

/// The error that reading the text ends with.
func jsonError(
  _ json: String, as format: InputFormat = .json, key: [String]? = nil,
  _ change: (inout ReadOptions) -> Void = { _ in }
) -> RecordError? {
  do {
    _ = try jsonTable(json, as: format, key: key, change)
    return nil
  } catch {
    return error as? RecordError
  }
}

extension RecordTable {
  /// Every field as a short text: strings in quotes, `-` for what is absent, JSON as it stands.
  var cells: [[String]] {
    var cursor = makeCursor()
    return (0..<count).map { record in
      columns.indices.map { Self.shown(cursor.field(record, $0).value) }
    }
  }

  static func shown(_ value: Value) -> String {
    switch value {
    case .absent: "-"
    case .null: "null"
    case .boolean(let truth): "\(truth)"
    case .number(let number): number.string
    case .text(let text): "'\(text.string)'"
    case .object(let json), .array(let json): json.string
    }
  }

  /// The field of a record in a column given by name.
  func cell(_ record: Int, _ name: String) -> String? {
    columnIndex(of: name).map { Self.shown(value(record, $0)) }
  }

  /// Everything that must not depend on how the input was read.
  var facts: [String] {
    [
      "\(columns)", "\(cells)", "\(identityHashes)", "\(sectionStarts)", "\(notes.map(\.message))",
      "\((0..<count).map { String(decoding: recordBytes($0), as: UTF8.self) })",
      "\((0..<count).map { line(of: $0) })",
    ] + (sections?.facts ?? [])
  }
}

/// The position behind the one JSON value that `bytes` are, with white space around it; nil if they
/// are not one.
func scanned(_ bytes: [UInt8]) -> Bool {
  bytes.withBytes { buffer in
    let scanner = JSONScanner(buffer)
    guard let end = try? scanner.value(scanner.skipSpaceAndLines(scanner.start)) else {
      return false
    }
    return scanner.skipSpaceAndLines(end) == scanner.end
  }
}

/// Whether two JSON texts are equal values.
func areEqual(_ first: [UInt8], _ second: [UInt8]) -> Bool {
  first.withBytes { first in second.withBytes { JSONValues.areEqual(first, $0) } }
}

/// The hash of a JSON value.
func jsonHash(_ json: [UInt8]) -> UInt64 {
  var hasher = FieldHasher()
  json.withBytes { JSONValues.hash($0, into: &hasher) }
  return hasher.value
}
