/// The normalizers of one column, in order.
final class NormalizerChain {
  let column: String
  let steps: [ComparisonPlan.NormalizerStep]
  /// The steps where all of them run natively.
  private let natives: [any Normalizer]?
  /// How each step has fared, as a ``RuleTally`` counts.
  @exclusivity(unchecked) private(set) var counts: [Int32]

  /// A chain of these steps; `nil` if there are none.
  init?(_ column: String, _ steps: [ComparisonPlan.NormalizerStep]) {
    guard !steps.isEmpty else { return nil }
    self.column = column
    self.steps = steps
    counts = [Int32](repeating: 0, count: steps.count)
    let natives = steps.compactMap {
      if case .native(let normalizer) = $0 { normalizer } else { nil }
    }
    self.natives = natives.count == steps.count ? natives : nil
  }

  /// Rewrites the value, if every step runs natively.
  ///
  /// - Returns: `false` if a script has to be asked; nothing is rewritten then.
  func normalize(_ buffer: FieldBuffer) throws(MatchingError) -> Bool {
    guard let natives else { return false }
    for (number, normalizer) in natives.enumerated() {
      try apply(normalizer, number, to: buffer)
    }
    return true
  }

  /// Rewrites the value by a step, which is counted as long as it has fitted none.
  func apply(
    _ normalizer: any Normalizer, _ number: Int, to buffer: FieldBuffer
  ) throws(MatchingError) {
    if counts[number] >= 0 {
      RuleTally.count([buffer.field], in: &counts[number], normalizer.fits)
    }
    try normalizer.normalize(buffer)
  }
}
