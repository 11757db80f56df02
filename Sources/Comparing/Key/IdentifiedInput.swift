import Records

/// What is compared, where its identity is known: as the plan gives it, or as a search has found it.
struct IdentifiedInput<Key: PairedKey> {
  let input: ComparisonInput
  let choice: KeyChoice
  /// What trying the key that was found has computed; `nil` where none was searched for or found.
  let trial: Key?

  /// Searches for a key if the plan gives no identity.
  ///
  /// - Parameter attempt: Tries columns on every record; `nil` where they are not nearly unique.
  /// - Throws: `ComparisonError` where the plan does not fit, or what a script throws.
  init(_ input: ComparisonInput, trying attempt: ([String]) throws -> Key?) throws {
    guard case .automatic = input.plan.rules.identity else {
      self.init(input, KeyChoice(input.plan.rules.identity))
      return
    }
    if input.hasPlainValues {
      self.init(try input.identified(by: .record), .given([ComparisonInput.plainValue]))
      return
    }
    let leading = try input.leadingColumn.map { (columns: [$0], key: try attempt([$0])) }
    if let key = leading?.key, key.standing.isClean, key.standing.isWhole {
      self.init(key.input, .found(key.columns, gaps: key.standing.unfilled), key)
      return
    }
    var search = try KeySearch(input)
    let best = try search.best { try $0 == leading?.columns ? leading?.key : attempt($0) }
    if let best, best.standing.isGoodEnough {
      self.init(best.input, .found(best.columns, gaps: best.standing.unfilled), best)
    } else {
      self.init(try input.identified(by: .record), .notFound(nearest: best?.nearKey))
    }
  }

  private init(_ input: ComparisonInput, _ choice: KeyChoice, _ trial: Key? = nil) {
    self.input = input
    self.choice = choice
    self.trial = trial
  }
}

extension PairedKey {
  /// The key as one that is not good enough; `nil` if it pairs nothing for certain.
  fileprivate var nearKey: KeyChoice.NearKey? {
    guard let certain = standing.certain, certain > 0 else { return nil }
    return KeyChoice.NearKey(columns: columns, certain: certain, possible: standing.possible)
  }
}

extension IdentifiedInput<KeyTrial> {
  /// Searches for a key with everything in memory if the plan gives no identity.
  ///
  /// - Throws: `ComparisonError` where the plan does not fit, or what a script throws.
  init(_ input: ComparisonInput) throws {
    var trials = KeyTrials(input)
    try self.init(input) { try trials.trial(of: $0) }
  }
}

extension ComparisonInput {
  fileprivate static let plainValue = "@value"

  /// The first column that may be a key, of so few plain records that a search would look at each of them: where it is
  /// a clean key of as many pairs as there can be, no other is better, and of equals a search finds the leftmost.
  fileprivate var leadingColumn: String? {
    let isPlain = !plan.rules.rewritesValues && !plan.rules.typesKey && plan.run.scripts == nil
    let areFew = Side.allCases.allSatisfy {
      tables[$0].format.hasRows && (2...SearchColumns.few).contains(orders[$0].count)
    }
    return isPlain && areFew ? keyParts(Side.allCases).first : nil
  }

  /// Whether both sides are collections of plain values, which have nothing but themselves to be told apart by.
  var hasPlainValues: Bool { Side.allCases.allSatisfy { tables[$0].columns == [Self.plainValue] } }
}
