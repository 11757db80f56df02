import Records

extension ComparisonInput {
  /// Divides both sides into sections, if the plan asks for it, and brings the records into the sections' order.
  ///
  /// - Parameter choice: What tells the records apart.
  /// - Throws: `ComparisonError` or what a script throws.
  mutating func divide(choice: KeyChoice) throws -> Sections? {
    switch plan.rules.section {
    case nil: return nil
    case .nested(let key): return try nestedSections(key: key, choice: choice)
    case .column, .script: return try namedSections()
    }
  }

  // MARK: Sections that records name

  private mutating func namedSections() throws -> Sections {
    let numbers = try Sides {
      SectionNumbers(try sectionNames($0, of: orders[$0]), known: plan.run.knownSections($0))
    }
    for side in Side.allCases {
      let order = orders[side]
      orders[side] = RecordOrder(numbers[side].arrangement.map { Int32(truncatingIfNeeded: order[Int($0)]) })
    }
    return sections(Sides { numbers[$0].names }, starts: Sides { numbers[$0].starts })
  }

  /// The sections that records name, given where the records of each begin.
  func sections(_ names: Sides<[Value]>, starts: Sides<[Int]>) -> Sections {
    var table = NameTable<Value>()
    let divisions = Sides { side in
      Sections.Division(
        names: names[side].map(plan.shownSection), identities: names[side].map { table.number(of: $0) },
        starts: starts[side])
    }
    return Sections(divisions: divisions, updated: [], duplicates: nil)
  }

  /// What some records say that their section is called.
  func sectionNames(_ side: Side, of order: RecordOrder) throws -> [Value] {
    try flatMap(count: order.count) { range, worker in try worker.sectionNames(side, range, of: order) }
  }

  /// Changes in the order of the files, which sections that records name may have left: deleted records first.
  func inFileOrder(_ entries: [ChangeEntry]) -> [ChangeEntry] {
    guard plan.rules.namesSections else { return entries }
    func place(_ entry: ChangeEntry) -> Int {
      entry.target < 0 ? orders.source[Int(entry.source)] - tables.source.count : orders.target[Int(entry.target)]
    }
    return entries.sorted { place($0) < place($1) }
  }

  // MARK: Sections of nested input

  private func nestedSections(key: [String], choice: KeyChoice) throws -> Sections {
    let tables = try Sides { try outerTable($0) }
    var plan = outerPlan(tables)
    if !key.isEmpty { plan.identity = .columns(key) } else if choice == .wholeRecord { plan.identity = .record }
    let outer = try compareSections(tables, plan)
    var names = NameTable<[Value]>()
    let divisions = try Sides { try nestedDivision($0, outer, &names) }
    return Sections(divisions: divisions, updated: outer.differences.targets, duplicates: outer.duplicates)
  }

  private func compareSections(_ tables: Sides<RecordTable>, _ plan: ComparisonPlan) throws -> Comparison {
    do { return try Comparison(source: tables.source, target: tables.target, plan: plan) } catch let error
      as ComparisonError
    { throw error.ofSections }
  }

  private func outerTable(_ side: Side) throws -> RecordTable {
    guard let table = tables[side].sections else { throw ComparisonError(.notNested, input: tables[side].name) }
    return table
  }

  /// The plan for the sections' own content: the declared rules, as far as they name its columns.
  private func outerPlan(_ tables: Sides<RecordTable>) -> ComparisonPlan {
    func isKnown(_ name: String) -> Bool { Side.allCases.contains { tables[$0].columnIndex(of: name) != nil } }
    let given = plan.rules
    var outer = given
    (outer.identity, outer.passes, outer.equality, outer.section) = (.automatic, [], .columns, nil)
    outer.filter = nil
    outer.run = ComparisonRun(workers: given.run.workers)
    (outer.lists, outer.json, outer.moves, outer.derived) = ([:], [], .minimal, [:])
    outer.ignored = given.ignored.filter(isKnown)
    outer.only = given.only?.filter(isKnown)
    outer.masked = given.masked.filter(isKnown)
    outer.normalizers = given.normalizers.filter { name, steps in isKnown(name) && steps.allSatisfy(\.isNative) }
    outer.usualSteps = given.usualSteps.allSatisfy(\.isNative) ? given.usualSteps : []
    if case .script = given.usualEquality { outer.usualEquality = nil }
    outer.renames = given.renames.filter { tables.source.columnIndex(of: $0.key) != nil }
    outer.comparators = given.comparators.filter { name, equality in
      if case .native = equality { isKnown(name) } else { false }
    }
    return outer
  }

