import Platform
import Comparing
import Records
import Synchronization

/// The files that scripts look things up in; each is read once, and shared by all states.
package struct LookupFiles: Sendable {
  /// Where files are looked for.
  package var directories: [String]
  /// Whether only files in these directories may be read.
  private let isConfined: Bool
  private let cache = Cache()

  package init(directories: [String] = [], isConfined: Bool = true) {
    self.directories = directories
    self.isConfined = isConfined
  }

  /// The files that have been read.
  package var paths: [String] { cache.tables.withLock { $0.map(\.path) } }

  /// A file's records by the values of a column.
  ///
  /// - Parameter types: What the texts of columns are to be.
  /// - Throws: What reading the file throws, or a `LookupError`.
  func lookup(
    _ name: String, by column: String, _ options: ReadOptions, types: ColumnMap<KeyType>
  ) throws -> LookupTable {
    let path = try path(of: name)
    // Other threads wait for the one that reads the file.
    return try cache.tables.withLock { tables in
      let known = tables.first {
        $0.path == path && $0.column == column && $0.options == options && $0.types == types
      }
      if let known { return known.table }
      let table = try RecordInput.openTable(path: path, named: name, options: options).table()
      let lookup = try LookupTable(table, by: column, types: types)
      tables.append(
        Entry(path: path, column: column, options: options, types: types, table: lookup))
      return lookup
    }
  }

  private func path(of name: String) throws(LookupError) -> String {
    let isOutside = name.hasPrefix("/") || name.split(separator: "/").contains("..")
    guard !isConfined || !isOutside, !name.isEmpty else {
      throw LookupError("'\(name)' is not beside the rules: write a path that begins there")
    }
    for directory in directories {
      let path = FilePath.joined(directory, name)
      guard FilePath.size(of: path) != nil else { continue }
      guard !isConfined || Self.isInside(path, directory) else {
        throw LookupError("'\(name)' is a link to a file that is not beside the rules")
      }
      return path
    }
    // Each of several rules brings its own directory, which may be that of others.
    let places = directories.indices.filter { !directories[..<$0].contains(directories[$0]) }
    throw LookupError(
      "no file '\(name)' beside the rules; looked in "
        + places.map { directories[$0] }.joined(separator: ", "))
  }

  private static func isInside(_ path: String, _ directory: String) -> Bool {
    guard let path = FilePath.resolved(path), let directory = FilePath.resolved(directory) else {
      return false
    }
    return path.hasPrefix(directory.hasSuffix("/") ? directory : directory + "/")
  }

  private struct Entry: Sendable {
    let path: String
    let column: String
    let options: ReadOptions
    let types: ColumnMap<KeyType>
    let table: LookupTable
  }

  private final class Cache: Sendable {
    let tables = Mutex<[Entry]>([])
  }
}

/// Why nothing can be looked up in a file.
struct LookupError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A file's records, found by the values of one of their columns.
final class LookupTable: Sendable {
  let table: RecordTable
  /// How its values are seen.
  let plan: ComparisonPlan
  private let rows: [Value: Int32]

  fileprivate init(
    _ table: RecordTable, by column: String, types: ColumnMap<KeyType>
  ) throws {
    self.table = table
    plan = ComparisonPlan(types: types)
    let reader = RecordReader(table: table, side: .target, plan: plan)
    for name in [column] + types.names where reader.columnIndex(of: name) == nil {
      throw LookupError(
        "\(table.name): unknown column '\(name)'"
          + Suggestion.phrase(for: name, among: table.columns))
    }
    for (name, type) in types where type == .number { try Self.checkNumbers(of: name, reader) }
    rows = try Self.rows(by: column, reader)
  }

  /// The row of a value; `nil` if there is none.
  func row(of key: Value) -> Int? { rows[key].map(Int.init) }

  private static func checkNumbers(of column: String, _ reader: RecordReader) throws {
    guard let place = reader.columnIndex(of: column) else { return }
    for row in 0..<reader.table.count {
      let field = try reader.field(row, place)
      guard field.kind != .number, field.kind != .null, field.kind != .absent else { continue }
      throw LookupError(
        "\(reader.table.place(of: row)): '\(column)' is no number: \(field.value.description)")
    }
  }

  private static func rows(by column: String, _ reader: RecordReader) throws -> [Value: Int32] {
    var rows: [Value: Int32] = [:]
    let table = reader.table
    guard let place = reader.columnIndex(of: column) else { return rows }
    rows.reserveCapacity(table.count)
    for row in 0..<table.count {
      let key = try reader.field(row, place).value
      switch key {
      case .text, .number, .boolean: break
      case .absent, .null, .object, .array:
        throw LookupError(
          "\(table.place(of: row)): '\(column)' is no text, number or boolean, and finds nothing")
      }
      guard let first = rows.updateValue(Int32(truncatingIfNeeded: row), forKey: key) else {
        continue
      }
      throw LookupError(
        "\(table.place(of: row)): '\(column)' is \(key.description) again; it was first seen in "
          + table.place(of: Int(first)))
    }
    return rows
  }
}
