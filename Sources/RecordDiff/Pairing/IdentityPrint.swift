import Records

/// 128 bits that stand for an identity, made with secrets that are the same for all pieces of a comparison.
///
/// Two identities that are equal have the same; that two others have the same, by chance, takes 2⁶⁴ of them.
package struct IdentityPrint: Sendable, Hashable, BitwiseCopyable {
  package let first: UInt64
  package let second: UInt64
}

/// The secrets that fingerprints are made with.
package struct IdentityPrintSecrets: Sendable {
  /// How many numbers there are.
  package static let count = 8
  private let first: HashSecrets
  private let second: HashSecrets

  /// - Parameter numbers: Eight numbers that nobody could foresee; `nil` for another count.
  package init?(_ numbers: [UInt64]) {
    guard numbers.count == Self.count else { return nil }
    first = HashSecrets(numbers[0], numbers[1], numbers[2], numbers[3] | 1)
    second = HashSecrets(numbers[4], numbers[5], numbers[6], numbers[7] | 1)
  }

  /// The fingerprint of what a function gave.
  fileprivate func print(of key: KeyBuffer) -> IdentityPrint {
    key.bytes.withUnsafeBytes {
      IdentityPrint(first: first.hash(of: $0), second: second.hash(of: $0))
    }
  }

  /// The fingerprint of some fields, each with the number of its column.
  fileprivate func print(_ addFields: ((Int, Field) -> Void) throws -> Void) rethrows
    -> IdentityPrint
  {
    var hashers = (FieldHasher(first), FieldHasher(second))
    try addFields { number, field in
      hashers.0.combine(tag: UInt64(number))
      hashers.1.combine(tag: UInt64(number))
      field.hash(into: &hashers.0)
      field.hash(into: &hashers.1)
    }
    return IdentityPrint(first: hashers.0.value, second: hashers.1.value)
  }
}

extension Collections {
  /// The fingerprints of the identities of one side, in the order of its offsets.
  ///
  /// - Throws: `ComparisonError` where a key column has no value, or what a script throws.
  func fingerprints(_ side: Side, _ secrets: IdentityPrintSecrets) throws -> [IdentityPrint] {
    let order = orders[side]
    let chunks = try map(count: order.count) { range, worker in
      var prints: [IdentityPrint] = []
      prints.reserveCapacity(range.count)
      if case .script(let function) = plan.plan.identity {
        let type = plan.plan.keyAs
        try worker.evaluator()?.identities(of: range, order, in: side, function: function) { key in
          prints.append(secrets.print(of: type.map(key.typed) ?? key))
        }
      } else {
        for offset in range {
          prints.append(
            try secrets.print { try worker.forEachKeyField(side, order[offset], $0) })
        }
      }
      return prints
    }
    return Array(chunks.joined())
  }
}
