import Analysis
import Comparing
import Records
import Requests
import TestSupport
import Testing

/// That keys may have been dealt anew is said where they were, and not where it is known what became of the values.
@Suite struct LearningDoubtLawTests {
  private static func request(_ old: [[String]], _ new: [[String]], _ columns: [String]) -> DiffRequest {
    let bytes = [old, new].map { rows in
      Array(([columns] + rows).map { $0.joined(separator: ",") + "\n" }.joined().utf8)
    }
    var request = DiffRequest(old: "old", new: "new")
    request.options.contents = Sides(source: bytes[0], target: bytes[1])
    return request
  }

  /// A value of a column of some kind.
  private static func value(_ kind: Int, _ record: Int, _ random: inout SeededGenerator) -> String {
    let number = Int.random(in: 1...9_999, using: &random)
    return switch kind {
    case 0: "\(number / 100).\(10 + number % 90)"
    case 1: "\(number)"
    case 2: "20\(10 + number % 15)-0\(1 + number % 9)-1\(number / 9 % 9)"
    case 3: ["open", "done", "lost", "kept", "none", "sold"][number % 6]
    case 4: "CUST-\(number)"
    case 5: number % 10 < 8 ? "" : "x\(number)"
    default: number % 20 == 0 ? "N" : "Y"
    }
  }

  @Test("nothing that is found in pairs of dealt keys takes the doubt away")
  func dealt() throws {
    var random = SeededGenerator(seed: 5)
    var doubtful = 0
    for _ in 0..<24 {
      let kinds = (0..<Int.random(in: 1...4, using: &random)).map { _ in Int.random(in: 0...6, using: &random) }
      let count = Int.random(in: 20...120, using: &random)
      var rows: [[String]] = []
      for record in 0..<count {
        rows.append(["u\(record * record % 9_973)"] + kinds.map { Self.value($0, record, &random) })
      }
      // Each key gets the values of another record, and some columns are written otherwise besides.
      let step = Int.random(in: 1..<count, using: &random)
      let isChanged = Bool.random(using: &random)
      let new = rows.indices.map { place -> [String] in
        let other = rows[(place + step) % count]
        return isChanged ? other.enumerated().map { $0 == kinds.count ? "A\($1)" : $1 } : other
      }
      let keyed = [rows, new].map { rows in rows.enumerated().map { ["\(7_000 + 13 * $0)"] + $1 } }
      let request = Self.request(keyed[0], keyed[1], ["id", "u"] + kinds.indices.map { "c\($0)" })
      let comparison = try compare(request)
      var plan = comparison.plan
      plan.identity = .automatic
      let raw = try Learner.learn(source: comparison.source, target: comparison.target, plan: plan)
      let learning = try learn(request)
      #expect(learning.learnt.isKeyDoubtful == raw.isKeyDoubtful, "\(kinds), \(count), \(step)")
      doubtful += raw.isKeyDoubtful ? 1 : 0
    }
    #expect(doubtful > 4, "\(doubtful)")
  }

  /// What becomes of values of a few, by which some pairs of any two records seem to be right.
  private static let fews: [(name: String, olds: [String], new: @Sendable (String) -> String)] = [
    ("times 100", ["1", "2", "4"], { $0 + "00" }), ("times -1", ["1", "2", "0", "1", "2"], { "-\($0)" }),
    ("later", ["1000", "2000", "3000"], { "\((Int($0) ?? 0) + 1_000)" }), ("truth", ["Y"], { _ in "true" }),
    ("nothing", [""], { _ in "NULL" }), ("codes", ["A", "A", "A", "A", "A", "A", "A", "B"], { $0 == "A" ? "x" : "y" }),
  ]

  @Test("nothing that holds of any two records takes the doubt away", arguments: fews.indices, [1, 2, 3])
  func chance(few: Int, seed: UInt64) throws {
    let (name, olds, change) = Self.fews[few]
    var random = SeededGenerator(seed: seed)
    let old = (0..<60).map { _ in
      [olds[Int.random(in: olds.indices, using: &random)], "0", "1", "nm\(Int.random(in: 1...9_999, using: &random))"]
    }
    // Two columns of one value each are the other one now, and all others are another record's.
    let new = old.shuffled(using: &random).map { [change($0[0]), "1", "0", $0[3].uppercased()] }
    let keyed = [old, new].map { rows in rows.enumerated().map { ["\($0)"] + $1 } }
    let request = Self.request(keyed[0], keyed[1], ["id", "a", "c", "d", "name"])
    let learning = try learn(request)
    #expect(learning.learnt.isKeyDoubtful, "\(name)")
  }

  @Test("a rule of three codes that holds in nearly all pairs takes it away, and in no others")
  func codes() throws {
    var random = SeededGenerator(seed: 9)
    func number() -> String { "nm\(Int.random(in: 1...99_999, using: &random))" }
    let codes = (0..<60).map { _ in Int.random(in: 0..<3, using: &random) }
    let old = codes.enumerated().map { ["\($0)", ["R", "S", "E"][$1], number()] }
    let new = codes.enumerated().map { ["\($0)", ["regular", "sample", "express"][$1], number()] }
    let dealt = codes.shuffled(using: &random).enumerated().map {
      ["\($0)", ["regular", "sample", "express"][$1], number()]
    }
    func isDoubtful(_ new: [[String]]) throws -> Bool {
      try learn(Self.request(old, new, ["id", "kind", "name"])).learnt
        .isKeyDoubtful
    }
    #expect(try !isDoubtful(new))
    #expect(try isDoubtful(dealt))
  }

  /// What becomes of the two numbers of a record.
  private static let changes: [(name: String, change: @Sendable (Int, Int) -> (String, String))] = [
    ("times 1.19", { ("\((119 * $0 + 50) / 100)", "\($1)") }), ("swapped", { ("\($1)", "\($0)") }),
    ("offset", { ("\($0 + 1_000)", "\($1)") }), ("one value", { _, other in ("0", "\(other)") }),
  ]

  @Test("keys are not doubted where it is known what became of the values", arguments: 0..<4)
  func known(change: Int) throws {
    let (name, change) = Self.changes[change]
    let numbers = (1...80).map { (100 * $0 + $0 * $0 % 97, 1_000 + 37 * $0 % 8_009) }
    // Of one column where the other one would stay.
    let isPair = name == "swapped"
    let old = numbers.enumerated().map { ["\($0)", "\($1.0)"] + (isPair ? ["\($1.1)"] : []) }
    let new = numbers.enumerated().map { place, pair in
      let made = change(pair.0, pair.1)
      return ["\(place)", made.0] + (isPair ? [made.1] : [])
    }
    let request = Self.request(old, new, ["id", "a"] + (isPair ? ["b"] : []))
    let learning = try learn(request)
    #expect(!learning.learnt.isKeyDoubtful, "\(name)")
    #expect(learning.rest?.findings.isEmpty == false, "\(name)")
  }
}
