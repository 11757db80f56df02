import Comparing
import Platform
import Records

/// What records without a partner, and columns without one, have in common.
struct KeyFindings {
  let search: FindingSearch

  private var comparison: Comparison { search.comparison }
  private var worker: ComparisonWorker { search.worker }

  /// With more records than these without a partner nobody looks for what keeps them apart.
  private static let mostUnpaired = 50_000
  private static let fewKeys = 50

  /// Keys that are the same on both sides but for how they are written, by the way in which they differ.
  func ofRecords() throws -> [Finding] {
    let offsets = Sides { comparison.unpairedOffsets($0) }
    let counts = Side.allCases.map { offsets[$0].count }
    guard comparison.hasKey, comparison.keyMask == nil, comparison.passes == nil, comparison.keyColumns.count > 0,
      counts.allSatisfy({ (1...Self.mostUnpaired).contains($0) })
    else { return [] }
    var ways: [[Absence.PartSpelling]: Int] = [:]
    var remedies: [[Absence.PartSpelling]: Remedy?] = [:]
    for (old, new, count) in try alike(offsets) {
      guard let parts = parts(old, new) else { continue }
      // Records of sections that came or went would have no partner with it, either.
      let remedy = comparison.hasSections ? nil : Remedy(parts, old, new, in: comparison)
      if ways[parts] == nil {
        remedies[parts] = remedy
      } else if remedies[parts] != remedy {
        remedies[parts] = .some(nil)
      }
      ways[parts, default: 0] += count
    }
    let names = comparison.keyColumns.map(\.name)
    // A few are enough where they are all.
    let fewer = counts.min() ?? 0
    let found = ways.filter { $0.value == fewer || $0.value >= Finding.fewest && 2 * $0.value >= fewer }.map {
      parts, count in
      Finding(
        .spelledKeys(parts, remedy: remedies[parts] ?? nil), parts.map { names[$0.part] }, changes: count,
        of: counts.max() ?? 0)
    }.sorted { ($1.changes, "\($0.cause)") < ($0.changes, "\($1.cause)") }
    return found.isEmpty && fewer >= Finding.fewest ? try affixed(offsets) : found
  }

  /// With more records than these on a side nobody looks for other forms of keys, of which there are many.
  private static let mostFormed = 5_000

  /// Keys that are the same in another form, where no two are as they are, and the records have more in common.
  func inOtherForm() throws -> [Finding] {
    let most = Side.allCases.map { comparison.orders[$0].count }.max() ?? 0
    return try formed().map { [Finding(.formedKeys($0.noises), [$0.column], changes: $0.explained, of: most)] } ?? []
  }

  /// Another key that `learn` finds, which pairs more records in another form, where the one that was found leaves half
  /// of them.
  func otherForm() -> [Finding] {
    let counts = Sides { comparison.orders[$0].count }
    let fewer = min(counts.source, counts.target)
    guard comparison.key.isFound, comparison.keyMask == nil, comparison.passes == nil, !comparison.hasSections,
      max(counts.source, counts.target) <= Self.mostFormed, fewer >= Finding.fewest,
      2 * comparison.pairedCount <= fewer,
      let key = search.learner.formedKey
    else { return [] }
    return [
      Finding(.otherForm(key.noises, paired: comparison.pairedCount), key.columns, changes: key.paired, of: fewer)
    ]
  }

  /// The rule that gives keys the form in which they are the same.
  func formed() throws -> LearntRule? {
    let (names, counts) = (comparison.keyColumns.map(\.name), Sides { comparison.orders[$0].count })
    guard comparison.hasKey, comparison.keyMask == nil, comparison.passes == nil, comparison.pairedCount == 0,
      max(counts.source, counts.target) <= Self.mostFormed, !comparison.hasSections, !names.isEmpty
    else { return nil }
    let forms = try KeyForms(comparison, names)
    guard forms.areComplete else { return nil }
    for (part, name) in names.enumerated() where comparison.plan.steps(for: name).isEmpty {
      guard let form = forms.best(of: part), form.gained >= Finding.fewest else { continue }
      var plan = comparison.plan(identifiedAs: comparison.key)
      plan.normalizers[name] = try form.steps.normalizers
      let formed = try Comparison(source: comparison.source, target: comparison.target, plan: plan)
      guard try formed.pairsAgree() ?? (!comparison.key.isFound || !formed.keysAreInARow()) else { continue }
      return form.rule(for: name)
    }
    guard names.count == 1, comparison.plan.steps(for: names[0]).isEmpty else { return nil }
    return try KeyLearning.offset(of: names[0], comparison, forms)?.rule(for: names[0])
  }

