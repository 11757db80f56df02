/// The way to hash and compare identities of one type; found out once for each diff.
@usableFromInline struct IdentityRule<Identity: Hashable>: Sendable {
  @usableFromInline let isBitwise: Bool
  /// Whether all identities are strings that are equal exactly if their bytes are.
  @usableFromInline var areComposed = false

  @inlinable @inline(__always) init() {
    isBitwise =
      _isPOD(Identity.self)
      && (Identity.self == Int.self || Identity.self == UInt32.self || isKnownAsBitwise(Identity.self))
  }

  /// The hash of one of some identities, taken where it is: a string that were copied out would be
  /// retained and released.
  @inlinable @inline(__always) func hash(_ identities: ElementsView<Identity>, _ offset: Int, _ seed: UInt64) -> UInt64
  {
    if isBitwise { return identities.withBytes(of: offset) { hashBytes($0, seed) } }
    if Identity.self == String.self { return hashString(identities.strings, offset, seed, isComposed: areComposed) }
    return mix(seed ^ UInt64(truncatingIfNeeded: identities[offset].hashValue))
  }

  @inlinable @inline(__always) func areEqual(_ left: Identity, _ right: Identity) -> Bool {
    if isBitwise { return haveEqualBytes(left, right) }
    if Identity.self == String.self {
      return withElement(left) { left in withElement(right) { right in areEqualStrings(left.strings, right.strings) } }
    }
    return left == right
  }
}

/// Whether two values have the same representation.
///
/// Padding may make it false without need.
@inlinable @inline(__always) func haveEqualBytes<Value>(_ left: Value, _ right: Value) -> Bool {
  withElement(left) { left in
    withElement(right) { right in left.withBytes(of: 0) { left in right.withBytes(of: 0) { haveEqualBytes(left, $0) } }
    }
  }
}

/// Whether as many bytes on both sides are the same.
@inlinable @inline(__always) func haveEqualBytes(_ left: RawSpan, _ right: RawSpan) -> Bool {
  var offset = 0
  var difference: UInt64 = 0
  while offset &+ 8 <= left.byteCount {
    difference |= word(left, offset) ^ word(right, offset)
    offset &+= 8
  }
  while offset < left.byteCount {
    difference |= UInt64(byte(left, offset) ^ byte(right, offset))
    offset &+= 1
  }
  return difference == 0
}
