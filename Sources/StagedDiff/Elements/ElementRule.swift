/// How elements of one type are told apart and compared.
@usableFromInline
protocol ElementRule {
  associatedtype Element

  /// Whether elements of equal identity always have equal content.
  var isIdentityWhole: Bool { get }
  func hash(_ element: Element) -> UInt64
  func areIdentical(_ left: Element, _ right: Element) -> Bool
  func areContentsEqual(_ left: Element, _ right: Element) -> Bool
}

/// Elements that conform to ``Diffable``.
@usableFromInline
struct DiffableRule<Element: Diffable>: ElementRule {
  @usableFromInline let rule = IdentityRule<Element.Identity>()

  @inlinable
  init() {}

  @inlinable var isIdentityWhole: Bool { false }

  @inlinable @inline(__always)
  func hash(_ element: Element) -> UInt64 { rule.hash(element.identity) }

  @inlinable @inline(__always)
  func areIdentical(_ left: Element, _ right: Element) -> Bool {
    rule.areEqual(left.identity, right.identity)
  }

  @inlinable @inline(__always)
  func areContentsEqual(_ left: Element, _ right: Element) -> Bool {
    left.isContentEqual(to: right)
  }
}

/// Elements that are their own identity.
@usableFromInline
struct ValueRule<Element: Hashable>: ElementRule {
  @usableFromInline let rule = IdentityRule<Element>()

  @inlinable
  init() {}

  @inlinable var isIdentityWhole: Bool { true }

  @inlinable @inline(__always)
  func hash(_ element: Element) -> UInt64 { rule.hash(element) }

  @inlinable @inline(__always)
  func areIdentical(_ left: Element, _ right: Element) -> Bool { rule.areEqual(left, right) }

  @inlinable @inline(__always)
  func areContentsEqual(_ left: Element, _ right: Element) -> Bool { true }
}

/// Elements whose identity and content closures tell.
@usableFromInline
struct ClosureRule<Element, Identity: Hashable>: ElementRule {
  @usableFromInline let rule = IdentityRule<Identity>()
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
  func hash(_ element: Element) -> UInt64 { rule.hash(identity(element)) }

  @inlinable @inline(__always)
  func areIdentical(_ left: Element, _ right: Element) -> Bool {
    rule.areEqual(identity(left), identity(right))
  }

  @inlinable @inline(__always)
  func areContentsEqual(_ left: Element, _ right: Element) -> Bool { isContentEqual(left, right) }
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
  func hash(_ element: Element) -> UInt64 {
    var hasher = Hasher()
    hashInto(element, &hasher)
    return UInt64(truncatingIfNeeded: hasher.finalize())
  }

  @inlinable
  func areIdentical(_ left: Element, _ right: Element) -> Bool { isIdentical(left, right) }

  @inlinable
  func areContentsEqual(_ left: Element, _ right: Element) -> Bool { isContentEqual(left, right) }
}

/// Two buffers of elements and the rule that compares them.
@usableFromInline
struct ElementInput<Rule: ElementRule>: PairingInput {
  @usableFromInline let source: UnsafeBufferPointer<Rule.Element>
  @usableFromInline let target: UnsafeBufferPointer<Rule.Element>
  @usableFromInline let rule: Rule

  @inlinable
  init(
    source: UnsafeBufferPointer<Rule.Element>, target: UnsafeBufferPointer<Rule.Element>, rule: Rule
  ) {
    self.source = source
    self.target = target
    self.rule = rule
  }

  @inlinable @inline(__always)
  package func sourceHash(_ offset: Int) -> UInt64 { rule.hash(source[offset]) }

  @inlinable @inline(__always)
  package func targetHash(_ offset: Int) -> UInt64 { rule.hash(target[offset]) }

  @inlinable @inline(__always)
  package func isIdentical(source offset: Int, target other: Int) -> Bool {
    rule.areIdentical(source[offset], target[other])
  }

  @inlinable @inline(__always)
  package func isIdentical(source offset: Int, source other: Int) -> Bool {
    rule.areIdentical(source[offset], source[other])
  }

  @inlinable @inline(__always)
  package func isIdentical(target offset: Int, target other: Int) -> Bool {
    rule.areIdentical(target[offset], target[other])
  }

  /// Whether two elements differ in content; not asked where the bytes are the same.
  @inlinable @inline(__always)
  func isUpdated(_ offset: Int, _ other: Int) -> Bool {
    if _isPOD(Rule.Element.self), haveEqualBytes(source[offset], target[other]) { return false }
    return !rule.areContentsEqual(source[offset], target[other])
  }
}
