import Comparing
import Platform
import Records

/// Which records are to be explained: by identity, or by number.
package enum RecordChoice: Sendable, Equatable {
  /// The records of this identity, its parts as text.
  case key([String])
  /// The record of this number on a side, counted from 0.
  case record(Side, Int)
}

extension Explainer {
  private static let mostOfKey = 8

  /// Explains the chosen records, each pair once, in the order of the choices.
  ///
  /// - Returns: Also an error for each choice that no record answers to.
  /// - Throws: What a rule throws.
  /// - Complexity: O(*n* + *m*) for all identities together; where they are asked for again, O(*n* log *n*) once, and
  ///   from then on in proportion to the records that are found.
  package func explain(_ choices: [RecordChoice]) throws -> (
    explanations: [RecordExplanation], unknown: [ExplanationError]
  ) {
    let (found, unknown) = try records(of: choices)
    var explanations: [RecordExplanation] = []
    var seen = Sides<Set<Int>>(source: [], target: [])
    for (side, record) in found where !seen[side].contains(record) {
      let explanation = try explain(side, record)
      for side in Side.allCases { if let record = explanation.records[side]?.record { seen[side].insert(record) } }
      explanations.append(explanation)
    }
    return (explanations, unknown)
  }

  private func records(of choices: [RecordChoice]) throws -> (found: [(Side, Int)], unknown: [ExplanationError]) {
    var wanted: [[String]: Sides<[Int]>] = [:]
    for case .key(let key) in choices { wanted[key] = Sides(source: [], target: []) }
    if !wanted.isEmpty { try find(&wanted) }
    var (found, unknown): ([(Side, Int)], [ExplanationError]) = ([], [])
    for choice in choices {
      switch choice {
      case .record(let side, let record):
        let (name, count) = (comparison.tables[side].name, comparison.tables[side].count)
        let isThere = (0..<count).contains(record)
        if isThere {
          found.append((side, record))
        } else {
          unknown.append(.noRecord(record, input: name, count: count))
        }
      case .key(let key):
        let records = Side.allCases.flatMap { side in
          (wanted[key]?[side] ?? []).prefix(Self.mostOfKey).map { (side, $0) }
        }
        if records.isEmpty { unknown.append(try problem(of: key)) }
        found += records
      }
    }
    return (found, unknown)
  }

  /// Finds the records of identities, written as they stand or as the rules make them.
  private func find(_ wanted: inout [[String]: Sides<[Int]>]) throws {
    defer { isAskedByKey = true }
    if isAskedByKey, spelled == nil { spelled = try SpelledKeys(self) }
    for side in Side.allCases {
      if let spelled {
        for key in wanted.keys { wanted[key]?[side] = try spelled.records(side, of: key, self) }
        continue
      }
      for record in 0..<comparison.tables[side].count {
        for key in try spelledKeys(side, record) where wanted[key] != nil { wanted[key]?[side].append(record) }
      }
    }
  }

  /// The identity of a record as text: as the rules make it and, where that is something else, as it stands.
  package func spelledKeys(_ side: Side, _ record: Int) throws -> [[String]] {
    let values =
      try offset(of: record, in: side).map { try keyValues(side, $0) } ?? (try? identityValues(side, record)) ?? []
    let spelled = values.map(\.description)
    let raw = plan.key.map { column in
      column.place(in: side).map { worker.readers[side].rawField(record, $0).value.description } ?? ""
    }
    let shown = comparison.keyMask?.shown(values).map(\.description)
    return [spelled] + (raw.isEmpty || raw == spelled ? [] : [raw]) + (shown.map { [$0] } ?? [])
  }

  /// Why no record has a key.
  private func problem(of key: [String]) throws -> ExplanationError {
    let names = Set(named: comparison.columns.common.map(\.name))
    if key.allSatisfy(names.contains) { return .columnsForKey(key) }
    guard comparison.hasKey else { return .noIdentity }
    do { try ExplanationError.checkParts(of: key, in: comparison) } catch { return error }
    let inputs = Sides { comparison.tables[$0].name }
    // What is suggested would show what a mask hides.
    let nearest = comparison.keyMask == nil ? try suggestedKeys.get().nearest(to: ExplanationError.spelling(key)) : nil
    return .noKey(
      key, inputs: [inputs.source, inputs.target], nearest: nearest, columns: comparison.keyColumns.map(\.name),
      isFound: comparison.key.isFound, elsewhere: columns(with: key))
  }

  /// Some columns beside the key that have a value in some record, those of both sides first.
  private func columns(with key: [String]) -> [String] {
    guard key.count == 1, let wanted = key.first else { return [] }
    let own = Set(named: comparison.keyColumns.map(\.name))
    let columns = comparison.columns.common.filter { !own.contains($0.name) && !comparison.plan.isMasked($0.name) }
    func sides(with column: ColumnMatch.Common) -> Int {
      Side.allCases.count { side in
        let place = side == .source ? column.source : column.target
        let records = 0..<min(comparison.tables[side].count, Self.mostSuggested)
        return records.contains { worker.readers[side].rawField($0, place).value.description == wanted }
      }
    }
    let found = columns.map { (name: $0.name, sides: sides(with: $0)) }.filter { $0.sides > 0 }
    return (found.filter { $0.sides == 2 } + found.filter { $0.sides == 1 }).prefix(Self.mostColumns).map(\.name)
  }

  private static let mostColumns = 3

  /// The identities that may have been meant, of those that are looked at.
  func spelledForSuggestion() throws -> [String] {
    try Side.allCases.flatMap { side in
      try (0..<min(comparison.tables[side].count, Self.mostSuggested)).flatMap { record in
        try spelledKeys(side, record).map(ExplanationError.spelling)
      }
    }
  }

  private static let mostSuggested = 20_000
}
