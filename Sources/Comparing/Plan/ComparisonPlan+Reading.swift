import Records

extension ComparisonPlan {
  /// The columns whose hashes make the identity, by the names of each side, so that they can be hashed while reading.
  ///
  /// - Parameter headers: The column names, where they are known before reading.
  /// - Returns: `nil` for a side where the identity has to be computed afterwards.
  package func hashedColumns(headers: Sides<[String]?>) -> Sides<[String]?> {
    guard filter == nil, section == nil, keyAs == nil else {
      return Sides(source: nil, target: nil)
    }
    switch identity {
    case .automatic, .script: return Sides(source: nil, target: nil)
    case .columns(let names): return Sides { ownNames(names, in: $0, header: headers[$0]) }
    case .record:
      guard let source = headers.source, let target = headers.target,
        source.areSameNames(as: target), hasExactRecords, renames.isEmpty
      else { return Sides(source: nil, target: nil) }
      return Sides(source: source, target: target)
    }
  }

  /// The plan with the names of an object's members as the identity, where both collections are such objects and no
  /// other identity is given.
  func withNamesAsKey(of source: RecordTable, _ target: RecordTable) -> ComparisonPlan {
    guard case .automatic = identity, source.columns.first == "@key", target.columns.first == "@key"
    else { return self }
    var plan = self
    plan.identity = .columns(["@key"])
    return plan
  }

  private func ownNames(_ names: [String], in side: Side, header: [String]?) -> [String]? {
    guard names.allSatisfy({ steps(for: $0).isEmpty }) else { return nil }
    let backward = renames.inverted
    let own = side == .source ? names.map { backward[$0] ?? $0 } : names
    // An unknown column is reported by the plan's own check, which knows what was meant.
    if let header, !own.namesMissing(in: header).isEmpty { return nil }
    return own
  }
}
