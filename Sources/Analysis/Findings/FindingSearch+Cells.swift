import Comparing
import Platform
import Records

/// What the values of one column that differ have in common.
extension FindingSearch {
  typealias Cell = LearntRule.Example

  /// How many columns are looked into, those that differ most.
  private static let mostColumns = 24

  func cellFindings() throws -> [Finding] {
    let counts = differingCounts
    let chosen = counts.filter { $0.value >= Finding.fewest }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .prefix(Self.mostColumns).map(\.key)
    let (cells, all, numbers) = (try cells(of: chosen), counts, chosen.sorted())
    @Sendable func findings(in numbers: ArraySlice<Int32>, _ search: FindingSearch) throws -> [Finding] {
      try numbers.flatMap { try search.findings(of: cells[$0] ?? [], among: all[$0] ?? 0, in: $0) }
    }
    // What `learn` would do is found once for all columns.
    guard learner.isOutOfReach else { return try findings(in: numbers[...], self) }
    let (comparison, sample, columns) = (comparison, sample, columns)
    return try Parallel.map(count: numbers.count, workers: comparison.plan.run.workers, grain: 1) { range in
      try comparison.withWorker { worker in
        try findings(in: numbers[range], FindingSearch(comparison, worker, sample, columns))
      }
    }.flatMap(\.self)
  }

  /// The values of some columns that differ; what differs inside of nested values is another question.
  private func cells(of columns: [Int32]) throws -> [Int32: [Cell]] {
    var cells = Dictionary(uniqueKeysWithValues: columns.map { ($0, [Cell]()) })
    try worker.forEachPair(of: sample.pairs) { pair in
      for number in pair.differing where cells[number] != nil {
        // Those inside of nested values are counted all the same.
        if let cell = try ownCell(number, pair) { cells[number]?.append(cell) }
      }
    }
    return cells
  }

  private func findings(of cells: [Cell], among total: Int, in number: Int32) throws -> [Finding] {
    guard cells.count >= Finding.fewest else { return [] }
    let factor = factor(cells)
    let best = try best(of: cells, among: total, in: number, factor) ?? letters(cells, of: cells, in: number)
    let more = factor.flatMap { rest(of: cells, beside: best?.cause, $0) } ?? letters(cells, beside: best, in: number)
    if 10 * (best?.count ?? 0) < 9 * cells.count {
      let beside = try NeighbourFindings(search: self).findings(in: number)
      guard beside.isEmpty else { return beside }
    }
    return try [best, more].compactMap(\.self).map { try finding($0, cells, among: total, in: number) }
  }

  /// What most of the values have in common; the last of what equally many have.
  private func best(of cells: [Cell], among total: Int, in number: Int32, _ factor: Common?) throws -> Common? {
    let guess = CellRelations.some(cells)
    // Few of all values tell of most columns that they have nothing of a kind in common.
    func likely(_ find: ([Cell]) -> Common?) -> Common? {
      4 * (find(guess)?.count ?? 0) >= guess.count ? find(cells) : nil
    }
    func counted(_ causes: Finding.Cause...) -> [Common] { causes.compactMap { cause in likely { count(cause, $0) } } }
    var found = counted(.filled, .emptied)
    found += [likely(repeated), likely(unified), likely(offset), factor].compactMap(\.self)
    found += counted(.misread(isUndone: false), .misread(isUndone: true), .dayMonth)
    if let later = likely(DateRelations.later) { found.append(later) }
    if let written = likely(CellRelations.writtenFactor) { found.append(written) }
    // It takes the most time, and there is none left where all have something else in common, nor where a rule has
    // found the values different that compares them in its own way.
    let isRuled = comparison.plan.isRuled(columns[Int(number)].name)
    if !isRuled, !found.contains(where: { $0.count == cells.count }), let noise = try noise(cells, number) {
      found.append(noise)
    }
    found = try CellRelations.all(of: cells, beside: found).compactMap { try lasting($0, cells, number) } + found
    if !isRuled, let retyped = retyped(cells),
      found.allSatisfy({ $0.count < retyped.count || $0.count == retyped.count && $0.cause.isOfTypes })
    {
      found.append(retyped)
    }
    found.removeAll { isVacuous($0.cause, of: total) }
    guard let most = found.map(\.count).max(), Finding.isEnough(most, of: total) else { return nil }
    return found.last { $0.count == most }
  }

