import Records

/// The records of one shard, or of all, put together from what the parts found: in the order in which they are
/// compared, and divided into sections.
struct GatheredRecords {
  let input: ComparisonInput
  let sections: Sections?
  /// The fingerprints in the order of the offsets; empty for the records of all shards.
  let prints: Sides<[Fingerprint]>

  init(_ all: ComparisonInput, shard: Int, of parts: [MappedPart], choice: KeyChoice) throws {
    var input = all
    var prints = Sides<[Fingerprint]>(source: [], target: [])
    let names = try PartSections(input, parts)
    var numbers = Sides<[Int32]>(source: [], target: [])
    for side in Side.allCases {
      var records: [Int32] = []
      for (number, part) in parts.enumerated() {
        let entries = part.shards[shard][side]
        records += entries.records
        prints[side] += entries.prints
        numbers[side] += entries.sections.map { names.number(side, part: number, $0) }
      }
      input.orders[side] = RecordOrder(records)
    }
    try self.init(input, names, numbers, prints, choice)
  }

  /// The records of all shards that the filter keeps.
  init(_ all: ComparisonInput, of parts: [MappedPart], choice: KeyChoice) throws {
    var input = all
    let names = try PartSections(input, parts)
    var numbers = Sides<[Int32]>(source: [], target: [])
    if input.isNarrowed {
      for side in Side.allCases {
        let sections = Self.sections(of: parts, side, all.tables[side].count, names)
        let records = sections.indices.filter { sections[$0] >= 0 }
        numbers[side] = records.map { sections[$0] }
        guard records.count < sections.count else { continue }
        input.orders[side] = RecordOrder(records.map { Int32(truncatingIfNeeded: $0) })
      }
    }
    try self.init(input, names, numbers, Sides(source: [], target: []), choice)
  }

  /// For each record the number of its section, 0 where records name none, or −1 for one that is left out.
  private static func sections(of parts: [MappedPart], _ side: Side, _ count: Int, _ names: PartSections) -> [Int32] {
    var sections = [Int32](repeating: -1, count: count)
    for (number, part) in parts.enumerated() {
      for shard in part.shards {
        let entries = shard[side]
        for (entry, record) in entries.records.enumerated() {
          sections[Int(record)] =
            entries.sections.isEmpty ? 0 : names.number(side, part: number, entries.sections[entry])
        }
      }
    }
    return sections
  }

  private init(
    _ unordered: ComparisonInput, _ names: PartSections, _ numbers: Sides<[Int32]>, _ prints: Sides<[Fingerprint]>,
    _ choice: KeyChoice
  ) throws {
    var (input, prints) = (unordered, prints)
    guard input.plan.rules.namesSections else {
      sections = try input.divide(choice: choice)
      (self.input, self.prints) = (input, prints)
      return
    }
    let numbered = Sides { SectionNumbers(names: names.names[$0], numbers: numbers[$0]) }
    sections = input.divide(into: numbered)
    for side in Side.allCases where !prints[side].isEmpty {
      let unordered = prints[side]
      prints[side] = numbered[side].arrangement.map { unordered[Int($0)] }
    }
    (self.input, self.prints) = (input, prints)
  }
}

/// The sections that the records of all parts name, in order of first appearance.
private struct PartSections {
  private(set) var names = Sides<[Value]>(source: [], target: [])
  /// For each part what its own numbers of sections are among all.
  private var numbers = Sides<[[Int32]]>(source: [], target: [])

  init(_ input: ComparisonInput, _ parts: [MappedPart]) throws {
    guard input.plan.rules.namesSections else { return }
    for side in Side.allCases {
      var table = NameTable<Value>()
      for part in parts {
        let names = try input.sectionNames(side, of: RecordOrder(part.sections[side]))
        let own = names.map { Int32(truncatingIfNeeded: table.number(of: $0)) }
        numbers[side].append(own)
        for (name, number) in zip(names, own) where number == self.names[side].count { self.names[side].append(name) }
      }
    }
  }

  /// The number among all sections of one that a part has numbered.
  func number(_ side: Side, part: Int, _ number: Int32) -> Int32 { numbers[side][part][Int(number)] }
}

extension ComparisonPlan {
  var namesSections: Bool {
    switch ruleSet.section {
    case .column, .script: true
    case .nested, nil: false
    }
  }
}