  private func nestedDivision(_ side: Side, _ outer: Comparison, _ table: inout NameTable<[Value]>) throws
    -> Sections.Division
  {
    var division = Sections.Division()
    let all = tables[side].sectionStarts
    var kept = 0
    division.starts = []
    for (section, start) in all.dropLast().enumerated() {
      let key = try outer.comparedKey(side, section)
      let shown = outer.keyMask?.shown(key) ?? key
      division.names.append(shown.count == 1 ? shown[0] : .array(JSONText(array: shown)))
      division.identities.append(table.number(of: key))
      while kept < orders[side].count, orders[side][kept] < start { kept += 1 }
      division.starts.append(kept)
    }
    division.starts.append(orders[side].count)
    return division
  }
}

package struct SectionPlace {
  package let side: Side
  package let number: Int

  package init(side: Side, number: Int) {
    self.side = side
    self.number = number
  }
}

/// What reports and scripts ask of sections; there are none where a comparison is not divided.
extension Comparison {
  package var hasSections: Bool { sections != nil }

  /// Identities that several sections of one side have; `nil` where sections have none of their own.
  package var sectionDuplicates: DuplicateReport? { sections?.duplicates }

  package func sectionCount(_ side: Side) -> Int { sections?.divisions[side].names.count ?? 0 }

  package func section(of offset: Int, _ side: Side) -> SectionPlace? {
    sections.map { SectionPlace(side: side, number: $0.divisions[side].section(of: offset)) }
  }

  package func name(of section: SectionPlace) -> Value {
    sections?.divisions[section.side].names[section.number] ?? .absent
  }

  package func identity(of section: SectionPlace) -> UInt32 {
    sections?.divisions[section.side].identities[section.number] ?? 0
  }

  package func offsets(in section: SectionPlace) -> Range<Int> {
    guard let starts = sections?.divisions[section.side].starts else { return 0..<0 }
    return starts[section.number]..<starts[section.number + 1]
  }

  /// Which sections of both sides are the same; without sections each side is one.
  package var sectionPairs: SectionPairs { DuplicatePairing(input, sections).sections }

  /// The sections that a change is in and comes from; `from` only where a record moved from one to another.
  package func sectionPlaces(of entry: ChangeEntry) -> (own: SectionPlace, from: SectionPlace?)? {
    let old = entry.source < 0 ? nil : section(of: Int(entry.source), .source)
    let new = entry.target < 0 ? nil : section(of: Int(entry.target), .target)
    guard let own = new ?? old else { return nil }
    guard entry.isMoved, let old, let new, identity(of: old) != identity(of: new) else { return (own, nil) }
    return (own, old)
  }

  package func sectionNames(of entry: ChangeEntry) -> (section: Value?, from: Value?) {
    let sections = sectionPlaces(of: entry)
    return (sections.map { name(of: $0.own) }, sections?.from.map(name))
  }

  /// The sections that changed in a way: deleted ones in the source's order, moved and inserted ones in the target's.
  ///
  /// One that is updated and moved is among both.
  package func sectionPlaces(changed kind: Change.Kind) -> [SectionPlace] {
    guard case .sectioned(let changes) = edits else { return [] }
    let sections = changes.sections
    switch kind {
    case .deleted: return sections.deleted.map { SectionPlace(side: .source, number: $0) }
    case .inserted: return sections.inserted.map { SectionPlace(side: .target, number: $0) }
    case .updated: return sections.updated.map { SectionPlace(side: .target, number: $0.target) }
    case .moved: return sections.moved.map { SectionPlace(side: .target, number: $0.target) }
    }
  }

  /// The names of the sections that changed in a way, in the order of their side.
  package func sectionNames(changed kind: Change.Kind) -> [Value] {
    sectionPlaces(changed: kind).sorted { $0.number < $1.number }.map(name)
  }
}
