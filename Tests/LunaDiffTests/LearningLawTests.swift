import Comparing
import Analysis
import Foundation
import Records
import Requests
import TestSupport
import Testing

/// What `learn` promises, held to files: noise is found, and rules that were learned hide no edit.
@Suite struct LearningLawTests {
  /// Two versions of a table: each column with noise all over it, and true edits in one cell of a hundred.
  struct Planted {
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

  private static let seeds = CaseSample.some(
    1, of: Array(1...3 as ClosedRange<UInt64>), "seeds of planted noise")

  /// Learns from two tables, and compares them under the rules file that comes of it.
  private func learn(
    _ old: String, _ new: String
  ) throws -> (learnt: LearntRules, comparison: Comparison) {
    var request = DiffRequest(old: "old", new: "new")
    request.options.contents = Sides(source: Array(old.utf8), target: Array(new.utf8))
    request.options.rules = [.text("identity = 'id'", name: "key")]
    let learnt = try Requests.learn(request)
    let base = try LearningBase(request.options, output: nil)
    let text = learnt.text(["old", "new"], keeping: learnt.rules, on: base)
    request.options.rules = [.text(text, name: "learnt")]
    return (learnt, try compare(request))
  }

  @Test(
    "of twelve kinds of noise in five tables with edits all are found, and the rules hide no edit in either half",
    arguments: seeds)
  func planted(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var found: Set<Noise> = []
    for columns in Self.tables {
      let planted = Planted(columns, records: 1_200, &random)
      #expect(planted.edits.count >= 5 * columns.count)
      let (learnt, comparison) = try learn(planted.old, planted.new)
      for rule in learnt.rules {
        let column = columns.first { $0.name == rule.column }
        #expect(column?.noise.map { rule.noises == [$0] } == true, "\(rule)")
        found.formUnion(rule.noises)
      }
      let shown = Set(
        try comparison.changes.flatMap { change in
          change.fields.map { [change.key.map(\.description).joined(), $0.column] }
        })
      #expect(shown.isSuperset(of: planted.edits), "\(planted.edits.subtracting(shown))")
      #expect(comparison.summary.updated == learnt.updated.after)
      // What the rules leave is what was edited, and what is rare among codes.
      #expect(shown.count <= 2 * planted.edits.count)
    }
    let (renamed, _) = try learn(Self.plain("cost"), Self.plain("price"))
    found.formUnion(renamed.rules.flatMap(\.noises))
    let wanted = Set(Self.tables.joined().compactMap(\.noise) + [.renamed])
    #expect(wanted.count == 12)
    #expect(found.isSuperset(of: wanted), "\(wanted.subtracting(found))")
  }

  private static func plain(_ column: String) -> String {
    "id,\(column)\n" + (1...200).map { "\($0),\($0 * 7).50\n" }.joined()
  }

  // MARK: Several kinds

  /// One column of many records, of which some are edited.
  private static func column(_ value: (Int) -> (old: String, new: String)) -> (String, String) {
    let rows = (1...400).map { number in
      let (old, new) = value(number)
      return (
        "k\(number),\"\(old)\"\n", "k\(number),\"\(number % 50 == 0 ? "\(new)9" : new)\"\n"
      )
    }
    return (
      "id,v\n" + rows.map(\.0).joined(), "id,v\n" + rows.map(\.1).joined()
    )
  }

  /// How both files spell the values of a column, by the number of the record.
  struct Spelled: Sendable {
    let noises: [Noise]
    let value: @Sendable (Int) -> (old: String, new: String)

    init(_ noises: Noise..., value: @escaping @Sendable (Int) -> (old: String, new: String)) {
      self.noises = noises
      self.value = value
    }
  }

  private static let columns: [Spelled] = [
    Spelled(.dateFormat, .nothing) { number in
      let day = two(number % 28 + 1)
      return number % 3 == 0 ? ("", "N/A") : ("1980-05-\(day)", "\(day).05.1980")
    },
    Spelled(.letterCase, .nothing) { number in
      number % 2 == 0 ? ("Name \(number)x", "NAME \(number)X") : ("-", "")
    },
    Spelled(.whiteSpace, .letterCase) { number in
      ("Name \(number)x", number % 2 == 0 ? "NAME \(number)X" : "Name  \(number)x ")
    },
    Spelled(.numeral) { number in
      ("\(number).\(100 + number),50", "\(number)\(100 + number).5")
    },
    Spelled(.groupMarks) { number in
      ("\(number),\(100 + number).50", "\(number)\(100 + number).50")
    },
    Spelled(.numeral, .nothing) { number in
      number % 2 == 0
        ? ("\(number) \(100 + number),25", "\(number)\(100 + number).25") : ("", "NULL")
    },
  ]

  @Test("several kinds of noise on one column are learned together, and hide no edit")
  func together() throws {
    for column in Self.columns {
      let (old, new) = Self.column(column.value)
      let (learnt, comparison) = try learn(old, new)
      #expect(
        Set(learnt.rules.flatMap(\.noises)) == Set(column.noises),
        "\(column.noises): \(learnt.rules)")
      #expect(comparison.summary.updated == 8, "\(column.noises)")
    }
  }

  // MARK: Keys

  private static let keys: [Spelled] = [
    Spelled(.letterCase) { number in ("k\(number)a", "K\(number)A") },
    Spelled(.leadingZeros) { number in ("00\(number)", "\(number)") },
    Spelled(.whiteSpace) { number in ("k\(number) ", "k\(number)") },
    Spelled(.whiteSpace, .letterCase) { number in ("k\(number) ", "K\(number)") },
  ]

  @Test("keys that are written in two ways become one, and records that came or went stay so")
  func keys() throws {
    for key in Self.keys {
      let old = "id,v\n" + (1...300).map { "\(key.value($0).old),\($0)\n" }.joined()
      let new =
        "id,v\n" + (4...305).map { "\(key.value($0).new),\($0 == 9 ? 0 : $0)\n" }.joined()
      let (learnt, comparison) = try learn(old, new)
      #expect(learnt.rules.map(\.noises) == [key.noises])
      #expect(learnt.rules.map(\.isOfKey) == [true])
      let summary = comparison.summary
      #expect((summary.deleted, summary.inserted, summary.updated) == (3, 5, 1), "\(key.noises)")
    }
  }

  @Test("keys that differ in nothing but their spelling on one side stay two")
  func twoKeys() throws {
    let old = "id,v\n" + (1...100).map { "k\($0),1\n" }.joined()
    let new = "id,v\n" + (1...100).map { "K\($0),1\n" }.joined() + "K7 ,1\nk7,2\n"
    #expect(try learn(old, new).learnt.rules.isEmpty)
  }
}
