/// Whether elements of two collections are identical, asked by offset.
@usableFromInline package protocol AlignmentInput {
  associatedtype Failure: Error

  /// Whether two elements have the same identity.
  func isIdentical(source: Int, target: Int) throws(Failure) -> Bool
}

/// What the pairing asks of its two collections: hashes, and whether two elements are identical.
///
/// Everything is asked by offset, so that nothing has to be copied out of the collections. The
/// closures of the public interface and the element types of the generic one both come down to it.
@usableFromInline package protocol PairingInput: AlignmentInput {
  /// The hash of an element's identity: equal for equal identities, and well mixed in all bits.
  func sourceHash(_ offset: Int) -> UInt64
  func targetHash(_ offset: Int) -> UInt64

  /// Whether two elements have the same identity, the hash unknown or known to be equal.
  func isIdentical(source: Int, source other: Int) throws(Failure) -> Bool
  func isIdentical(target: Int, target other: Int) throws(Failure) -> Bool

  /// Whether two identities are compared as fast as one is hashed.
  var comparesAsFastAsItHashes: Bool { get }

  /// Whether there can be other hashes of the same identities.
  var canReseed: Bool { get }
  /// The same identities with other hashes.
  func reseeded() -> Self

  /// Asked between two steps of the search; throws if it is cancelled.
  func proceed() throws(Failure)

  /// Reads a byte of a source identity, so that it is near when it will be compared.
  func touch(source: Int) -> UInt32
}

extension PairingInput {
  @inlinable package var comparesAsFastAsItHashes: Bool { false }

  @inlinable package var canReseed: Bool { false }

  @inlinable package func reseeded() -> Self { self }

  @inlinable package func proceed() throws(Failure) {}

  @inlinable @inline(__always) package func touch(source: Int) -> UInt32 { 0 }
}

/// Hashes that the caller has computed, and a closure that confirms a pair.
@usableFromInline package struct HashedInput<Failure: Error>: PairingInput {
  @usableFromInline let sourceHashes: [UInt64]
  @usableFromInline let targetHashes: [UInt64]
  @usableFromInline let areIdentical: (Int, Int) throws(Failure) -> Bool

  @inlinable init(
    sourceHashes: [UInt64], targetHashes: [UInt64], areIdentical: @escaping (Int, Int) throws(Failure) -> Bool
  ) {
    self.sourceHashes = sourceHashes
    self.targetHashes = targetHashes
    self.areIdentical = areIdentical
  }

  @inlinable package func sourceHash(_ offset: Int) -> UInt64 { sourceHashes[offset] }

  @inlinable package func targetHash(_ offset: Int) -> UInt64 { targetHashes[offset] }

  @inlinable package func isIdentical(source: Int, target: Int) throws(Failure) -> Bool {
    guard sourceHashes[source] == targetHashes[target] else { return false }
    return try areIdentical(source, sourceHashes.count + target)
  }

  @inlinable package func isIdentical(source: Int, source other: Int) throws(Failure) -> Bool {
    guard sourceHashes[source] == sourceHashes[other] else { return false }
    return try areIdentical(source, other)
  }

  @inlinable package func isIdentical(target: Int, target other: Int) throws(Failure) -> Bool {
    guard targetHashes[target] == targetHashes[other] else { return false }
    return try areIdentical(sourceHashes.count + target, sourceHashes.count + other)
  }
}

/// Identities that are interned already: equal numbers are equal identities.
@usableFromInline package struct InternedInput: PairingInput {
  @usableFromInline let source: [UInt32]
  @usableFromInline let target: [UInt32]

  @inlinable init(source: [UInt32], target: [UInt32]) {
    self.source = source
    self.target = target
  }

  @inlinable package func sourceHash(_ offset: Int) -> UInt64 { mix(UInt64(source[offset])) }

  @inlinable package func targetHash(_ offset: Int) -> UInt64 { mix(UInt64(target[offset])) }

  @inlinable package func isIdentical(source offset: Int, target other: Int) -> Bool { source[offset] == target[other] }

  @inlinable package func isIdentical(source offset: Int, source other: Int) -> Bool { source[offset] == source[other] }

  @inlinable package func isIdentical(target offset: Int, target other: Int) -> Bool { target[offset] == target[other] }
}
