import CLuaBridge

/// What a `LuaField` is; assign `rawValue` to its `kind`.
@usableFromInline
package enum LuaFieldKind {
  /// A field that the record lacks: nil, and left out by `pairs`.
  @inlinable package static var absent: Int32 { 15 }
  /// nil.
  @inlinable package static var null: Int32 { 0 }
  @inlinable package static var `false`: Int32 { 1 }
  @inlinable package static var `true`: Int32 { 2 }
  /// `integer` is the value.
  @inlinable package static var integer: Int32 { 3 }
  /// `number` is the value.
  @inlinable package static var float: Int32 { 4 }
  /// `bytes` and `length` are the value.
  @inlinable package static var string: Int32 { 5 }
  /// The spelling of a JSON number: an integer or float where that is exact, else its text.
  @inlinable package static var number: Int32 { 12 }
  /// `LuaDataSet.nested` has the value.
  @inlinable package static var nested: Int32 { 13 }
  /// `bytes` are the message of an error, blamed on the script's line.
  @inlinable package static var error: Int32 { 14 }
}

extension lb_field {
  /// A record as an argument of a batch.
  @inlinable
  package init(_ record: LuaRecord) {
    self.init()
    kind = 6
    integer = Int64(bitPattern: record.bits)
  }

  /// One column's value of a record as an argument of a batch.
  @inlinable
  package init(_ record: LuaRecord, column: Int32) {
    self.init()
    kind = 16
    integer = Int64(bitPattern: record.bits)
    self.column = column
  }

  /// A string as an argument of a batch; the bytes have to live until it is done.
  @inlinable
  package init(bytes: UnsafeRawBufferPointer) {
    self.init()
    kind = LuaFieldKind.string
    self.bytes = bytes.baseAddress
    length = bytes.count
  }
}
