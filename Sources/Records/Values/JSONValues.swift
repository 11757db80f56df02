import Platform

/// Compares and hashes values of JSON by what they mean.
enum JSONValues {
  static func decodedString(_ string: BytesView) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(string.count)
    JSONString.decode(string, into: &text)
    return text
  }

  static func areEqualNumbers(_ left: BytesView, _ right: BytesView) -> Bool {
    left.isSame(as: right) || JSONNumber.areEqual(left, right)
  }

  static func hashNumber(_ number: BytesView, into hasher: inout FieldHasher) {
    hasher.combine(tag: UInt64(Field.Kind.number.rawValue))
    JSONNumber.hash(number, into: &hasher)
  }

  static func areEqual(_ left: BytesView, _ right: BytesView) -> Bool {
    left.isSame(as: right) || JSONCanonical.areEqual(left, right)
  }

  static func hash(_ value: BytesView, into hasher: inout FieldHasher) {
    hasher.combine(tag: UInt64(Field.Kind.object.rawValue))
    hasher.combine(hash: JSONTree(value).hash(by: hasher.secrets))
  }
}
