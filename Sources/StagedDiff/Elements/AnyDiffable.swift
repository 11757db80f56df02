/// An element of any type, so that elements of several types can be in one collection.
///
/// Elements of different types are never the same element.
public struct AnyDiffable: Diffable, Sendable {
  /// The element itself.
  public let base: any Sendable
  /// The element's identity, with its type.
  public let identity: Identity

  private let isContentEqualToBase: @Sendable (any Sendable, any Sendable) -> Bool

  /// Wraps an element; one that is wrapped already is taken as it is.
  ///
  /// - Complexity: O(1).
  public init<Element: Diffable & Sendable>(_ element: Element) where Element.Identity: Sendable {
    if let wrapped = element as? AnyDiffable {
      self = wrapped
      return
    }
    base = element
    identity = Identity(element.identity, of: Element.self)
    isContentEqualToBase = { left, right in
      guard let left = left as? Element, let right = right as? Element else { return false }
      return left.isContentEqual(to: right)
    }
  }

  /// Whether both wrap elements of one type and equal content.
  ///
  /// - Complexity: that of the wrapped elements' comparison.
  public func isContentEqual(to other: AnyDiffable) -> Bool { isContentEqualToBase(base, other.base) }

  /// The identity of an element of any type.
  ///
  /// Sendable because nothing but sendable values is ever wrapped, which `AnyHashable` forgets.
  public struct Identity: Hashable, @unchecked Sendable {
    private let type: ObjectIdentifier
    private let value: AnyHashable

    init<Element>(_ value: some Hashable & Sendable, of element: Element.Type) {
      type = ObjectIdentifier(element)
      self.value = AnyHashable(value)
    }
  }
}

extension AnyDiffable: CustomStringConvertible {
  /// The element's own description.
  public var description: String { String(describing: base) }
}