  /// The factor, a sign most of all, that some of the values have in common which nothing else explains: no number is
  /// a power of ten of another one by accident.
  ///
  /// - Parameter first: The factor that most of all values have.
  private func rest(of cells: [Cell], beside best: Finding.Cause?, _ first: Common) -> Common? {
    if let best, best.holds == nil { return nil }
    let left = best?.holds.map { holds in cells.filter { !holds($0) } } ?? cells
    guard left.count >= Finding.fewest, let cause = best == nil ? first.cause : factor(left)?.cause,
      let holds = cause.holds,
      Set(left.filter { holds($0) && !CellRelations.areZeros($0) }.map(\.old)).count >= Finding.fewest
    else { return nil }
    return count(cause, cells)
  }

  /// Whether it says of two values that each became the other one, as those of two do that can become nothing else:
  /// that is news where nearly all pairs have it alone.
  private func isVacuous(_ cause: Finding.Cause, of total: Int) -> Bool {
    guard case .recoded(let codes) = cause, codes.count == 2, codes[0].old == codes[1].new, codes[0].new == codes[1].old
    else { return false }
    return 10 * total * comparison.summary.updated < 9 * sample.pairs.count * comparison.pairedCount
  }

  private func finding(_ found: Common, _ cells: [Cell], among total: Int, in number: Int32) throws -> Finding {
    let name = columns[Int(number)].name
    var finding = sample.finding(found.cause, [name], changes: found.count, of: total)
    finding.isKept = try isKept(found.cause, number)
    finding.steps = try finding.isKept ? [] : steps(found, cells, number)
    if cells.count == total { finding.judge = try judge(found, cells, number) }
    switch found.cause {
    // That types are others does not say that values are the same.
    case .retyped: finding.isLearnable = try isLearnable(number, isSure: false)
    case .noise(let noises):
      // No rule may take the blanks between words away.
      let isSure = noises != [.whiteSpace] && Self.isSure(found.count, of: cells.count)
      // What `learn` takes has to be what is counted.
      let isWhole = try !finding.steps.isEmpty || explanation(of: cells, number)?.count == found.count
      finding.isLearnable = try isWhole && isLearnable(number, isSure: isSure)
    case .recoded(let codes):
      guard let known = try learnt(codes, number), let holds = known.holds else { break }
      finding = sample.finding(known, [name], changes: cells.count(where: holds), of: total)
      finding.isLearnable = true
    default: break
    }
    finding.isNormalized = try isNormalized(number)
    finding.isRetyped = retyped(cells).map { $0.count > 0 } ?? false
    // What undoes it makes others of values that are the same now.
    if case .later = found.cause, !finding.isOfAll(in: comparison) { finding.steps = [] }
    finding.since = sample.isPart ? nil : try since(found.cause, number)
    return finding
  }

  /// Whether normalizers gave some values of a column that differ another form.
  private func isNormalized(_ number: Int32) throws -> Bool {
    let column = columns[Int(number)]
    for side in Side.allCases {
      let reader = worker.readers[side]
      guard let place = column.place(in: side), reader.rewrites(place) else { continue }
      for pair in sample.pairs where pair.differing.contains(number) {
        let record = side == .source ? pair.source : pair.target
        let raw = reader.rawField(record, place).value
        if try reader.field(record, place).value != raw { return true }
      }
    }
    return false
  }

  /// Since when numbers are others, if a date tells.
  private func since(_ cause: Finding.Cause, _ number: Int32) throws -> Finding.Since? {
    let isOfNumbers =
      switch cause {
      case .offset, .factor, .ratio: true
      default: false
      }
    guard isOfNumbers, let holds = cause.holds else { return nil }
    var changed: Set<Int> = []
    for pair in sample.pairs where pair.differing.contains(number) {
      if holds(try cell(number, pair)) { changed.insert(pair.target) }
    }
    return SinceWhen(search: self).since(changed)
  }

  // MARK: Single values

