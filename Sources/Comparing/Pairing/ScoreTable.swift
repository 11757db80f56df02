import Platform
import Records

/// The records of two sides as a score sees them: the numbers of their blocks, and of their values.
///
/// Each value is taken apart once, however many records have it and however often it is compared.
package struct ScoreTable: Sendable {
  /// Records of one block, by their offsets.
  package struct Block: Sendable {
    package let name: [Value]
    package fileprivate(set) var records = Sides<[Int32]>(source: [], target: [])

    package var count: Int { records.source.count + records.target.count }
    fileprivate var isOfBoth: Bool { !records.source.isEmpty && !records.target.isEmpty }
  }

  package let rule: ScoredMatching
  /// For each of the rule's blocks all that some record is of, by number.
  private var all: [[Block]]
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
    var names = rule.blocks.map { _ in NameTable<[Value]>() }
    all = rule.blocks.map { _ in [] }
    for side in Side.allCases {
      for (offset, record) in try Self.records(input, side, rule).enumerated() {
        for (place, name) in record.blocks.enumerated() {
          guard let name else {
            numbers[side].append(-1)
            continue
          }
          let number = Int(names[place].number(of: name))
          if number == all[place].count { all[place].append(Block(name: name)) }
          all[place][number].records[side].append(Int32(truncatingIfNeeded: offset))
          numbers[side].append(Int32(truncatingIfNeeded: number))
        }
        for place in columns.indices { values[side].append(columns[place].number(of: record.values[place])) }
      }
    }
    leaveOutLarge(input.plan.rules)
  }

  private mutating func leaveOutLarge(_ plan: ComparisonPlan) {
    omissions.limit = rule.maxBlock
    for (place, blocks) in all.enumerated() {
      for block in blocks where block.isOfBoth && block.count > rule.maxBlock {
        omissions.blocks += 1
        guard block.count > omissions.largest?.count ?? 0 else { continue }
        let name = zip(rule.blocks[place], block.name).map { part, value in
          plan.isMasked(part.column) ? .text(Text("\(RecordTable.mask)")) : value
        }
        omissions.largest = (name, block.count)
      }
    }
  }

  // MARK: Pairs

  /// For each of the rule's blocks those that both sides have, but for the ones that are too large.
  package var blocks: [[Block]] { all.map { $0.filter { $0.isOfBoth && $0.count <= rule.maxBlock } } }

  /// The blocks that a record is of.
  package func blocks(of side: Side, _ offset: Int) -> [Block] {
    all.indices.compactMap { place in
      let number = numbers[side][offset * all.count + place]
      return number < 0 ? nil : all[place][Int(number)]
    }
  }

  /// Calls `body` with the pairs of one of the blocks that no block before it has, by the records' offsets.
  package func forEachPair(_ place: Int, _ block: Block, _ body: (Int32, Int32) throws -> Void) rethrows {
    for source in block.records.source {
      for target in block.records.target where isFirst(place, Int(source), Int(target)) { try body(source, target) }
    }
  }

  private func isFirst(_ place: Int, _ source: Int, _ target: Int) -> Bool {
    let (mine, theirs) = (source * all.count, target * all.count)
    for earlier in 0..<place {
      let number = numbers.source[mine + earlier]
      guard number >= 0, number == numbers.target[theirs + earlier] else { continue }
      if all[earlier][Int(number)].count <= rule.maxBlock { return false }
    }
    return true
  }

  /// The grades of two records' values.
  package func grades(_ source: Int, _ target: Int) throws(MatchingError) -> [ScoredMatching.Grade] {
    var grades: [ScoredMatching.Grade] = []
    for place in columns.indices { grades.append(try grade(place, source, target)) }
    return grades
  }

  /// The levels of two records' values, two bits for each column, the first column's the lowest.
  package func pattern(_ source: Int, _ target: Int) throws(MatchingError) -> UInt64 {
    var pattern: UInt64 = 0
    for place in columns.indices {
      pattern |= UInt64(try grade(place, source, target).level.rawValue) << UInt64(2 * place)
    }
    return pattern
  }

  /// Which of the rule's blocks two records share, a bit for each.
  package func sharedBlocks(_ source: Int, _ target: Int) -> UInt64 {
    all.indices.reduce(0) { bits, place in
      let number = numbers.source[source * all.count + place]
      let isShared =
        number >= 0 && number == numbers.target[target * all.count + place]
        && all[place][Int(number)].count <= rule.maxBlock
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
  func sum(_ source: Int, _ target: Int, _ least: Double) throws(MatchingError) -> Double? {
    guard rule.isByEvidence else {
      guard let sum = rule.sum(try grades(source, target)), sum >= least else { return nil }
      return sum
    }
    var sum = rule.odds
    for place in columns.indices {
      guard sum + most[place] >= least else { return nil }
      sum += rule.by[place].points(try grade(place, source, target))
    }
    return sum >= least ? sum : nil
  }

  @inline(__always) private func grade(_ place: Int, _ source: Int, _ target: Int) throws(MatchingError)
    -> ScoredMatching.Grade
  {
    let (one, other) = (
      values.source[source * columns.count + place], values.target[target * columns.count + place]
    )
    guard one >= 0, other >= 0 else { return ScoredMatching.Grade(level: .missing, likeness: 0) }
    guard one != other else { return ScoredMatching.Grade(level: .equal, likeness: 1) }
    return try columns[place].grade(Int(one), Int(other), isByEvidence: rule.isByEvidence)
  }

  // MARK: Records

  private struct Record: Sendable {
    var blocks: [[Value]?]
    var values: [Value]
  }

  private static func records(_ input: ComparisonInput, _ side: Side, _ rule: ScoredMatching) throws -> [Record] {
    let order = input.orders[side]
    let places = Dictionary(uniqueKeysWithValues: rule.columns.enumerated().map { ($1, $0) })
    let parts = rule.blocks.map { $0.map { (place: places[$0.column] ?? 0, steps: $0.steps) } }
    return try input.flatMap(count: order.count) { range, worker in
      let buffer = FieldBuffer()
      return try range.map { offset in
        var fields: [Value] = []
        try worker.forEachKeyField(side, order[offset]) { fields.append($1.value) }
        let blocks = try parts.map { parts -> [Value]? in
          var name: [Value] = []
          for part in parts {
            let value = try value(fields[part.place], part.steps, buffer)
            guard !value.withField(\.isVoid) else { return nil }
            name.append(value)
          }
          return name
        }
        return Record(blocks: blocks, values: Array(fields.prefix(rule.by.count)))
      }
    }
  }

  private static func value(_ value: Value, _ steps: [any Normalizer], _ buffer: FieldBuffer) throws -> Value {
    guard !steps.isEmpty else { return value }
    value.withField { buffer.load($0) }
    for step in steps { try step.normalize(buffer) }
    return buffer.field.value
  }
}

/// The values of one column, each once, as its comparator wants them.
private struct ScoreColumn: Sendable {
  private let comparator: any Comparator
  private let likeness: LikenessComparator?
  private var numbers: [Value: Int32] = [:]
  private var values: [Value] = []
  private var texts: [LikenessText] = []
  /// Of texts by characters a bit for each that occurs, of which several share one.
  private var letters: [UInt64] = []

  init(_ comparator: any Comparator) {
    self.comparator = comparator
    likeness = comparator as? LikenessComparator
  }

  /// The number of a value, below 0 for none.
  mutating func number(of value: Value) -> Int32 {
    if let number = numbers[value] { return number }
    guard !value.withField(\.isVoid) else {
      numbers[value] = -1
      return -1
    }
    let number = Int32(truncatingIfNeeded: values.count)
    numbers[value] = number
    values.append(value)
    if let likeness {
      let text = value.withField(likeness.method.text)
      texts.append(text)
      letters.append(text.letters)
    }
    return number
  }

  /// What two values are to each other that are not the same.
  ///
  /// - Parameter isByEvidence: Whether it matters only if they are alike.
  func grade(_ one: Int, _ other: Int, isByEvidence: Bool) throws(MatchingError) -> ScoredMatching.Grade {
    let found: Double
    if let likeness {
      if isByEvidence,
        likeness.method.bound(texts[one], letters[one], texts[other], letters[other]) < likeness.threshold
      {
        return ScoredMatching.Grade(level: .different, likeness: 0)
      }
      var measure = LikenessMeasure(likeness.method)
      found = measure.likeness(texts[one], texts[other], atLeast: isByEvidence ? likeness.threshold : 0)
      return ScoredMatching.Grade(level: found >= likeness.threshold ? .alike : .different, likeness: found)
    }
    let result = values[one].withField { one in
      values[other].withField { other in Result { () throws(MatchingError) in try comparator.likeness(one, other) } }
    }
    found = try result.get()
    return ScoredMatching.Grade(level: found >= 1 ? .alike : .different, likeness: found)
  }
}
