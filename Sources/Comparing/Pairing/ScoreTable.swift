import Platform
import Records

/// The records of two sides as a score sees them: the numbers of their blocks, and of their values.
///
/// Each value is taken apart once, however many records have it and however often it is compared.
package struct ScoreTable: Sendable {
  /// Records of one block, by their offsets.
  package struct Block: Sendable {
    package let records: Sides<[Int32]>

    package var count: Int { records.source.count + records.target.count }
  }

  package let rule: ScoredMatching
  private var kinds: [BlockKind]
  /// The values of the rule's columns.
  private var known: [ValueNumbers]
  private(set) var omissions = NearMatches.Omissions()
  /// For each record the number of its block by each of the rule's blocks, below 0 where it has none.
  private var numbers: Sides<[Int32]>
  private var columns: [ScoreColumn]
  /// For each record the numbers of its values, below 0 for none.
  private var values: Sides<[Int32]>
  /// What the columns from each on can add at most.
  private let most: [Double]

  /// Reads the records of collections that are identified by the rule's columns.
  ///
  /// - Throws: What a normalizer throws.
  /// - Complexity: O(*b*) for *b* bytes of the columns, on several threads.
  package init(_ input: ComparisonInput, _ rule: ScoredMatching) throws {
    self.rule = rule
    columns = rule.by.map { ScoreColumn($0.comparator) }
    numbers = Sides(source: [], target: [])
    values = Sides(source: [], target: [])
    most = rule.by.indices.map { rule.by[$0...].reduce(0) { $0 + $1.most } } + [0]
    let places = Dictionary(uniqueKeysWithValues: rule.columns.enumerated().map { ($1, $0) })
    kinds = rule.blocks.map { parts in BlockKind(parts.map { (places[$0.column] ?? 0, $0.steps) }) }
    known = rule.columns.map { _ in ValueNumbers() }
    var row: [Int32] = []
    for side in Side.allCases {
      let fields = try Self.fields(input, side)
      for start in stride(from: 0, to: fields.count, by: known.count) {
        row.removeAll(keepingCapacity: true)
        for place in known.indices { row.append(known[place].number(of: fields[start + place])) }
        for place in columns.indices where Int(row[place]) == columns[place].count {
          columns[place].add(fields[start + place])
        }
        values[side] += row.prefix(columns.count)
        for place in kinds.indices { numbers[side].append(try kinds[place].number(of: row, fields, from: start)) }
      }
      for place in kinds.indices { kinds[place].take(numbers[side], from: place, each: kinds.count, side) }
    }
    try leaveOutLarge(input.plan.rules)
  }

  private mutating func leaveOutLarge(_ plan: ComparisonPlan) throws {
    omissions.limit = rule.maxBlock
    for (place, kind) in kinds.enumerated() {
      for number in 0..<kind.count where kind.isOfBoth(number) && kind.size(number) > rule.maxBlock {
        omissions.blocks += 1
        guard kind.size(number) > omissions.largest?.count ?? 0 else { continue }
        let name = zip(rule.blocks[place], try kind.name(number, known)).map { part, value in
          plan.isMasked(part.column) ? .text(Text("\(RecordTable.mask)")) : value
        }
        omissions.largest = (name, kind.size(number))
      }
    }
  }

  // MARK: Pairs

  /// For each of the rule's blocks those that both sides have, but for the ones that are too large.
  package var blocks: [[Block]] {
    kinds.map { kind in
      (0..<kind.count).filter { kind.isOfBoth($0) && kind.size($0) <= rule.maxBlock }.map { block($0, kind) }
    }
  }

  private func block(_ number: Int, _ kind: BlockKind) -> Block {
    Block(records: Sides { Array(kind.records(number, $0)) })
  }

  package func blocks(of side: Side, _ offset: Int) -> [Block] {
    kinds.indices.compactMap { place in
      let number = numbers[side][offset * kinds.count + place]
      return number < 0 ? nil : block(Int(number), kinds[place])
    }
  }

  /// Calls `body` with the pairs of one of the blocks that no block before it has, by the records' offsets.
  package func forEachPair(_ place: Int, _ block: Block, _ body: (Int32, Int32) throws -> Void) rethrows {
    for source in block.records.source {
      for target in block.records.target where isFirst(place, Int(source), Int(target)) { try body(source, target) }
    }
  }

  private func isFirst(_ place: Int, _ source: Int, _ target: Int) -> Bool {
    let (mine, theirs) = (source * kinds.count, target * kinds.count)
    for earlier in 0..<place {
      let number = numbers.source[mine + earlier]
      guard number >= 0, number == numbers.target[theirs + earlier] else { continue }
      if kinds[earlier].size(Int(number)) <= rule.maxBlock { return false }
    }
    return true
  }

  /// The grades of two records' values.
  package func grades(_ source: Int, _ target: Int) throws(MatchingError) -> [ScoredMatching.Grade] {
    var (grades, measure): ([ScoredMatching.Grade], _) = ([], LikenessMeasure())
    for place in columns.indices {
      grades.append(try grade(place, source, target, isLevelEnough: rule.isByEvidence, &measure))
    }
    return grades
  }

  /// The levels of two records' values, two bits for each column, the first column's the lowest.
  package func pattern(_ source: Int, _ target: Int, _ measure: inout LikenessMeasure) throws(MatchingError) -> UInt64 {
    var pattern: UInt64 = 0
    for place in columns.indices {
      let grade = try grade(place, source, target, isLevelEnough: true, &measure)
      pattern |= UInt64(grade.level.rawValue) << UInt64(2 * place)
    }
    return pattern
  }

  /// Which of the rule's blocks two records share, a bit for each.
  package func sharedBlocks(_ source: Int, _ target: Int) -> UInt64 {
    kinds.indices.reduce(0) { bits, place in
      let number = numbers.source[source * kinds.count + place]
      let isShared =
        number >= 0 && number == numbers.target[target * kinds.count + place]
        && kinds[place].size(Int(number)) <= rule.maxBlock
      return isShared ? bits | 1 << UInt64(place) : bits
    }
  }

  /// Of all pairs of two records, how many have equal values in a column, and how many have any.
  package func equalPairs(_ place: Int) -> (equal: Double, present: Double) {
    var counts = Sides { _ in [Int32: Double]() }
    for side in Side.allCases {
      for index in stride(from: place, to: values[side].count, by: columns.count) where values[side][index] >= 0 {
        counts[side][values[side][index], default: 0] += 1
      }
    }
    let equal = counts.source.reduce(0) { $0 + $1.value * (counts.target[$1.key] ?? 0) }
    return (equal, counts.source.values.reduce(0, +) * counts.target.values.reduce(0, +))
  }

  /// What two records come to; `nil` below what the rule wants.
  func sum(_ source: Int, _ target: Int, _ least: Double, _ measure: inout LikenessMeasure) throws(MatchingError)
    -> Double?
  {
    guard rule.isByEvidence else {
      guard let sum = rule.sum(try grades(source, target)), sum >= least else { return nil }
      return sum
    }
    var sum = rule.odds
    for place in columns.indices {
      guard sum + most[place] >= least else { return nil }
      sum += rule.by[place].points(try grade(place, source, target, isLevelEnough: true, &measure))
    }
    return sum >= least ? sum : nil
  }

  @inline(__always) private func grade(
    _ place: Int, _ source: Int, _ target: Int, isLevelEnough: Bool, _ measure: inout LikenessMeasure
  ) throws(MatchingError) -> ScoredMatching.Grade {
    let (one, other) = (
      values.source[source * columns.count + place], values.target[target * columns.count + place]
    )
    guard one >= 0, other >= 0 else { return ScoredMatching.Grade(level: .missing, likeness: 0) }
    guard one != other else { return ScoredMatching.Grade(level: .equal, likeness: 1) }
    return try columns[place].grade(Int(one), Int(other), isLevelEnough: isLevelEnough, &measure)
  }

  // MARK: Records

  /// The values of the rule's columns, those of one record behind those of the other.
  private static func fields(_ input: ComparisonInput, _ side: Side) throws -> [Value] {
    let order = input.orders[side]
    return try input.flatMap(count: order.count) { range, worker in
      var fields: [Value] = []
      fields.reserveCapacity(range.count * input.plan.key.count)
      for offset in range { try worker.forEachKeyField(side, order[offset]) { fields.append($1.value) } }
      return fields
    }
  }
}

