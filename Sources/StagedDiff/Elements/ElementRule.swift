/// The way to tell elements of one type apart and compare them.
@usableFromInline protocol ElementRule {
  associatedtype Element
  /// That the search was cancelled, or `Never`.
  associatedtype Failure: Error = Never
  associatedtype Input: PairingInput where Input.Failure == Failure

  /// Whether elements of equal identity always have equal content.
  var isIdentityWhole: Bool { get }
  func areIdentical(_ left: Element, _ right: Element) throws(Failure) -> Bool
  func areContentsEqual(_ left: Element, _ right: Element) throws(Failure) -> Bool

  /// Asked before each comparison of contents.
  func proceed() throws(Failure)
  /// The same for whoever cannot throw, and asks ``proceed()`` afterwards.
  func hasEnded() -> Bool
  /// Whether the search has been cancelled, where it can be.
  var isCancelled: (() -> Bool)? { get }

  /// Calls a closure with what the pairing asks of these elements, those before `first` left out.
  func withInput<Result>(
    _ source: ElementsView<Element>, _ target: ElementsView<Element>, from first: Int, _ body: (Input) -> Result
  ) -> Result
}

@usableFromInline protocol IdentityElementRule: ElementRule {
  associatedtype Identity: Hashable
  associatedtype Input = IdentityInput<Identity>

  func identity(_ element: Element) -> Identity

  /// Calls a closure with what the pairing asks of identities, those of the elements from `first` on.
  func withInput<Result>(
    identities source: [Identity], _ target: [Identity], from first: Int, _ body: (Input) -> Result
  ) -> Result
}

extension ElementRule {
  @inlinable @inline(__always) func proceed() throws(Failure) {}

  @inlinable @inline(__always) func hasEnded() -> Bool { false }

  @inlinable var isCancelled: (() -> Bool)? { nil }

  /// Whether two elements differ in content; not asked where the bytes are the same.
  @inlinable @inline(__always) func isUpdated(
    _ source: ElementsView<Element>, _ offset: Int, _ target: ElementsView<Element>, _ other: Int
  ) throws(Failure) -> Bool {
    try proceed()
    let isSame = source.withBytes(of: offset) { left in target.withBytes(of: other) { haveEqualBytes(left, $0) } }
    if isSame { return false }
    return try !areContentsEqual(source[offset], target[other])
  }

  /// How many elements at the beginning of both sides are identical.
  @inlinable func prefixLength(_ source: ElementsView<Element>, _ target: ElementsView<Element>) throws(Failure) -> Int
  {
    let limit = min(source.count, target.count)
    var length = 0
    while length < limit, try areIdentical(source[length], target[length]) { length &+= 1 }
    return length
  }
}

extension IdentityElementRule {
  @inlinable func withInput<Result>(
    _ source: ElementsView<Element>, _ target: ElementsView<Element>, from first: Int,
    _ body: (Input) -> Result
  ) -> Result {
    withInput(
      identities: source.dropFirst(first).map { identity($0) }, target.dropFirst(first).map { identity($0) },
      from: first, body)
  }
}

extension IdentityElementRule where Input == IdentityInput<Identity> {
  @inlinable func withInput<Result>(
    identities source: [Identity], _ target: [Identity], from first: Int, _ body: (Input) -> Result
  ) -> Result {
    source.withElements { source in
      target.withElements { target in body(IdentityInput(source: source, target: target, first: first)) }
    }
  }
}

/// Elements that conform to ``Diffable``.
@usableFromInline struct DiffableRule<Element: Diffable>: IdentityElementRule {
  @usableFromInline let identities = IdentityRule<Element.Identity>()

  @inlinable init() {}

  @inlinable var isIdentityWhole: Bool { false }

  @inlinable @inline(__always) func identity(_ element: Element) -> Element.Identity { element.identity }

  @inlinable @inline(__always) func areIdentical(_ left: Element, _ right: Element) -> Bool {
    identities.areEqual(left.identity, right.identity)
  }

  @inlinable @inline(__always) func areContentsEqual(_ left: Element, _ right: Element) -> Bool {
    left.isContentEqual(to: right)
  }
}

