/// How elements of one type are told apart and compared.
@usableFromInline
protocol ElementRule {
  associatedtype Element

  associatedtype Input: PairingInput where Input.Failure == Never

  /// Whether elements of equal identity always have equal content.
  var isIdentityWhole: Bool { get }
  func areContentsEqual(_ left: Element, _ right: Element) -> Bool

  /// Calls a closure with what the pairing asks of these elements.
  func withInput<Result>(
    _ source: UnsafeBufferPointer<Element>, _ target: UnsafeBufferPointer<Element>,
    _ body: (Input) -> Result
  ) -> Result
}

extension ElementRule {
  /// Whether two elements differ in content; not asked where the bytes are the same.
  @inlinable @inline(__always)
  func isUpdated(_ left: Element, _ right: Element) -> Bool {
    if _isPOD(Element.self), haveEqualBytes(left, right) { return false }
    return !areContentsEqual(left, right)
  }
}

/// Elements that conform to ``Diffable``.
@usableFromInline
struct DiffableRule<Element: Diffable>: ElementRule {
  @inlinable
  init() {}

  @inlinable var isIdentityWhole: Bool { false }

  @inlinable @inline(__always)
  func areContentsEqual(_ left: Element, _ right: Element) -> Bool {
    left.isContentEqual(to: right)
  }

  @inlinable
  func withInput<Result>(
    _ source: UnsafeBufferPointer<Element>, _ target: UnsafeBufferPointer<Element>,
    _ body: (IdentityInput<Element.Identity>) -> Result
  ) -> Result {
    withIdentities(source.map(\.identity), target.map(\.identity), body)
  }
}

/// Elements that are their own identity.
@usableFromInline
struct ValueRule<Element: Hashable>: ElementRule {
  @inlinable
  init() {}

  @inlinable var isIdentityWhole: Bool { true }

  @inlinable @inline(__always)
  func areContentsEqual(_ left: Element, _ right: Element) -> Bool { true }

  @inlinable
  func withInput<Result>(
    _ source: UnsafeBufferPointer<Element>, _ target: UnsafeBufferPointer<Element>,
    _ body: (IdentityInput<Element>) -> Result
  ) -> Result {
    body(IdentityInput(source: source, target: target))
  }
}

/// Elements whose identity and content closures tell.
@usableFromInline
struct ClosureRule<Element, Identity: Hashable>: ElementRule {
  @usableFromInline let identity: (Element) -> Identity
  @usableFromInline let isContentEqual: (Element, Element) -> Bool

  @inlinable
  init(
    identity: @escaping (Element) -> Identity,
    isContentEqual: @escaping (Element, Element) -> Bool
  ) {
    self.identity = identity
    self.isContentEqual = isContentEqual
  }

  @inlinable var isIdentityWhole: Bool { false }

  @inlinable @inline(__always)
  func areContentsEqual(_ left: Element, _ right: Element) -> Bool { isContentEqual(left, right) }

  @inlinable
  func withInput<Result>(
    _ source: UnsafeBufferPointer<Element>, _ target: UnsafeBufferPointer<Element>,
    _ body: (IdentityInput<Identity>) -> Result
  ) -> Result {
    withIdentities(source.map(identity), target.map(identity), body)
  }
}

/// Elements that a comparator tells apart, with a hash that goes with it.
@usableFromInline
struct ComparatorRule<Element>: ElementRule {
  @usableFromInline let hashInto: (Element, inout Hasher) -> Void
  @usableFromInline let isIdentical: (Element, Element) -> Bool
  @usableFromInline let isContentEqual: (Element, Element) -> Bool

  @inlinable
  init(
    hashInto: @escaping (Element, inout Hasher) -> Void,
    isIdentical: @escaping (Element, Element) -> Bool,
    isContentEqual: @escaping (Element, Element) -> Bool
  ) {
    self.hashInto = hashInto
    self.isIdentical = isIdentical
    self.isContentEqual = isContentEqual
  }

  @inlinable var isIdentityWhole: Bool { false }

  @inlinable
  func areContentsEqual(_ left: Element, _ right: Element) -> Bool { isContentEqual(left, right) }

  @inlinable
  func hash(_ element: Element) -> UInt64 {
    var hasher = Hasher()
    hashInto(element, &hasher)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }

  @inlinable
  func withInput<Result>(
    _ source: UnsafeBufferPointer<Element>, _ target: UnsafeBufferPointer<Element>,
    _ body: (HashedInput<Never>) -> Result
  ) -> Result {
    let count = source.count
    return source.map(hash).withUnsafeBufferPointer { sourceHashes in
      target.map(hash).withUnsafeBufferPointer { targetHashes in
        let input = HashedInput<Never>(sourceHashes: sourceHashes, targetHashes: targetHashes) {
          isIdentical(
            $0 < count ? source[$0] : target[$0 - count],
            $1 < count ? source[$1] : target[$1 - count])
        }
        return body(input)
      }
    }
  }
}

/// Calls a closure with an input over identities that were taken out of their elements, once each
/// and side by side in memory.
@inlinable
func withIdentities<Identity: Hashable, Result>(
  _ source: [Identity], _ target: [Identity], _ body: (IdentityInput<Identity>) -> Result
) -> Result {
  source.withUnsafeBufferPointer { source in
    target.withUnsafeBufferPointer { target in
      body(IdentityInput(source: source, target: target))
    }
  }
}

/// Two buffers of identities.
@usableFromInline
struct IdentityInput<Identity: Hashable>: PairingInput {
  @usableFromInline let source: UnsafeBufferPointer<Identity>
  @usableFromInline let target: UnsafeBufferPointer<Identity>
  @usableFromInline let rule = IdentityRule<Identity>()

  @inlinable
  init(source: UnsafeBufferPointer<Identity>, target: UnsafeBufferPointer<Identity>) {
    self.source = source
    self.target = target
  }

  @inlinable @inline(__always)
  package func sourceHash(_ offset: Int) -> UInt64 { rule.hash(source[offset]) }

  @inlinable @inline(__always)
  package func targetHash(_ offset: Int) -> UInt64 { rule.hash(target[offset]) }

  @inlinable @inline(__always)
  package func isIdentical(source offset: Int, target other: Int) -> Bool {
    rule.areEqual(source[offset], target[other])
  }

  @inlinable @inline(__always)
  package func isIdentical(source offset: Int, source other: Int) -> Bool {
    rule.areEqual(source[offset], source[other])
  }

  @inlinable @inline(__always)
  package func isIdentical(target offset: Int, target other: Int) -> Bool {
    rule.areEqual(target[offset], target[other])
  }
}
