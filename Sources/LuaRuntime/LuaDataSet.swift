import CLuaBridge

/// One value that the host hands over; see `LuaFieldKind` for what it may be.
package typealias LuaField = lb_field

/// Gives one field of a row: `(context, row, column, out)`.
///
/// `out.bytes` are borrowed until the next call. The hot path: a C function pointer.
package typealias LuaFieldReader =
  @convention(c) (UnsafeMutableRawPointer?, Int64, Int32, UnsafeMutablePointer<lb_field>?) -> Void

/// What is said of a record whose data set is gone.
package let releasedRecordWords = LB_RELEASED

/// A set of records that scripts can read.
package final class LuaDataSet {
  /// What a name that is no column turns out to be.
  package enum Resolution {
    /// A further column, such as a nested path.
    case column(Int)
    /// The message of an error, blamed on the script's line.
    case unknown(String)
  }

  package let columns: [String]
  /// Handed to `read` as it is.
  package let context: UnsafeMutableRawPointer?
  package let read: LuaFieldReader
  /// Called for a name that is not in `columns`, once for each name that resolves.
  package var resolve: (String) -> Resolution = { .unknown("unknown column '\($0)'") }
  /// A value that `read` called nested: usually a `.list` or `.map`.
  package var nested: (Int, Int) throws(LuaError) -> LuaValue = { _, _ in .nil }
  /// What `tostring` says of a row.
  package var describe: (Int) -> String = { "record \($0 + 1)" }

  /// What was given to be kept alive.
  package let owner: AnyObject?
  unowned let state: LuaState
  var number: Int32 = -1

  /// - Parameter owner: kept alive as long as the state; usually what `context` points to.
  package init(
    state: LuaState, columns: [String], context: UnsafeMutableRawPointer?, owner: AnyObject? = nil,
    read: @escaping LuaFieldReader
  ) {
    self.state = state
    self.columns = columns
    self.context = context
    self.owner = owner
    self.read = read
  }

  /// Lends the text to C until the next text is lent.
  func lend(_ text: String, to out: UnsafeMutablePointer<lb_field>?) {
    let buffer = state.buffers + 2
    buffer.pointee.count = 0
    state.append(Array(text.utf8), to: buffer)
    out?.pointee.bytes = UnsafeRawPointer(buffer.pointee.bytes)
    out?.pointee.length = buffer.pointee.count
  }
}
