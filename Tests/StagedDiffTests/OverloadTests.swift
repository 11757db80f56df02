import StagedDiff
import TestSupport
import Testing

@Suite("What is compared by what")
struct OverloadTests {
  struct Track: Identifiable, Hashable {
    var id: Int
    var title: String
  }

  struct Plain: Identifiable, Equatable {
    var id: Int
    var title: String
  }

  private struct Told: Diffable, Identifiable, Hashable {
    var id: Int
    var title: String

    func isContentEqual(to other: Told) -> Bool { true }
  }

  struct Group: Diffable, Hashable {
    var id: Int
    var title: String
    var identity: Int { id }
  }

  @Test("identifiable elements are told apart by their id, hashable or not")
  func identifiable() {
    let hashable = Changeset(from: [Track(id: 1, title: "a")], to: [Track(id: 1, title: "b")])
    #expect(hashable.summary == ChangeSummary(updated: 1))
    let plain = Changeset(from: [Plain(id: 1, title: "a")], to: [Plain(id: 1, title: "b")])
    #expect(plain.summary == ChangeSummary(updated: 1))
    var holder = CollectionHolder([Track(id: 1, title: "a")])
    #expect(holder.set([Track(id: 1, title: "b")]).summary.updated == 1)
    let twice = [Track(id: 1, title: "a"), Track(id: 1, title: "b")]
    #expect(Duplicates(from: twice, to: []).source.identities == 1)
  }

  @Test("what is diffable is compared as such, whatever else it is")
  func diffableFirst() {
    let changeset = Changeset(from: [Told(id: 1, title: "a")], to: [Told(id: 1, title: "b")])
    #expect(changeset.isEmpty)
    #expect(Told(id: 7, title: "").identity == 7)
  }

  @Test("a diffable model's change is seen whatever its elements are")
  func mixedSections() {
    let (old, new) = (Group(id: 1, title: "a"), Group(id: 1, title: "b"))
    let numbers = SectionedChangeset(
      from: [DiffableSection(old, elements: [1, 2])], to: [DiffableSection(new, elements: [2])])
    #expect(
      numbers.stages.map(\.edits.description) == [
        "elements: deleted [0, 0]", "sections: updated 0",
      ])
    let items = SectionedChangeset(
      from: [DiffableSection(old, elements: [Item(1)])],
      to: [DiffableSection(new, elements: [Item(1, 1)])])
    #expect(items.summary.sections.updated == 1 && items.summary.elements.updated == 1)
  }

  @Test("a diffable element's change is seen whatever its section's model is")
  func hashableModels() {
    let changeset = SectionedChangeset(
      from: [DiffableSection("a", elements: [Item(1)])],
      to: [DiffableSection("a", elements: [Item(1, 1)])])
    #expect(changeset.stages.map(\.edits.description) == ["elements: updated [0, 0]"])
  }

  @Test("sections of identifiable models and elements need their key paths and no more")
  func keyPaths() {
    let changeset = SectionedChangeset(
      from: [DiffableSection(Plain(id: 1, title: "a"), elements: [Track(id: 1, title: "x")])],
      to: [DiffableSection(Plain(id: 1, title: "b"), elements: [Track(id: 1, title: "y")])],
      sectionIdentity: \.id, identity: \.id)
    #expect(changeset.summary.sections.updated == 1 && changeset.summary.elements.updated == 1)
  }

  @Test("all initialisers agree on identifiable elements, hashable or not")
  func agreement() {
    var random = SeededGenerator.announced("initialisers")
    for _ in 0..<200 {
      let (old, new) = (Self.tracks(using: &random), Self.tracks(using: &random))
      let tracks = Changeset(from: old, to: new, identity: \.id)
      #expect(Changeset(from: old, to: new) == tracks)
      #expect(Changeset(from: old, to: new) { false } == tracks)
      var holder = CollectionHolder(old)
      #expect(holder.set(new) == tracks)
      let (oldPlain, newPlain) = (old.map(Plain.init(_:)), new.map(Plain.init(_:)))
      #expect(Changeset(from: oldPlain, to: newPlain).changes == tracks.changes)
      #expect(Changeset(from: oldPlain, to: newPlain) { false }?.changes == tracks.changes)
    }
  }
}

/// A kind of value that a track is wrapped in.
private protocol Made {
  init(_ track: OverloadTests.Track)
}

private struct Bare: Hashable, Made {
  var track: OverloadTests.Track

  init(_ track: OverloadTests.Track) { self.track = track }
}

