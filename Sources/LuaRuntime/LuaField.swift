import CLuaBridge

/// What a `LuaField` is; assign `rawValue` to its `kind`.
@usableFromInline package enum LuaFieldKind {
  /// A field that the record lacks: nil, and left out by `pairs`.
  @inlinable package static var absent: Int32 { Int32(LB_ABSENT.rawValue) }
  @inlinable package static var null: Int32 { Int32(LB_NIL.rawValue) }
  @inlinable package static var `false`: Int32 { Int32(LB_FALSE.rawValue) }
  @inlinable package static var `true`: Int32 { Int32(LB_TRUE.rawValue) }
  /// `bytes` and `length` are the value.
  @inlinable package static var string: Int32 { Int32(LB_STRING.rawValue) }
  /// The spelling of a JSON number: an integer or float where that is exact, else its text.
  @inlinable package static var number: Int32 { Int32(LB_NUMBER.rawValue) }
  /// `LuaDataSet.nested` has the value.
  @inlinable package static var nested: Int32 { Int32(LB_NESTED.rawValue) }
  /// `bytes` are the message of an error, blamed on the script's line.
  @inlinable package static var error: Int32 { Int32(LB_ERROR.rawValue) }
}

extension lb_field {
  /// A record as an argument of a batch.
  @inlinable package init(_ record: LuaRecord) {
    self.init()
    kind = Int32(LB_RECORD.rawValue)
    integer = Int64(bitPattern: record.bits)
  }
}
