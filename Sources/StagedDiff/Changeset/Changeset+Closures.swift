extension Changeset {
  /// Finds the changes between collections of elements that need not conform to anything.
  ///
  /// ```swift
  /// let changeset = Changeset(
  ///   from: old, to: new, identity: \.id, isContentEqual: { $0.title == $1.title })
  /// ```
  ///
  /// - Parameters:
  ///   - source: the old collection.
  ///   - target: the new collection.
  ///   - identity: which element it is; a closure or a key path literal.
  ///   - isContentEqual: whether two elements of equal identity have equal content; reflexive.
  ///   - moves: how moves are found.
  /// - Complexity: O(*n* + *m*) expected; see ``MoveDetection`` for the moves.
  @inlinable
  public init<Identity: Hashable>(
    from source: some Collection<Element>, to target: some Collection<Element>,
    identity: (Element) -> Identity, isContentEqual: (Element, Element) -> Bool,
    moves: MoveDetection = .minimal
  ) {
    self = withoutActuallyEscaping(identity) { identity in
      withoutActuallyEscaping(isContentEqual) { isContentEqual in
        let rule = ClosureRule(identity: identity, isContentEqual: isContentEqual)
        return Changeset(Array(source), Array(target), rule, moves)
      }
    }
  }

  /// Finds the changes between collections of equatable elements that some property identifies.
  ///
  /// - Parameters:
  ///   - source: the old collection.
  ///   - target: the new collection.
  ///   - identity: which element it is; a closure or a key path literal.
  ///   - moves: how moves are found.
  /// - Complexity: O(*n* + *m*) expected; see ``MoveDetection`` for the moves.
  @inlinable
  public init<Identity: Hashable>(
    from source: some Collection<Element>, to target: some Collection<Element>,
    identity: (Element) -> Identity, moves: MoveDetection = .minimal
  ) where Element: Equatable {
    self.init(from: source, to: target, identity: identity, isContentEqual: ==, moves: moves)
  }

  /// Finds the changes between collections of elements that a comparator tells apart.
  ///
  /// Diffuse's comparator mode, without comparing every element with every other.
  ///
  /// - Parameters:
  ///   - source: the old collection.
  ///   - target: the new collection.
  ///   - hash: feeds what `areIdentical` compares to a hasher.
  ///   - areIdentical: whether two elements are the same element. An equivalence relation.
  ///   - isContentEqual: whether two identical elements have equal content; reflexive.
  ///   - moves: how moves are found.
  /// - Complexity: O(*n* + *m*) expected; see ``MoveDetection`` for the moves.
  @inlinable
  public init(
    from source: some Collection<Element>, to target: some Collection<Element>,
    hash: (Element, inout Hasher) -> Void, areIdentical: (Element, Element) -> Bool,
    isContentEqual: (Element, Element) -> Bool, moves: MoveDetection = .minimal
  ) {
    self = withoutActuallyEscaping(hash) { hash in
      withoutActuallyEscaping(areIdentical) { areIdentical in
        withoutActuallyEscaping(isContentEqual) { isContentEqual in
          let rule = ComparatorRule(
            hashInto: hash, isIdentical: areIdentical, isContentEqual: isContentEqual)
          return Changeset(Array(source), Array(target), rule, moves)
        }
      }
    }
  }

  /// Finds the changes between collections whose elements the whole value identifies, taking a
  /// delete and an insert at one offset for an update.
  ///
  /// Diffuse's mode for values.
  ///
  /// - Parameters:
  ///   - source: the old collection.
  ///   - target: the new collection.
  ///   - moves: how moves are found.
  /// - Complexity: O(*n* + *m*) expected; see ``MoveDetection`` for the moves.
  @inlinable
  public init(
    values source: some Collection<Element>, to target: some Collection<Element>,
    moves: MoveDetection = .minimal
  ) where Element: Hashable {
    let source = Array(source)
    let target = Array(target)
    let pairing = Pairing(source, target, ValueRule<Element>(), countsDuplicates: false)
    self.init(
      source: source, target: target,
      changes: LinearChanges(replacingInPlace: pairing, moves: moves))
  }
}
