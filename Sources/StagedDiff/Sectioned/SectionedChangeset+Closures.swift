extension SectionedChangeset {
  /// Finds the changes between sections that need not conform to anything.
  ///
  /// - Parameters:
  ///   - source: the old sections.
  ///   - target: the new sections.
  ///   - sectionIdentity: which section it is; a closure or a key path literal.
  ///   - isSectionContentEqual: whether two models of equal identity have equal content; reflexive.
  ///   - identity: which element it is; a closure or a key path literal.
  ///   - isContentEqual: whether two elements of equal identity have equal content; reflexive.
  ///   - moves: how moves are found, of sections and of elements.
  /// - Complexity: O(*n* + *m*) expected; see ``MoveDetection`` for the moves.
  @inlinable
  public init<SectionIdentity: Hashable, Identity: Hashable>(
    from source: some Collection<DiffableSection<Model, Element>>,
    to target: some Collection<DiffableSection<Model, Element>>,
    sectionIdentity: (Model) -> SectionIdentity, isSectionContentEqual: (Model, Model) -> Bool,
    identity: (Element) -> Identity, isContentEqual: (Element, Element) -> Bool,
    moves: MoveDetection = .minimal
  ) {
    self = withoutActuallyEscaping(sectionIdentity) { sectionIdentity in
      withoutActuallyEscaping(isSectionContentEqual) { isSectionContentEqual in
        withoutActuallyEscaping(identity) { identity in
          withoutActuallyEscaping(isContentEqual) { isContentEqual in
            SectionedChangeset(
              Array(source), Array(target),
              ClosureRule(identity: sectionIdentity, isContentEqual: isSectionContentEqual),
              ClosureRule(identity: identity, isContentEqual: isContentEqual), moves)
          }
        }
      }
    }
  }

  /// Finds the changes between sections whose models and elements some property identifies, and
  /// which are compared by `==`.
  ///
  /// - Parameters:
  ///   - source: the old sections.
  ///   - target: the new sections.
  ///   - sectionIdentity: which section it is; a closure or a key path literal.
  ///   - identity: which element it is; a closure or a key path literal.
  ///   - moves: how moves are found, of sections and of elements.
  /// - Complexity: O(*n* + *m*) expected; see ``MoveDetection`` for the moves.
  @inlinable
  public init<SectionIdentity: Hashable, Identity: Hashable>(
    from source: some Collection<DiffableSection<Model, Element>>,
    to target: some Collection<DiffableSection<Model, Element>>,
    sectionIdentity: (Model) -> SectionIdentity, identity: (Element) -> Identity,
    moves: MoveDetection = .minimal
  ) where Model: Equatable, Element: Equatable {
    self.init(
      from: source, to: target, sectionIdentity: sectionIdentity, isSectionContentEqual: ==,
      identity: identity, isContentEqual: ==, moves: moves)
  }
}
