/// Exact comparison of raw JSON values.
enum JSONValues {
  /// The characters of a JSON string given without its quotes.
  static func decodedString(_ string: UnsafeRawBufferPointer) -> [UInt8] { Array(string) }

  /// Whether two JSON numbers are the same number.
  static func areEqualNumbers(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer)
    -> Bool
  {
    left.isSame(as: right)
  }

  /// Adds a JSON number's value to a hash.
  static func hashNumber(_ number: UnsafeRawBufferPointer, into hasher: inout FieldHasher) {
    hasher.combine(tag: FieldHasher.hash(of: number))
  }

  /// Whether two JSON values are the same value.
  static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    left.isSame(as: right)
  }

  /// Adds a JSON value to a hash.
  static func hash(_ value: UnsafeRawBufferPointer, into hasher: inout FieldHasher) {
    hasher.combine(tag: FieldHasher.hash(of: value))
  }
}

/// Reads JSON sources.
enum JSONReader {
  /// Indexes every record of a source; hashes the key columns if given.
  static func table(of source: ByteSource, hashing key: [String]?) throws(RecordError)
    -> RecordTable
  {
    throw RecordError(.json(.unsupported), file: source.name)
  }
}

/// What can be wrong with JSON.
public enum JSONProblem: Sendable, Equatable {
  /// The format is not supported.
  case unsupported

  /// What is wrong, as part of a sentence.
  var message: String { "JSON cannot be read" }

  /// The option that would help.
  var hint: String? { nil }
}
