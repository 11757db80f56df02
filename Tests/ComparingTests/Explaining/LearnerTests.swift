import Records
import TestSupport
import Testing

@testable import Comparing
@testable import Explaining

/// Rules that are learned from what differs.
@Suite struct LearnerTests {
  /// Two versions of a table: each column with noise all over it, and true edits in one cell of a hundred.
  private struct Planted {
    /// A column: what a value is, how both files spell it, and another value.
    struct Column: Sendable {
      let name: String
      let noise: Noise?
      let value: @Sendable (Int, inout SeededGenerator) -> (old: String, new: String)
    }

    let columns: [Column]
    private(set) var old: String
    private(set) var new: String
    /// The cells that were truly edited, by key and column.
    private(set) var edits: Set<[String]> = []

    init(_ columns: [Column], records: Int, _ random: inout SeededGenerator) {
      self.columns = columns
      old = "id," + columns.map(\.name).joined(separator: ",") + "\n"
      new = old
      for record in 1...records {
        var cells = (old: ["k\(record)"], new: ["k\(record)"])
        for (number, column) in columns.enumerated() {
          let value = column.value(Int.random(in: 1...9_999, using: &random), &random)
          cells.old.append("\"\(value.old)\"")
          var after = value.new
          // Every record has one turn in a hundred, so that each column has its edits in both halves.
          if record % 100 == number, record > 100 || number > 0 {
            let other = column.value(10_000 + record, &random)
            if other.new != after {
              after = other.new
              edits.insert(["k\(record)", column.name])
            }
          }
          cells.new.append("\"\(after)\"")
        }
        old += cells.old.joined(separator: ",") + "\n"
        new += cells.new.joined(separator: ",") + "\n"
      }
    }
  }

  private static let names = ["Ann", "Bob", "Zoë", "Émile", "Ürsula", "Chloé"]

  private static func name(_ seed: Int) -> String { "\(names[seed % names.count]) \(seed)x" }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func day(_ seed: Int) -> (year: Int, month: Int, day: Int) {
    (1950 + seed % 70, 1 + seed / 70 % 12, 1 + seed / 840 % 28)
  }

  private static let tables: [[Planted.Column]] = [
    [
      .init(name: "name", noise: .letterCase) { seed, _ in (name(seed), name(seed).uppercased()) },
      .init(name: "town", noise: .whiteSpace) { seed, _ in ("Town \(seed)", " Town \(seed)  ") },
      .init(name: "note", noise: .normalization) { seed, _ in
        ("caf\u{E9} \(seed)", "cafe\u{301} \(seed)")
      },
    ],
    [
      .init(name: "zip", noise: .leadingZeros) { seed, _ in ("00\(seed)", "\(seed)") },
      .init(name: "amount", noise: .decimalComma) { seed, _ in
        ("\(seed),\(two(seed % 90 + 1))", "\(seed).\(two(seed % 90 + 1))")
      },
      .init(name: "weight", noise: .rounding) { seed, random in
        let rest = Int.random(in: 1...44, using: &random)
        return ("\(seed).\(two(seed % 90))\(two(rest))1", "\(seed).\(two(seed % 90))")
      },
    ],
    [
      .init(name: "born", noise: .dateFormat) { seed, _ in
        let (year, month, day) = day(seed)
        return ("\(year)-\(two(month))-\(two(day))", "\(two(day)).\(two(month)).\(year)")
      },
      .init(name: "seen", noise: .timeZone) { seed, _ in
        let (year, month, day) = day(seed)
        let date = "\(year)-\(two(month))-\(two(day))"
        return ("\(date)T\(two(seed % 20)):15:00Z", "\(date)T\(two(seed % 20 + 2)):15:00+02:00")
      },
    ],
    [
      .init(name: "phone", noise: .nothing) { seed, _ in
        seed < 10_000 && seed % 2 == 0 ? ("", "N/A") : ("+49\(seed)", "+49\(seed)")
      },
      .init(name: "status", noise: .codes) { seed, _ in
        let codes = [("A", "active"), ("C", "closed"), ("P", "pending")]
        return codes[seed % codes.count]
      },
      .init(name: "tags", noise: .listOrder) { seed, _ in
        ("red\(seed);blue;green", "green;red\(seed);blue")
      },
    ],
    [
      // No noise here: rules would hide what somebody wants to know.
      .init(name: "price", noise: nil) { seed, _ in ("\(seed).10", "\(seed).10") },
      .init(name: "state", noise: nil) { seed, _ in
        (["open", "done"][seed % 2], ["open", "done"][seed % 2])
      },
    ],
  ]

