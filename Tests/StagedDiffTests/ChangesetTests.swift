import Foundation
import StagedDiff
import TestSupport
import Testing

@Suite("Changesets")
struct ChangesetTests {
  private let old = [Item(0), Item(1), Item(2)]
  private let new = [Item(2), Item(4), Item(0, 1), Item(3)]

  @Test("are made with closures, key path literals and comparators alike")
  func waysToMake() {
    let expected = Changeset(from: old, to: new)
    #expect(Changeset(from: old, to: new, identity: \.id) == expected)
    #expect(
      Changeset(
        from: old, to: new, identity: { $0.id }, isContentEqual: { $0.content == $1.content })
        == expected)
    #expect(
      Changeset(
        from: old, to: new, hash: { $1.combine($0.id) }, areIdentical: { $0.id == $1.id },
        isContentEqual: ==) == expected)
    #expect(expected.summary.changeCount == 5)
  }

  @Test("of hashable values never hold updates")
  func values() {
    let changeset = Changeset(from: ["a", "b"], to: ["b", "c"])
    #expect(changeset.stages.map(\.edits.description) == ["deleted 0", "inserted 1"])
    #expect(changeset.stages.map(\.data) == [["b"], ["b", "c"]])
  }

  @Test("of whole values take a delete and an insert at one offset for an update")
  func valueIdentity() {
    let changeset = Changeset(values: ["a", "b", "c", "c"], to: ["a", "x", "c"])
    #expect(changeset.changes.updated == [OffsetPair(source: 1, target: 1)])
    #expect(changeset.changes.deleted == [3])
    #expect(changeset.apply(to: ["a", "b", "c", "c"]) == ["a", "x", "c"])
  }

  @Test("read for a person")
  func description() {
    #expect(
      Changeset(from: old, to: new).description == """
        1 deleted, 2 inserted, 1 updated, 1 moved, 0 unchanged
        - 1: 1
        > 2→0: 2
        + 1: 4
        ~ 0→2: 0 → 0.1
        + 3: 3
        """)
  }

  @Test("come back from JSON as they were, and wrong ones not at all")
  func codable() throws {
    let changeset = Changeset(from: old, to: new)
    let data = try JSONEncoder().encode(changeset)
    #expect(try JSONDecoder().decode(Changeset<Item>.self, from: data) == changeset)
    let text = String(decoding: data, as: UTF8.self)
    let damages = [
      ("\"deleted\":[1]", "\"deleted\":[7]"), ("\"deleted\":[1]", "\"deleted\":[-1]"),
      ("\"deleted\":[1]", "\"deleted\":[]"), ("\"inserted\":[1,3]", "\"inserted\":[3,1]"),
      ("\"sourceCount\":3", "\"sourceCount\":-3"),
    ]
    for (part, damage) in damages {
      #expect(text.contains(part))
      let damaged = Data(text.replacingOccurrences(of: part, with: damage).utf8)
      #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Changeset<Item>.self, from: damaged)
      }
    }
  }

  @Test("are not applied to a collection of another length")
  func mismatch() {
    #expect(Changeset(from: old, to: new).apply(to: new) == nil)
  }

  @Test("of optional, array and type-erased elements")
  func otherElements() {
    let optional = Changeset(from: [Item(1), nil], to: [nil, Item(1, 1)])
    #expect(optional.summary == ChangeSummary(updated: 1, moved: 1, unchanged: 0))
    let nested = Changeset(from: [[Item(1)], [Item(2)]], to: [[Item(2)], [Item(1, 1)]])
    #expect(nested.summary.updated == 1)
    let erased = Changeset(
      from: [AnyDiffable(Item(1)), AnyDiffable(Text(text: "1"))],
      to: [AnyDiffable(Text(text: "1")), AnyDiffable(Item(1, 2))])
    #expect(erased.summary == ChangeSummary(updated: 1, moved: 1, unchanged: 0))
  }

  private struct Text: Diffable, Hashable {
    var text: String
  }

  @Test("a holder hands out the changes each time it is set")
  func holder() {
    var holder = CollectionHolder(old)
    #expect(holder.set(new) == Changeset(from: old, to: new))
    #expect(holder.set(new).isEmpty)
    #expect(holder.current == new)
  }

  @Test("an interrupted or too large update is one reload")
  func interrupt() {
    let changeset = Changeset(from: old, to: new)
    var list = StrictList(old)
    changeset.update(&list) { !$0.edits.deleted.isEmpty }
    #expect(list.elements == new && list.batches == 1 && list.reloads == 1)
    list = StrictList(old)
    changeset.update(&list, reloadingAbove: 4)
    #expect(list.elements == new && list.batches == 0 && list.reloads == 1)
  }

  @Test("duplicates are an error where that is asked for")
  func duplicates() {
    #expect(throws: Never.self) { try Duplicates(from: old, to: new).requireNone() }
    let error = #expect(throws: DuplicateIdentities.self) {
      try Duplicates(from: [1, 2, 1], to: [1]).requireNone()
    }
    #expect(
      error?.description
        == "identities are not unique: 1 (first at 0 and 2) in the source, none in the target")
  }

  @Test("the standard library's differences come and go")
  func collectionDifference() {
    var random = SeededGenerator.announced("collection differences")
    for _ in 0..<100 {
      let source = (0..<20).map { _ in Int.random(in: 0..<9, using: &random) }
      let target = (0..<20).map { _ in Int.random(in: 0..<9, using: &random) }
      let difference = target.difference(from: source).inferringMoves()
      let changeset = Changeset(from: source, difference: difference)
      #expect(changeset?.target == target)
      #expect(changeset?.apply(to: source) == target)
      #expect(changeset?.stages.last?.data == (source == target ? nil : target))
    }
    let foreign = [1, 2, 3].difference(from: [3, 2, 1, 0])
    #expect(Changeset(from: [Int](), difference: foreign) == nil)
  }

  @Test("a flat list names deletes, then by target offset inserts, updates and moves")
  func flatList() {
    let operations = Changeset(from: old, to: new).changes.flatOperations
    #expect(operations == [.delete(1), .move(from: 2, to: 0), .insert(1), .update(2), .insert(3)])
  }
}
