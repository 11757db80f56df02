import CLuaBridge

@testable import LuaRuntime

/// A small table of fields in memory, as a data set for tests.
final class Table {
  enum Cell {
    case text(String), number(String), flag(Bool), null, absent, nested, failing(String)
  }

  let columns: [String]
  private let kinds: UnsafeMutablePointer<lb_field>
  private var storage: [UnsafeMutablePointer<UInt8>] = []
  let count: Int

  init(_ columns: [String], _ rows: [[Cell]]) {
    self.columns = columns
    count = rows.count
    kinds = .allocate(capacity: max(1, rows.count * columns.count))
    for (index, cell) in rows.joined().enumerated() {
      (kinds + index).initialize(to: field(cell))
    }
  }

  deinit {
    kinds.deallocate()
    for bytes in storage { bytes.deallocate() }
  }

  private func field(_ cell: Cell) -> lb_field {
    var field = lb_field()
    switch cell {
    case .text(let text): lend(text, LuaFieldKind.string, &field)
    case .number(let text): lend(text, LuaFieldKind.number, &field)
    case .failing(let text): lend(text, LuaFieldKind.error, &field)
    case .flag(let flag): field.kind = flag ? LuaFieldKind.true : LuaFieldKind.false
    case .null: field.kind = LuaFieldKind.null
    case .absent: field.kind = LuaFieldKind.absent
    case .nested: field.kind = LuaFieldKind.nested
    }
    return field
  }

  private func lend(_ text: String, _ kind: Int32, _ field: inout lb_field) {
    let utf8 = Array(text.utf8)
    let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: utf8.count + 1)
    for (index, byte) in utf8.enumerated() { copy[index] = byte }
    storage.append(copy)
    field.kind = kind
    field.bytes = UnsafeRawPointer(copy)
    field.length = utf8.count
  }

  func read(_ row: Int, _ column: Int) -> lb_field { kinds[row * columns.count + column] }

  /// Registers the table with a state and returns its number.
  func register(with state: LuaState) throws(LuaError) -> (number: Int32, set: LuaDataSet) {
    let context = Unmanaged.passUnretained(self).toOpaque()
    let set = LuaDataSet(state: state, columns: columns, context: context, owner: self) {
      context, row, column, out in
      guard let context else { return }
      let table = Unmanaged<Table>.fromOpaque(context).takeUnretainedValue()
      guard Int(column) < table.columns.count else { return }
      out?.pointee = table.read(Int(row), Int(column))
    }
    return (try state.register(set), set)
  }
}
