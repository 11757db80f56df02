/// Collects a header's names, each of which must be there and only once.
struct ColumnNames {
  private let source: ByteSource
  private var numbers = [ColumnName: Int](minimumCapacity: 16)
  /// For each repeated name the first number behind it that may be free.
  private var nextNumbers: [ColumnName: Int] = [:]
  private(set) var names: [String] = []
  /// Those of them that are not as they stand in the input.
  private(set) var renamed: [String] = []

  init(source: ByteSource) { self.source = source }

  /// The names of columns beyond others: their places, made distinct from those.
  static func places(beyond names: [String], upTo count: Int) -> [String] {
    guard count > names.count else { return [] }
    var taken = Set(named: names)
    return (names.count..<count).map { place in
      var name = String(place + 1)
      while !taken.insert(ColumnName(name)).inserted { name = "column_" + name }
      return name
    }
  }

  mutating func append(_ name: String, at place: Int) throws(RecordError) {
    let column = names.count + 1
    if let earlier = numbers[ColumnName(name)] {
      guard source.options.renamesHeaders else {
        throw RecordError(.duplicateColumn(name: name, first: earlier, second: column), in: source, at: place)
      }
      add(distinct(from: name))
    } else if name.isEmpty {
      guard source.options.renamesHeaders else {
        throw RecordError(.emptyColumnName(column: column), in: source, at: place)
      }
      add(distinct(from: "column_\(column)"))
    } else {
      numbers[ColumnName(name)] = column
      names.append(name)
    }
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
