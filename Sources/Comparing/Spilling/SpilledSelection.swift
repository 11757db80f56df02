import Platform
import Records

/// Which records are compared: those that the filter keeps, in the order of the files, with the sections that they
/// name.
///
/// The number of each of these records goes to the temporary folder where there is a filter, and that of its section
/// where records name one; the names of sections are held.
struct SpilledSelection {
  /// The collections, with the records that the filter keeps.
  private(set) var input: ComparisonInput
  /// What the sections are called, and for each record the number of its own; `nil` where records name none.
  private var named: Sides<(names: SectionNames, numbers: SpillBytes)>?
  private let memory: SpillingMemory

  /// Looks at every record once, if there is a filter, or records name sections.
  ///
  /// - Throws: `SpillError`, or what rules throw.
  init(_ all: ComparisonInput, _ memory: SpillingMemory) throws {
    input = all
    self.memory = memory
    guard all.plan.rules.filter != nil || all.plan.rules.namesSections else { return }
    all.plan.run.meter?.begin(.filtering, of: all.tables.source.count + all.tables.target.count)
    let found = try Sides { side in
      do { return try select(side) } catch {
        // As in memory, the filter is asked of all records before sections are.
        var filtered = all
        try filtered.filter()
        throw error
      }
    }
    if all.plan.rules.namesSections { named = found }
  }

  private mutating func select(_ side: Side) throws -> (names: SectionNames, numbers: SpillBytes) {
    let records = try memory.folder.makeFile()
    let numbers = try memory.folder.makeFile()
    var names = SectionNames(known: input.plan.run.knownSections(side))
    for block in memory.blocks(of: input.tables[side].count) {
      for chunk in try chunks(of: block, side) {
        if input.plan.rules.filter != nil { try records.append(contentsOf: chunk.records.span) }
        let sections = chunk.names.map { names.number(of: $0) }
        try numbers.append(contentsOf: sections.span)
      }
    }
    if input.plan.rules.filter != nil { input.orders[side] = RecordOrder(spilled: try records.mapped()) }
    return (names, try numbers.mapped())
  }

  private func chunks(of block: Range<Int>, _ side: Side) throws -> [(records: [Int32], names: [Value])] {
    let (input, rules) = (input, input.plan.rules)
    return try input.map(count: block.count) { part, worker in
      let range = part.lowerBound + block.lowerBound..<part.upperBound + block.lowerBound
      let order = input.orders[side]
      let kept = rules.filter == nil ? nil : try input.kept(side, range, of: order, worker)
      let records = kept ?? range.map { Int32(truncatingIfNeeded: $0) }
      guard rules.namesSections else { return (records, []) }
      return (records, try worker.sectionNames(side, records.indices, of: RecordOrder(records)))
    }
  }

  // MARK: Sections

  /// Divides both sides into sections, if the plan asks for it.
  ///
  /// - Parameters:
  ///   - identified: The collections of the selection under the identity that is settled.
  ///   - choice: What tells the records apart.
  /// - Throws: `SpillError`, `ComparisonError`, or what rules throw.
  func divided(_ identified: ComparisonInput, choice: KeyChoice) throws -> SpilledDivision? {
    guard let named else {
      var input = identified
      let sections = try input.divide(choice: choice)
      return sections.map { SpilledDivision(input: input, sections: $0, places: nil) }
    }
    let starts = Sides { named[$0].names.starts }
    let places = Sides { SectionedOffsets(named[$0].numbers, starts: starts[$0]) }
    var input = identified
    for side in Side.allCases {
      let order = identified.orders[side]
      let sorted = try PlacedSpill<Int32>(count: order.count, memory)
      var next = places[side]
      for offset in 0..<order.count { try sorted.append(Int32(truncatingIfNeeded: order[offset]), at: next.next()) }
      let file = try sorted.file(filling: { _ in -1 }) { _, _ in }
      input.orders[side] = RecordOrder(spilled: try file.mapped())
    }
    let sections = identified.sections(Sides { named[$0].names.names }, starts: starts)
    return SpilledDivision(input: input, sections: sections, places: places)
  }
}

/// Both sides divided into sections.
struct SpilledDivision {
  /// The collections, with the records in the order of the sections.
  let input: ComparisonInput
  let sections: Sections
  /// For each record, in the order of the files, its offset among the sections; `nil` where both orders are one.
  let places: Sides<SectionedOffsets>?
}

/// The offsets among sections of records that are asked for in the order of their file.
struct SectionedOffsets {
  /// For each record the number of its section.
  private let numbers: SpillBytes
  /// Where the next record of each section goes.
  private var nextPlaces: [Int32]
  private var offset = 0

  /// - Parameters:
  ///   - numbers: For each record the number of its section, of 32 bits.
  ///   - starts: Where the sections begin.
  init(_ numbers: SpillBytes, starts: [Int]) {
    self.numbers = numbers
    nextPlaces = starts.map { Int32(truncatingIfNeeded: $0) }
  }

  mutating func next() -> Int32 {
    let place = offset * MemoryLayout<Int32>.stride
    let section = Int(numbers.bytes.load(at: place, as: Int32.self))
    offset += 1
    defer { nextPlaces[section] += 1 }
    return nextPlaces[section]
  }
}