  /// What tells whether values of a column have in common what a finding says of them; `nil` where it is not about
  /// them.
  func valueTest(_ cause: Finding.Cause, _ number: Int32) throws -> ((LearntRule.Example) -> Bool)? {
    guard case .noise(let noises) = cause else { return cause.holds }
    if noises == [.whiteSpace] { return WrittenHypotheses.areButForSpaces }
    // It is made up of the same cells as when it was found.
    let cells = try cells(of: [number])[number] ?? []
    guard let set = try explanation(of: cells, number)?.set, set.parts.flatMap(\.noises) == noises else {
      return Self.letterTest(noises)
    }
    return { set.finding($0).verdict == .explained }
  }

  // MARK: Letters

  private static let letterNoises: [[Noise]] = [[.accents], [.letterCase], [.whiteSpace], [.letterCase, .accents]]
  /// What is too few to be no accident, as a number and as a share of the values of a column.
  private static let fewestLetters = 20, leastLetters = 5

  /// What makes one of texts that differ in some ways of writing letters alone; `nil` for other ways.
  static func letterSteps(_ noises: [Noise]) -> [LearntRule.Step]? {
    let steps = noises.compactMap { noise -> LearntRule.Step? in
      switch noise {
      case .accents: .unaccent
      case .letterCase: .lower
      case .whiteSpace: .squeeze
      default: nil
      }
    }
    return steps.count == noises.count ? steps : nil
  }

  /// What tells whether two texts differ in some ways of writing letters alone; `nil` for other ways.
  private static func letterTest(_ noises: [Noise]) -> ((Cell) -> Bool)? {
    if noises == [.whiteSpace] { return WrittenHypotheses.areButForSpaces }
    guard let rule = letterSteps(noises).flatMap({ Hypothesis(noises, $0) { _, _ in true } }) else { return nil }
    return { $0.old.isText && $0.new.isText && rule.verdict($0.old, $0.new) == .explained }
  }

  /// That many values differ in their letters' case or accents alone, though the others have nothing in common.
  ///
  /// - Parameter cells: All values of the column that differ, or those that are left.
  private func letters(_ cells: [Cell], of all: [Cell], in number: Int32) -> Common? {
    guard !comparison.plan.isRuled(columns[Int(number)].name) else { return nil }
    let guess = CellRelations.some(cells)
    let found = Self.letterNoises.compactMap { noises -> Common? in
      guard let test = Self.letterTest(noises), 2 * Self.leastLetters * guess.count(where: test) >= guess.count else {
        return nil
      }
      return (.noise(noises), cells.count(where: test))
    }
    let most = found.map(\.count).max() ?? 0
    guard most >= Self.fewestLetters, Self.leastLetters * most >= all.count else { return nil }
    return found.first { $0.count == most }
  }

  /// Another way in which many values differ in their letters alone, beside what most of them have in common.
  private func letters(_ cells: [Cell], beside best: Common?, in number: Int32) -> Common? {
    let known: ((Cell) -> Bool)? =
      if case .noise(let noises) = best?.cause { Self.letterTest(noises) } else { best?.cause.holds }
    guard let known, case let left = cells.filter({ !known($0) }), left.count >= Self.fewestLetters,
      case .noise(let noises) = letters(left, of: cells, in: number)?.cause, let test = Self.letterTest(noises)
    else { return nil }
    return (.noise(noises), cells.count(where: test))
  }

  private func count(_ cause: Finding.Cause, _ cells: [Cell]) -> Common {
    (cause, cause.holds.map { cells.count(where: $0) } ?? 0)
  }

  private func repeated(_ cells: [Cell]) -> Common? {
    var counts: [Value: [Value: Int]] = [:]
    for cell in cells where !cell.old.isVoid && !cell.new.isVoid {
      counts[cell.old, default: [:]][cell.new, default: 0] += 1
    }
    var best: (cell: Cell, count: Int)?
    for cell in cells {
      guard let count = counts[cell.old]?[cell.new], count > best?.count ?? 0 else { continue }
      best = (cell, count)
    }
    return best.map { (.repeated(old: $0.cell.old, new: $0.cell.new), $0.count) }
  }

