/// Holds the current collection, and hands out the changes whenever it is set anew.
///
/// ```swift
/// var tracks = CollectionHolder(loadTracks())
/// for stage in tracks.set(reloadTracks()).stages { … }
/// ```
public struct CollectionHolder<Element>: IdentifiableDiffing {
  /// The collection as it was set last.
  public private(set) var current: [Element]

  private let difference: ([Element], [Element]) -> Changeset<Element>

  /// Holds a collection, with any way of finding changes.
  ///
  /// - Parameters:
  ///   - collection: the first current collection.
  ///   - difference: makes a changeset of the old collection and the new one.
  /// - Complexity: O(*n*), O(1) for an array.
  public init(
    _ collection: some Collection<Element>,
    difference: @escaping (_ old: [Element], _ new: [Element]) -> Changeset<Element>
  ) {
    current = Array(collection)
    self.difference = difference
  }

  /// Holds a collection of ``Diffable`` elements.
  ///
  /// - Complexity: O(*n*), O(1) for an array.
  @inlinable public init(_ collection: some Collection<Element>, moves: MoveDetection = .minimal)
  where Element: Diffable { self.init(collection) { Changeset($0, $1, DiffableRule<Element>(), moves) } }

  /// Holds a collection of hashable values, which are their own identity.
  ///
  /// - Complexity: O(*n*), O(1) for an array.
  @_disfavoredOverload @inlinable public init(_ collection: some Collection<Element>, moves: MoveDetection = .minimal)
  where Element: Hashable { self.init(collection) { Changeset($0, $1, ValueRule<Element>(), moves) } }

  /// Sets the collection anew.
  ///
  /// - Returns: the changes from the collection that was current.
  /// - Complexity: that of finding the changes.
  public mutating func set(_ collection: some Collection<Element>) -> Changeset<Element> {
    let changeset = difference(current, Array(collection))
    current = changeset.target
    return changeset
  }
}

extension IdentifiableDiffing {
  /// Holds a collection of identifiable elements, compared by `==`.
  @inlinable public init<Element: Identifiable & Equatable>(
    _ collection: some Collection<Element>, moves: MoveDetection = .minimal
  ) where Self == CollectionHolder<Element> {
    self.init(collection) { Changeset($0, $1, IdentifiableRule<Element>(), moves) }
  }
}
