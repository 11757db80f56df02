import Platform
@testable import Records
import StagedDiff
import TestSupport
import Testing

@testable import Comparing

/// Whatever took time quadratic in the number of records would take minutes here.
@Suite("Identities whose hashes collide")
struct HashFloodTests {

  /// A CSV text of these keys, some with another value.
  private func csv(_ keys: [String], isNew: Bool) -> String {
    let rows = keys.enumerated().map { number, key in
      "\(key),\(isNew && number % 100 == 0 ? "new" : "old"),\(number % 7)"
    }
    return "id,value,part\n" + rows.joined(separator: "\n") + "\n"
  }

  @Test("keys that were crafted to collide are compared like any others")
  func crafted() throws {
    let count = 40_000
    let keys = (0..<count).map(CraftedKeys.key)
    let result = try compare(csv(keys, isNew: false), csv(keys, isNew: true), plan(key: "id"))
    #expect(result.summary.updated == count / 100)
    #expect(result.summary.unchanged == count - count / 100)
  }

  /// What makes up identities.
  enum Identity: CaseIterable {
    case column, columns, normalized, record

    var plan: ComparisonPlan {
      var plan = ComparisonPlan()
      switch self {
      case .column: plan.identity = .columns(["id"])
      case .columns: plan.identity = .columns(["value", "id"])
      case .normalized:
        plan.identity = .columns(["id"])
        plan.normalizers = ["id": [.native(TextNormalizer(.lower))]]
      case .record: plan.identity = .record
      }
      return plan
    }
  }

  /// How the target's records lie.
  enum Order: CaseIterable { case kept, reversed, doubled }

  private func keys(_ order: Order) -> (old: [String], new: [String]) {
    let old = (0..<4_000).map { "Key \($0)" }
    switch order {
    case .kept: return (old, Array(old.dropFirst(2_000)))
    case .reversed: return (old, old.reversed())
    case .doubled: return (old + old[..<500], old[1000...] + old)
    }
  }

  @Test(
    "are paired as ever where every hash is the same",
    arguments: Identity.allCases, Order.allCases)
  func equalHashes(identity: Identity, order: Order) throws {
    let keys = keys(order)
    let (pairing, found) = try pairs(
      csv(keys.old, isNew: false), csv(keys.new, isNew: true), identity.plan)
    #expect(found == pairing)
  }

  @Test("records that seem to be a pair by their hashes are none where memory is short")
  func falsePair() throws {
    let keys = (0..<4_000).map { "Key \($0)" }
    var others = keys
    others[2_050] = "Other"
    let (old, new) = (csv(keys, isNew: false), csv(others, isNew: true))
    let source = try RecordInput.read(bytes: Array(old.utf8), name: "old.csv").table(hashing: ["id"])
    let target = try RecordInput.read(bytes: Array(new.utf8), name: "new.csv").table(hashing: ["id"], beside: source)
    var hashes = target.identityHashes
    hashes[2_050] = source.identityHashes[2_050]
    target.index.replaceHashes(hashes)
    let keyed = plan(key: "id")
    let plan = try ResolvedPlan(keyed, source: source, target: target)
    let spilled = try Comparison(
      spilling: ComparisonInput(source: source, target: target, plan: plan),
      SpillingMemory(1 << 20, in: SpillFolder()))
    let whole = try compare(old, new, keyed)
    #expect(try ResultWriting.json(spilled) == ResultWriting.json(whole))
    #expect(spilled.summary.inserted == 1 && spilled.summary.updated == 40)
  }

  @Test("are paired as ever within sections where every hash is the same")
  func sections() throws {
    let keys = keys(.doubled)
    var plan = plan(key: "id")
    plan.section = .column("part")
    let (pairing, found) = try pairs(
      csv(keys.old, isNew: false), csv(keys.new, isNew: true), plan)
    #expect(found == pairing)
  }

  /// The pairs that hashes make, and those that are made if all hashes are the same.
  private func pairs(
    _ old: String, _ new: String, _ plan: ComparisonPlan
  ) throws -> (Pairing, Pairing) {
    let (source, target) = (try table(old), try table(new))
    var collections = ComparisonInput(
      source: source, target: target, plan: try ResolvedPlan(plan, source: source, target: target))
    let sections = try collections.divide(choice: .given(["id"]))
    var identities = try IdentityIndex(collections)
    let pairing = try PairedRecords(collections, sections, identities, known: nil).pairs.whole
    identities.hashes = Sides { [UInt64](repeating: 1, count: identities.hashes[$0].count) }
    return (pairing, try PairedRecords(collections, sections, identities, known: nil).pairs.whole)
  }
}
