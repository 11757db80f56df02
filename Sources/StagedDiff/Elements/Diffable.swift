/// An element that knows which one it is, and whether it has changed.
///
/// ```swift
/// struct Track: Diffable, Equatable {
///   var id: Int
///   var title: String
///   var identity: Int { id }
/// }
/// ```
///
/// What is `Identifiable` has its `id` for an identity, what is merely `Hashable` is its own, unless
/// it says otherwise; what is `Equatable` compares its content by `==`. Types need not conform at all: changesets can
/// be made with closures or key path literals instead.
public protocol Diffable {
  /// The element's identity.
  associatedtype Identity: Hashable

  /// Which element this is: equal for the same element in source and target.
  ///
  /// - Complexity: O(1) expected; asked up to three times for each element.
  var identity: Identity { get }

  /// Whether an element of equal identity has equal content. It must be reflexive: elements of
  /// identical representation are not compared.
  ///
  /// - Complexity: O(1) expected; asked at most once for each pair.
  func isContentEqual(to other: Self) -> Bool
}

extension Diffable where Self: Hashable, Identity == Self {
  /// The whole value is its identity.
  @inlinable public var identity: Self { self }
}

extension Diffable where Self: Identifiable, Identity == ID {
  /// The `id` of `Identifiable`.
  @inlinable public var identity: ID { id }
}

extension Diffable where Self: Identifiable & Hashable, Identity == ID {
  /// What `Identifiable` says, for values that could be their own identity too.
  @inlinable public var identity: ID { id }
}

extension Diffable where Self: Equatable {
  /// Compares by `==`.
  @inlinable public func isContentEqual(to other: Self) -> Bool { self == other }
}

extension Optional: Diffable where Wrapped: Diffable {
  /// The identity of what is wrapped; nil is the same element as nil.
  @inlinable public var identity: Wrapped.Identity? { self?.identity }

  /// Whether both are nil, or both wrap equal content.
  @inlinable public func isContentEqual(to other: Wrapped?) -> Bool {
    switch (self, other) {
    case (let wrapped?, let other?): wrapped.isContentEqual(to: other)
    case (nil, nil): true
    default: false
    }
  }
}

extension Array: Diffable where Element: Diffable {
  /// The identities of all elements, in order.
  ///
  /// - Complexity: O(*n*) for *n* elements.
  @inlinable public var identity: [Element.Identity] { map(\.identity) }

  /// Whether both have as many elements, of pairwise equal content.
  ///
  /// - Complexity: O(*n*) comparisons for *n* elements.
  @inlinable public func isContentEqual(to other: [Element]) -> Bool {
    count == other.count && zip(self, other).allSatisfy { $0.isContentEqual(to: $1) }
  }
}

// A type may be `Diffable`, identifiable and hashable at once: it is compared by the first of these that it is. Swift
// prefers initialisers that are not disfavoured, then those of the type to those of a protocol, then those of a refined
// protocol. This order leaves exactly one best initialiser, also for each mixture of models and elements of sections.

/// The types with initialisers for identifiable elements, which Swift tries after those for ``Diffable`` elements.
public protocol IdentifiableDiffing: HashableDiffing {}

/// The types with initialisers for hashable elements, which Swift tries last.
public protocol HashableDiffing {}
