import TestSupport
import Testing

@testable import Batch

/// What a history keeps of changes, and what it says of those of two runs.
@Suite struct KeptChangesTests {
  private typealias Entry = KeptChanges.Entry

  private static func kept(_ entries: [Entry], most: Int) -> KeptChanges {
    let sorted = entries.sorted()
    let names = sorted.prefix(most).prefix(3).map {
      KeptChanges.Name(kind: .updated, key: [String($0.key)], columns: [])
    }
    return KeptChanges(count: entries.count, entries: Array(sorted.prefix(most)), names: Array(names))
  }

  /// The same by plain counting: of the changes that both are sure to have kept.
  private static func expected(_ old: [Entry], _ new: [Entry], most: Int)
    -> (new: Int, gone: Int, other: Int, same: Int)
  {
    let bound = [old, new].compactMap { $0.count > most ? $0.sorted()[most - 1].key : nil }.min() ?? .max
    var counts = (new: 0, gone: 0, other: 0, same: 0)
    for key in Set((old + new).map(\.key)) where key < bound {
      var (was, now) = (old.filter { $0.key == key }, new.filter { $0.key == key })
      for entry in was {
        guard let place = now.firstIndex(of: entry), let own = was.firstIndex(of: entry) else { continue }
        now.remove(at: place)
        was.remove(at: own)
        counts.same += 1
      }
      counts.other += min(was.count, now.count)
      counts.gone += max(0, was.count - now.count)
      counts.new += max(0, now.count - was.count)
    }
    return counts
  }

  @Test("a record that has another change than before is named")
  func others() {
    func kept(_ contents: [UInt32]) -> KeptChanges {
      Self.kept(contents.enumerated().map { Entry(key: UInt64($0), content: $1) }, most: 9)
    }
    let found = kept([7, 8, 9]).difference(from: kept([7, 1, 9]))
    #expect((found.other, found.same) == (1, 2))
    #expect(found.otherNames.map(\.key) == [["1"]])
  }

  @Test("the changes of two runs are told apart as by plain counting, however many were kept")
  func difference() {
    var generator = SeededGenerator.announced("kept changes")
    for _ in 0..<2000 {
      let most = Int.random(in: 1...6, using: &generator)
      func entries() -> [Entry] {
        (0..<Int.random(in: 0...9, using: &generator)).map { _ in
          Entry(key: UInt64.random(in: 0..<8, using: &generator), content: UInt32.random(in: 0..<2, using: &generator))
        }
      }
      let (old, new) = (entries(), entries())
      let found = Self.kept(new, most: most).difference(from: Self.kept(old, most: most))
      let expected = Self.expected(old, new, most: most)
      #expect((found.new, found.gone) == (expected.new, expected.gone))
      #expect((found.other, found.same) == (expected.other, expected.same))
      #expect(found.newNames.count <= found.new && found.goneNames.count <= found.gone)
      #expect(found.otherNames.count <= found.other)
      #expect(found.lookedAt.source == found.gone + found.other + found.same)
      #expect(found.lookedAt.target == found.new + found.other + found.same)
    }
  }
}
