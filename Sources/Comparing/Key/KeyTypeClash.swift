import Platform
import Records
import StagedDiff

/// A key that pairs nothing because its values are text on one side and numbers on the other.
package struct KeyTypeClash: Sendable, Equatable {
  package let column: String
  package let source: Value
  package let target: Value
  package let isMasked: Bool
  /// As what the key pairs records.
  package let remedy: KeyType

  /// Looks whether another type would pair records; `nil` where the types are no reason that nothing is paired.
  ///
  /// - Throws: What a normalizer that is a script throws.
  /// - Complexity: O(1) where records are paired or the first ones have keys of the same types, else that of a pairing.
  init?(_ input: ComparisonInput, paired: Int) throws {
    guard paired == 0, !input.plan.rules.typesKey, case .columns = input.plan.rules.identity,
      Side.allCases.allSatisfy({ input.orders[$0].count > 0 }),
      zip(try input.key(.source, 0), try input.key(.target, 0)).contains(where: Self.differ)
    else { return nil }
    for type in KeyType.allCases {
      let typed = try input.identified(by: input.plan.rules.identity, as: type)
      let pairing = Pairing(
        trusting: try IdentityIndex(typed).hashes, threads: Workers.threads(limit: typed.plan.run.workers))
      guard let first = pairing.sourceToTarget.firstIndex(where: { $0 >= 0 }) else { continue }
      let old = try input.key(.source, first)
      let new = try input.key(.target, Int(pairing.sourceToTarget[first]))
      for (number, column) in input.plan.key.enumerated() where Self.differ(old[number], new[number]) {
        self.column = column.name
        (source, target) = (old[number], new[number])
        isMasked = column.isMasked
        remedy = type
        return
      }
    }
    return nil
  }

  private static func differ(_ old: Value, _ new: Value) -> Bool {
    switch (old, new) {
    case (.text, .number), (.number, .text), (.text, .boolean), (.boolean, .text): true
    default: false
    }
  }
}

extension KeyTypeClash {
  var words: String {
    "no key matched: '\(column)' is \(words(source)) in old and \(words(target)) in new; "
      + "\(Setting.keyAs) \(remedy.rawValue) makes them one"
  }

  private func words(_ value: Value) -> String {
    switch value {
    case .text: isMasked ? "text" : "text \"\(value.description)\""
    case .number: isMasked ? "a number" : "number \(value.description)"
    default: isMasked ? "another value" : "the value \(value.description)"
    }
  }
}

extension ComparisonInput {
  fileprivate func key(_ side: Side, _ offset: Int) throws -> [Value] {
    try workers.withWorker { try $0.keyValues(side, orders[side][offset]) }
  }
}