/// The values of one column, each once, as its comparator wants them.
private struct ScoreColumn: Sendable {
  private let comparator: any Comparator
  private let likeness: LikenessComparator?
  private var values: [Value] = []
  /// Texts that a method takes for words or pairs.
  private var texts: [LikenessText] = []
  /// The characters of all other texts, one after another, and where each text ends.
  private var characters: [UInt32] = []
  private var ends: [Int] = [0]
  private var glances: [LikenessGlance] = []

  init(_ comparator: any Comparator) {
    self.comparator = comparator
    likeness = comparator as? LikenessComparator
  }

  var count: Int { values.count }

  /// Adds a value that has the next number.
  mutating func add(_ value: Value) {
    values.append(value)
    if let likeness { add(value.withField(likeness.method.text)) }
  }

  private mutating func add(_ text: LikenessText) {
    glances.append(LikenessGlance(text))
    if case .characters(let own) = text { characters += own } else { texts.append(text) }
    ends.append(characters.count)
  }

  /// What two values are to each other that are not the same.
  ///
  /// - Parameter isLevelEnough: Whether it matters only if they are alike.
  func grade(_ one: Int, _ other: Int, isLevelEnough: Bool, _ measure: inout LikenessMeasure) throws(MatchingError)
    -> ScoredMatching.Grade
  {
    if let likeness {
      let (method, threshold) = (likeness.method, likeness.threshold)
      if isLevelEnough, method.bound(glances[one], glances[other]) < threshold {
        return ScoredMatching.Grade(level: .different, likeness: 0)
      }
      let least = isLevelEnough ? threshold : 0
      let found: Double
      if texts.isEmpty {
        let all = characters.span
        found = measure.likeness(
          all.extracting(ends[one]..<ends[one + 1]), all.extracting(ends[other]..<ends[other + 1]), method, least)
      } else {
        found = measure.likeness(texts[one], texts[other], by: method, atLeast: least)
      }
      return ScoredMatching.Grade(level: found >= threshold ? .alike : .different, likeness: found)
    }
    let result = values[one].withField { one in
      values[other].withField { other in Result { () throws(MatchingError) in try comparator.likeness(one, other) } }
    }
    let found = try result.get()
    return ScoredMatching.Grade(level: found >= 1 ? .alike : .different, likeness: found)
  }
}
