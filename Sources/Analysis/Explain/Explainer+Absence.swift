import Comparing
import Platform
import Records

extension Explainer {
  /// Why the record at an offset has no partner.
  ///
  /// - Parameter looksFar: Whether candidates are looked for where none comes near.
  func absence(_ side: Side, _ offset: Int, looksFar: Bool) throws -> Absence {
    if comparison.passes != nil {
      let passes = try passAbsences(side, offset)
      return Absence(cause: .passes(passes.map(\.cause)), candidates: passes.compactMap(\.candidate), passes: passes)
    }
    let key = try keyValues(side, offset)
    let same = try identical(to: (side, offset), in: side.other)
    if !same.isEmpty {
      let isFree = same.contains { pairing.partner(side.other, $0) == nil }
      return Absence(cause: isFree ? .section : .duplicate, candidates: try candidates(same, side.other))
    }
    if let left = filtered[side.other][key] {
      return Absence(
        cause: .partnerFiltered, candidates: left.prefix(Absence.mostCandidates).map { candidate($0, side.other, key) })
    }
    if let alike = try alike(key, in: side.other) {
      return Absence(cause: alike.cause, candidates: try candidates(alike.offsets, side.other))
    }
    let near = looksFar ? try near.get()[side.other].offset(near: key).map { [$0] } ?? [] : []
    return Absence(cause: .other, candidates: try candidates(near, side.other))
  }

  /// The records of a side without a partner whose identities look like one, the nearest first, and in what that
  /// differs.
  func alike(_ key: [Value], in side: Side) throws -> (offsets: [Int], cause: Absence.Cause)? {
    try alike(key, in: unpaired.get()[side]) { try keyValues(side, $0) }
  }

  /// The same among the records of an index, whose keys `other` gives.
  func alike(_ key: [Value], in index: LooseIndex, _ other: (Int) throws -> [Value]) rethrows
    -> (offsets: [Int], cause: Absence.Cause)?
  {
    let causes = try index.offsets(like: key).map { (offset: $0, cause: cause(key, try other($0))) }.filter {
      $0.cause != .other
    }
    // What differs in the spelling alone comes nearest, then what differs in the fewest ways.
    guard let best = causes.min(by: { $0.cause.distance < $1.cause.distance }) else { return nil }
    let others = causes.filter { $0.offset != best.offset }.map(\.offset)
    return ([best.offset] + others, best.cause)
  }

  func keyValues(_ side: Side, _ offset: Int) throws -> [Value] {
    try comparison.asking { try identities.values(side, offset, worker) }
  }

  private func candidates(_ offsets: [Int], _ side: Side) throws -> [Absence.Candidate] {
    try offsets.prefix(Absence.mostCandidates).map { candidate(orders[side][$0], side, try keyValues(side, $0)) }
  }

  /// In what two different identities differ: spelling, or one part.
  private func cause(_ first: [Value], _ second: [Value]) -> Absence.Cause {
    guard first.count == second.count else { return .other }
    let values = LooseValues()
    let parts = zip(first, second).map(values.spellings)
    let others = parts.indices.filter { parts[$0] == nil }
    switch others.count {
    case 0:
      let spellings = parts.enumerated().map { Absence.PartSpelling(part: $0, spellings: $1 ?? []) }
      return .spelling(spellings.filter { !$0.spellings.isEmpty })
    case 1 where parts.count > 1: return .part(others[0])
    default: return .other
    }
  }
}

extension Absence.Cause {
  /// How far apart two identities are for which this is the cause.
  fileprivate var distance: Int {
    if case .spelling(let parts) = self { parts.reduce(0) { $0 + $1.spellings.count } } else { 100 }
  }
}
