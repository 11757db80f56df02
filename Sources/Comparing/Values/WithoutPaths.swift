import Records

/// Leaves out of an object what rules of their own decide about: `address` without `address.city`.
struct WithoutPaths: Normalizer {
  /// The paths from the object on, without its own name.
  let paths: [[UInt8]]

  var summary: String {
    "without " + paths.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ", ")
  }

  func normalize(_ buffer: FieldBuffer) {
    guard let bytes = buffer.field.compactBytes(without: paths) else { return }
    buffer.set(.object, bytes)
  }
}
