import Comparing
import Records

/// Why each record that has no partner has none, as the page tells it where there are few enough of them.
package struct PageAbsences: Sendable {
  /// The reasons by the records' offsets; masked values are not in them.
  package let reasons: Sides<[Int32: Absence]>

  /// What keeps the reasons from being looked for.
  package enum Obstacle: Sendable {
    /// More than ``PageAbsences/most`` records have no partner.
    case manyRecords
    /// The identity has several passes, which have looked already.
    case severalPasses
    /// A filter leaves out records of an input with more than ``PageAbsences/mostFiltered`` of them.
    case largeFilteredInput
  }

  /// More records without a partner are too many to look for what comes near each of them.
  package static let most = 5_000
  /// How much is done on each side to find identities that are alike: a tenth of a second.
  private static let mostWork = NearKeys.mostWork / 10
  /// Of larger inputs those records are not looked at that a filter leaves out.
  package static let mostFiltered = 100_000

  /// What keeps the reasons of a comparison from being looked for; `nil` if nothing does.
  package static func obstacle(in comparison: Comparison) -> Obstacle? {
    if comparison.passes != nil { return .severalPasses }
    if comparison.summary.deleted + comparison.summary.inserted > most { return .manyRecords }
    let isLarge = Side.allCases.contains { side in
      let count = comparison.tables[side].count
      return count > mostFiltered && count > comparison.orders[side].count
    }
    return isLarge ? .largeFilteredInput : nil
  }

  /// Looks for the reasons, which is meant for comparisons without an ``obstacle(in:)``.
  ///
  /// - Throws: What a rule throws.
  /// - Complexity: O(*k*) for *k* records without a partner. Where identities occur more than once, or there are
  ///   sections, the hashes of all others are looked at, too, or their identities if there are no hashes.
  package init(_ comparison: Comparison) throws {
    let explainer = try Explainer(comparison, holdsIdentities: false)
    let mask = ExplanationMask(comparison)
    reasons = try Sides { side in
      let search = try PartnerSearch(explainer, of: side)
      var (reasons, work) = ([Int32: Absence](), Self.mostWork)
      for offset in explainer.unpairedOffsets[side] {
        let absence = try search.absence(Int(offset), &work)
        reasons[offset] = mask?.shown(absence) ?? absence
      }
      return reasons
    }
  }
}

/// Looks for what comes nearest to each record of one side that has no partner.
private struct PartnerSearch {
  private let explainer: Explainer
  private let side: Side
  private let keys: [Int: [Value]]
  /// The first record of the other side with one of these identities.
  private var same: [[Value]: Int] = [:]

  init(_ explainer: Explainer, of side: Side) throws {
    self.explainer = explainer
    self.side = side
    keys = Dictionary(
      uniqueKeysWithValues: try explainer.unpairedOffsets[side].map {
        (Int($0), try explainer.keyValues(side, Int($0)))
      })
    let wanted = Set(keys.values)
    if !wanted.isEmpty { try findSame(wanted) }
  }

  /// Finds records of the same identity: there are some only where several have it, or sections part them.
  private mutating func findSame(_ wanted: Set<[Value]>) throws {
    let comparison = explainer.comparison
    guard comparison.hasSections || comparison.duplicates[side].identities > 0 else { return }
    let hashes = comparison.identities.hashes
    let wantedHashes = Set(hashes[side].isEmpty ? [] : keys.keys.map { hashes[side][$0] })
    for offset in 0..<explainer.orders[side.other].count {
      if !hashes[side].isEmpty, !wantedHashes.contains(hashes[side.other][offset]) { continue }
      let key = try explainer.keyValues(side.other, offset)
      if wanted.contains(key), same[key] == nil { same[key] = offset }
    }
  }

  func absence(_ offset: Int, _ work: inout Int) throws -> Absence {
    let key = keys[offset] ?? []
    let other = side.other
    if let same = same[key] {
      let isFree = explainer.unpairedOffsets[other].contains(Int32(truncatingIfNeeded: same))
      return Absence(cause: isFree ? .section : .duplicate, candidates: [candidate(explainer.orders[other][same], key)])
    }
    if let record = explainer.filtered[other][key]?.first {
      return Absence(cause: .partnerFiltered, candidates: [candidate(record, key)])
    }
    if let alike = try explainer.alike(key, in: other), let offset = alike.offsets.first {
      return Absence(cause: alike.cause, candidates: [try candidate(offset)])
    }
    let far = try explainer.far(key, (side, offset), &work)
    return Absence(cause: far.cause, candidates: try far.offset.map { [try candidate($0)] } ?? [])
  }

  private func candidate(_ offset: Int) throws -> Absence.Candidate {
    candidate(explainer.orders[side.other][offset], try explainer.keyValues(side.other, offset))
  }

  private func candidate(_ record: Int, _ key: [Value]) -> Absence.Candidate {
    Absence.Candidate(record: record, key: key, partner: nil)
  }
}
