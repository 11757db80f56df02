import Comparing
import Records

/// Joins the changes that two sides made to one base.
///
/// The result is our text with their changes in it: a record without changes of theirs keeps its bytes, unless columns
/// come or go. An inserted record or column of theirs follows the one that it follows there. The order is ours.
package struct Merge {
  let base: RecordTable
  let ours: RecordTable
  let theirs: RecordTable
  let favor: MergeFavor
  let spelling: any RecordSpelling
  let toOurs: PairView
  let toTheirs: PairView
  let across: PairView
  let columns: MergeColumns
  var joiner: RecordJoiner
  var cursors: Cursors
  var conflicts: [MergeConflict] = []
  private(set) var taken = Summary()
  private(set) var foundKey: [String]?

  /// Merges three tables under the rules of a plan.
  ///
  /// A filter has no effect, since all records are part of the result.
  ///
  /// - Complexity: That of three comparisons.
  package static func merge(
    base: RecordTable, ours: RecordTable, theirs: RecordTable, plan: ComparisonPlan, favor: MergeFavor
  ) throws -> MergeOutput {
    var plan = plan
    plan.filter = nil
    let keyed = try keyed(plan, base: base, ours: ours, theirs: theirs)
    do {
      var merge = try Merge(base: base, ours: ours, theirs: theirs, plan: keyed, favor: favor)
      if !plan.hasKey, case .columns(let names) = keyed.identity { merge.foundKey = names }
      return try merge.run()
    } catch let error as WriteError {
      throw MergeError(reason: .writing(error), input: ours.name)
    }
  }

  private init(base: RecordTable, ours: RecordTable, theirs: RecordTable, plan: ComparisonPlan, favor: MergeFavor)
    throws
  {
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.favor = favor
    try plan.checkUngrouped("a merge")
    for table in [base, ours, theirs] where table.sections != nil {
      throw MergeError(reason: .nested, input: table.name)
    }
    for (old, new) in plan.renames.sortedByName {
      for (name, table) in [(old, base), (new, ours)] where table.ownColumnIndex(of: name) == nil {
        if table.columnIndex(of: name) != nil { throw MergeError(reason: .renamedPlace(name), input: table.name) }
      }
    }
    spelling = try ours.makeSpelling()
    var plan = plan
    plan.section = nil
    plan.moves = .none
    // A member that one record gained is a change of that record; a column that a whole file gained is not.
    plan.switches[.strictColumns] = !ours.format.hasRows
    toOurs = PairView(try Comparison(source: base, target: ours, plan: plan))
    toTheirs = PairView(try Comparison(source: base, target: theirs, plan: plan))
    // Both sides have the new names already.
    plan.renames = [:]
    across = PairView(try Comparison(source: ours, target: theirs, plan: plan))
    columns = MergeColumns(toOurs, toTheirs, favor: favor)
    joiner = try RecordJoiner(table: ours, spelling: spelling, columns: columns.names)
    cursors = Cursors(base: base.makeCursor(), ours: ours.makeCursor(), theirs: theirs.makeCursor())
  }

  struct Cursors {
    var base: FieldCursor
    var ours: FieldCursor
    var theirs: FieldCursor
  }

  private mutating func run() throws -> MergeOutput {
    let arrivals = IncomingRecords(self)
    for record in arrivals.first { try add(arrival: record) }
    let meter = toOurs.comparison.plan.run.meter
    for record in 0..<ours.count {
      try meter?.check()
      try add(own: record)
      for arrival in arrivals[record] { try add(arrival: arrival) }
    }
    let isEmpty = ours.columns.isEmpty && ours.count == 0 && taken.inserted == 0 && conflicts.isEmpty
    let text = isEmpty ? Array(ours.wholeText) : try joiner.finished()
    return MergeOutput(text: text, conflicts: conflicts, taken: taken, notes: notes)
  }

  // MARK: Records of ours

  private mutating func add(own record: Int) throws {
    guard let origin = toOurs.partner(of: record, .target) else { return try add(inserted: record) }
    guard let other = toTheirs.partner(of: origin, .source) else { return try add(record, from: origin) }
    try add(record, other, from: origin)
  }

  /// A record that ours inserted; theirs may have inserted it too.
  private mutating func add(inserted record: Int) throws {
    guard let other = across.partner(of: record, .source), toTheirs.partner(of: other, .target) == nil else {
      return try append(own: record)
    }
    let gained = columns.gained.map { theirValue(in: $0, other) }
    let places = across.changedColumns(other).map { column in
      MergePlaces(name: column.name, base: nil, ours: column.source, theirs: column.target)
    }
    guard !places.isEmpty else { return try append(own: record, replacing: gained) }
    try settle(.inserted, origin: nil, own: record, other: other, places: places, taking: gained)
  }

  private mutating func add(_ record: Int, from origin: Int) throws {
    guard !toOurs.changedColumns(record).isEmpty else {
      taken.deleted += 1
      return
    }
    try settle(.deletedByTheirs, origin: origin, own: record, other: nil, places: [], taking: [])
  }

  private mutating func add(_ record: Int, _ other: Int, from origin: Int) throws {
    let theirColumns = theirChanges(other)
    guard !theirColumns.isEmpty || columns.areChanged else { return joiner.append(record) }
    let myColumns = toOurs.changedColumns(record)
    let mine = Dictionary(myColumns.map { (ColumnName($0.name), $0) }, uniquingKeysWith: { first, _ in first })
    let isPaired = across.partner(of: record, .source) == other
    let differing = isPaired ? Set(named: across.changedColumns(other).map(\.name)) : nil
    var taking: [Field.Member] = []
    var clashes = columnClashes(record, other, myColumns, differing)
    let arena = ByteArena()
    defer { withExtendedLifetime(arena) {} }
    for column in theirColumns {
      var places = MergePlaces(name: column.name, base: column.source, ours: nil, theirs: column.target)
      if columns.deletedByOurs.contains(column.name) {
        clashes.append(places)
        continue
      }
      guard let own = mine[ColumnName(column.name)] else {
        taking.append(theirValue(places, other))
        continue
      }
      guard differing?.contains(column.name) ?? true else { continue }
      places.ours = own.target
      if let inside = try joinInside(places, (origin, record, other), arena) {
        if let joined = inside.value { taking.append(Field.Member(name: column.name, value: joined)) }
        if inside.conflicts.isEmpty { continue }
        places.inside = inside.conflicts
      }
      clashes.append(places)
    }
    let isUpdated = !taking.isEmpty
    let clashing = Set(named: clashes.map(\.name))
    taking += columns.gained.filter { !clashing.contains($0) }.map { theirValue(in: $0, other) }
    guard clashes.isEmpty else {
      return try settle(.updated, origin: origin, own: record, other: other, places: clashes, taking: taking)
    }
    if isUpdated { taken.updated += 1 }
    try append(own: record, replacing: taking)
  }

  /// The conflicts of a record about columns that theirs deleted or that both sides inserted.
  private mutating func columnClashes(
    _ record: Int, _ other: Int, _ mine: [ResolvedPlan.Column], _ differing: Set<ColumnName>?
  ) -> [MergePlaces] {
    var clashes = mine.filter { columns.deletedByTheirs.contains($0.name) }.map { column in
      MergePlaces(name: column.name, base: column.source, ours: column.target, theirs: nil)
    }
    for name in columns.insertedByBoth {
      guard let own = ours.ownColumnIndex(of: name), let theirs = theirs.ownColumnIndex(of: name) else { continue }
      let differs =
        differing?.contains(name) ?? !cursors.ours.field(record, own).isEqual(to: cursors.theirs.field(other, theirs))
      if differs { clashes.append(MergePlaces(name: name, base: nil, ours: own, theirs: theirs)) }
    }
    return clashes
  }

  // MARK: Records of theirs

  /// A record that only theirs has: inserted, or deleted by ours and changed by theirs.
  private mutating func add(arrival record: Int) throws {
    if let origin = toTheirs.partner(of: record, .target) {
      return try settle(.deletedByOurs, origin: origin, own: nil, other: record, places: [], taking: [])
    }
    taken.inserted += 1
    joiner.append(try bytes(Self.values(of: record, in: theirs, cells, &cursors.theirs)))
  }

  // MARK: Bytes

  private mutating func append(own record: Int, replacing values: [Field.Member] = []) throws {
    guard !values.isEmpty || columns.layout != nil else { return joiner.append(record) }
    joiner.append(try bytes(own: record, replacing: values), replacing: record)
  }

  private mutating func theirValue(in column: String, _ record: Int) -> Field.Member {
    theirValue(MergePlaces(name: column, theirs: theirs.ownColumnIndex(of: column)), record)
  }

  private mutating func theirValue(_ place: MergePlaces, _ record: Int) -> Field.Member {
    Field.Member(name: place.name, value: place.theirs.map { cursors.theirs.field(record, $0) } ?? .absent)
  }

  func bytes(own record: Int, replacing values: [Field.Member]) throws(WriteError) -> [UInt8] {
    guard !values.isEmpty || columns.layout != nil else { return Array(ours.recordBytes(record)) }
    var bytes: [UInt8] = []
    try spelling.append(record, columns: columns.layout, replacing: values, to: &bytes)
    return bytes
  }

  /// The columns of a row; none where each record has members of its own.
  private var cells: [String] { ours.format.hasRows ? columns.names : [] }

  private static func values(of record: Int, in table: RecordTable, _ cells: [String], _ cursor: inout FieldCursor)
    -> [Field.Member]
  {
    if !cells.isEmpty {
      return cells.map { name in
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

  func bytes(_ values: [Field.Member]) throws(WriteError) -> [UInt8] {
    var bytes: [UInt8] = []
    try spelling.append(values, to: &bytes)
    return bytes
  }
}

extension Merge {
  /// Notes for the user: the key that was found, and columns that not all inputs have.
  var notes: [String] {
    let key = foundKey.map { "key: \($0.joined(separator: ", ")) (found)" }
    return [key].compactMap { $0 } + columns.notes
  }

  /// The columns that theirs changed in one of its records, without those that rules derive.
  func theirChanges(_ record: Int) -> [ResolvedPlan.Column] {
    let changed = toTheirs.changedColumns(record)
    guard ours.format.hasRows, !ours.columns.isEmpty else { return changed }
    return changed.filter { ours.ownColumnIndex(of: $0.name) != nil || columns.deletedByOurs.contains($0.name) }
  }
}

extension Merge {
  mutating func settle(
    _ kind: MergeConflict.Kind, origin: Int?, own: Int?, other: Int?, places: [MergePlaces], taking: [Field.Member]
  ) throws {
    let key = try own.map(toOurs.key) ?? other.map(toTheirs.key) ?? []
    conflicts.append(
      MergeConflict(
        kind: kind, key: key, base: origin, ours: own, theirs: other,
        fields: places.map { field($0, origin, own, other) }))
    let mine = try own.map { try bytes(own: $0, replacing: taking) }
    switch favor {
    case .ours: if let mine { joiner.append(mine, replacing: own) }
    case .theirs:
      guard let other else { return }
      if let own {
        var values = taking
        for place in places where place.inside.isEmpty { values.append(theirValue(place, other)) }
        joiner.append(try bytes(own: own, replacing: values), replacing: own)
      } else {
        joiner.append(try bytes(Self.values(of: other, in: theirs, cells, &cursors.theirs)))
      }
    case .none:
      let versions = (
        base: try origin.map { record in try bytes(Self.values(of: record, in: base, cells, &cursors.base)) },
        ours: mine,
        theirs: try other.map { record in try bytes(Self.values(of: record, in: theirs, cells, &cursors.theirs)) }
      )
      let names = (base: base.name, ours: ours.name, theirs: theirs.name)
      joiner.append(ConflictMarks(names: names, versions: versions), replacing: own)
    }
  }

  private mutating func field(_ place: MergePlaces, _ origin: Int?, _ own: Int?, _ other: Int?) -> MergeConflict.Field {
    let isMasked = toOurs.comparison.plan.isMasked(place.name)
    func value(_ cursor: inout FieldCursor, _ record: Int?, _ column: Int?) -> Value? {
      guard let record, let column else { return nil }
      let value = cursor.field(record, column).value
      return value == .absent ? nil : isMasked ? Mask.plainSign(of: value) : value
    }
    return MergeConflict.Field(
      column: place.name, base: value(&cursors.base, origin, place.base), ours: value(&cursors.ours, own, place.ours),
      theirs: value(&cursors.theirs, other, place.theirs), paths: isMasked ? [] : place.inside)
  }
}

extension Merge {
  /// Joins both sides' changes inside the values of one column that both changed.
  ///
  /// - Returns: The value to put in the place of ours, `nil` if ours stays, and what excludes each other inside;
  ///   nothing where the values are compared as a whole.
  private mutating func joinInside(
    _ places: MergePlaces, _ records: (base: Int, ours: Int, theirs: Int), _ arena: ByteArena
  )
    throws -> (value: Field?, conflicts: [MergeConflict.Inside])?
  {
    // The column last: it is searched for among all that differ.
    guard let base = places.base, let ours = places.ours, let theirs = places.theirs,
      let own = nested(cursors.ours.field(records.ours, ours), places.name, arena),
      let old = nested(cursors.base.field(records.base, base), places.name, arena),
      let other = nested(cursors.theirs.field(records.theirs, theirs), places.name, arena),
      let column = toOurs.nestedColumn(places.name, of: records.ours)
    else { return nil }
    let merged = try toOurs.judging(column, records.base, records.ours) { ofOurs in
      try toTheirs.judging(column, records.base, records.theirs) { ofTheirs in
        try across.judging(column, records.ours, records.theirs) { across in
          try NestedMerge.merge(
            (old, own, other), rules: column.inside, scripts: .init(ours: ofOurs, theirs: ofTheirs, across: across),
            favor: favor, column: column.name)
        }
      }
    }
    guard let merged else { return nil }
    let isText = !cursors.ours.field(records.ours, ours).isNested
    let value = merged.spelling.map { Field(isText ? .text : own.kind, arena.keep($0)) }
    return (value, merged.conflicts)
  }

  /// A value that is nested, or is text that is to be read as JSON and holds one that is.
  private func nested(_ field: Field, _ column: String, _ arena: ByteArena) -> Field? {
    if field.isNested { return field }
    guard toOurs.readsJSON(in: column) else { return nil }
    return field.withText { Field(json: arena.keep($0)) } ?? nil
  }
}

extension Merge {
  /// The plan with a key: its own, or one that is found.
  ///
  /// Each side may have another key. Of those by which all three tell their records apart, the one with the fewest
  /// columns is taken, then the leftmost, so that it does not matter which side is ours.
  ///
  /// - Complexity: That of six comparisons at most.
  static func keyed(_ plan: ComparisonPlan, base: RecordTable, ours: RecordTable, theirs: RecordTable) throws
    -> ComparisonPlan
  {
    guard !plan.hasKey else { return plan }
    guard case .automatic = plan.identity, base.count > 0 else { throw MergeError(reason: .noKey, input: base.name) }
    var candidates: Set<[ColumnName]> = []
    for side in [ours, theirs] {
      let found = try Comparison(source: base, target: side, plan: plan).key.columns ?? []
      candidates.insert(found.map(ColumnName.init))
    }
    func rank(_ names: [ColumnName]) -> [Int] {
      [names.count] + names.map { base.columnIndex(of: $0.text) ?? base.columns.count }
    }
    for names in candidates.sorted(by: { rank($0).lexicographicallyPrecedes(rank($1)) }) where !names.isEmpty {
      var keyed = plan
      keyed.identity = .columns(names.map(\.text))
      if try isKey(keyed, of: base, ours) && isKey(keyed, of: base, theirs) { return keyed }
    }
    throw MergeError(reason: .noKey, input: base.name)
  }

  private static func isKey(_ plan: ComparisonPlan, of base: RecordTable, _ side: RecordTable) throws -> Bool {
    var plan = plan
    plan.duplicates = .error
    do {
      _ = try Comparison(source: base, target: side, plan: plan)
      return true
    } catch is ComparisonError { return false }
  }
}

/// Where a column that both sides changed is in each of the three inputs.
struct MergePlaces {
  let name: String
  var base: Int?
  var ours: Int?
  var theirs: Int?
  /// The conflicts inside its values, where all else inside them is joined.
  var inside: [MergeConflict.Inside] = []
}
