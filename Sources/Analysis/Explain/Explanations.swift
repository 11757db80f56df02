import Comparing
import Records

/// What there is to say of chosen records of a comparison, or of all that have no partner.
package struct Explanations: Sendable {
  package let comparison: Comparison
  /// One for each record or pair that was chosen.
  package let records: [RecordExplanation]
  /// Why there is nothing to say of other choices, as of a key that no record has.
  package let unknown: [ExplanationError]
  package let unpaired: UnpairedCauses?
  /// Whether the keys of both sides, of which none is the same, are in another form.
  package var isKeyInOtherForm = false

  /// Explains records of a comparison.
  ///
  /// - Parameters:
  ///   - choices: The records.
  ///   - includesUnpaired: Whether all that have no partner are grouped by why.
  ///   - examples: How many of a group are examples at the most.
  /// - Throws: ``ExplanationError`` if there is nothing to say of any choice, or what a rule throws.
  package init(
    _ explainer: Explainer, _ choices: [RecordChoice], includesUnpaired: Bool = false,
    examples: Int = UnpairedCauses.usualExamples
  ) throws {
    comparison = explainer.comparison
    let mask = ExplanationMask(comparison)
    let (found, unknown) = try explainer.explain(choices)
    if let error = unknown.first, found.isEmpty, !includesUnpaired { throw error }
    self.unknown = unknown
    records = mask.map { found.map($0.shown) } ?? found
    let causes = includesUnpaired ? try UnpairedCauses(explainer, examples: examples) : nil
    unpaired = mask.map { mask in causes?.showing(mask.shown) } ?? causes
  }
}

struct ExplanationMask {
  private let plan: ResolvedPlan
  private let keyMask: KeyMask?

  /// - Returns: `nil` where everything may.
  init?(_ comparison: Comparison) {
    guard comparison.plan.hasMask else { return nil }
    plan = comparison.resolvedPlan
    keyMask = comparison.keyMask
  }

  func shown(_ explanation: RecordExplanation) -> RecordExplanation {
    RecordExplanation(
      verdict: explanation.verdict, records: Sides { explanation.records[$0].map(shown) },
      namesakes: explanation.namesakes, pass: explanation.pass, absence: explanation.absence.map(shown),
      content: explanation.content.map(shown), move: explanation.move)
  }

  func shown(_ example: UnpairedCauses.Example) -> UnpairedCauses.Example {
    UnpairedCauses.Example(
      side: example.side, record: example.record, key: shown(example.key), nearest: example.nearest.map(shown))
  }

  private func shown(_ key: [Value]) -> [Value] { keyMask?.shown(key) ?? key }

  private func shown(_ record: RecordFindings) -> RecordFindings {
    let parts = record.identity.enumerated().map { number, part in
      guard let keyMask, keyMask.isMasked(number) else { return part }
      return IdentityPart(
        column: part.column, raw: part.raw.map(keyMask.sign), steps: part.steps, value: keyMask.sign(of: part.value))
    }
    return RecordFindings(
      record: record.record, isKept: record.isKept, refusal: record.refusal, identity: parts,
      identityProblem: record.identityProblem.map { _ in "what a rule said is not shown" }, section: record.section)
  }

  func shown(_ absence: Absence) -> Absence {
    var shown = absence
    shown.candidates = absence.candidates.map(self.shown)
    for index in shown.passes.indices { shown.passes[index].candidate = shown.passes[index].candidate.map(self.shown) }
    return shown
  }

  private func shown(_ candidate: Absence.Candidate) -> Absence.Candidate {
    Absence.Candidate(record: candidate.record, key: shown(candidate.key), partner: candidate.partner)
  }

  private func shown(_ content: ContentFindings) -> ContentFindings {
    let columns = content.columns.map { column in
      guard plan.rules.isMasked(column.name) else { return column }
      return ColumnFindings(
        name: column.name, raw: Sides { Mask.plainSign(of: column.raw[$0]) }, steps: column.steps,
        values: Sides { Mask.plainSign(of: column.values[$0]) }, judge: column.judge, areEqual: column.areEqual,
        paths: nil)
    }
    return ContentFindings(
      areEqual: content.areEqual, ground: content.ground, columns: columns, omitted: content.omitted)
  }
}
