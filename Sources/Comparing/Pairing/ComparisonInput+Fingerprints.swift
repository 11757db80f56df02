extension ComparisonInput {
  /// The fingerprints of the identities of one side, in the order of its offsets.
  ///
  /// - Throws: `ComparisonError` where a key column has no value, or what a script throws.
  func fingerprints(_ side: Side, _ secrets: FingerprintSecrets) throws -> [Fingerprint] {
    let order = orders[side]
    return try flatMap(count: order.count) { range, worker in
      try fingerprints(side, range, of: order, secrets, worker)
    }
  }

  /// The fingerprints of the identities of some offsets, in order.
  ///
  /// - Throws: `ComparisonError` where a key column has no value, or what a script throws.
  func fingerprints(
    _ side: Side, _ range: Range<Int>, of order: RecordOrder, _ secrets: FingerprintSecrets,
    _ worker: ComparisonWorker
  ) throws -> [Fingerprint] {
    var prints: [Fingerprint] = []
    prints.reserveCapacity(range.count)
    guard case .script(let function) = plan.rules.identity else {
      for offset in range {
        prints.append(try secrets.print { try worker.forEachKeyField(side, order[offset], $0) })
      }
      return prints
    }
    let type = plan.rules.keyAs
    try worker.evaluator()?.identities(of: range, order, in: side, function: function) { key in
      prints.append(secrets.print(of: type.map(key.typed) ?? key))
    }
    return prints
  }
}
