import Comparing
import Records

extension Explainer {
  /// What the rules make of one record.
  func findings(_ side: Side, _ record: Int) throws -> RecordFindings {
    let isKept = plan.rules.filter == nil ? nil : try worker.includes(record, in: side)
    let refusal = isKept == false ? try worker.refusal(of: record, in: side) : nil
    let made = Result { try identity(side, record) }
    var problem: String?
    if case .failure(let error) = made {
      // A filter may leave out just what has no identity.
      guard isKept == false else { throw error }
      problem = "\(error)".split(separator: "\n").first.map(String.init)
    }
    return RecordFindings(
      record: record, isKept: isKept, refusal: refusal, identity: (try? made.get()) ?? [],
      identityProblem: problem, section: section(side, record))
  }

  /// The identity of a record, as the rules make it now.
  func identityValues(_ side: Side, _ record: Int) throws -> [Value] {
    guard case .script(let function) = plan.rules.identity else {
      return try worker.keyValues(side, record)
    }
    var values: [Value] = []
    try worker.evaluator()?.identities(of: 0..<1, .only(record), in: side, function: function) {
      key in
      values = (plan.rules.keyAs.map(key.typed) ?? key).values
    }
    return values
  }

  private func identity(_ side: Side, _ record: Int) throws -> [IdentityPart] {
    let values = try identityValues(side, record)
    if case .script = plan.rules.identity {
      return values.map { IdentityPart(column: nil, raw: nil, steps: [], value: $0) }
    }
    return zip(plan.key, values).map { column, value in
      let raw = column.place(in: side).map { worker.readers[side].rawField(record, $0).value }
      return IdentityPart(
        column: column.name, raw: raw ?? .absent, steps: words.steps(column.name), value: value)
    }
  }

  private func section(_ side: Side, _ record: Int) -> Value? {
    guard let division = comparison.sections?.divisions[side],
      let offset = offset(of: record, in: side)
    else { return nil }
    return division.names[division.section(of: offset)]
  }

  // MARK: Records of the same identity

  /// How many records have the identity of the one at an offset.
  func namesakes(_ side: Side, _ offset: Int) throws -> Namesakes {
    Namesakes(
      counts: try Sides { try identical(to: (side, offset), in: $0).count },
      policy: plan.rules.duplicates)
  }

  /// The offsets on a side of records with the identity of the one at an offset.
  func identical(to place: (side: Side, offset: Int), in side: Side) throws -> [Int] {
    try groups.offsets(in: side, like: place).map(Int.init).filter { offset in
      try (side == place.side && offset == place.offset)
        || identities.areIdentical(place, (side, offset), worker)
    }
  }

  /// Records of a side that have the identity of one that the filter leaves out.
  func namesakes(ofFiltered key: [Value], _ side: Side) -> [Absence.Candidate] {
    let records = (kept[side][key] ?? []) + (filtered[side][key] ?? [])
    return records.prefix(Absence.mostCandidates).map { candidate($0, side, key) }
  }

  /// A record as one that comes near.
  func candidate(_ record: Int, _ side: Side, _ key: [Value]) -> Absence.Candidate {
    Absence.Candidate(record: record, key: key, partner: partner(of: record, in: side))
  }
}
