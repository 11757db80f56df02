import Records
import TestSupport
import Testing

@testable import Comparing

@Suite("Records that are the same on both sides")
struct TwinsTests {
  /// How the target's records lie.
  enum Order: CaseIterable { case kept, halvesSwapped, shuffled, doubled }

  /// Two texts of so many records: some gone, some new, some with another value, all keys in lower case without
  /// spaces.
  private func texts(_ count: Int, _ order: Order) -> (old: String, new: String) {
    var random = SeededGenerator.announced("twins: \(order)")
    let keys = (0..<count).map { "key\($0)@example" }
    func lines(_ keys: [String]) -> [String] { keys.map { "\($0),\($0.utf8.count % 7)" } }
    var new = lines(keys)
    for place in stride(from: 17, to: count, by: 29) { new[place] = "\(keys[place]),changed" }
    for place in stride(from: 40, to: count, by: 61) { new[place] = "new\(place),0" }
    switch order {
    case .kept: break
    case .halvesSwapped: new = Array(new[(count / 2)...] + new[..<(count / 2)])
    case .shuffled: new.shuffle(using: &random)
    case .doubled: new += new[..<(count / 3)]
    }
    func text(_ lines: [String]) -> String { "k,v\n" + lines.joined(separator: "\n") + "\n" }
    return (text(lines(keys)), text(new))
  }

  @Test(
    "a key that a normalizer leaves as it is gives what the key as it stands gives",
    arguments: CaseSample.some(2, of: Order.allCases, "orders of twins"), [1, 2])
  func normalized(order: Order, workers: Int) throws {
    let (old, new) = texts(40_000, order)
    let plain = try compare(old, new, plan(key: "k") { $0.run.workers = workers })
    let ruled = try compare(
      old, new,
      plan(key: "k") {
        $0.run.workers = workers
        $0.normalizers = ["k": [.native(TextNormalizer(.trim)), .native(TextNormalizer(.lower))]]
      })
    #expect(ruled.summary == plain.summary)
    #expect(ruled.entries == plain.entries)
    #expect(ruled.duplicates.target.repetitions == plain.duplicates.target.repetitions)
  }

  @Test("equal bytes are not equal records where a column has another's name")
  func renamedToEachOther() throws {
    let text = "id,a,b\n1,x,y\n2,z,z\n"
    let result = try compare(
      text, text,
      plan(key: "id") {
        $0.renames = ["a": "b", "b": "a"]
      })
    #expect(result.summary == Summary(deleted: 0, inserted: 0, updated: 1, moved: 0, unchanged: 1))
  }
}
