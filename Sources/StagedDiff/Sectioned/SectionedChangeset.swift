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
public struct SectionedChangeset<Model, Element>: IdentifiableDiffing {
  @usableFromInline let shared: Shared

  @inlinable init(
    source: [DiffableSection<Model, Element>], target: [DiffableSection<Model, Element>], changes: SectionedChanges,
    partners: [Int32] = []
  ) { shared = Shared(source, target, changes, partners) }

  @inlinable init(_ shared: Shared) { self.shared = shared }

  /// The sections before the changes.
  @inlinable public var source: [DiffableSection<Model, Element>] { shared.source }

  /// The sections after them.
  @inlinable public var target: [DiffableSection<Model, Element>] { shared.target }

  /// The changes, as offsets.
  @inlinable public var changes: SectionedChanges { shared.changes }

  /// Finds the changes between sections whose models and elements are ``Diffable``.
  ///
  /// - Parameters:
  ///   - source: the old sections.
  ///   - target: the new sections.
  ///   - moves: how moves are found, of sections and of elements.
  /// - Complexity: O(*n* + *m*) expected; see ``MoveDetection`` for the moves.
  @inlinable public init(
    from source: some Collection<DiffableSection<Model, Element>>,
    to target: some Collection<DiffableSection<Model, Element>>, moves: MoveDetection = .minimal
  ) where Model: Diffable, Element: Diffable {
    self.init(Array(source), Array(target), DiffableRule<Model>(), DiffableRule<Element>(), moves)
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
  @inlinable public init<SectionIdentity: Hashable, Identity: Hashable>(
    from source: some Collection<DiffableSection<Model, Element>>,
    to target: some Collection<DiffableSection<Model, Element>>, sectionIdentity: (Model) -> SectionIdentity,
    isSectionContentEqual: (Model, Model) -> Bool, identity: (Element) -> Identity,
    isContentEqual: (Element, Element) -> Bool, moves: MoveDetection = .minimal
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
  @inlinable public init<SectionIdentity: Hashable, Identity: Hashable>(
    from source: some Collection<DiffableSection<Model, Element>>,
    to target: some Collection<DiffableSection<Model, Element>>, sectionIdentity: (Model) -> SectionIdentity,
    identity: (Element) -> Identity, moves: MoveDetection = .minimal
  ) where Model: Equatable, Element: Equatable {
    self.init(
      from: source, to: target, sectionIdentity: sectionIdentity, isSectionContentEqual: ==, identity: identity,
      isContentEqual: ==, moves: moves)
  }
}

extension SectionedChangeset {
  /// The sections of the source, the elements that the target has being the target's already.
  ///
  /// - Parameter keepsUnpaired: whether what the target lacks is still there.
  @inlinable func updated(keepsUnpaired: Bool) -> [DiffableSection<Model, Element>] {
    let positions = changes.sections.targetOffsets
    let partners = shared.partners.isEmpty ? changes.elementPartners : shared.partners
    var sections: [DiffableSection<Model, Element>] = []
    sections.reserveCapacity(source.count)
    for index in source.indices where keepsUnpaired || positions[index] >= 0 {
      sections.append(section(index, positions, partners, keepsUnpaired: keepsUnpaired))
    }
    return sections
  }

  /// The target, of whose sections a closure replaces those that are not new.
  ///
  /// - Parameter section: what takes the place of a section, given its partner's offset in the
  ///   source and how many sections before that have partners, too.
  @inlinable func arranged(_ section: (_ index: Int, _ origin: Int, _ survivor: Int) -> DiffableSection<Model, Element>)
    -> [DiffableSection<Model, Element>]
  {
    let origins = origins(changes.sections.targetOffsets)
    let deleted = changes.sections.deleted.numbers
    return target.indices.map { index in
      let origin = Int(origins[index])
      if origin < 0 { return target[index] }
      return section(index, origin, origin &- deleted.countBelow(origins[index]))
    }
  }

  /// For each section of the target its partner in the source, or −1.
  @usableFromInline func origins(_ positions: [Int32]) -> [Int32] {
    var origins = filled(target.count, with: Int32(-1))
    for (section, index) in positions.enumerated() where index >= 0 {
      origins[Int(index)] = Int32(truncatingIfNeeded: section)
    }
    return origins
  }

  /// A section of the source with the elements of the target that take the places of its own.
  ///
  /// Where these are just those of its partner, or its own, in the same order, they are not copied.
  @inlinable func section(_ section: Int, _ positions: [Int32], _ partners: [Int32], keepsUnpaired: Bool)
    -> DiffableSection<Model, Element>
  {
    let range = changes.source.elements(ofSection: section)
    let index = positions[section]
    var elements = source[section].elements
    if index >= 0, range.count == changes.target.elements(ofSection: Int(index)).count,
      areInOrder(partners, range, from: changes.target.starts[Int(index)])
    {
      elements = target[Int(index)].elements
    } else if range.contains(where: { partners[Int($0)] >= 0 }) || !keepsUnpaired {
      elements = replaced(elements, range, index, partners, keepsUnpaired: keepsUnpaired)
    }
    return DiffableSection(source[section].model, elements: elements)
  }

  /// Whether the partners of some elements count up from an offset.
  @inlinable func areInOrder(_ partners: [Int32], _ range: Range<Int32>, from first: Int32) -> Bool {
    for offset in range where partners[Int(offset)] != offset &- range.lowerBound &+ first { return false }
    return true
  }

  /// The elements of a section, those that have partners replaced by them.
  @inlinable func replaced(
    _ elements: [Element], _ range: Range<Int32>, _ guess: Int32, _ partners: [Int32], keepsUnpaired: Bool
  ) -> [Element] {
    var result: [Element] = []
    result.reserveCapacity(keepsUnpaired ? range.count : range.count { partners[Int($0)] >= 0 })
    var index = range.lowerBound
    while index < range.upperBound {
      let stretch = changes.target.stretch(of: partners, index..<range.upperBound, guess: guess)
      index = stretch.end
      if stretch.section >= 0 {
        let first = changes.target.starts[stretch.section]
        let others = target[stretch.section].elements
        for index in stretch.start..<stretch.end { result.append(others[Int(partners[Int(index)] &- first)]) }
      } else if keepsUnpaired {
        for index in stretch.start..<stretch.end { result.append(elements[Int(index &- range.lowerBound)]) }
      }
    }
    return result
  }
}

extension SectionedChangeset {
  /// The data of a changeset and all its stages: to copy one is to count one reference.
  @usableFromInline final class Shared {
    /// Sections in a reference that can be published atomically.
    @usableFromInline final class Sections {
      @usableFromInline let sections: [DiffableSection<Model, Element>]

      @inlinable init(_ sections: [DiffableSection<Model, Element>]) { self.sections = sections }
    }

    @usableFromInline let source: [DiffableSection<Model, Element>]
    @usableFromInline let target: [DiffableSection<Model, Element>]
    @usableFromInline let changes: SectionedChanges
    /// For each source element its partner in the target, by flattened offsets, or −1; empty where only the changes
    /// tell.
    @usableFromInline let partners: [Int32]
    /// The sections after the deletes, once they were asked for: two stages hold them, in different orders.
    @usableFromInline let survivors: UnsafeMutablePointer<AnyObject?>?

    @inlinable init(
      _ source: [DiffableSection<Model, Element>], _ target: [DiffableSection<Model, Element>],
      _ changes: SectionedChanges, _ partners: [Int32]
    ) {
      self.source = source
      self.target = target
      self.changes = changes
      self.partners = partners
      let hasSecond = !changes.sections.inserted.isEmpty || !changes.sections.moved.isEmpty
      survivors = hasSecond ? .allocate(capacity: 1) : nil
      survivors?.initialize(to: nil)
    }

    deinit {
      survivors?.deinitialize(count: 1)
      survivors?.deallocate()
    }
  }
}

/// Unchecked: what is shared is published once, atomically, and never changes.
extension SectionedChangeset.Shared: @unchecked Sendable where Model: Sendable, Element: Sendable {}

extension SectionedChangeset.Shared {
  /// What the sections hold after a step that is not the last: each element that the target has is
  /// the target's already.
  @inlinable func data(after step: SectionedChanges.Step) -> [DiffableSection<Model, Element>] {
    let changeset = SectionedChangeset(self)
    switch step {
    case .elementUpdates: return changeset.updated(keepsUnpaired: true)
    case .deletes: return remaining
    case .sections:
      let remaining = remaining
      return changeset.arranged { _, _, survivor in remaining[survivor] }
    case .elements:
      return changeset.arranged { index, origin, _ in
        DiffableSection(source[origin].model, elements: target[index].elements)
      }
    case .sectionUpdates: return target
    }
  }

  /// The sections after the deletes, in the order of the source.
  ///
  /// If several threads ask at once, each may make them; one array is kept.
  @inlinable var remaining: [DiffableSection<Model, Element>] {
    if let survivors, let known = _stdlib_atomicLoadARCRef(object: survivors) {
      return unsafeDowncast(known, to: Sections.self).sections
    }
    let sections = SectionedChangeset(self).updated(keepsUnpaired: false)
    guard let survivors else { return sections }
    _ = _stdlib_atomicInitializeARCRef(object: survivors, desired: Sections(sections))
    return sections
  }
}

extension SectionedChangeset {
  /// Hands the stages to a consumer, one after the other.
  ///
  /// - Parameters:
  ///   - consumer: what shows the source now, and will show the target.
  ///   - limit: with more changes in all than this, one reload takes the place of every stage.
  ///   - interrupt: sees each stage before it is handed on; if it says true, one reload with the
  ///     target takes the place of the rest.
  /// - Complexity: O(*n* + *m*) for each stage, and the consumer's own.
  @inlinable public func update<Consumer: BatchConsumer>(
    _ consumer: inout Consumer, reloadingAbove limit: Int? = nil, interrupt: (Stage) -> Bool = { _ in false }
  ) where Consumer.Batch == SectionedStage, Consumer.Data == [DiffableSection<Model, Element>] {
    show(
      isVisible: true, reloadingAbove: limit, interrupt: interrupt, reload: { consumer.reload(with: $0) },
      perform: { consumer.perform($0, data: $1) })
  }

  /// Hands the stages to a consumer that is an object, `self` for example.
  ///
  /// - Complexity: O(*n* + *m*) for each stage, and the consumer's own.
  @inlinable public func update<Consumer: BatchConsumer & AnyObject>(
    _ consumer: Consumer, reloadingAbove limit: Int? = nil, interrupt: (Stage) -> Bool = { _ in false }
  ) where Consumer.Batch == SectionedStage, Consumer.Data == [DiffableSection<Model, Element>] {
    var consumer = consumer
    update(&consumer, reloadingAbove: limit, interrupt: interrupt)
  }
}
