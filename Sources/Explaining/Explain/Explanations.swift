import Comparing

/// What there is to say of chosen records of a comparison, or of all that have no partner.
package struct Explanations: Sendable {
  package let comparison: Comparison
  /// One for each record or pair that was chosen.
  package let records: [RecordExplanation]
  /// Why records have no partner, if that was asked.
  package let unpaired: UnpairedCauses?

  /// Explains records of a comparison.
  ///
  /// - Parameters:
  ///   - choices: The records.
  ///   - includesUnpaired: Whether all that have no partner are grouped by why.
  /// - Throws: ``ExplanationError`` for a choice that no record answers to, or what a rule throws.
  package init(
    of comparison: Comparison, _ choices: [RecordChoice], includesUnpaired: Bool = false
  ) throws {
    try self.init(Explainer(comparison), choices, includesUnpaired: includesUnpaired)
  }

  /// Explains records with an explainer that may have explained others.
  package init(
    _ explainer: Explainer, _ choices: [RecordChoice], includesUnpaired: Bool = false
  ) throws {
    comparison = explainer.comparison
    let mask = ExplanationMask(comparison)
    let found = try explainer.explain(choices)
    records = mask.map { found.map($0.shown) } ?? found
    let causes = includesUnpaired ? try UnpairedCauses(explainer) : nil
    unpaired = mask.map { mask in causes?.showing(mask.shown) } ?? causes
  }
}
