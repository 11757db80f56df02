import Comparing
import Platform
import Records

extension Explainer {
  /// Why the record at an offset has no partner.
  ///
  /// - Parameter work: How much may be done to look for identities that differ in more than their spelling; what it
  ///   took is taken away.
  func absence(_ side: Side, _ offset: Int, _ work: inout Int) throws -> Absence {
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
    let far = try far(key, (side, offset), &work)
    return Absence(cause: far.cause, candidates: try candidates(far.offset.map { [$0] } ?? [], side.other))
  }

  /// The record of the other side without a partner that comes near one though more than the spelling of their
  /// identities differs, and in what it comes near.
  func far(_ key: [Value], _ place: (side: Side, offset: Int), _ work: inout Int) throws
    -> (offset: Int?, cause: Absence.Cause)
  {
    guard work > 0 else { return (nil, .unsearched) }
    // Of several parts only one may be another one: what all of them are alike in says nothing.
    let near = key.count == 1 ? try near.get()[place.side.other] : nil
    if let found = near?.sameInOtherForm(as: key) { return (found.offset, .alike(found.likeness)) }
    let columns = contents[place.side].columns
    if let columns, let same = sameContent(place) { return (same, .content(columns)) }
    let voids = comparison.hasKey ? key.indices.filter { key[$0].withField(\.isVoid) } : []
    guard voids.isEmpty || voids.count < key.count else { return (nil, .empty(voids)) }
    let found = near?.search(key, &work) ?? .nothing
    if case .found(let offset, let likeness) = found, try isNearest(key, to: (place.side.other, offset), &work),
      try !slips.get().areByChance(likeness)
    {
      return (offset, .alike(likeness))
    }
    if let columns, let most = mostContents.partner(of: place) {
      return (most.offset, .content(columns - 1, but: most.column))
    }
    if case .notLooked = found { return (nil, .unsearched) }
    return (nil, voids.isEmpty ? .other : .empty(voids))
  }

  /// Whether no other record comes as near to one that is alike: it would be the partner of one record alone.
  private func isNearest(_ key: [Value], to place: (side: Side, offset: Int), _ work: inout Int) throws -> Bool {
    let own = try near.get()[place.side.other]
    let found = try keyValues(place.side, place.offset)
    guard own.sameInOtherForm(as: found) == nil, sameContent(place) == nil,
      case .found(let back, _) = own.search(found, &work)
    else { return false }
    return try keyValues(place.side.other, back) == key
  }

