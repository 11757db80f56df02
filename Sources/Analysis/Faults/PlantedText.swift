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

  /// The records that it is in.
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

  /// Writes the text.
  ///
  /// - Throws: `WriteError` for a value that the format has no spelling for.
  /// - Complexity: O(*b*) for *b* bytes.
  init(_ table: RecordTable, _ spelling: any RecordSpelling, _ faults: [PlantedFault]) throws {
    original = table
    places = [Int](repeating: -1, count: table.count)
    let byRecord = Dictionary(faults.map { ($0.record, $0) }) { first, _ in first }
    text = try spelling.prefix(columns: table.columns)
    var record = 0
    while record < table.count {
      let fault = byRecord[record]
      switch fault?.fault {
      case .lost?: break
      case .swapped?:
        try write(record + 1, nil, spelling)
        try write(record, nil, spelling)
      case .duplicated?:
        try write(record, nil, spelling)
        try write(record, nil, spelling)
      default: try write(record, fault, spelling)
      }
      record = (fault?.records.upperBound ?? record) + 1
    }
    if origins.isEmpty {
      text = try spelling.textWithoutRecords(columns: table.columns)
    } else {
      text += spelling.suffix
    }
  }

  private mutating func write(_ record: Int, _ fault: PlantedFault?, _ spelling: any RecordSpelling) throws {
    if !origins.isEmpty { text += spelling.separator }
    if places[record] < 0 { places[record] = origins.count } else { copies[record] = origins.count }
    origins.append(record)
    guard let values = fault?.values, !values.isEmpty else {
      return text.append(contentsOf: original.recordBytes(record))
    }
    try append(record, values[...], [], spelling)
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
    (options.format, options.encoding, options.isInflated) = (original.format, nil, true)
    (options.watch, options.meter, options.pointer) = (nil, nil, nil)
    return try RecordInput.read(bytes: text, name: original.name, options: options).table(hashing: key)
  }
}
