/// All that differs between two collections of sections, elements moving across sections included.
///
/// ```swift
/// let changeset = SectionedChangeset(
///   from: [Section("fruits", elements: ["apple", "leek"]), Section("greens", elements: [])],
///   to: [Section("fruits", elements: ["apple"]), Section("greens", elements: ["leek"])])
/// for stage in changeset.stages { print(stage.edits) }
/// // elements: moved [0, 1]→[1, 0]
/// ```
///
/// An element's identity is looked for in all sections. What moves out of a deleted section is
/// inserted, and what moves into an inserted section is deleted and comes with it.
public struct SectionedChangeset<Model, Element> {
  /// The sections before the changes.
  public let source: [Section<Model, Element>]
  /// The sections after them.
  public let target: [Section<Model, Element>]
  /// The changes, as offsets.
  public let changes: SectionedChanges

  @usableFromInline
  init(
    source: [Section<Model, Element>], target: [Section<Model, Element>], changes: SectionedChanges
  ) {
    self.source = source
    self.target = target
    self.changes = changes
  }

  @inlinable
  init<SectionRule: ElementRule, Rule: ElementRule>(
    _ source: [Section<Model, Element>], _ target: [Section<Model, Element>],
    _ sectionRule: SectionRule, _ rule: Rule, _ moves: MoveDetection
  ) where SectionRule.Element == Model, Rule.Element == Element {
    self.init(
      source: source, target: target,
      changes: SectionedChanges(
        source: source, target: target, sectionRule: sectionRule, rule: rule, moves: moves))
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
    from source: some Collection<Section<Model, Element>>,
    to target: some Collection<Section<Model, Element>>, moves: MoveDetection = .minimal
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
  @inlinable
  public init(
    from source: some Collection<Section<Model, Element>>,
    to target: some Collection<Section<Model, Element>>, moves: MoveDetection = .minimal
  ) where Model: Hashable, Element: Hashable {
    self.init(Array(source), Array(target), ValueRule<Model>(), ValueRule<Element>(), moves)
  }

  /// Finds the changes between sections whose models and elements are ``Diffable``, hashable as
  /// they may be.
  ///
  /// - Parameters:
  ///   - source: the old sections.
  ///   - target: the new sections.
  ///   - moves: how moves are found, of sections and of elements.
  /// - Complexity: O(*n* + *m*) expected; see ``MoveDetection`` for the moves.
  @inlinable
  public init(
    from source: some Collection<Section<Model, Element>>,
    to target: some Collection<Section<Model, Element>>, moves: MoveDetection = .minimal
  ) where Model: Diffable & Hashable, Element: Diffable & Hashable {
    self.init(
      Array(source), Array(target), DiffableRule<Model>(), DiffableRule<Element>(), moves)
  }

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
    from source: some Collection<Section<Model, Element>>,
    to target: some Collection<Section<Model, Element>>,
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
}

extension SectionedChangeset: Sendable where Model: Sendable, Element: Sendable {}
extension SectionedChangeset: Equatable where Model: Equatable, Element: Equatable {}
extension SectionedChangeset: Hashable where Model: Hashable, Element: Hashable {}
