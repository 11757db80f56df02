import Platform
import Records

/// Walks the records of a side into groups, and makes a table of these, in the order of their first records.
struct GroupMaker {
  private let reader: RecordReader
  private let evaluator: (any RuleEvaluator)?
  private let grouping: Grouping
  private let plan: ComparisonPlan
  /// The places of the columns that make a group, and of what is made of others; −1 of one that no record has.
  private let keyPlaces, partPlaces: [Int]
  /// What is added up as the records go by; `nil` for what is made when a group is whole.
  private let parts: [GroupPart?]
  /// Which of ``keyPlaces`` a record must have a value for, because they are the identity of its group.
  private let areNeeded: [Bool]

  /// - Throws: `ComparisonError` for a column that the table lacks.
  init(_ grouping: Grouping, _ reader: RecordReader, _ evaluator: (any RuleEvaluator)?, _ plan: ComparisonPlan) throws {
    (self.grouping, self.reader, self.evaluator, self.plan) = (grouping, reader, evaluator, plan)
    keyPlaces = try grouping.by.map { try reader.place(of: $0, "by") }
    partPlaces = try grouping.columns.map { column in
      guard case .aggregate(let aggregate, let origin) = column.making else { return -1 }
      return try reader.place(of: origin, aggregate.rawValue)
    }
    parts = grouping.columns.map { column in
      if case .aggregate(let aggregate, _) = column.making { GroupPart.make(aggregate) } else { nil }
    }
    let identity = Set(named: plan.groupIdentity ?? [])
    areNeeded = grouping.by.map { plan.passes.isEmpty && identity.contains($0) }
  }

  /// Makes the groups of some records.
  ///
  /// - Parameter key: The columns of groups that are hashed for what comes next; `nil` for none.
  /// - Throws: `ComparisonError` where a sum meets what is no number; what a rule throws.
  /// - Complexity: O(*n*) for *n* records, in memory for the groups and two numbers for each record.
  func make(_ records: RecordOrder, hashing key: [String]?) throws -> (table: RecordTable, members: GroupMembers) {
    var keys = KeyTable()
    var numbers: [Int32] = []
    numbers.reserveCapacity(records.count)
    var buffer = KeyBuffer()
    let used = parts.indices.compactMap { index in parts[index].map { (part: $0, place: partPlaces[index]) } }
    for offset in 0..<records.count {
      if offset & 0xFFF == 0 { try plan.run.meter?.check() }
      let record = records[offset]
      buffer.clear()
      for (index, place) in keyPlaces.enumerated() { buffer.append(try keyField(record, index, place)) }
      let known = keys.count
      let number = keys.number(of: buffer)
      if number == known { for (part, _) in used { part.begin() } }
      numbers.append(Int32(truncatingIfNeeded: number))
      for (part, place) in used where place >= 0 {
        guard part.add(try reader.field(record, place), to: number) else { throw try unsummed(record, place) }
      }
    }
    let members = GroupMembers(numbers, records, groups: keys.count)
    return (try table(of: keys, members, hashing: key), members)
  }

  private func keyField(_ record: Int, _ index: Int, _ place: Int) throws -> Field {
    let field = place < 0 ? .absent : try reader.field(record, place)
    if areNeeded[index], field.kind == .absent || field.kind == .null {
      throw ComparisonError(
        .missingKey(column: grouping.by[index], isNull: field.kind == .null), table: reader.table, record: record)
    }
    return field
  }

  private func unsummed(_ record: Int, _ place: Int) throws -> ComparisonError {
    let name = zip(grouping.columns, partPlaces).lazy.compactMap { column, own -> String? in
      if own == place, case .aggregate(.sum, let origin) = column.making { origin } else { nil }
    }.first
    let value = plan.isMasked(name ?? "") ? nil : try reader.field(record, place).value.description
    return ComparisonError(.unsummed(column: name ?? "", value: value), table: reader.table, record: record)
  }

  // MARK: The table

