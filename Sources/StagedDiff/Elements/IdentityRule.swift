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

/// A type whose values are equal exactly if their bytes are: no padding, no references, one
/// representation of each value.
///
/// Identities of such a type are hashed and compared as bytes, which is many times faster than
/// `Hasher`. Integers conform, and Foundation's `UUID` is known. Conform your own identity types
/// only if this holds for them; a type with references is never treated so.
public protocol BitwiseIdentity: Hashable {}

extension Int: BitwiseIdentity {}
extension Int8: BitwiseIdentity {}
extension Int16: BitwiseIdentity {}
extension Int32: BitwiseIdentity {}
extension Int64: BitwiseIdentity {}
extension UInt: BitwiseIdentity {}
extension UInt8: BitwiseIdentity {}
extension UInt16: BitwiseIdentity {}
extension UInt32: BitwiseIdentity {}
extension UInt64: BitwiseIdentity {}
extension Unicode.Scalar: BitwiseIdentity {}
extension ObjectIdentifier: BitwiseIdentity {}

/// Foundation's `UUID` where it is linked: looked up by its mangled name, since nothing here
/// imports Foundation, and once only, since that takes longer than a small diff.
private let foundationUUIDs: (any Any.Type, any Any.Type)? = {
  let types = ["20FoundationEssentials4UUIDV", "10Foundation4UUIDV"].compactMap(_typeByName)
  return types.first.map { ($0, types.last ?? $0) }
}()

/// Whether values of a type without references are equal exactly if their bytes are.
@usableFromInline func isKnownAsBitwise(_ type: any Any.Type) -> Bool {
  if let foundationUUIDs, type == foundationUUIDs.0 || type == foundationUUIDs.1 { return true }
  return type is any BitwiseIdentity.Type
}