@usableFromInline struct IdentifiableRule<Element: Identifiable & Equatable>: IdentityElementRule {
  @usableFromInline let identities = IdentityRule<Element.ID>()

  @inlinable init() {}

  @inlinable var isIdentityWhole: Bool { false }

  @inlinable @inline(__always) func identity(_ element: Element) -> Element.ID { element.id }

  @inlinable @inline(__always) func areIdentical(_ left: Element, _ right: Element) -> Bool {
    identities.areEqual(left.id, right.id)
  }

  @inlinable @inline(__always) func areContentsEqual(_ left: Element, _ right: Element) -> Bool { left == right }
}

@usableFromInline struct ValueRule<Element: Hashable>: IdentityElementRule {
  @usableFromInline let identities = IdentityRule<Element>()

  @inlinable init() {}

  @inlinable var isIdentityWhole: Bool { true }

  @inlinable @inline(__always) func identity(_ element: Element) -> Element { element }

  @inlinable @inline(__always) func areIdentical(_ left: Element, _ right: Element) -> Bool {
    identities.areEqual(left, right)
  }

  @inlinable @inline(__always) func areContentsEqual(_ left: Element, _ right: Element) -> Bool { true }

  @inlinable func withInput<Result>(
    _ source: ElementsView<Element>, _ target: ElementsView<Element>, from first: Int,
    _ body: (IdentityInput<Element>) -> Result
  ) -> Result { body(IdentityInput(source: source.dropFirst(first), target: target.dropFirst(first), first: first)) }
}

/// Elements whose identity and content closures tell.
@usableFromInline struct ClosureRule<Element, Identity: Hashable>: IdentityElementRule {
  @usableFromInline let identities = IdentityRule<Identity>()
  @usableFromInline let identityOf: (Element) -> Identity
  @usableFromInline let isContentEqual: (Element, Element) -> Bool

  @inlinable init(identity: @escaping (Element) -> Identity, isContentEqual: @escaping (Element, Element) -> Bool) {
    identityOf = identity
    self.isContentEqual = isContentEqual
  }

  @inlinable var isIdentityWhole: Bool { false }

  @inlinable @inline(__always) func identity(_ element: Element) -> Identity { identityOf(element) }

  @inlinable @inline(__always) func areIdentical(_ left: Element, _ right: Element) -> Bool {
    identities.areEqual(identityOf(left), identityOf(right))
  }

  @inlinable @inline(__always) func areContentsEqual(_ left: Element, _ right: Element) -> Bool {
    isContentEqual(left, right)
  }
}

/// Elements that a comparator tells apart, with a hash that goes with it.
@usableFromInline struct ComparatorRule<Element>: ElementRule {
  @usableFromInline let hashInto: (Element, inout Hasher) -> Void
  @usableFromInline let areSame: (Element, Element) -> Bool
  @usableFromInline let isContentEqual: (Element, Element) -> Bool

  @inlinable init(
    hashInto: @escaping (Element, inout Hasher) -> Void, isIdentical: @escaping (Element, Element) -> Bool,
    isContentEqual: @escaping (Element, Element) -> Bool
  ) {
    self.hashInto = hashInto
    areSame = isIdentical
    self.isContentEqual = isContentEqual
  }

  @inlinable var isIdentityWhole: Bool { false }

  @inlinable func areIdentical(_ left: Element, _ right: Element) -> Bool { areSame(left, right) }

  @inlinable func areContentsEqual(_ left: Element, _ right: Element) -> Bool { isContentEqual(left, right) }

  @inlinable func hash(_ element: Element) -> UInt64 {
    var hasher = Hasher()
    hashInto(element, &hasher)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }

  @inlinable func withInput<Result>(
    _ source: ElementsView<Element>, _ target: ElementsView<Element>, from first: Int,
    _ body: (HashedInput<Never>) -> Result
  ) -> Result {
    let count = source.count
    let input = HashedInput<Never>(sourceHashes: source.map(hash), targetHashes: target.map(hash)) {
      areSame($0 < count ? source[$0] : target[$0 - count], $1 < count ? source[$1] : target[$1 - count])
    }
    return body(input)
  }
}