  /// The record of the other side that has all other values of one, if both are alone with them.
  private func sameContent(_ place: (side: Side, offset: Int)) -> Int? {
    let (own, others) = (contents[place.side], contents[place.side.other])
    guard let content = own.content(of: place.offset), own.only(with: content) != nil else { return nil }
    return others.only(with: content)
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
    // Two things that are others at once are rather two records.
    case 1 where parts.count > 1 && parts.allSatisfy { $0?.isEmpty ?? true }: return .part(others[0])
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

extension ComparisonWorker {
  /// A value of a compared column after its normalizers.
  func value(of column: ResolvedPlan.Column, _ side: Side, _ record: Int) throws -> Value {
    try column.place(in: side).map { try readers[side].field(record, $0).value } ?? .absent
  }
}

/// The records of one side that have no partner, by all of their values but the identity.
struct ContentIndex {
  /// How many columns there are; `nil` where records were not looked at.
  let columns: Int?
  private var contents: [Int: [Value]] = [:]
  /// The only record with these values; -1 where there are several.
  private var offsets: [[Value]: Int] = [:]

  /// With more values than these nobody looks.
  private static let mostValues = 1_000_000

  init(_ explainer: Explainer, _ side: Side) {
    let plan = explainer.plan
    let compared = plan.compared.filter { $0.source != nil && $0.target != nil }
    let count = Side.allCases.reduce(0) { max($0, explainer.unpairedOffsets[$1].count) }
    // No function is called for values that the comparison has not asked it about.
    let isNative = compared.allSatisfy { plan.rules.steps(for: $0.name).allSatisfy(\.isNative) }
    guard explainer.comparison.hasKey, isNative, !compared.isEmpty, count * compared.count <= Self.mostValues else {
      columns = nil
      return
    }
    columns = compared.count
    for offset in explainer.unpairedOffsets[side].map(Int.init) {
      let record = explainer.orders[side][offset]
      do {
        let values = try compared.map { try explainer.worker.value(of: $0, side, record) }
        guard values.contains(where: { !$0.withField(\.isVoid) }) else { continue }
        contents[offset] = values
        offsets[values] = offsets[values] == nil ? offset : -1
      } catch {
        // What no normalizer can read is no reason not to explain.
        continue
      }
    }
  }

  func content(of offset: Int) -> [Value]? { contents[offset] }

  func only(with content: [Value]) -> Int? { offsets[content].flatMap { $0 < 0 ? nil : $0 } }
}

/// The records without a partner that have all values but one of a record without a partner on the other side, each
/// alone in its table with these.
struct MostContents {
  private var found = Sides<[Int: (offset: Int, column: String)]>(source: [:], target: [:])

  /// With more values than these nobody looks.
  private static let mostValues = 1_000_000
  /// With fewer records nothing tells whether values are alone by chance.
  private static let fewest = 20

  /// - Complexity: O(*n*) for *n* values.
  init(_ explainer: Explainer) {
    let columns = explainer.plan.compared.filter { $0.source != nil && $0.target != nil }
    let counts = Side.allCases.map { explainer.orders[$0].count }
    guard explainer.looksAtAll, columns.count > 1, counts.allSatisfy({ $0 >= Self.fewest }),
      (counts.max() ?? 0) * columns.count <= Self.mostValues,
      Side.allCases.allSatisfy({ explainer.contents[$0].columns != nil })
    else { return }
    let looks = Sides { side in columns.map { Self.looks(of: $0, side, explainer) } }
    for (left, column) in columns.enumerated() {
      let rests = Sides { Self.sums(of: looks[$0], but: left) }
      let occurrences = Sides { rests[$0].counted() }
      // What many records share tells of none.
      guard Side.allCases.allSatisfy({ 10 * occurrences[$0].count >= 9 * rests[$0].count }) else { continue }
      var places: [Int: Int] = [:]
      for offset in explainer.unpairedOffsets.target.map(Int.init) where occurrences.target[rests.target[offset]] == 1 {
        places[rests.target[offset]] = offset
      }
      for offset in explainer.unpairedOffsets.source.map(Int.init) where occurrences.source[rests.source[offset]] == 1 {
        guard let other = places[rests.source[offset]], found.source[offset] == nil, found.target[other] == nil,
          Self.areSame(Sides(source: offset, target: other), but: left, explainer)
        else { continue }
        found.source[offset] = (other, column.name)
        found.target[other] = (offset, column.name)
      }
    }
  }

  /// The record of the other side, and the column in which both differ.
  func partner(of place: (side: Side, offset: Int)) -> (offset: Int, column: String)? {
    found[place.side][place.offset]
  }

  /// A hash of each record's value in a column.
  private static func looks(of column: ResolvedPlan.Column, _ side: Side, _ explainer: Explainer) -> [Int] {
    let (reader, order) = (explainer.worker.readers[side], explainer.orders[side])
    guard let place = column.place(in: side) else { return [] }
    return (0..<order.count).map { offset in
      // What no normalizer can read is no reason not to explain.
      do { return try reader.field(order[offset], place).value.hashValue } catch { return offset }
    }
  }

  private static func sums(of looks: [[Int]], but left: Int) -> [Int] {
    (looks.first ?? []).indices.map { record in
      looks.indices.reduce(0) { sum, column in
        column == left ? sum : (sum &+ looks[column][record]) &* 0x9E37_79B9
      }
    }
  }

  private static func areSame(_ offsets: Sides<Int>, but left: Int, _ explainer: Explainer) -> Bool {
    let values = Sides { explainer.contents[$0].content(of: offsets[$0]) ?? [] }
    guard values.source.count == values.target.count else { return false }
    let kept = values.source.indices.filter { $0 != left }
    return kept.contains { !values.source[$0].withField(\.isVoid) }
      && kept.allSatisfy { values.source[$0] == values.target[$0] }
  }
}