  /// Keys that are the same on both sides but for what all those without a partner begin or end with on one side.
  private func affixed(_ offsets: Sides<[Int32]>) throws -> [Finding] {
    // Few keys tell of most inputs that all have no beginning and no end in common.
    let few = try Sides { side in try offsets[side].spread(Self.fewKeys).map { try key(side, $0) } }
    let mayHaveEnds = comparison.keyColumns.indices.contains { part in
      Side.allCases.contains { KeyForms.mayHaveEnds(few[$0].map { $0[part].description }) }
    }
    guard mayHaveEnds else { return [] }
    let keys = try Sides { side in try offsets[side].map { try key(side, $0) } }
    let counts = Side.allCases.map { keys[$0].count }
    var best: Finding?
    for (part, column) in comparison.keyColumns.enumerated() {
      for side in Side.allCases where keys[side].allSatisfy({ $0[part].isText }) {
        let ends = KeyForms.ends(of: keys[side].map { $0[part].description })
        guard !ends.prefix.isEmpty || !ends.suffix.isEmpty else { continue }
        let bare = keys[side].map { $0.without(ends, in: part) }
        let count = Self.shared(bare, keys[side.other])
        let isPartOfNumber = zip(keys[side], bare).prefix(500).contains { $0[part].isOtherAmount(than: $1[part]) }
        guard !isPartOfNumber, count >= Finding.fewest, 2 * count >= counts.min() ?? 0, count > best?.changes ?? 0
        else { continue }
        var remedy = Remedy(column: column.name, side, prefix: ends.prefix, suffix: ends.suffix, in: comparison)
        if try comparison.hasSections || remedy != nil && parts(pairsWith: ends, in: part, Set(bare)) { remedy = nil }
        let cause = Finding.Cause.affixedKeys(side, prefix: ends.prefix, suffix: ends.suffix, remedy: remedy)
        best = Finding(cause, [column.name], changes: count, of: counts.max() ?? 0)
      }
    }
    return best.map { [$0] } ?? []
  }

  /// Whether some pair would be parted if one side lost what its keys begin and end with in a part, since its key has
  /// that too, or is one of those that others would have then.
  private func parts(pairsWith ends: (prefix: String, suffix: String), in part: Int, _ bare: Set<[Value]>) throws
    -> Bool
  {
    try comparison.comparedPairs.contains { pair in
      let key = try key(.target, Int32(pair.targetOffset))
      let text = key[part].description
      return bare.contains(key) || text.hasPrefix(ends.prefix) && text.hasSuffix(ends.suffix)
    }
  }

  /// How many records of two lists match by their keys.
  private static func shared(_ keys: [[Value]], _ others: [[Value]]) -> Int {
    let counts = others.counted()
    return keys.counted().reduce(0) { $0 + min($1.value, counts[$1.key] ?? 0) }
  }

