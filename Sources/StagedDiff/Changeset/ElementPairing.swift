extension Pairing {
  @inlinable init<Rule: ElementRule>(
    _ source: [Rule.Element], _ target: [Rule.Element], _ rule: Rule, countsDuplicates: Bool
  ) {
    self = source.withElements { source in
      target.withElements { target in Pairing(source, target, rule, prefix: 0, countsDuplicates: countsDuplicates) }
    }
  }

  @inlinable init<Rule: ElementRule>(
    _ source: ElementsView<Rule.Element>, _ target: ElementsView<Rule.Element>, _ rule: Rule, prefix: Int,
    countsDuplicates: Bool
  ) {
    self = rule.withInput(source, target, from: prefix) {
      Pairing($0, source.count, target.count, prefix: prefix, countsDuplicates: countsDuplicates)
    }
  }

  /// As many elements on both sides, each paired with the one at its own offset.
  @usableFromInline init(prefix count: Int) {
    let partners = Self.partners(count, prefix: count)
    self.init(
      sourceToTarget: partners, targetToSource: partners, pairedCount: count, isOrdered: true, duplicates: Duplicates())
  }

  /// The pairs whose contents differ, in source order.
  @inlinable func updatedPairs<Rule: ElementRule>(_ source: [Rule.Element], _ target: [Rule.Element], _ rule: Rule)
    -> [OffsetPair]
  {
    if rule.isIdentityWhole { return [] }
    return source.withElements { source in
      target.withElements { target in updatedPairs { rule.isUpdated(source, $0, target, $1) } }
    }
  }
}

extension Changeset {
  /// Pairs the elements and finds the changes, in one pass where nothing but contents differs.
  @inlinable init<Rule: ElementRule>(_ source: [Element], _ target: [Element], _ rule: Rule, _ moves: MoveDetection)
  where Rule.Element == Element {
    let found = source.withElements { old in target.withElements { new in Self.changes(old, new, rule, moves) } }
    self.init(source: source, target: target, changes: found.changes, partners: found.partners)
  }

  @inlinable static func changes<Rule: ElementRule>(
    _ source: ElementsView<Element>, _ target: ElementsView<Element>, _ rule: Rule, _ moves: MoveDetection
  ) -> (changes: LinearChanges, partners: [Int32]) where Rule.Element == Element {
    let prefix = rule.prefixLength(source, target)
    if prefix == source.count, prefix == target.count {
      var updated: [OffsetPair] = []
      for offset in 0..<(rule.isIdentityWhole ? 0 : prefix) where rule.isUpdated(source, offset, target, offset) {
        updated.append(OffsetPair(source: offset, target: offset))
      }
      return (LinearChanges(count: prefix, updated: updated, moves: moves), [])
    }
    let pairing = Pairing(source, target, rule, prefix: prefix, countsDuplicates: false)
    let updated = rule.isIdentityWhole ? [] : pairing.updatedPairs { rule.isUpdated(source, $0, target, $1) }
    let changes = LinearChanges(pairing: pairing, moves: moves, updated: updated)
    return (changes, pairing.sourceToTarget)
  }
}

extension LinearChanges {
  /// Updates alone.
  @inlinable init(count: Int, updated: [OffsetPair], moves: MoveDetection) {
    self.init(
      sourceCount: count, targetCount: count, deleted: Offsets(numbers: []), inserted: Offsets(numbers: []),
      updated: updated, moved: [], moves: moves)
  }

  /// Changes in which a delete and an insert at one offset are an update.
  @usableFromInline init(replacingInPlace pairing: Pairing, moves: MoveDetection) {
    var forward = pairing.sourceToTarget
    var backward = pairing.targetToSource
    var updated: [OffsetPair] = []
    for offset in 0..<min(forward.count, backward.count) where forward[offset] < 0 && backward[offset] < 0 {
      let place = Int32(truncatingIfNeeded: offset)
      forward[offset] = place
      backward[offset] = place
      updated.append(OffsetPair(source: place, target: place))
    }
    let replaced = Pairing(
      sourceToTarget: forward, targetToSource: backward, pairedCount: pairing.pairedCount + updated.count,
      isOrdered: updated.isEmpty && pairing.isOrdered, duplicates: pairing.duplicates)
    self.init(pairing: replaced, moves: moves, updated: updated)
  }
}
