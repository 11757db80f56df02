import CLuaBridge
import Platform

/// Records that a script's function gives one after another, written as lines of JSON where they are made of texts,
/// numbers, booleans and null: nothing is made of them for Swift.
///
/// A record is a table by name, whose members stand in the order of the columns that were given, then of their first
/// appearance, new ones by name; or a list of the values of the columns that were given.
package final class LuaRows {
  /// Where a run of records ends.
  package enum Step {
    case unfinished
    /// The function gave nil.
    case ended
    /// This is the next record, which has to be written in another way.
    case odd(LuaValue)
  }

  private var rows = lb_rows()
  private var buffer = lb_buffer()
  private let state: LuaState
  // Kept alive while C knows them by number.
  private let next: LuaFunction
  private let columns: LuaTable
  private var names: LuaReference?

  /// - Parameter columns: The names that come first, as UTF-8.
  package init(_ next: LuaFunction, columns: [String], in state: LuaState) throws(LuaError) {
    self.state = state
    self.next = next
    self.columns = try state.makeTable(columns.enumerated().map { (.integer(Int64($0) + 1), .string($1)) })
    rows.function = next.index
    rows.columns = self.columns.index
  }

  deinit {
    lb_buffer_free(&buffer)
    lb_rows_free(&rows)
  }

  /// How many records the function gave before the one that was the last; after an error, before the one that failed.
  package var count: Int { rows.done }

  /// Writes the next records, about a mebibyte of them.
  package func write() throws(LuaError) -> Step {
    if rows.odd != 0 { rows.done += 1 }
    let status = lb_write_rows(state.core, &rows, &buffer)
    if names == nil, rows.names != 0 { names = LuaReference(index: rows.names, state: state) }
    guard status == LB_OK else { throw state.lastError() }
    guard rows.odd != 0 else { return rows.ended ? .ended : .unfinished }
    let odd = LuaValue.other(LuaReference(index: rows.odd, state: state))
    return .odd(try state.perform(LB_DO_IDENTITY, [odd]).first ?? .nil)
  }

  package func append(_ line: [UInt8]) throws(LuaError) {
    let end = buffer.count + line.count
    state.append(line, to: &buffer)
    guard buffer.count == end else { throw .noMemory }
  }

  /// Hands over what was written, as memory of `malloc` that whoever takes it frees.
  package func take() -> BytesView {
    defer { buffer = lb_buffer() }
    return BytesView(start: buffer.bytes, count: buffer.count)
  }
}
