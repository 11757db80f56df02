extension SectionedChangeset {
  /// The data that all stages of a changeset share.
  @usableFromInline
  final class Shared {
    /// Sections in a reference that can be published atomically.
    @usableFromInline
    final class Sections {
      @usableFromInline let sections: [DiffableSection<Model, Element>]

      @inlinable
      init(_ sections: [DiffableSection<Model, Element>]) { self.sections = sections }
    }

    @usableFromInline let changeset: SectionedChangeset
    /// The sections after the deletes, once they were asked for: two stages hold them, in different
    /// orders.
    @usableFromInline let survivors: UnsafeMutablePointer<AnyObject?>

    @inlinable
    init(_ changeset: SectionedChangeset) {
      self.changeset = changeset
      survivors = .allocate(capacity: 1)
      survivors.initialize(to: nil)
    }

    deinit {
      survivors.deinitialize(count: 1)
      survivors.deallocate()
    }
  }
}

/// Unchecked: what is shared is published once, atomically, and never changes.
extension SectionedChangeset.Shared: @unchecked Sendable where Model: Sendable, Element: Sendable {}

extension SectionedChangeset.Shared {
  /// What the sections hold after a step that is not the last: each element that the target has is
  /// the target's already.
  @inlinable
  func data(after step: SectionedChanges.Step) -> [DiffableSection<Model, Element>] {
    switch step {
    case .elementUpdates: return changeset.updated(keepsUnpaired: true)
    case .deletes: return remaining
    case .sections:
      let remaining = remaining
      return changeset.arranged { _, _, survivor in remaining[survivor] }
    case .elements:
      return changeset.arranged { place, origin, _ in
        DiffableSection(
          changeset.source[origin].model, elements: changeset.target[place].elements)
      }
    case .sectionUpdates: return changeset.target
    }
  }

  /// The sections after the deletes, in the order of the source.
  ///
  /// If several threads ask at once, each may make them; one array is kept.
  @inlinable
  var remaining: [DiffableSection<Model, Element>] {
    if let known = _stdlib_atomicLoadARCRef(object: survivors) {
      return unsafeDowncast(known, to: Sections.self).sections
    }
    let sections = changeset.updated(keepsUnpaired: false)
    _ = _stdlib_atomicInitializeARCRef(object: survivors, desired: Sections(sections))
    return sections
  }
}
