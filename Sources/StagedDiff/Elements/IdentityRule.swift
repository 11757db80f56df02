/// How identities of one type are hashed and compared; found out once for each diff.
@usableFromInline
struct IdentityRule<Identity: Hashable>: Sendable {
  @usableFromInline let isBitwise: Bool
  /// Whether all identities are strings that are equal exactly if their bytes are.
  @usableFromInline var areComposed = false

  @inlinable @inline(__always)
  init() {
    isBitwise =
      _isPOD(Identity.self)
      && (Identity.self == Int.self || Identity.self == UInt32.self
        || isKnownAsBitwise(Identity.self))
  }

  /// The hash of one of some identities, taken where it is: a string that were copied out would be
  /// retained and released.
  @inlinable @inline(__always)
  func hash(_ identities: UnsafeBufferPointer<Identity>, _ offset: Int, _ seed: UInt64) -> UInt64 {
    let bytes = identities.bytes(offset)
    if isBitwise { return hashBytes(bytes, seed) }
    if Identity.self == String.self {
      let string = bytes.assumingMemoryBound(to: String.self)
      return hashString(string, seed, isComposed: areComposed)
    }
    return mix(seed ^ UInt64(truncatingIfNeeded: identities[offset].hashValue))
  }

  @inlinable @inline(__always)
  func areEqual(_ left: Identity, _ right: Identity) -> Bool {
    if isBitwise { return haveEqualBytes(left, right) }
    if Identity.self == String.self {
      return withUnsafeBytes(of: left) { left in
        withUnsafeBytes(of: right) { right in
          areEqualStrings(
            left.assumingMemoryBound(to: String.self), right.assumingMemoryBound(to: String.self))
        }
      }
    }
    return left == right
  }
}

/// Whether two values have the same representation.
///
/// Padding may make it false without need.
@inlinable @inline(__always)
func haveEqualBytes<Value>(_ left: Value, _ right: Value) -> Bool {
  withUnsafeBytes(of: left) { left in
    withUnsafeBytes(of: right) { right in haveEqualBytes(left, right) }
  }
}

/// Whether two buffers of one length hold the same bytes.
@inlinable @inline(__always)
func haveEqualBytes(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
  var offset = 0
  var difference: UInt64 = 0
  while offset &+ 8 <= left.count {
    difference |= word(left, offset) ^ word(right, offset)
    offset &+= 8
  }
  while offset < left.count {
    difference |= UInt64(left[offset] ^ right[offset])
    offset &+= 1
  }
  return difference == 0
}

extension UnsafeBufferPointer {
  /// The bytes of one element, in place.
  @inlinable @inline(__always)
  func bytes(_ offset: Int) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: baseAddress.map { $0 + offset }, count: MemoryLayout<Element>.size)
  }
}
