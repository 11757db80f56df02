/// What the parts of a key are taken for, so that files of different types can be compared.
package enum KeyType: String, Sendable, CaseIterable {
  /// Text: numbers by the one spelling of their value, `true` and `false` as words.
  case text
  /// Numbers, where they are some: the text `01` is the number 1.
  case number
}

/// Gives a part of a key another type.
struct KeyTypeNormalizer: Normalizer {
  let type: KeyType

  var summary: String { "key as \(type.rawValue)" }

  func normalize(_ buffer: FieldBuffer) {
    switch (type, buffer.kind) {
    case (.number, _): NumberNormalizer.plain.normalize(buffer)
    case (.text, .number):
      NumberNormalizer.plain.normalize(buffer)
      buffer.set(.text, buffer.bytes)
    case (.text, .true): buffer.setText("true")
    case (.text, .false): buffer.setText("false")
    case (.text, _): break
    }
  }
}

extension ComparisonPlan {
  /// The plan with normalizers that give the columns of the identity the type of `keyAs`.
  ///
  /// - Parameter columns: All columns, one of which may be a key that is searched for.
  func withTypedKey(columns: [String]) -> ComparisonPlan {
    guard let keyAs else { return self }
    var plan = self
    var names = columns
    if case .columns(let own) = identity { names = own }
    for name in Set(names) { plan.normalizers[name, default: []].append(.native(KeyTypeNormalizer(type: keyAs))) }
    return plan
  }
}

extension KeyBuffer {
  /// The identity with its parts of another type.
  package func typed(as type: KeyType) -> KeyBuffer {
    let (normalizer, value) = (KeyTypeNormalizer(type: type), FieldBuffer())
    var typed = KeyBuffer()
    forEachPart { part in
      value.load(part)
      normalizer.normalize(value)
      typed.append(value.kind, value.bytes)
    }
    return typed
  }
}

extension ComparisonPlan {
  /// No rule but what the values of some columns are taken for.
  package init(types: ColumnMap<KeyType>) {
    self.init()
    normalizers = types.mapValues { [.native(KeyTypeNormalizer(type: $0))] }
  }
}
