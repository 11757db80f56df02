/// Collects a header's names, each of which must be there and only once.
struct ColumnNames {
  private let source: ByteSource
  private let header: Range<Int>
  private var numbers: [ColumnName: Int] = [:]
  /// For each repeated name the first number behind it that may be free.
  private var nextNumbers: [ColumnName: Int] = [:]
  /// The names so far.
  private(set) var names: [String] = []
  /// Those of them that are not as they stand in the input.
  private(set) var renamed: [String] = []

  /// - Parameter header: Where the header stands.
  init(source: ByteSource, header: Range<Int>) {
    self.source = source
    self.header = header
  }

  /// Adds the next name, which stands at a place of the text.
  mutating func append(_ name: String, at place: Int) throws(RecordError) {
    let column = names.count + 1
    if let earlier = numbers[ColumnName(name)] {
      guard source.options.renamesHeaders else {
        throw error(.duplicateColumn(name: name, first: earlier, second: column), at: place)
      }
      add(distinct(from: name))
    } else if name.isEmpty {
      guard source.options.renamesHeaders else {
        throw error(.emptyColumnName(column: column), at: place)
      }
      add(distinct(from: "column_\(column)"))
    } else {
      numbers[ColumnName(name)] = column
      names.append(name)
    }
  }

  private func error(_ kind: RecordError.Kind, at place: Int) -> RecordError {
    var error = RecordError(kind, in: source, at: place)
    let lines = LineIndex.lineEnds(in: source.text, 0..<header.upperBound)
    error.decision = .header(lastLine: 1 + lines)
    return error
  }

  private mutating func add(_ name: String) {
    numbers[ColumnName(name)] = names.count + 1
    names.append(name)
    renamed.append(name)
  }

  /// `name`, or `name_2`, `name_3`, …, whichever is free.
  private mutating func distinct(from name: String) -> String {
    guard numbers[ColumnName(name)] != nil else { return name }
    var number = nextNumbers[ColumnName(name)] ?? 2
    while numbers[ColumnName("\(name)_\(number)")] != nil { number += 1 }
    nextNumbers[ColumnName(name)] = number + 1
    return "\(name)_\(number)"
  }
}
