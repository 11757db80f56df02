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
  /// Whether the parts of a key are taken for something else than they are.
  var typesKey: Bool { ruleSet.keyAs != nil }

  /// The plan with normalizers that give columns the types of ``cellTypes``, and those of the identity that of `keyAs`.
  ///
  /// These steps follow the column's own steps.
  ///
  /// - Parameter columns: All columns, one of which may be a key that is searched for.
  func withTypedKey(columns: [String]) -> ComparisonPlan {
    var plan = self
    for (name, type) in parts.cellTypes where columns.contains(name) {
      plan.normalizers[name, default: parts.usualSteps].append(.native(KeyTypeNormalizer(type: type)))
    }
    guard let keyAs = ruleSet.keyAs else { return plan }
    var names = columns
    if case .columns(let own) = identity { names = own }
    for name in Set(names) {
      plan.normalizers[name, default: parts.usualSteps].append(.native(KeyTypeNormalizer(type: keyAs)))
    }
    return plan
  }

  /// An identity that a function gave, with its parts of the type of `keyAs`.
  package func typed(_ key: KeyBuffer) -> KeyBuffer {
    guard let keyAs = ruleSet.keyAs else { return key }
    let (normalizer, value) = (KeyTypeNormalizer(type: keyAs), FieldBuffer())
    var typed = KeyBuffer()
    key.forEachPart { part in
      value.load(part)
      normalizer.normalize(value)
      typed.append(value.kind, value.bytes)
    }
    return typed
  }

  /// The plan of another identity in place of its own and its passes.
  ///
  /// - Parameter type: What the parts of the key are taken for; as the plan says if it is not said.
  func identified(by identity: Identity, as type: KeyType?) -> ComparisonPlan {
    var plan = self
    plan.identity = identity
    plan.passes = []
    plan.keyAs = type ?? ruleSet.keyAs
    return plan
  }

  /// No rule but what the values of some columns are taken for.
  package init(types: ColumnMap<KeyType>) {
    self.init()
    ruleSet.normalizers = types.mapValues { [.native(KeyTypeNormalizer(type: $0))] }
  }
}
