import Foundation
import StagedDiff
import Testing

@Suite("Linear changes")
struct LinearChangesTests {
  @Test("that are ranges equal the same ones listed, from JSON too")
  func ranges() throws {
    let changes = Changeset(from: [1, 2], to: [1, 2, 3, 4]).changes
    let listed = LinearChanges(
      sourceCount: 2, targetCount: 4, deleted: [], inserted: [2, 3], updated: [], moved: [], moves: .minimal)
    #expect(changes == listed)
    #expect(changes.hashValue == listed.hashValue)
    #expect(changes.inserted.map(\.self) == [2, 3])
    let read = try JSONDecoder().decode(LinearChanges.self, from: JSONEncoder().encode(changes))
    #expect(read == changes)
  }

  @Test("the first of 100,000 elements gone to the end is one move")
  func firstToEnd() {
    let source = Array(UInt32(0)..<100_000)
    let pairing = Pairing(
      sourceIdentities: source, targetIdentities: Array(source.dropFirst()) + [0])
    let changes = LinearChanges(pairing: pairing) { _, _ in false }
    #expect(changes.moved == [OffsetPair(source: 0, target: 99_999)])
    let heckel = LinearChanges(pairing: pairing, moves: .heckel) { _, _ in false }
    #expect(heckel.moved.count == 99_999)
  }

  @Test("stages: updates and deletes by source offset, inserts and moves by target offset")
  func stages() {
    let pairing = Pairing(sourceIdentities: [0, 1, 2], targetIdentities: [2, 4, 0, 3])
    let changes = LinearChanges(pairing: pairing, updatedTargets: [2])
    #expect(
      changes.stages.map(\.description) == [
        "updated 0", "deleted 1", "inserted 1 3, moved 1→0",
      ])
  }

  @Test("known updates that are unpaired, out of range or repeated do not count")
  func strayUpdates() {
    let pairing = Pairing(sourceIdentities: [1, 2], targetIdentities: [2, 3, 1])
    let changes = LinearChanges(pairing: pairing, updatedTargets: [2, -1, 1, 9, 0, 2])
    #expect(changes.updated == [.init(source: 0, target: 2), .init(source: 1, target: 0)])
  }
}
