import Platform
import Comparing
import Records
import Synchronization

/// The files that scripts look things up in; each is read once, and shared by all states.
package struct LookupFiles: Sendable {
  /// Where a file of Lua's finds data.
  private struct Home: Sendable {
    /// The file; those in the folder have the same home.
    let file: String
    let folder: String?
    let advice: String
  }

  /// The homes of plug-ins and rules, which read nothing outside.
  private var homes: [Home] = []
  /// Where files of a driver script are looked for that are not beside the one that asks; they may be anywhere.
  private let directories: [String]
  private let cache: LookupCache

  /// - Parameters:
  ///   - directories: Where a driver script finds files that are not beside it.
  ///   - cache: Has what other states have read.
  package init(directories: [String] = [], cache: LookupCache = LookupCache()) {
    self.directories = directories
    self.cache = cache
  }

  /// Lets a file of Lua's, and those in its folder, find what is there.
  ///
  /// - Parameter advice: What is said where there is no folder.
  package mutating func add(_ file: String, in folder: String?, else advice: String = noPlace) {
    homes.append(Home(file: file, folder: folder, advice: advice))
  }

  /// The home of a file, or of a module in its folder; `nil` for a driver script's own.
  private func home(of caller: String?) -> Home? {
    guard let caller else { return nil }
    return homes.first { $0.file == caller }
      ?? homes.filter { $0.folder.map { caller.hasPrefix($0 + "/") } ?? false }.max {
        $0.folder?.count ?? 0 < $1.folder?.count ?? 0
      }
  }

  /// A file's records by the values of a column.
  ///
  /// - Parameter types: What the texts of columns are to be.
  func lookup(_ name: String, by column: String, _ options: ReadOptions, types: ColumnMap<KeyType>, for caller: String?)
    throws -> LookupTable
  {
    let path = try path(of: name, for: caller)
    // Other threads wait for the one that reads the file.
    return try cache.tables.withLock { tables in
      let known = tables.first { $0.path == path && $0.column == column && $0.options == options && $0.types == types }
      if let known { return known.table }
      let table = try RecordInput.open([path], named: name, options: options).table()
      let lookup = try LookupTable(table, by: column, types: types)
      tables.append(LookupCache.Entry(path: path, column: column, options: options, types: types, table: lookup))
      return lookup
    }
  }

  /// The path of a file of Lua's, and its text.
  func script(_ name: String, for caller: String?) throws -> (path: String, text: [UInt8]) {
    let path = try path(of: name, for: caller)
    return try cache.scripts.withLock { scripts in
      let text = try scripts[path] ?? TextFile.read(path)
      scripts[path] = text
      return (path, text)
    }
  }

  private func path(of name: String, for caller: String?) throws(LookupError) -> String {
    guard let home = home(of: caller) else {
      let own = caller.map { [FilePath.directory(of: $0)] } ?? []
      return try path(of: name, in: own + directories)
    }
    guard let folder = home.folder else { throw LookupError("'\(name)': \(home.advice)") }
    let isOutside = name.hasPrefix("/") || name.split(separator: "/").contains("..")
    guard !isOutside, !name.isEmpty else {
      throw LookupError("'\(name)' is not beside the rules: write a path that begins there")
    }
    let path = try path(of: name, in: [folder])
    guard FilePath.isInside(path, folder) else {
      throw LookupError("'\(name)' is a link to a file that is not beside the rules")
    }
    return path
  }

  private func path(of name: String, in folders: [String]) throws(LookupError) -> String {
    let paths = folders.map { FilePath.joined($0, name) }
    if let path = paths.first(where: { FilePath.size(of: $0) != nil }) { return path }
    var seen: Set<String> = []
    let places = folders.filter { seen.insert($0).inserted }.joined(separator: ", ")
    throw LookupError("no file '\(name)'; looked in \(places)")
  }

  /// Why Lua that is no file finds no other.
  package static var noPlace: String {
    "rules given as text have no directory to look in; those in a file find what is beside it: "
      + "\(Setting("rules")) FILE"
  }
}

/// The files that have been looked at, each read once.
package final class LookupCache: Sendable {
  fileprivate struct Entry: Sendable {
    let path: String
    let column: String
    let options: ReadOptions
    let types: ColumnMap<KeyType>
    let table: LookupTable
  }

  fileprivate let tables = Mutex<[Entry]>([])
  fileprivate let scripts = Mutex<[String: [UInt8]]>([:])

  package init() {}

  package var paths: [String] { tables.withLock { $0.map(\.path) } + scripts.withLock { $0.keys.sorted() } }
}

struct LookupError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// What scripts hold that looks something up.
protocol LookupHolder { var lookup: LookupTable { get } }

/// A file's records, found by the values of one of their columns.
final class LookupTable: Sendable {
  let table: RecordTable
  /// How its values are seen.
  let plan: ComparisonPlan
  private let rows: [Value: Int32]

  fileprivate init(_ table: RecordTable, by column: String, types: ColumnMap<KeyType>) throws {
    self.table = table
    plan = ComparisonPlan(types: types)
    let reader = RecordReader(table: table, side: .target, plan: plan)
    for name in [column] + types.names where reader.columnIndex(of: name) == nil {
      throw LookupError("\(table.name): unknown column '\(name)'" + Suggestion.phrase(for: name, among: table.columns))
    }
    for (name, type) in types where type == .number { try Self.checkNumbers(of: name, reader) }
    rows = try Self.rows(by: column, reader)
  }

  func row(of key: Value) -> Int? { rows[key].map(Int.init) }

  private static func checkNumbers(of column: String, _ reader: RecordReader) throws {
    guard let place = reader.columnIndex(of: column) else { return }
    for row in 0..<reader.table.count {
      let field = try reader.field(row, place)
      guard field.kind != .number, field.kind != .null, field.kind != .absent else { continue }
      throw LookupError("\(reader.table.place(of: row)): '\(column)' is no number: \(field.value.description)")
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
        throw LookupError("\(table.place(of: row)): '\(column)' is no text, number or boolean, and finds nothing")
      }
      guard let first = rows.updateValue(Int32(truncatingIfNeeded: row), forKey: key) else { continue }
      throw LookupError(
        "\(table.place(of: row)): '\(column)' is \(key.description) again; it was first seen in "
          + table.place(of: Int(first)))
    }
    return rows
  }
}
