/// An element of any type, so that elements of several types can be in one collection.
///
/// Elements of different types are never the same element.
public struct AnyDiffable: Diffable, Sendable {
  @usableFromInline let box: any AnyElement

  /// Wraps an element; one that is wrapped already is taken as it is.
  ///
  /// - Complexity: O(1), and that of hashing the identity.
  @inlinable public init<Element: Diffable & Sendable>(_ element: Element) where Element.Identity: Sendable {
    if let wrapped = element as? AnyDiffable {
      self = wrapped
    } else {
      box = BoxedElement(element)
    }
  }

  /// The element itself.
  public var base: any Sendable { box.base }

  /// The element's identity, with its type.
  @inlinable public var identity: Identity { Identity(box) }

  /// Whether both wrap elements of one type and equal content.
  @inlinable public func isContentEqual(to other: AnyDiffable) -> Bool { box.isContentEqual(to: other.box) }

  /// The identity of an element of any type.
  public struct Identity: Hashable, Sendable {
    @usableFromInline let box: any AnyElement

    @inlinable init(_ box: any AnyElement) { self.box = box }

    /// Whether both are the identity of elements of one type, and equal.
    @inlinable public static func == (left: Identity, right: Identity) -> Bool {
      left.box === right.box || left.box.hash == right.box.hash && left.box.isIdentical(to: right.box)
    }

    /// Hashes the identity, whose own hash was found when the element was wrapped.
    @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(box.hash) }
  }
}

extension AnyDiffable: CustomStringConvertible {
  /// The element's own description.
  public var description: String { String(describing: base) }
}

/// An element behind a reference, its type unknown.
@usableFromInline protocol AnyElement: AnyObject, Sendable {
  var base: any Sendable { get }
  /// The hash of the element's identity.
  var hash: Int { get }
  func isIdentical(to other: any AnyElement) -> Bool
  func isContentEqual(to other: any AnyElement) -> Bool
}

@usableFromInline final class BoxedElement<Element: Diffable & Sendable>: AnyElement {
  @usableFromInline let element: Element
  @usableFromInline let hash: Int

  @inlinable init(_ element: Element) {
    self.element = element
    hash = element.identity.hashValue
  }

  @inlinable var base: any Sendable { element }

  @inlinable func isIdentical(to other: any AnyElement) -> Bool {
    guard let other = other as? BoxedElement else { return false }
    return element.identity == other.element.identity
  }

  @inlinable func isContentEqual(to other: any AnyElement) -> Bool {
    guard let other = other as? BoxedElement else { return false }
    return element.isContentEqual(to: other.element)
  }
}
