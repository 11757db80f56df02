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

/// How identities of one type are hashed and compared; found out once for each diff.
@usableFromInline
struct IdentityRule<Identity: Hashable>: Sendable {
  @usableFromInline let isBitwise: Bool

  @inlinable
  init() {
    isBitwise = isKnownAsBitwise(Identity.self) && _isPOD(Identity.self)
  }

  @inlinable @inline(__always)
  func hash(_ identity: Identity) -> UInt64 {
    if isBitwise { return withUnsafeBytes(of: identity) { hashBytes($0) } }
    if Identity.self == String.self {
      return hashString(unsafeBitCast(identity, to: String.self))
    }
    return UInt64(truncatingIfNeeded: identity.hashValue)
  }

  @inlinable @inline(__always)
  func areEqual(_ left: Identity, _ right: Identity) -> Bool {
    isBitwise ? haveEqualBytes(left, right) : left == right
  }
}

@usableFromInline
func isKnownAsBitwise(_ type: Any.Type) -> Bool {
  if type is any BitwiseIdentity.Type { return true }
  let name = String(reflecting: type)
  return name == "Foundation.UUID" || name == "FoundationEssentials.UUID"
}

/// Whether two values have the same representation.
///
/// Padding may make it false without need.
@inlinable @inline(__always)
func haveEqualBytes<Value>(_ left: Value, _ right: Value) -> Bool {
  withUnsafeBytes(of: left) { left in
    withUnsafeBytes(of: right) { right in
      let size = MemoryLayout<Value>.size
      var offset = 0
      var difference: UInt64 = 0
      while offset &+ 8 <= size {
        difference |= word(left, offset) ^ word(right, offset)
        offset &+= 8
      }
      while offset < size {
        difference |= UInt64(left[offset] ^ right[offset])
        offset &+= 1
      }
      return difference == 0
    }
  }
}
