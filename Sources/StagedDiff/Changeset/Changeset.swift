/// All that differs between two collections of elements.
///
/// ```swift
/// let changeset = Changeset(from: ["a", "b", "c"], to: ["c", "a", "d"])
/// for stage in changeset.stages {
///   print(stage.edits, "gives", stage.data)
/// }
/// // deleted 1 gives ["a", "c"]
/// // inserted 2, moved 1→0 gives ["c", "a", "d"]
/// ```
///
/// Both collections are kept as arrays, which shares their storage and copies nothing; the
/// ``changes`` are offsets into them. The data of stages are made when they are asked for.
///
/// The pairing is that of P. Heckel, "A technique for isolating differences between files",
/// CACM 21(4), 1978 ([doi:10.1145/359460.359467](https://doi.org/10.1145/359460.359467)), staged
/// for batch-updating views.
public struct Changeset<Element> {
  /// The collection before the changes.
  public let source: [Element]
  /// The collection after them.
  public let target: [Element]
  /// The changes, as offsets.
  public let changes: LinearChanges
  /// For each source element its partner in the target, or −1; empty where only the changes tell.
  @usableFromInline let partners: [Int32]

  @inlinable
  init(source: [Element], target: [Element], changes: LinearChanges, partners: [Int32] = []) {
    self.source = source
    self.target = target
    self.changes = changes
    self.partners = partners
  }

  /// Finds the changes between collections of ``Diffable`` elements.
  ///
  /// - Parameters:
  ///   - source: the old collection.
  ///   - target: the new collection.
  ///   - moves: how moves are found.
  /// - Complexity: O(*n* + *m*) expected; see ``MoveDetection`` for the moves.
  @inlinable
  public init(
    from source: some Collection<Element>, to target: some Collection<Element>,
    moves: MoveDetection = .minimal
  ) where Element: Diffable {
    self.init(Array(source), Array(target), DiffableRule<Element>(), moves)
  }

  /// Finds the changes between collections of hashable values, which are their own identity:
  /// nothing is ever updated.
  ///
  /// - Parameters:
  ///   - source: the old collection.
  ///   - target: the new collection.
  ///   - moves: how moves are found.
  /// - Complexity: O(*n* + *m*) expected; see ``MoveDetection`` for the moves.
  @_disfavoredOverload @inlinable
  public init(
    from source: some Collection<Element>, to target: some Collection<Element>,
    moves: MoveDetection = .minimal
  ) where Element: Hashable {
    self.init(Array(source), Array(target), ValueRule<Element>(), moves)
  }

  /// Finds the changes between collections of identifiable elements, compared by `==`.
  ///
  /// - Parameters:
  ///   - source: the old collection.
  ///   - target: the new collection.
  ///   - moves: how moves are found.
  /// - Complexity: O(*n* + *m*) expected; see ``MoveDetection`` for the moves.
  @_disfavoredOverload @inlinable
  public init(
    from source: some Collection<Element>, to target: some Collection<Element>,
    moves: MoveDetection = .minimal
  ) where Element: Identifiable & Equatable {
    self.init(Array(source), Array(target), IdentifiableRule<Element>(), moves)
  }

  /// Finds the changes between collections of identifiable elements, compared by `==`, hashable as
  /// they may be.
  ///
  /// - Parameters:
  ///   - source: the old collection.
  ///   - target: the new collection.
  ///   - moves: how moves are found.
  /// - Complexity: O(*n* + *m*) expected; see ``MoveDetection`` for the moves.
  @_disfavoredOverload @inlinable
  public init(
    from source: some Collection<Element>, to target: some Collection<Element>,
    moves: MoveDetection = .minimal
  ) where Element: Identifiable & Hashable {
    self.init(Array(source), Array(target), IdentifiableRule<Element>(), moves)
  }
}

extension Changeset: Sendable where Element: Sendable {}

extension Changeset: Equatable where Element: Equatable {
  /// Whether both lead from equal collections to equal collections by the same changes.
  ///
  /// - Complexity: O(*n* + *m*).
  public static func == (left: Changeset, right: Changeset) -> Bool {
    left.changes == right.changes && left.source == right.source && left.target == right.target
  }
}

extension Changeset: Hashable where Element: Hashable {
  /// Hashes both collections and the changes.
  ///
  /// - Complexity: O(*n* + *m*).
  public func hash(into hasher: inout Hasher) {
    hasher.combine(source)
    hasher.combine(target)
    hasher.combine(changes)
  }
}
