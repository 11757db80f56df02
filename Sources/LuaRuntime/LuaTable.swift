import CLuaBridge

/// A table of a script's.
///
/// Scripts can nest tables without an end, or put one into itself. Whatever is read from a table therefore counts:
/// every reader may follow tables as deep as they go, and gets an error in place of an endless answer.
package final class LuaTable: LuaReference {
  /// How many tables may be around one.
  private static let deepest = 200
  private var depth = 0
  /// What was read of the tables inside an outermost one.
  private final class Reading { var entries = 0 }
  private lazy var reading = Reading()

  /// A value from the table, or the error that it is nested too deep.
  private func inside(_ value: LuaValue) throws(LuaError) -> LuaValue {
    guard case .table(let table) = value else { return value }
    guard depth < Self.deepest - 1 else {
      throw .boundless("tables are nested more than \(Self.deepest) deep, or one holds itself")
    }
    table.depth = depth + 1
    table.reading = reading
    return value
  }

  /// Counts entries that are read: tables that hold each other many times have more than there is memory for.
  private func count(_ entries: Int) throws(LuaError) {
    if depth == 0 { reading = Reading() }
    reading.entries += entries
    guard reading.entries > 1 << 12, try reading.entries / 4 > requireState().memory.used else { return }
    throw .boundless("tables hold each other too many times")
  }

  /// A field's value, by metamethods too; nil where there is none.
  package func get(_ key: LuaValue) throws(LuaError) -> LuaValue {
    try inside(requireState().perform(LB_DO_GET, [.table(self), key]).first ?? .nil)
  }

  package func get(_ name: String) throws(LuaError) -> LuaValue { try get(.string(name)) }

  /// A field's value without metamethods; a frozen view's is that of its content.
  package func rawGet(_ key: LuaValue) throws(LuaError) -> LuaValue {
    try inside(requireState().perform(LB_DO_RAW_GET, [.table(self), key]).first ?? .nil)
  }

  package func set(_ key: LuaValue, _ value: LuaValue) throws(LuaError) {
    _ = try requireState().perform(LB_DO_SET, [.table(self), key, value])
  }

  package func set(_ name: String, _ value: LuaValue) throws(LuaError) { try set(.string(name), value) }

  /// A view of the table that scripts cannot write; the tables in it become such views, too.
  ///
  /// - Parameter name: what messages call it, such as `luna.compare`.
  package func frozen(as name: String) throws(LuaError) -> LuaTable {
    try requireState().onlyTable(LB_DO_FROZEN, [.table(self), .string(name)])
  }

  /// The table behind a frozen view, for the host to write, never for a script; any other table is its own content.
  package func content() throws(LuaError) -> LuaTable { try requireState().onlyTable(LB_DO_CONTENT, [.table(self)]) }

  /// Lets the table be known as an object of JSON, and not as a list, even where it is empty.
  package func markAsObject() throws(LuaError) { _ = try requireState().perform(LB_DO_MARK, [.table(self)]) }

  package func isObject() throws(LuaError) -> Bool {
    try requireState().perform(LB_DO_IS_MARKED, [.table(self)]).first?.isTruthy ?? false
  }

  package func length() throws(LuaError) -> Int {
    guard case .integer(let count)? = try requireState().perform(LB_DO_LENGTH, [.table(self)]).first else { return 0 }
    return Int(clamping: count)
  }

  /// The elements from 1 to `#table`, and of a table with holes at least the first hole.
  ///
  /// A metamethod may call a table as long as it likes: no more is read than one element beyond what is there.
  package func elements() throws(LuaError) -> [LuaValue] {
    var result: [LuaValue] = []
    let length = min(try length(), try sortedPairs().count + 1)
    try count(length)
    for index in 0..<max(length, 0) { result.append(try get(.integer(Int64(index) + 1))) }
    return result
  }

  /// Every pair, without metamethods, of a frozen view those of its content, in an order that depends on nothing but
  /// the keys: numbers ascending, then strings by their bytes, then the rest.
  ///
  /// Lua's own order changes from run to run.
  ///
  /// - Complexity: O(*n* log *n*).
  package func sortedPairs() throws(LuaError) -> [(key: LuaValue, value: LuaValue)] {
    let flat = try requireState().perform(LB_DO_PAIRS, [.table(self)])
    try count(flat.count / 2)
    for value in flat { _ = try inside(value) }
    return LuaTable.sorted(flat)
  }

  /// About how many bytes a copy takes of the texts in the table, and in the tables in it.
  package func copiedSize() throws(LuaError) -> Int { try copiedSize(depth: 1) }

  private func copiedSize(depth: Int) throws(LuaError) -> Int {
    var size = 0
    for value in try requireState().perform(LB_DO_PAIRS, [.table(self)]) {
      size += MemoryLayout<LuaValue>.stride
      if case .string(let bytes) = value { size += bytes.count }
      guard depth > 0, case .table(let table) = value else { continue }
      size += try table.copiedSize(depth: depth - 1)
    }
    return size
  }

  static func sorted(_ flat: [LuaValue]) -> [(key: LuaValue, value: LuaValue)] {
    var pairs: [(key: LuaValue, value: LuaValue)] = []
    pairs.reserveCapacity(flat.count / 2)
    for index in stride(from: 0, to: flat.count - 1, by: 2) { pairs.append((flat[index], flat[index + 1])) }
    return pairs.sorted { precedes($0.key, $1.key) }
  }

  private static func precedes(_ first: LuaValue, _ second: LuaValue) -> Bool {
    switch (first, second) {
    case (.integer(let a), .integer(let b)): a < b
    case (.float(let a), .float(let b)): a < b
    case (.integer(let a), .float(let b)): Double(a) < b
    case (.float(let a), .integer(let b)): a < Double(b)
    case (.string(let a), .string(let b)): a.lexicographicallyPrecedes(b)
    case (.boolean(let a), .boolean(let b)): !a && b
    default: rank(first) < rank(second)
    }
  }

  private static func rank(_ value: LuaValue) -> Int {
    switch value {
    case .integer, .float: 0
    case .string: 1
    case .boolean: 2
    default: 3
    }
  }
}
