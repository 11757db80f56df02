import Comparing
import Records

/// A fault in one record of the new input, or in neighbouring ones.
package struct PlantedFault: Sendable {
  package let fault: FaultClass
  /// The index of its class and column in the report.
  let cell: Int
  /// The number of the first record that it is in.
  package let record: Int
  /// The values that are planted; none where whole records come, go or change places.
  package internal(set) var values: [(column: Int, value: Value)] = []
  /// How often it met other faults.
  var attempts = 0

  init(fault: FaultClass, cell: Int, record: Int) { (self.fault, self.cell, self.record) = (fault, cell, record) }

  package var records: ClosedRange<Int> {
    switch fault {
    case .swapped: record...record + 1
    case .lost: record...record + FaultClass.lostCount - 1
    default: record...record
    }
  }
}

/// A table's text with faults in it.
struct PlantedText {
  private let original: RecordTable
  private var text: [UInt8] = []
  /// For each record of the table its number in the text, or −1.
  private var places: [Int]
  private var copies: [Int: Int] = [:]
  /// For each record of the text its number in the table.
  private var origins: [Int] = []
  /// Whether a record has been written, which a separator comes behind.
  private var isSeparated = false

  /// Writes the text.
  ///
  /// - Throws: `WriteError` for a value that the format has no spelling for.
  /// - Complexity: O(*b*) for *b* bytes.
  init(_ table: RecordTable, _ spelling: any RecordSpelling, _ faults: [PlantedFault]) throws {
    original = table
    places = [Int](repeating: -1, count: table.count)
    text = try spelling.prefix(columns: table.columns)
    text.reserveCapacity(table.wholeText.count + table.wholeText.count / 16)
    origins.reserveCapacity(table.count + faults.count)
    let separator = spelling.separator
    var record = 0
    for fault in faults.sorted(by: { $0.record < $1.record }) {
      copy(record..<fault.record, separator)
      try write(fault, spelling)
      record = fault.records.upperBound + 1
    }
    copy(record..<table.count, separator)
    if origins.isEmpty {
      text = try spelling.textWithoutRecords(columns: table.columns)
    } else {
      text += spelling.suffix
    }
  }

  /// Writes records as they are, those at once that stand one behind the other as they will again.
  private mutating func copy(_ records: Range<Int>, _ separator: [UInt8]) {
    let whole = original.wholeText
    var stretch: Range<Int>?
    for record in records {
      enter(record)
      let place = original.range(of: record)
      if let start = stretch, whole[start.upperBound..<place.lowerBound].elementsEqual(separator) {
        stretch = start.lowerBound..<place.upperBound
        continue
      }
      append(stretch, separator)
      stretch = place
    }
    append(stretch, separator)
  }

  private mutating func write(_ fault: PlantedFault, _ spelling: any RecordSpelling) throws {
    let (record, separator) = (fault.record, spelling.separator)
    switch fault.fault {
    case .lost: break
    case .swapped:
      copy(record + 1..<record + 2, separator)
      copy(record..<record + 1, separator)
    case .duplicated: for _ in 0..<2 { copy(record..<record + 1, separator) }
    default:
      if isSeparated { text += separator }
      isSeparated = true
      enter(record)
      try append(record, fault.values[...], [], spelling)
    }
  }

  private mutating func append(_ stretch: Range<Int>?, _ separator: [UInt8]) {
    guard let stretch else { return }
    if isSeparated { text += separator }
    isSeparated = true
    text.append(contentsOf: original.wholeText[stretch])
  }

  private mutating func enter(_ record: Int) {
    if places[record] < 0 { places[record] = origins.count } else { copies[record] = origins.count }
    origins.append(record)
  }

  /// Spells the values one inside the other, since a field is lent for as long as a call takes.
  private mutating func append(
    _ record: Int, _ values: ArraySlice<(column: Int, value: Value)>, _ members: [Field.Member],
    _ spelling: any RecordSpelling
  ) throws {
    guard let next = values.first else {
      return try spelling.append(record, columns: nil, replacing: members, to: &text)
    }
    try next.value.withField { field in
      let member = Field.Member(name: original.columns[next.column], value: field)
      try append(record, values.dropFirst(), members + [member], spelling)
    }
  }

  /// The numbers that a record of the table has in the text: none if it is lost, two if it is there twice.
  func numbers(of record: Int) -> [Int] {
    places[record] < 0 ? [] : [places[record]] + (copies[record].map { [$0] } ?? [])
  }

  /// The number in the table of a record of the text.
  func record(at number: Int) -> Int { origins[number] }

  /// The text as a table.
  ///
  /// - Parameter key: The columns whose hashes are the identity, which are found while it is read.
  func table(hashing key: [String]?) throws -> RecordTable {
    var options = original.options
    (options.format, options.encoding, options.inflatedName) = (original.format, nil, original.name)
    (options.watch, options.meter, options.pointer) = (nil, nil, nil)
    return try RecordInput.read(bytes: text, name: original.name, options: options).table(hashing: key)
  }
}
