import Comparing
import Platform
import Records

/// Pairs of records that somebody has looked at, and whether the two are the same.
///
/// As a file it is CSV: a line for each pair under a header such as
/// `old.rec_id,new.rec_id,same`, which names the columns that tell the records apart; `old,new,same` has their numbers,
/// counted from 1. Without `same` every pair is one.
package struct LabelledPairs: Sendable {
  package struct Pair: Sendable, Hashable {
    package let source: Int
    package let target: Int
  }

  /// What is known of pairs, given by the records' numbers.
  package private(set) var labels: [Pair: Bool] = [:]
  /// How many lines name a record that is not there, or several.
  package private(set) var unknown = 0

  /// Reads a file of pairs.
  ///
  /// - Throws: ``LabelError`` for a header or a label that is none, `ComparisonError` for a column that is not there.
  /// - Complexity: O(*b*) for *b* bytes of both tables and the file.
  package init(_ file: RecordTable, of tables: Sides<RecordTable>) throws {
    let header = file.columns
    guard header.count == 2 || header.count == 3 && header[2] == "same",
      let source = Self.column(header[0], "old"), let target = Self.column(header[1], "new")
    else { throw LabelError.header(file.name) }
    let columns = Sides(source: source.name, target: target.name)
    let numbers = try Sides { side in
      try columns[side].map { try Self.numbers(of: $0, in: tables[side]) }
    }
    var cursor = file.makeCursor()
    for line in 0..<file.count {
      let places = Sides { side -> Int? in
        let field = cursor.field(line, side == .source ? 0 : 1)
        if let known = numbers[side] { return known[field.value].flatMap { $0 } }
        let number = field.withTextOrNumber { Int(String(decoding: $0, as: UTF8.self)) } ?? nil
        return number.flatMap { (1...tables[side].count).contains($0) ? $0 - 1 : nil }
      }
      var isSame = true
      if header.count == 3 {
        let word = cursor.field(line, 2).withSpelling { String(decoding: $0, as: UTF8.self).lowercased() } ?? ""
        guard let said = Self.words[word] else { throw LabelError.label(word, file.place(of: line)) }
        isSame = said
      }
      guard let source = places.source, let target = places.target else {
        unknown += 1
        continue
      }
      labels[Pair(source: source, target: target)] = isSame
    }
  }

  private static let words = [
    "yes": true, "true": true, "1": true, "y": true, "no": false, "false": false, "0": false, "n": false,
  ]

  /// The column that a name of the header stands for, `nil` as such for numbers.
  private static func column(_ name: String, _ side: String) -> (name: String?, Void)? {
    if name == side { return (nil, ()) }
    return name.hasPrefix(side + ".") ? (String(name.dropFirst(side.count + 1)), ()) : nil
  }

  /// The record of each value of a column; `nil` of a value that several records have.
  private static func numbers(of column: String, in table: RecordTable) throws -> [Value: Int?] {
    guard let place = table.columnIndex(of: column) else {
      throw ComparisonError(
        .unknownColumn(column, role: "the pairs", columns: table.columns), input: table.name)
    }
    var numbers: [Value: Int?] = [:]
    var cursor = table.makeCursor()
    for record in 0..<table.count {
      let value = cursor.field(record, place).value
      numbers[value] = numbers[value] == nil ? .some(record) : .some(nil)
    }
    return numbers
  }
}

/// Why a file is none of labelled pairs.
package enum LabelError: Error, Equatable {
  case header(String)
  case label(String, String)

  package var message: String {
    switch self {
    case .header(let name):
      "\(name): a file of pairs has the columns old.COLUMN and new.COLUMN, which tell the records apart, or old and "
        + "new for their numbers, and may have a third, same: yes or no"
    case .label(let word, let place): "\(place): 'same' must be yes or no, got '\(word)'"
    }
  }
}