extension OverloadTests.Track: Made {
  init(_ track: Self) { self = track }
}

extension OverloadTests.Plain: Made {
  init(_ track: OverloadTests.Track) { self.init(id: track.id, title: track.title) }
}

extension OverloadTests.Group: Made {
  init(_ track: OverloadTests.Track) { self.init(id: track.id, title: track.title) }
}

extension OverloadTests {
  private typealias Sections<Model, Element> = [DiffableSection<Model, Element>]

  fileprivate static func tracks(using random: inout SeededGenerator) -> [Track] {
    (0..<Int.random(in: 0...5, using: &random)).map { _ in
      Track(id: .random(in: 0...5, using: &random), title: .random(using: &random) ? "a" : "b")
    }
  }

  private static func sections(using random: inout SeededGenerator) -> Sections<Track, Track> {
    tracks(using: &random).map { DiffableSection($0, elements: tracks(using: &random)) }
  }

  @Test("all initialisers of sections agree, whatever models and elements are")
  func sectionedAgreement() {
    typealias Changes = SectionedChangeset
    check(Group.self, Group.self, { Changes(from: $0, to: $1) }, { Changes(from: $0, to: $1) { false } })
    check(Group.self, Track.self, { Changes(from: $0, to: $1) }, { Changes(from: $0, to: $1) { false } })
    check(Group.self, Plain.self, { Changes(from: $0, to: $1) }, { Changes(from: $0, to: $1) { false } })
    check(Group.self, Bare.self, { Changes(from: $0, to: $1) }, { Changes(from: $0, to: $1) { false } })
    check(Track.self, Group.self, { Changes(from: $0, to: $1) }, { Changes(from: $0, to: $1) { false } })
    check(Track.self, Track.self, { Changes(from: $0, to: $1) }, { Changes(from: $0, to: $1) { false } })
    check(Track.self, Plain.self, { Changes(from: $0, to: $1) }, { Changes(from: $0, to: $1) { false } })
    check(Track.self, Bare.self, { Changes(from: $0, to: $1) }, { Changes(from: $0, to: $1) { false } })
    check(Plain.self, Group.self, { Changes(from: $0, to: $1) }, { Changes(from: $0, to: $1) { false } })
    check(Plain.self, Track.self, { Changes(from: $0, to: $1) }, { Changes(from: $0, to: $1) { false } })
    check(Plain.self, Plain.self, { Changes(from: $0, to: $1) }, { Changes(from: $0, to: $1) { false } })
    check(Plain.self, Bare.self, { Changes(from: $0, to: $1) }, { Changes(from: $0, to: $1) { false } })
    check(Bare.self, Group.self, { Changes(from: $0, to: $1) }, { Changes(from: $0, to: $1) { false } })
    check(Bare.self, Track.self, { Changes(from: $0, to: $1) }, { Changes(from: $0, to: $1) { false } })
    check(Bare.self, Plain.self, { Changes(from: $0, to: $1) }, { Changes(from: $0, to: $1) { false } })
    check(Bare.self, Bare.self, { Changes(from: $0, to: $1) }, { Changes(from: $0, to: $1) { false } })
  }

  /// Compares both initialisers with the one that is given the identities: the whole of a bare value, else the id.
  private func check<Model: Made, Element: Made>(
    _: Model.Type, _: Element.Type,
    _ plain: (Sections<Model, Element>, Sections<Model, Element>) -> SectionedChangeset<Model, Element>,
    _ cancellable: (Sections<Model, Element>, Sections<Model, Element>) -> SectionedChangeset<Model, Element>?
  ) {
    var random = SeededGenerator.announced("initialisers of sections, \(Model.self) and \(Element.self)")
    func identity(_ type: any Any.Type) -> (Track) -> AnyHashable {
      { type == Bare.self ? AnyHashable($0) : AnyHashable($0.id) }
    }
    func made(_ sections: Sections<Track, Track>) -> Sections<Model, Element> {
      sections.map { DiffableSection(Model($0.model), elements: $0.elements.map(Element.init)) }
    }
    for _ in 0..<50 {
      let (old, new) = (Self.sections(using: &random), Self.sections(using: &random))
      let expected = SectionedChangeset(
        from: old, to: new, sectionIdentity: identity(Model.self), identity: identity(Element.self))
      #expect(plain(made(old), made(new)).changes == expected.changes)
      #expect(cancellable(made(old), made(new))?.changes == expected.changes)
    }
  }
}