  /// Keys of both sides that look alike, where each looks like only one other key, and how many records match by them.
  private func alike(_ offsets: Sides<[Int32]>) throws -> [(old: [Value], new: [Value], count: Int)] {
    let looks = try Sides { side in
      let order = comparison.orders[side]
      return try offsets[side].enumerated().map { place, offset in
        worker.fetch(behind: place, of: offsets[side], side, in: order)
        return try look(of: Int(offset), in: side)
      }
    }
    // The first record of each look, and how many have its key; 0 if another key looks like it.
    let groups = try Sides { side in
      var groups: [UInt64: (first: Int, count: Int)] = [:]
      for (place, look) in looks[side].enumerated() {
        guard let group = groups[look] else {
          groups[look] = (place, 1)
          continue
        }
        let isSame = try group.count > 0 && key(side, offsets[side][group.first]) == key(side, offsets[side][place])
        groups[look]?.count = isSame ? group.count + 1 : 0
      }
      return groups
    }
    return try looks.source.indices.compactMap { place in
      let look = looks.source[place]
      guard let old = groups.source[look], old.first == place, let new = groups.target[look] else { return nil }
      let count = min(old.count, new.count)
      guard count > 0 else { return nil }
      return (try key(.source, offsets.source[place]), try key(.target, offsets.target[new.first]), count)
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

  private static let mostNames = 100, mostLooked = 2_000

  /// Columns of one side whose values another one of the other side has in most records, each with the one that has
  /// the most.
  func ofColumns() throws -> [Finding] {
    let unmatched = comparison.columnChanges
    let (old, new) = (unmatched.deleted.prefix(Self.mostNames), unmatched.inserted.prefix(Self.mostNames))
    guard !old.isEmpty, !new.isEmpty else { return [] }
    let (pairs, isPart) = asked
    let found = Self.renamed(
      old.map { NamedValues(name: $0, values: values($0, .source, pairs.map(\.source))) },
      new.map { NamedValues(name: $0, values: values($0, .target, pairs.map(\.target))) }, isPart: isPart
    )
    // Whole records that are the same may be pairs of any.
    .filter { comparison.hasKey || 10 * $0.changes >= 9 * $0.total }
    let all = try found + CodedColumns(search: search).findings(beside: found)
    return all + unjoined(besides: all)
  }

  /// Some pairs, evenly spread, and whether there are more.
  var asked: (pairs: [ComparedPair], isPart: Bool) {
    let pairs = comparison.spreadPairs(Self.mostLooked)
    return (pairs, pairs.count < comparison.pairedCount)
  }

  /// What has the values of something else in most pairs.
  static func renamed(_ olds: [NamedValues], _ news: [NamedValues], isPart: Bool) -> [Finding] {
    let looks = news.map { $0.values.map(\.hashValue) }
    var found: [Finding] = []
    for old in olds where Set(old.values).count >= Finding.fewest {
      let look = old.values.map(\.hashValue)
      var best: Finding?
      // Hashes tell most columns apart in less time than values do.
      for (new, others) in zip(news, looks) where zip(look, others).count(where: { $0 == $1 }) >= Finding.fewest {
        let count = old.values.indices.count {
          old.values[$0] == new.values[$0] && !old.values[$0].withField(\.isVoid) && !old.kept.contains($0)
            && !new.kept.contains($0)
        }
        let filled = zip(old.values, new.values).count { !$0.withField(\.isVoid) || !$1.withField(\.isVoid) }
        guard Finding.isEnough(count, of: filled), count > best?.changes ?? 0 else { continue }
        best = Finding(.renamed(to: new.name, ofPairs: look.count), [old.name], changes: count, of: filled)
        best?.isSample = isPart
      }
      if let best { found.append(best) }
    }
    return found
  }

  /// That many columns of each side have no partner, apart from some that are known to have one under another name.
  private func unjoined(besides known: [Finding]) -> [Finding] {
    let names = known.compactMap(\.newName)
    let (unmatched, all) = (comparison.columnChanges, comparison.tables.source.columns.count)
    let (old, new) = (unmatched.deleted.count - known.count, unmatched.inserted.count - Set(names).count)
    let fewer = min(old, new)
    guard fewer >= 2, 4 * fewer >= all else { return [] }
    var finding = Finding(.unjoined(new: new), unmatched.deleted, changes: old, of: all)
    finding.isLearnable = search.learner.joins
    return [finding]
  }

  func values(_ name: String, _ side: Side, _ records: [Int]) -> [Value] {
    let reader = worker.readers[side]
    guard let place = reader.columnIndex(of: name), !comparison.maskedColumns(side).contains(place) else { return [] }
    return records.map { reader.rawField($0, place).value }
  }
}

extension [Value] {
  /// The key without what a part of it begins and ends with.
  fileprivate func without(_ ends: (prefix: String, suffix: String), in part: Int) -> [Value] {
    let scalars = self[part].description.unicodeScalars
    let rest = scalars.dropFirst(ends.prefix.unicodeScalars.count).dropLast(ends.suffix.unicodeScalars.count)
    var key = self
    key[part] = .text(Text(String(rest)))
    return key
  }
}

extension KeyProbe {
  /// How many of the best keys are looked at.
  private static let mostFormed = 5

  /// The report with the forms in which keys would pair records of which they pair none as they are; one that pairs
  /// more so than any does as it is comes first.
  ///
  /// - Parameter line: A rule as a line of a rules file.
  /// - Throws: What a normalizer that is a script throws.
  /// - Complexity: That of two comparisons for each such key, and another one for the best.
  package func knowingForms(_ report: ProbeReport, line: (LearntRule) -> String) throws -> ProbeReport {
    var report = report
    var rules: [(place: Int, rule: LearntRule)] = []
    for place in report.keys.indices.prefix(Self.mostFormed) where report.keys[place].match?.paired == 0 {
      guard let columns = report.keys[place].columns else { continue }
      let comparison = try comparison(by: KeyCandidate(columns: columns))
      let rule = try comparison.withWorker { try KeyFindings(search: FindingSearch(comparison, $0)).formed() }
      guard let rule else { continue }
      rules.append((place, rule))
      report.keys[place].form = KeyReport.Form(
        column: rule.column, differences: rule.noises.map(\.rawValue), words: rule.noises.map(\.words),
        pairs: rule.explained, rule: line(rule))
    }
    guard let best = rules.max(by: { $0.rule.explained < $1.rule.explained }) else { return report }
    try rank(best.place, by: best.rule, in: &report)
    return report
  }

  /// Makes a key the first one where it pairs more records than any in the form that a rule gives it.
  private func rank(_ place: Int, by rule: LearntRule, in report: inout ProbeReport) throws {
    guard let columns = report.keys[place].columns,
      report.keys.allSatisfy({ $0.match?.certain ?? 0 < rule.explained || !$0.isUsable })
    else { return }
    var formed = self
    formed.plan.normalizers[rule.column] = try rule.change.steps.normalizers
    let found = try formed.trial(of: KeyCandidate(columns: columns)).report
    guard found.isUsable, found.match?.certain ?? 0 > report.keys.map({ $0.match?.certain ?? 0 }).max() ?? 0 else {
      return
    }
    report.keys[place].form?.match = found.match
    report.keys.insert(report.keys.remove(at: place), at: 0)
    report.near = nil
  }
}

extension Explanations {
  /// Looks where keys are alike if they are the same in another form.
  package func knowingForm() throws -> Explanations {
    var result = self
    let causes = records.compactMap { $0.absence?.cause } + (unpaired?.groups.map(\.cause) ?? [])
    guard causes.contains(where: \.isAlike) else { return result }
    result.isKeyInOtherForm = try comparison.withWorker { worker in
      try KeyFindings(search: FindingSearch(comparison, worker)).formed() != nil
    }
    return result
  }
}
