import Comparing
import Records

/// Joins the changes that two sides made to one base.
///
/// The result is our text with their changes in it: every record that they left alone stays as it stands, byte for
/// byte. Their inserted records come in behind the records that they follow there. The order of the records is ours.
package struct Merge {
  let base: RecordTable
  let ours: RecordTable
  let theirs: RecordTable
  let favor: MergeFavor
  let spelling: any RecordSpelling
  let toOurs: PairView
  let toTheirs: PairView
  let across: PairView
  var joiner: RecordJoiner
  var cursors: Cursors
  var conflicts: [MergeConflict] = []
  private(set) var taken = Summary()
  /// The columns of the key, if none was given.
  private(set) var foundKey: [String]?

  /// Merges three tables under the rules of a plan.
  ///
  /// - Throws: `MergeError`, `ComparisonError`, or what a script throws.
  /// - Complexity: That of three comparisons.
  package static func merge(
    base: RecordTable, ours: RecordTable, theirs: RecordTable, plan: ComparisonPlan,
    favor: MergeFavor
  ) throws -> MergeOutput {
    let keyed = try keyed(plan, base: base, ours: ours, theirs: theirs)
    var merge = try Merge(base: base, ours: ours, theirs: theirs, plan: keyed, favor: favor)
    if !plan.hasKey, case .columns(let names) = keyed.identity { merge.foundKey = names }
    do { return try merge.run() } catch let error as WriteError {
      throw MergeError(reason: .writing(error), input: ours.name)
    }
  }

  private init(
    base: RecordTable, ours: RecordTable, theirs: RecordTable, plan: ComparisonPlan,
    favor: MergeFavor
  ) throws {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.favor = favor
    for table in [base, ours, theirs] where table.sections != nil {
      throw MergeError(reason: .nested, input: table.name)
    }
    do { spelling = try ours.makeSpelling() } catch {
      throw MergeError(reason: .writing(error), input: ours.name)
    }
    var plan = plan
    plan.section = nil
    plan.moves = .none
    // A member that one record gained is a change of that record; a column that a whole file gained is not.
    plan.set(.strictColumns, to: !ours.format.isDelimited)
    if ours.format.isDelimited {
      let new = theirs.columns.filter { name in
        ours.ownColumnIndex(of: name) == nil && base.ownColumnIndex(of: name) == nil
      }
      guard new.isEmpty || plan.only != nil else {
        throw MergeError(reason: .newColumns(new), input: theirs.name)
      }
    }
    toOurs = PairView(try Comparison(source: base, target: ours, plan: plan))
    toTheirs = PairView(try Comparison(source: base, target: theirs, plan: plan))
    // Both sides have the new names already.
    plan.renames = [:]
    across = PairView(try Comparison(source: ours, target: theirs, plan: plan))
    do {
      joiner = try RecordJoiner(table: ours, spelling: spelling, columns: ours.columns)
    } catch {
      throw MergeError(reason: .writing(error), input: ours.name)
    }
    cursors = Cursors(base: base.makeCursor(), ours: ours.makeCursor(), theirs: theirs.makeCursor())
  }

  /// A way to the values of each table.
  struct Cursors {
    var base: FieldCursor
    var ours: FieldCursor
    var theirs: FieldCursor
  }

  private mutating func run() throws -> MergeOutput {
    let arrivals = IncomingRecords(self)
    for record in arrivals.first { try add(arrival: record) }
    let meter = toOurs.comparison.collections.plan.run.meter
    for record in 0..<ours.count {
      try meter?.check()
      try add(own: record)
      for arrival in arrivals[record] { try add(arrival: arrival) }
    }
    let text = try joiner.finished()
    return MergeOutput(text: text, conflicts: conflicts, taken: taken, notes: notes)
  }

  // MARK: Records of ours

  private mutating func add(own record: Int) throws {
    guard toOurs.isCompared(record) else { return joiner.append(record) }
    guard let origin = toOurs.partner(of: record, .target) else {
      return try add(inserted: record)
    }
    guard let other = toTheirs.partner(of: origin, .source) else {
      return try add(record, from: origin)
    }
    try add(record, other, from: origin)
  }

  /// A record that ours inserted; theirs may have inserted it too.
  private mutating func add(inserted record: Int) throws {
    guard let other = across.partner(of: record, .source),
      toTheirs.partner(of: other, .target) == nil
    else { return joiner.append(record) }
    let columns = across.changedColumns(other)
    guard !columns.isEmpty else { return joiner.append(record) }
    let places = columns.map { MergePlaces($0.name, base: nil, ours: $0.source, theirs: $0.target) }
    try settle(.inserted, origin: nil, own: record, other: other, places: places, taking: [])
  }

  /// A record that theirs deleted.
  private mutating func add(_ record: Int, from origin: Int) throws {
    guard !toOurs.changedColumns(record).isEmpty else {
      taken.deleted += 1
      return
    }
    try settle(
      .deletedByTheirs, origin: origin, own: record, other: nil, places: [], taking: [])
  }

  /// A record that all three have.
  private mutating func add(_ record: Int, _ other: Int, from origin: Int) throws {
    let theirColumns = theirChanges(other)
    guard !theirColumns.isEmpty else { return joiner.append(record) }
    let mine = Dictionary(
      toOurs.changedColumns(record).map { (ColumnName($0.name), $0) },
      uniquingKeysWith: { first, _ in first })
    let isPaired = across.partner(of: record, .source) == other
    let differing = isPaired ? Set(named: across.changedColumns(other).map(\.name)) : nil
    var taking: [Field.Member] = []
    var clashes: [MergePlaces] = []
    let arena = ByteArena()
    defer { withExtendedLifetime(arena) {} }
    for column in theirColumns {
      guard let own = mine[ColumnName(column.name)] else {
        taking.append(value(column, other))
        continue
      }
      guard differing?.contains(column.name) ?? true else { continue }
      var places = MergePlaces(
        column.name, base: column.source, ours: own.target, theirs: column.target)
      if let inside = try joinInside(places, (origin, record, other), arena) {
        if let joined = inside.value {
          taking.append(Field.Member(name: column.name, value: joined))
        }
        if inside.conflicts.isEmpty { continue }
        places.inside = inside.conflicts
      }
      clashes.append(places)
    }
    guard clashes.isEmpty else {
      return try settle(
        .updated, origin: origin, own: record, other: other, places: clashes, taking: taking)
    }
    guard !taking.isEmpty else { return joiner.append(record) }
    taken.updated += 1
    joiner.append(try bytes(own: record, replacing: taking), replacing: record)
  }

  // MARK: Records of theirs

  /// A record that only theirs has: inserted, or deleted by ours and changed by theirs.
  private mutating func add(arrival record: Int) throws {
    if let origin = toTheirs.partner(of: record, .target) {
      return try settle(
        .deletedByOurs, origin: origin, own: nil, other: record, places: [], taking: [])
    }
    taken.inserted += 1
    joiner.append(try bytes(Self.values(of: record, in: theirs, like: ours, &cursors.theirs)))
  }

  // MARK: Bytes

  private mutating func value(_ column: ResolvedPlan.Column, _ record: Int) -> Field.Member {
    theirValue(MergePlaces(column.name, base: nil, ours: nil, theirs: column.target), record)
  }

  mutating func theirValue(_ place: MergePlaces, _ record: Int) -> Field.Member {
    Field.Member(
      name: place.name, value: place.theirs.map { cursors.theirs.field(record, $0) } ?? .absent)
  }

  /// A record of ours with some values of theirs.
  func bytes(own record: Int, replacing values: [Field.Member]) throws(WriteError)
    -> [UInt8]
  {
    guard !values.isEmpty else { return Array(ours.recordBytes(record)) }
    var bytes: [UInt8] = []
    try spelling.append(record, columns: nil, replacing: values, to: &bytes)
    return bytes
  }

  /// The values of a record of another table, for a record of ours.
  static func values(
    of record: Int, in table: RecordTable, like ours: RecordTable, _ cursor: inout FieldCursor
  ) -> [Field.Member] {
    if ours.format.isDelimited, !ours.columns.isEmpty {
      return ours.columns.map { name in
        let field = table.columnIndex(of: name).map { cursor.field(record, $0) } ?? .absent
        return Field.Member(name: name, value: field)
      }
    }
    var values: [Field.Member] = []
    cursor.forEachField(record) { column, field in
      values.append(Field.Member(name: table.columns[column], value: field))
    }
    return values
  }

  /// A new record, spelled like ours.
  func bytes(_ values: [Field.Member]) throws(WriteError) -> [UInt8] {
    var bytes: [UInt8] = []
    try spelling.append(values, to: &bytes)
    return bytes
  }
}