  @Test(
    "of twelve kinds of noise in five tables with edits all are found, and no rule hides an edit",
    arguments: [1, 2, 3] as [UInt64])
  func planted(round: UInt64) throws {
    var random = SeededGenerator.announced("noise")
    var found: Set<Noise> = []
    for columns in Self.tables {
      let planted = Planted(columns, records: 1_200, &random)
      let learnt = try Learner.learn(
        source: table(planted.old, name: "old.csv"), target: table(planted.new, name: "new.csv"),
        plan: plan(key: "id"))
      for rule in learnt.rules {
        let column = columns.first { $0.name == rule.column }
        #expect(column?.noise.map(rule.noises.contains) == true, "\(rule)")
        found.formUnion(rule.noises)
      }
      // An edit of a code may come upon the same code.
      #expect(learnt.updated.after >= Set(planted.edits.map { $0[0] }).count)
    }
    let renamed = try Learner.learn(
      source: table(Self.plain("cost"), name: "old.csv"),
      target: table(Self.plain("price"), name: "new.csv"), plan: plan(key: "id"))
    found.formUnion(renamed.rules.flatMap(\.noises))
    let wanted = Set(Self.tables.joined().compactMap(\.noise) + [.renamed])
    #expect(wanted.count == 12)
    #expect(found.isSuperset(of: wanted), "\(wanted.subtracting(found))")
  }

  private static func plain(_ column: String) -> String {
    "id,\(column)\n" + (1...200).map { "\($0),\($0 * 7).50\n" }.joined()
  }

  @Test(
    "what would hide an edit, or is too rare to be more than one, is not proposed",
    arguments: [
      // Edits of a cent among amounts that are rounded: a tolerance would hide them.
      ("9.1234", "9.12", "9.1234", "9.1211"),
      // States that change, and do so only now and then.
      ("open", "open", "open", "done"),
      // Texts that differ in case in two records alone.
      ("a", "b", "a", "A"),
    ])
  func refused(old: String, new: String, oldEdit: String, newEdit: String) throws {
    func text(_ usual: String, _ edited: String) -> String {
      "id,v\n" + (1...400).map { "\($0),\($0 % 40 == 0 ? edited : usual)\n" }.joined()
    }
    let learnt = try Learner.learn(
      source: table(text(old, oldEdit), name: "old.csv"),
      target: table(text(new, newEdit), name: "new.csv"), plan: plan(key: "id"))
    #expect(learnt.rules.isEmpty, "\(learnt.rules)")
  }

  @Test("columns that are masked, or have rules already, are left alone")
  func leftAlone() throws {
    func text(_ value: (Int) -> String) -> String {
      "id,v,w\n" + (1...50).map { "\($0),\(value($0)),\(value($0))\n" }.joined()
    }
    let learnt = try Learner.learn(
      source: table(text { "x\($0)" }, name: "old.csv"),
      target: table(text { "X\($0)" }, name: "new.csv"),
      plan: plan(key: "id") {
        $0.masked = ["v"]
        $0.comparators = ["w": .native(ExactComparator())]
      })
    #expect(learnt.rules.isEmpty)
    #expect(learnt.updated == (50, 50))
  }
}
