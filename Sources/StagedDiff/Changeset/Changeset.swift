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
/// The pairing is that of P. Heckel, "A technique for isolating differences between files", CACM 21(4), 1978
/// ([doi:10.1145/359460.359467](https://doi.org/10.1145/359460.359467)), staged for batch-updating views.
public struct Changeset<Element>: IdentifiableDiffing {
  /// The collection before the changes.
  public let source: [Element]
  /// The collection after them.
  public let target: [Element]
  /// The changes, as offsets.
  public let changes: LinearChanges

  @inlinable @inline(__always) init(source: [Element], target: [Element], changes: LinearChanges) {
    self.source = source
    self.target = target
    self.changes = changes
  }

  /// Finds the changes between collections of ``Diffable`` elements.
  ///
  /// - Parameters:
  ///   - source: the old collection.
  ///   - target: the new collection.
  ///   - moves: how moves are found.
  /// - Complexity: O(*n* + *m*) expected; see ``MoveDetection`` for the moves.
  @inlinable @inline(__always) public init(
    from source: some Collection<Element>, to target: some Collection<Element>, moves: MoveDetection = .minimal
  ) where Element: Diffable { self.init(Array(source), Array(target), DiffableRule<Element>(), moves) }

  /// Finds the changes between collections of hashable values, which are their own identity: nothing is ever updated.
  ///
  /// - Complexity: O(*n* + *m*) expected; see ``MoveDetection`` for the moves.
  @_disfavoredOverload @inlinable @inline(__always) public init(
    from source: some Collection<Element>, to target: some Collection<Element>, moves: MoveDetection = .minimal
  ) where Element: Hashable { self.init(Array(source), Array(target), ValueRule<Element>(), moves) }
}

extension IdentifiableDiffing {
  /// Finds the changes between collections of identifiable elements, compared by `==`.
  @inlinable @inline(__always) public init<Element: Identifiable & Equatable>(
    from source: some Collection<Element>, to target: some Collection<Element>, moves: MoveDetection = .minimal
  ) where Self == Changeset<Element> {
    self.init(Array(source), Array(target), IdentifiableRule<Element>(), moves)
  }
}

extension Changeset: Sendable where Element: Sendable {}

extension Changeset: Equatable where Element: Equatable {}
extension Changeset: Hashable where Element: Hashable {}

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
  @inlinable public init<Identity: Hashable>(
    from source: some Collection<Element>, to target: some Collection<Element>, identity: (Element) -> Identity,
    isContentEqual: (Element, Element) -> Bool, moves: MoveDetection = .minimal
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
  @inlinable public init<Identity: Hashable>(
    from source: some Collection<Element>, to target: some Collection<Element>, identity: (Element) -> Identity,
    moves: MoveDetection = .minimal
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
  @inlinable public init(
    from source: some Collection<Element>, to target: some Collection<Element>, hash: (Element, inout Hasher) -> Void,
    areIdentical: (Element, Element) -> Bool, isContentEqual: (Element, Element) -> Bool,
    moves: MoveDetection = .minimal
  ) {
    self = withoutActuallyEscaping(hash) { hash in
      withoutActuallyEscaping(areIdentical) { areIdentical in
        withoutActuallyEscaping(isContentEqual) { isContentEqual in
          let rule = ComparatorRule(hashInto: hash, isIdentical: areIdentical, isContentEqual: isContentEqual)
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
  /// - Complexity: O(*n* + *m*) expected; see ``MoveDetection`` for the moves.
  @inlinable public init(
    values source: some Collection<Element>, to target: some Collection<Element>, moves: MoveDetection = .minimal
  ) where Element: Hashable {
    let source = Array(source)
    let target = Array(target)
    let pairing = Pairing(source, target, ValueRule<Element>(), countsDuplicates: false)
    self.init(source: source, target: target, changes: LinearChanges(replacingInPlace: pairing, moves: moves))
  }
}

extension Changeset {
  private enum CodingKeys: CodingKey { case source, target, changes }
}

extension Changeset: Encodable where Element: Encodable {}

extension Changeset: Decodable where Element: Decodable {
  /// Reads a changeset back.
  ///
  /// - Throws: `DecodingError.dataCorrupted` if the changes do not go with the collections.
  /// - Complexity: O(*n* + *m*).
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      source: try values.decode([Element].self, forKey: .source),
      target: try values.decode([Element].self, forKey: .target),
      changes: try values.decode(LinearChanges.self, forKey: .changes))
    guard changes.sourceCount == source.count, changes.targetCount == target.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .changes, in: values, debugDescription: "the changes are those of collections of other lengths")
    }
  }
}

extension Changeset {
  /// The changes as the standard library's difference: a move is a removal and an insertion that
  /// know of each other, an update a removal and an insertion.
  ///
  /// - Returns: nil never for a changeset with moves found; with ``MoveDetection/none`` an element
  ///   may be in another place than the difference says.
  /// - Complexity: O(*c* log *c*) for *c* changes.
  public var collectionDifference: CollectionDifference<Element>? {
    let movedSources = Dictionary(changes.moved.map { ($0.source, $0.target) }, uniquingKeysWith: { first, _ in first })
    var edits: [CollectionDifference<Element>.Change] = []
    for offset in changes.deleted { edits.append(removal(offset, nil)) }
    for offset in changes.inserted { edits.append(insertion(offset, nil)) }
    for pair in changes.moved {
      edits.append(removal(pair.source, pair.target))
      edits.append(insertion(pair.target, pair.source))
    }
    for pair in changes.updated where movedSources[pair.source] == nil {
      edits.append(removal(pair.source, nil))
      edits.append(insertion(pair.target, nil))
    }
    return CollectionDifference(edits)
  }

  private func removal(_ offset: Int, _ associated: Int?) -> CollectionDifference<Element>.Change {
    .remove(offset: offset, element: source[offset], associatedWith: associated)
  }

  private func insertion(_ offset: Int, _ associated: Int?) -> CollectionDifference<Element>.Change {
    .insert(offset: offset, element: target[offset], associatedWith: associated)
  }

  /// Takes over the standard library's difference: removals and insertions that know of each other
  /// are moves, the others deletes and inserts.
  ///
  /// - Returns: nil if the difference cannot be applied to `source`.
  /// - Complexity: O(*n* + *c* log *c*) for *c* changes.
  public init?(from source: some Collection<Element>, difference: CollectionDifference<Element>) {
    let source = Array(source)
    guard let target = source.applying(difference) else { return nil }
    var deleted: [Int] = []
    var inserted: [Int] = []
    var moved: [OffsetPair] = []
    for case .remove(let offset, _, let associated) in difference.removals {
      if associated == nil { deleted.append(offset) }
    }
    for case .insert(let offset, _, let associated) in difference.insertions {
      if let associated {
        moved.append(OffsetPair(source: associated, target: offset))
      } else {
        inserted.append(offset)
      }
    }
    let changes = LinearChanges(
      sourceCount: source.count, targetCount: target.count, deleted: Offsets(deleted), inserted: Offsets(inserted),
      updated: [], moved: moved, moves: .minimal)
    guard changes.isConsistent else { return nil }
    self.init(source: source, target: target, changes: changes)
  }
}
