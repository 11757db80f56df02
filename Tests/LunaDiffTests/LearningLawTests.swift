import Comparing
import Analysis
import Records
import Requests
import TestSupport
import Testing

/// What `learn` promises, held to files: noise is found, and rules that were learned hide no edit.
@Suite struct LearningLawTests {
  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Learns from two tables, and compares them under the rules file that comes of it.
  private func learn(
    _ old: String, _ new: String
  ) throws -> (learnt: LearntRules, comparison: Comparison) {
    var request = DiffRequest(old: "old", new: "new")
    request.options.contents = Sides(source: Array(old.utf8), target: Array(new.utf8))
    request.options.rules = [.text("identity = 'id'", name: "key")]
    let learnt = try Requests.learn(request).learnt
    let base = try LearningBase(request.options, output: nil)
    let text = learnt.text(["old", "new"], on: base)
    request.options.rules = [.text(text, name: "learnt")]
    return (learnt, try compare(request))
  }

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

  // MARK: Edits

  private static let noises: [@Sendable (String) -> String] = [
    { $0.replacing(" ", with: "  ") }, { $0.uppercased() }, { $0 + " " }, { "\u{200B}" + $0 },
    { $0.replacing(" ", with: "\u{A0}") }, { $0.replacing(" ", with: "") }, { $0 },
  ]
  private static let edits: [@Sendable (String) -> String] = [
    { $0.replacing(" ", with: "", maxReplacements: 1) }, { $0 + " new" }, { $0 + "7" },
    { String($0.prefix($0.count / 2) + $0.dropFirst($0.count / 2 + 1)) },
    { String($0.dropFirst().prefix(1) + $0.prefix(1) + $0.dropFirst(2)) },
  ]

  @Test(
    "rules for noise hide no edit that is planted beside it, such as a space that is removed",
    arguments: UInt64(0)..<50)
  func plantedEdits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let words = ["red", "green", "iron", "wood", "steel", "small", "round", "flat"]
    let noise = try #require(Self.noises.randomElement(using: &random))
    let edit = try #require(Self.edits.randomElement(using: &random))
    let share = Int.random(in: 3...10, using: &random)
    let (edited, rows) = (Set(stride(from: 7, to: 120, by: 10)), 0..<120)
    let old = rows.map { number in
      (0..<3).map { _ in words.randomElement(using: &random) ?? "" }.joined(separator: " ") + " n\(number)"
    }
    let new = rows.map { number in
      edited.contains(number)
        ? edit(old[number]) : Int.random(in: 0..<10, using: &random) < share ? noise(old[number]) : old[number]
    }
    func text(_ values: [String]) -> String { "id,v\n" + rows.map { "\($0),\(values[$0])\n" }.joined() }
    let (learnt, comparison) = try learn(text(old), text(new))
    let updated = Set(try comparison.changes.filter { $0.kind == .updated }.compactMap { $0.old?["id"]?.description })
    #expect(updated.isSuperset(of: edited.map(String.init)), "\(learnt.rules)")
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