  private func table(of keys: KeyTable, _ members: GroupMembers, hashing key: [String]?) throws -> RecordTable {
    let json = JSONEmitter(OutputBuffer())
    json.begin(.stream)
    let isText = reader.table.format.hasRows
    let made = FieldBuffer()
    let names = grouping.names.map { name in JSONEmitter.bytes { $0.value(name) } + [UInt8(ascii: ":")] }
    for group in 0..<keys.count {
      if group & 0xFFF == 0 { try plan.run.meter?.check() }
      try json.object {
        keys.withKey(group) { key in
          KeyBuffer.forEachNumberedPart(of: key) { number, field in
            guard field.kind != .absent else { return }
            json.member { $0.append(names[number]) }
            json.value(field)
          }
        }
        for (index, column) in grouping.columns.enumerated() {
          try forField(of: column, index, members[group], group, isText, made) { field in
            json.member { $0.append(names[grouping.by.count + index]) }
            json.value(field)
          }
        }
      }
    }
    guard keys.count > 0 else { return try table([], .csv, hashing: nil) }
    json.out.append("\n")
    let groups = try table(json.out.takeBytes(from: 0), .jsonl, hashing: key)
    // What is made is a column even where no group has a value in it.
    return groups.adding(grouping.names.filter { groups.ownColumnIndex(of: $0) == nil })
  }

  /// Calls `body` with the value that a group has in a column, if it has one.
  private func forField(
    of column: Grouping.Column, _ index: Int, _ records: ArraySlice<Int32>, _ group: Int, _ isText: Bool,
    _ made: FieldBuffer, _ body: (Field) -> Void
  ) throws {
    switch column.making {
    case .aggregate(.first, _), .aggregate(.last, _):
      let isFirst = if case .aggregate(.first, _) = column.making { true } else { false }
      let record = (isFirst ? records.first : records.last).map { Int($0) } ?? 0
      guard partPlaces[index] >= 0 else { return }
      let field = try reader.field(record, partPlaces[index])
      if !field.isAbsent { body(field) }
    case .aggregate: parts[index]?.withField(of: group, isText: isText, body)
    case .count: Array(String(records.count).utf8).withBytes { body(Field(isText ? .text : .number, $0)) }
    case .script(let function):
      try evaluator?.aggregate(made, function: function, records: records.map { Int($0) }, in: reader.side)
      if !made.field.isAbsent { body(made.field) }
    }
  }

  private func table(_ lines: [UInt8], _ format: InputFormat, hashing key: [String]?) throws(RecordError) -> RecordTable
  {
    var options = ReadOptions()
    options.format = format
    // JSON without a record has no columns, and delimited text without a record has these.
    if format == .csv { options.columnNames = grouping.names }
    // A group is no line of any file.
    options.hasLines = false
    options.workers = plan.run.workers
    return try RecordInput.read(bytes: lines, name: "\(reader.table.name), grouped", options: options)
      .table(hashing: key)
  }
}

extension RecordReader {
  fileprivate func place(of name: String, _ role: String) throws(ComparisonError) -> Int {
    if let place = columnIndex(of: name) { return place }
    guard table.columns.isEmpty else {
      throw ComparisonError(.unknownColumn(name, role: "group.\(role)", columns: columns), input: table.name)
    }
    return -1
  }
}

/// Of which records each group consists, in the order of the records.
package struct GroupMembers: Sendable {
  private let starts: [Int32]
  private let records: [Int32]

  package var count: Int { starts.count - 1 }

  /// - Parameter numbers: The number of the group that each record belongs to.
  init(_ numbers: [Int32], _ order: RecordOrder, groups: Int) {
    var starts = [Int32](repeating: 0, count: groups + 1)
    for number in numbers { starts[Int(number) + 1] += 1 }
    for group in 0..<groups { starts[group + 1] += starts[group] }
    var ends = starts
    var records = [Int32](repeating: 0, count: numbers.count)
    for (offset, number) in numbers.enumerated() {
      records[Int(ends[Int(number)])] = Int32(truncatingIfNeeded: order[offset])
      ends[Int(number)] += 1
    }
    (self.starts, self.records) = (starts, records)
  }

  package subscript(group: Int) -> ArraySlice<Int32> { records[Int(starts[group])..<Int(starts[group + 1])] }
}
