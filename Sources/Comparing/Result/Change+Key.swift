import Records

extension Change {
  /// A key in words: its parts, commas between them.
  package static func describe(_ key: [Value]) -> String {
    key.map(\.description).joined(separator: ", ")
  }
}

extension Change.FieldChange: CustomStringConvertible {
  /// The change in words, as in `price: 5 → 7`; where a side has no value, `(absent)` stands for it.
  package var description: String {
    "\(column): \(old?.description ?? "(absent)") → \(new?.description ?? "(absent)")"
  }
}
