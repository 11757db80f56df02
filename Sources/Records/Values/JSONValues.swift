/// Exact comparison of raw JSON values, as fields and values need it.
enum JSONValues {
  /// The characters of a JSON string given without its quotes.
  static func decodedString(_ string: UnsafeRawBufferPointer) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(string.count)
    JSONString.decode(string.assumingMemoryBound(to: UInt8.self), into: &text)
    return text
  }

  /// Whether two JSON numbers are the same number.
  static func areEqualNumbers(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> Bool {
    left.isSame(as: right)
      || JSONNumber.areEqual(
        left.assumingMemoryBound(to: UInt8.self), right.assumingMemoryBound(to: UInt8.self))
  }

  /// Adds a JSON number's value to a hash.
  static func hashNumber(_ number: UnsafeRawBufferPointer, into hasher: inout FieldHasher) {
    hasher.combine(tag: UInt64(Field.Kind.number.rawValue))
    JSONNumber.hash(number.assumingMemoryBound(to: UInt8.self), into: &hasher)
  }

  /// Whether two JSON values are the same value.
  static func areEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
    left.isSame(as: right)
      || JSONCanonical.areEqual(
        left.assumingMemoryBound(to: UInt8.self), right.assumingMemoryBound(to: UInt8.self))
  }

  /// Adds a JSON value to a hash.
  static func hash(_ value: UnsafeRawBufferPointer, into hasher: inout FieldHasher) {
    hasher.combine(tag: UInt64(Field.Kind.object.rawValue))
    JSONCanonical.bytes(of: value.assumingMemoryBound(to: UInt8.self))
      .withUnsafeBytes { hasher.combine(text: $0) }
  }
}
