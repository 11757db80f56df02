/// The identities of both sides, where they lie.
@usableFromInline struct IdentityInput<Identity: Hashable>: PairingInput {
  @usableFromInline let source: ElementsView<Identity>
  @usableFromInline let target: ElementsView<Identity>
  /// The offset, on both sides, of the first identity here: those before it are paired.
  @usableFromInline let first: Int
  @usableFromInline let rule: IdentityRule<Identity>
  /// The seed of hashes; results do not depend on it.
  @usableFromInline let seed: UInt64

  @inlinable init(
    source: ElementsView<Identity>, target: ElementsView<Identity>, first: Int, seed: UInt64 = processSeed
  ) {
    self.source = source
    self.target = target
    self.first = first
    self.seed = seed
    var rule = IdentityRule<Identity>()
    if Identity.self == String.self { rule.areComposed = areComposed(source.strings, target.strings) }
    self.rule = rule
  }

  @inlinable @inline(__always) package func sourceHash(_ offset: Int) -> UInt64 {
    rule.hash(source, offset &- first, seed)
  }

  @inlinable @inline(__always) package func targetHash(_ offset: Int) -> UInt64 {
    rule.hash(target, offset &- first, seed)
  }

  @inlinable @inline(__always) package func isIdentical(source offset: Int, target other: Int) -> Bool {
    rule.areEqual(source[offset &- first], target[other &- first])
  }

  @inlinable @inline(__always) package func isIdentical(source offset: Int, source other: Int) -> Bool {
    rule.areEqual(source[offset &- first], source[other &- first])
  }

  @inlinable @inline(__always) package func isIdentical(target offset: Int, target other: Int) -> Bool {
    rule.areEqual(target[offset &- first], target[other &- first])
  }

  @inlinable package var comparesAsFastAsItHashes: Bool { rule.isBitwise }

  @inlinable package var canReseed: Bool { rule.isBitwise || Identity.self == String.self }

  @inlinable package func reseeded() -> IdentityInput {
    var generator = SystemRandomNumberGenerator()
    return IdentityInput(source: source, target: target, first: first, seed: generator.next())
  }

  @inlinable @inline(__always) package func touch(source offset: Int) -> UInt32 {
    source.withBytes(of: offset &- first) { $0.isEmpty ? 0 : UInt32(byte($0, 0)) }
  }
}
