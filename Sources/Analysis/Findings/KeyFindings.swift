import Comparing
import Records

/// What records without a partner, and columns without one, have in common.
struct KeyFindings {
  let search: FindingSearch

  private var comparison: Comparison { search.comparison }
  private var worker: ComparisonWorker { search.worker }

  /// With more records than these without a partner nobody looks for what keeps them apart.
  private static let mostUnpaired = 50_000

  /// Keys that are the same on both sides but for how they are written, by the way in which they differ.
  func ofRecords() throws -> [Finding] {
    let offsets = Sides { comparison.unpairedOffsets($0) }
    let counts = Side.allCases.map { offsets[$0].count }
    guard comparison.hasKey, comparison.keyMask == nil, comparison.passes == nil, comparison.keyColumns.count > 0,
      counts.allSatisfy({ (Finding.fewest...Self.mostUnpaired).contains($0) })
    else { return [] }
    var ways: [[Absence.PartSpelling]: Int] = [:]
    var remedies: [[Absence.PartSpelling]: Remedy?] = [:]
    for (old, new) in try alike(offsets) {
      guard let parts = parts(old, new) else { continue }
      let remedy = Remedy(parts, old, new, in: comparison)
      if ways[parts] == nil {
        remedies[parts] = remedy
      } else if remedies[parts] != remedy {
        remedies[parts] = .some(nil)
      }
      ways[parts, default: 0] += 1
    }
    let names = comparison.keyColumns.map(\.name)
    return ways.filter { $0.value >= Finding.fewest && 2 * $0.value >= counts.min() ?? 0 }.map { parts, count in
      Finding(
        .spelledKeys(parts, remedy: remedies[parts] ?? nil), parts.map { names[$0.part] }, changes: count,
        of: counts.max() ?? 0)
    }.sorted { ($1.changes, "\($0.cause)") < ($0.changes, "\($1.cause)") }
  }

  /// Keys of both sides that look alike, where each looks like one on the other side alone.
  private func alike(_ offsets: Sides<[Int32]>) throws -> [(old: [Value], new: [Value])] {
    let looks = try Sides { side in try offsets[side].map { try look(of: Int($0), in: side) } }
    let places = Sides { side in
      var places: [UInt64: Int] = [:]
      for (place, look) in looks[side].enumerated() { places[look] = places[look] == nil ? place : -1 }
      return places
    }
    return try looks.source.indices.compactMap { place in
      let look = looks.source[place]
      guard places.source[look] == place, let other = places.target[look], other >= 0 else { return nil }
      return (try key(.source, offsets.source[place]), try key(.target, offsets.target[other]))
    }
  }

  private func key(_ side: Side, _ offset: Int32) throws -> [Value] {
    try comparison.identities.values(side, Int(offset), worker)
  }

  /// A hash of a key without white space, zeros at the beginning of its parts, and case of Latin letters.
  private func look(of offset: Int, in side: Side) throws -> UInt64 {
    var look: [UInt8] = []
    try comparison.identities.forEachPart(side, offset, worker) { field in
      var isBeginning = true
      _ = field.withSpelling { spelling in
        for byte in spelling where byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") {
          isBeginning = isBeginning && byte == UInt8(ascii: "0")
          if !isBeginning { look.append((65...90).contains(byte) ? byte | 0x20 : byte) }
        }
      }
      look.append(0)
    }
    return HashSecrets.process.hash(of: look)
  }

  /// How two keys differ, if that is nothing but how they are written.
  private func parts(_ old: [Value], _ new: [Value]) -> [Absence.PartSpelling]? {
    guard old.count == new.count else { return nil }
    let values = LooseValues()
    var parts: [Absence.PartSpelling] = []
    for part in old.indices {
      guard let spellings = values.spellings(old[part], new[part]) else { return nil }
      if !spellings.isEmpty { parts.append(Absence.PartSpelling(part: part, spellings: spellings)) }
    }
    return parts.isEmpty ? nil : parts
  }

  // MARK: Columns that have another name

  private static let mostNames = 20, mostLooked = 2_000

  /// Columns of one side whose values another one of the other side has in most records.
  func ofColumns() -> [Finding] {
    let unmatched = comparison.columnChanges
    let (old, new) = (unmatched.deleted.prefix(Self.mostNames), unmatched.inserted.prefix(Self.mostNames))
    guard !old.isEmpty, !new.isEmpty else { return [] }
    let stride = comparison.pairedCount / Self.mostLooked + 1
    let pairs = comparison.comparedPairs.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
    let olds = old.map { values($0, .source, pairs.map(\.source)) }
    let news = new.map { values($0, .target, pairs.map(\.target)) }
    var found: [Finding] = []
    for (name, values) in zip(old, olds) {
      guard Set(values).count >= Finding.fewest else { continue }
      for (other, others) in zip(new, news) {
        let count = zip(values, others).count { $0 == $1 && !$0.withField(\.isVoid) }
        let filled = zip(values, others).count { !$0.withField(\.isVoid) || !$1.withField(\.isVoid) }
        guard Finding.isEnough(count, of: filled) else { continue }
        let cause = Finding.Cause.renamed(to: other, ofPairs: values.count)
        var finding = Finding(cause, [name], changes: count, of: filled)
        finding.isSample = stride > 1
        found.append(finding)
      }
    }
    return found
  }

  private func values(_ name: String, _ side: Side, _ records: [Int]) -> [Value] {
    let reader = worker.readers[side]
    guard let place = reader.columnIndex(of: name), !comparison.maskedColumns(side).contains(place) else { return [] }
    return records.map { reader.rawField($0, place).value }
  }
}
