/// All that differs between two collections of sections, elements moving across sections included.
///
/// ```swift
/// let changeset = SectionedChangeset(
///   from: [DiffableSection("fruits", elements: ["apple", "leek"]), DiffableSection("greens", elements: [])],
///   to: [DiffableSection("fruits", elements: ["apple"]), DiffableSection("greens", elements: ["leek"])])
/// for stage in changeset.stages { print(stage.edits) }
/// // elements: moved [0, 1]→[1, 0]
/// ```
///
/// An element's identity is looked for in all sections. What moves out of a deleted section is
/// inserted, and what moves into an inserted section is deleted and comes with it.
public struct SectionedChangeset<Model, Element> {
  /// The sections before the changes.
  public let source: [DiffableSection<Model, Element>]
  /// The sections after them.
  public let target: [DiffableSection<Model, Element>]
  /// The changes, as offsets.
  public let changes: SectionedChanges
  /// For each source element its partner in the target, by flattened offsets, or −1; empty where
  /// only the changes tell.
  @usableFromInline let partners: [Int32]

  @inlinable
  init(
    source: [DiffableSection<Model, Element>], target: [DiffableSection<Model, Element>],
    changes: SectionedChanges, partners: [Int32] = []
  ) {
    self.source = source
    self.target = target
    self.changes = changes
    self.partners = partners
  }

  /// Finds the changes between sections whose models and elements are ``Diffable``.
  ///
  /// - Parameters:
  ///   - source: the old sections.
  ///   - target: the new sections.
  ///   - moves: how moves are found, of sections and of elements.
  /// - Complexity: O(*n* + *m*) expected; see ``MoveDetection`` for the moves.
  @inlinable
  public init(
    from source: some Collection<DiffableSection<Model, Element>>,
    to target: some Collection<DiffableSection<Model, Element>>, moves: MoveDetection = .minimal
  ) where Model: Diffable, Element: Diffable {
    self.init(
      Array(source), Array(target), DiffableRule<Model>(), DiffableRule<Element>(), moves)
  }

  /// Finds the changes between sections whose models and elements are hashable values, which are
  /// their own identity: nothing is ever updated.
  ///
  /// - Parameters:
  ///   - source: the old sections.
  ///   - target: the new sections.
  ///   - moves: how moves are found, of sections and of elements.
  /// - Complexity: O(*n* + *m*) expected; see ``MoveDetection`` for the moves.
  @_disfavoredOverload @inlinable
  public init(
    from source: some Collection<DiffableSection<Model, Element>>,
    to target: some Collection<DiffableSection<Model, Element>>, moves: MoveDetection = .minimal
  ) where Model: Hashable, Element: Hashable {
    self.init(Array(source), Array(target), ValueRule<Model>(), ValueRule<Element>(), moves)
  }
}

extension SectionedChangeset: Sendable where Model: Sendable, Element: Sendable {}

extension SectionedChangeset: Equatable where Model: Equatable, Element: Equatable {
  /// Whether both lead from equal sections to equal sections by the same changes.
  ///
  /// - Complexity: O(*n* + *m*).
  public static func == (left: SectionedChangeset, right: SectionedChangeset) -> Bool {
    left.changes == right.changes && left.source == right.source && left.target == right.target
  }
}

extension SectionedChangeset: Hashable where Model: Hashable, Element: Hashable {
  /// Hashes both collections and the changes.
  ///
  /// - Complexity: O(*n* + *m*).
  public func hash(into hasher: inout Hasher) {
    hasher.combine(source)
    hasher.combine(target)
    hasher.combine(changes)
  }
}