  /// The one value that many different ones became.
  private func unified(_ cells: [Cell]) -> Common? {
    let counts = cells.map(\.new).filter { !$0.isVoid && !$0.isNested }.counted()
    guard let most = counts.values.max(), let new = cells.first(where: { counts[$0.new] == most })?.new,
      Set(cells.filter { $0.new == new }.map(\.old)).count >= 3
    else { return nil }
    return (.unified(new), most)
  }

  /// Values that became values of another type of JSON's, if most became so from one type to one other.
  private func retyped(_ cells: [Cell]) -> Common? {
    var counts: [[String]: Int] = [:]
    for cell in cells {
      guard let old = cell.old.typeName, let new = cell.new.typeName, old != new else { continue }
      counts[[old, new], default: 0] += 1
    }
    let best = counts.max { ($0.value, $1.key.joined()) < ($1.value, $0.key.joined()) }
    return best.map { (.retyped(old: $0.key[0], new: $0.key[1]), $0.value) }
  }

  /// Differences that are none to a person, in the way that explains most of the cells and hides nothing else in them.
  private func noise(_ cells: [Cell], _ number: Int32) throws -> Common? {
    let found = try explanation(of: cells, number).map { (noises: $0.set.parts.flatMap(\.noises), count: $0.count) }
    // That blanks came or went between words is white space, too, though no rule for some of it says so.
    let spaced = cells.count(where: WrittenHypotheses.areButForSpaces)
    if spaced >= Finding.fewest, spaced > found?.count ?? 0 || found?.noises == [.whiteSpace] {
      return (.noise([.whiteSpace]), spaced)
    }
    return found.map { (.noise($0.noises), $0.count) }
  }

  /// Of how many cells each half of the records surely says what most of them do.
  private static let sure = 200
  /// With more bytes nobody asks `learn`, which would take long.
  private static let mostLearntBytes = 256 << 10

  /// Whether so many cells are explained that each half of the records surely has most of its own explained.
  private static func isSure(_ explained: Int, of count: Int) -> Bool {
    10 * explained >= 7 * count && count > sure || 10 * explained >= 9 * count && count > sure / 4
  }

  /// Whether `learn` proposes a rule for the values of a column that differ.
  ///
  /// - Parameter isSure: Whether so much is explained that it surely does.
  private func isLearnable(_ number: Int32, isSure: Bool) throws -> Bool {
    let column = columns[Int(number)]
    guard Learner.mayLearn(column, comparison.plan) else { return false }
    if let other = learner.search {
      let own = other.comparison.comparedColumns.firstIndex { $0.name == column.name }
      return try own.map { try other.isProposed(for: Int32($0)) } ?? false
    }
    if isSure, !comparison.plan.hasUsualTolerance { return true }
    return try isProposed(for: number)
  }

  private func isProposed(for number: Int32) throws -> Bool {
    let pairs = sample.pairs.filter { $0.differing.contains(number) }
    let cells = try pairs.spread(2 * Self.sure).map { try halved(number, $0) }
    guard cells.map(\.cell).size <= Self.mostLearntBytes else { return false }
    return try Learner.proposes(for: cells, in: comparison.plan) { try survey($0, number).bearsOut(0, explained: $1) }
  }

  func halved(_ number: Int32, _ pair: ComparedPair) throws -> (cell: Cell, half: Int) {
    (cell: try cell(number, pair), half: Learner.half(try comparison.comparedKey(.target, pair.targetOffset)))
  }

  // MARK: Numbers

  private func offset(_ cells: [Cell]) -> Common? {
    CellRelations.counts(cells, CellRelations.offset).mostFrequent.map { (.offset($0.key), $0.count) }
  }

  private func factor(_ cells: [Cell]) -> Common? {
    let zeros = cells.count(where: CellRelations.areZeros)
    return CellRelations.counts(cells, CellRelations.factor).mostFrequent.map { (.factor($0.key), $0.count + zeros) }
  }
}

extension Finding.Cause {
  /// Whether it says of values of two types that they are the same but for that, or one that became another one of the
  /// same characters, as `1` and `"1"` are.
  fileprivate var isOfTypes: Bool {
    switch self {
    case .repeated(let old, let new): old.description == new.description
    case .noise(let noises): noises.contains(.type)
    default: false
    }
  }
}
