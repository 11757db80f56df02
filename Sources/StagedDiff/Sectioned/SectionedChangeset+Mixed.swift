// What is `Diffable` is always compared as such, whatever else it may be: these say so for every
// mixture of models and elements, so that none is ambiguous and no changed model goes unseen.

extension SectionedChangeset {
  /// Finds the changes between sections whose models are ``Diffable`` and whose elements are hashable
  /// values: only models are ever updated.
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
  ) where Model: Diffable, Element: Hashable {
    self.init(Array(source), Array(target), DiffableRule<Model>(), ValueRule<Element>(), moves)
  }

  /// Finds the changes between sections whose models are ``Diffable``, hashable as they may be, and
  /// whose elements are hashable values.
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
  ) where Model: Diffable & Hashable, Element: Hashable {
    self.init(Array(source), Array(target), DiffableRule<Model>(), ValueRule<Element>(), moves)
  }

  /// Finds the changes between sections whose models are hashable values and whose elements are
  /// ``Diffable``: only elements are ever updated.
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
  ) where Model: Hashable, Element: Diffable {
    self.init(Array(source), Array(target), ValueRule<Model>(), DiffableRule<Element>(), moves)
  }

  /// Finds the changes between sections whose models are hashable values and whose elements are
  /// ``Diffable``, hashable as they may be.
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
  ) where Model: Hashable, Element: Diffable & Hashable {
    self.init(Array(source), Array(target), ValueRule<Model>(), DiffableRule<Element>(), moves)
  }
}
