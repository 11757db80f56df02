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
    var search = try KeySearch(input)
    let best = try search.best(attempt)
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

  /// Whether both sides are collections of plain values, which have nothing but themselves to be told apart by.
  var hasPlainValues: Bool { Side.allCases.allSatisfy { tables[$0].columns == [Self.plainValue] } }
}
