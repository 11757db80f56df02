import Foundation
import Records
import Testing

@testable import Analysis
@testable import Comparing

/// What was planted in values and names of columns and in which records there are, and is found.
extension FindingTests {
  @Test("several values that became one, in a column and of another column")
  func oneValue() throws {
    #expect(try findings(changing(1) { _, _ in "Unknown" }).map(\.cause) == [.unified(.text("Unknown"))])
    let copied = try findings(Self.rows.map { row in [row[0], row[5]] + row.dropFirst(2) })
    #expect(copied.map(\.cause) == [.copied] && copied.map(\.columns) == [["name", "note"]])
  }

  @Test("two columns in each other's place")
  func swapped() throws {
    let found = try findings(Self.rows.map { [$0[0], $0[5], $0[2], $0[3], $0[4], $0[1]] })
    #expect(found.first?.cause == .swapped, "\(found)")
    #expect(found.first?.columns == ["name", "note"] && found.first?.changes == 40)
  }

  @Test(
    "dates that are days and hours later", arguments: [("2026-03-", "", 86_400), ("2026-03-01T", ":30:00Z", 3_600)])
  func later(start: String, end: String, seconds: Int) throws {
    let old = changing(4) { number, _ in "\(start)\(number % 9 + 10)\(end)" }
    let found = try findings(changing(4) { number, _ in "\(start)\(number % 9 + 11)\(end)" }, from: old)
    #expect(found.map(\.cause) == [.later(seconds: seconds)])
    #expect(found.map(\.changes) == [40])
  }

  @Test("times that are later by one hour in winter and by two in summer, both said where they are all")
  func summerTime() throws {
    let old = changing(4) { number, _ in "2026-0\(number % 4 + 1)-11T0\(number % 7):30:00" }
    func later(_ number: Int) -> Int { number % 4 < 2 ? 1 : 2 }
    func time(_ number: Int, _ hours: Int) -> String { "2026-0\(number % 4 + 1)-11T0\(number % 7 + hours):30:00" }
    let found = try findings(changing(4) { number, _ in time(number, number < 4 ? 1 : later(number)) }, from: old)
    let both = [Finding.Delay(seconds: 3_600, count: 22), Finding.Delay(seconds: 7_200, count: 18)]
    #expect(found.map(\.cause) == [.laterByEither(both[0], both[1])])
    #expect(found.map(\.changes) == [40])
    // Four of other times are no winter.
    let single = try findings(changing(4) { number, _ in time(number, number < 4 ? 1 : 2) }, from: old)
    #expect(single.map(\.cause) == [.later(seconds: 7_200)])
  }

  @Test("times in UTC are those of local clocks in summer and in winter, if these are UTC")
  func summerZones() throws {
    let old = changing(4) { number, _ in "2026-0\(number % 4 + 1)-11T0\(number % 5 + 3):30:00" }
    let found = try findings(
      changing(4) { number, _ in
        "2026-0\(number % 4 + 1)-11T0\(number % 5 + (number % 4 < 2 ? 2 : 1)):30:00\(number == 3 ? "" : "Z")"
      }, from: old)
    let both = [(-3_600, 20), (-7_200, 19)].map { Finding.Delay(seconds: $0.0, count: $0.1, isOfZones: true) }
    #expect(found.map(\.cause) == [.laterByEither(both[0], both[1])])
    #expect(found.map(\.changes) == [39])
  }

  @Test("days that are later by months and years, whatever these have of days", arguments: [1, -2, 12, 25])
  func months(_ months: Int) throws {
    func day(_ number: Int, after months: Int) -> String {
      let month = number * 7 % 12 + months + 24
      let last = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month % 12]
      let (two, day) = (month % 12 + 1, min(number % 31 + 1, last))
      return "\(2005 + month / 12)-\(two < 10 ? "0" : "")\(two)-\(day < 10 ? "0" : "")\(day)"
    }
    let old = changing(4) { number, _ in day(number % 28, after: 0) }
    let found = try findings(changing(4) { number, _ in day(number % 28, after: months) }, from: old)
    #expect(found.map(\.cause) == [.laterByMonths(months)], "\(found)")
    #expect(found.map(\.changes) == [40])
    let ends = changing(4) { number, _ in "20\(number + 10)-01-31" }
    let last = try findings(
      changing(4) { number, _ in "20\(number + 10)-02-\((number + 10) % 4 == 0 ? 29 : 28)" }, from: ends)
    #expect(last.map(\.cause) == [.laterByMonths(1)], "\(last)")
  }

  @Test(
    "digits that an exponent, a spreadsheet or a cash desk left out, and one that came",
    arguments: [
      ("612.34", "6.12E+02", .exponent(3)), ("123456789012345612", "123456789012345000", .fifteen),
      ("17.43", "17.45", .multiples("0.05", .toNearestOrEven)), ("R17", "R171", .oneMore),
    ] as [(String, String, Finding.Digits)])
  func digits(first: String, second: String, digits: Finding.Digits) throws {
    func values(_ number: Int) -> (String, String) {
      let cents = number * 137 % 100
      return switch digits {
      case .exponent:
        (
          "\(number + 11)\(cents / 10).\(number % 4)7",
          "\((number + 11) / 10).\((number + 11) % 10)\(cents / 10)E+02"
        )
      case .fifteen: ("\(123_456_789_012_300 + number)\(100 + cents)", "\(123_456_789_012_300 + number)000")
      case .multiples: ("\(number).\(cents / 10)\([1, 2, 3, 4, 6][number % 5])", "")
      case .oneMore: ("R\(100 + number)", "R\(100 + number)\(number * 7 % 10)")
      case .fewer(let count): ("\(number * 7_919)", String("\(number * 7_919)".dropLast(count)))
      }
    }
    #expect(digits.holds(LearntRule.Example(old: .text(Text(first)), new: .text(Text(second)))))
    func nearest(_ text: String) -> String {
      let cents = (Double(text) ?? 0) * 100
      let rounded = Int((cents / 5).rounded()) * 5
      return "\(rounded / 100).\(rounded % 100 < 10 ? "0" : "")\(rounded % 100)"
    }
    let old = changing(2) { number, _ in values(number).0 }
    let new = changing(2) { number, _ in
      let value = values(number)
      return value.1.isEmpty ? nearest(value.0) : value.1
    }
    let found = try findings(new, from: old)
    #expect(found.first?.cause == .digits(digits), "\(found)")
    #expect(found.first?.changes == 40)
  }

  @Test("records that are gone at equal distances")
  func everyTenth() throws {
    let found = try findings(Self.rows.enumerated().filter { $0.offset % 6 != 2 }.map(\.element))
    #expect(found.first?.cause == .every(.source, step: 6, records: 2...38), "\(found)")
  }

  @Test("UTF-8 that was read as Latin-1 or Windows-1252, which is no code for what it was", arguments: [false, true])
  func misread(isWindows: Bool) throws {
    let towns = ["Köln", "Łódź", "Zürich", "São Paulo", "“Ely”"]
    let marks = ["“": "â€œ", "”": "â€\u{9D}", "Ł": "Å\u{81}", "ź": "Åº", "ö": "Ã¶", "ó": "Ã³", "ü": "Ã¼", "ã": "Ã£"]
    func misread(_ text: String) -> String {
      isWindows
        ? text.map { marks["\($0)"] ?? "\($0)" }.joined()
        : String(String.UnicodeScalarView(text.utf8.map { Unicode.Scalar($0) }))
    }
    let old = changing(1) { number, _ in towns[number % 5] }
    let new = changing(1) { number, _ in misread(towns[number % 5]) }
    #expect(try findings(new, from: old).map(\.cause) == [.misread(isUndone: false)])
    #expect(try findings(old, from: new).map(\.cause) == [.misread(isUndone: true)])
    func learnt() throws -> LearntRules {
      func text(_ rows: [[String]]) -> String {
        (["id,name"] + rows.map { "\($0[0]),\($0[1])" }).joined(separator: "\n")
      }
      return try Learner.learn(
        source: table(text(old), name: "old.csv"), target: table(text(new), name: "new.csv"), plan: plan(key: "id"))
    }
    #expect(try learnt().rules.isEmpty)
  }

  @Test("what the records that came or went have in common: the end of the input, or a value")
  func absent() throws {
    #expect(try findings(Array(Self.rows.dropLast(12))).map(\.cause) == [.end(.source, isLast: true)])
    #expect(
      try findings(Self.rows, from: Array(Self.rows.dropFirst(12))).map(\.cause) == [.end(.target, isLast: false)])
    let found = try findings(Self.rows.filter { $0[3] != "DE" })
    #expect(found.map(\.cause) == [.shared(.source, .text("DE"), all: 10, isAmbiguous: false)])
    #expect(found.map(\.changes) == [10] && found.map(\.total) == [10])
  }

  @Test("the value that records have in common, by the name that rules have for the column")
  func absentRenamed() throws {
    let header = Self.header.map { $0 == Self.header[3] ? "land" : $0 }
    let found = try findings(Self.rows.filter { $0[3] != "DE" }, newHeader: header) {
      $0.renames = [Self.header[3]: "land"]
    }
    #expect(found.map(\.cause) == [.shared(.source, .text("DE"), all: 10, isAmbiguous: false)])
    #expect(found.map(\.columns) == [["land"]])
  }

  @Test("blanks and words for nothing where there was nothing are noise, and fill nothing")
  func wordsForNothing() throws {
    let empty = changing(5) { _, _ in "" }
    for word in ["N/A", "\u{A0}"] {
      let found = try findings(changing(5) { _, _ in word }, from: empty)
      #expect(found.allSatisfy { $0.cause != .filled }, "\(found)")
    }
  }

  @Test("columns that have no partner on either side, where they are many")
  func unjoined() throws {
    let found = try findings(
      Self.rows.map { row in row.enumerated().map { $0 == 0 ? $1 : "<\($1)>" } },
      newHeader: ["id"] + "abcde".map(String.init))
    #expect(found.map(\.cause) == [.unjoined(new: 5)])
    #expect(found.map(\.changes) == [5] && found.map(\.total) == [6])
    #expect(found.map(\.isLearnable) == [false])
    // A rule makes one of these, and learn says so.
    let alike = try findings(
      Self.rows.map { row in row.enumerated().map { $0 == 0 ? $1 : $1.uppercased() + "." } },
      newHeader: ["id"] + "abcde".map(String.init))
    #expect(alike.map(\.cause) == [.unjoined(new: 5)] && alike.map(\.isLearnable) == [true], "\(alike)")
    let renamed = try findings(Self.rows, newHeader: ["id"] + Self.header.dropFirst().map { $0 + "s" })
    #expect(renamed.allSatisfy { $0.cause != .unjoined(new: 5) }, "\(renamed)")
  }

  @Test("a column whose codes stand for those of one under another name, and none where some do not")
  func coded() throws {
    func found(_ states: [String]) throws -> [Finding] {
      let codes = ["A", "I", "P"]
      return try findings(
        (0..<40).map { ["\($0)", states[$0 % 3], "x\($0)"] },
        from: (0..<40).map { ["\($0)", codes[$0 % 3], "x\($0)"] },
        oldHeader: ["id", "status", "x"], newHeader: ["id", "state", "x"])
    }
    let all = try found(["active", "inactive", "pending"])
    let codes = [("A", "active"), ("I", "inactive"), ("P", "pending")].map { old, new in
      Finding.Code(old: .text(Text(old)), new: .text(Text(new)))
    }
    #expect(all.map(\.cause) == [.coded(as: "state", codes)], "\(all)")
    #expect(all.map(\.columns) == [["status", "state"]] && all.map(\.changes) == [40] && all.map(\.total) == [40])
    // Numbers say another thing, and what stands for two is no code.
    for states in [["1", "2", "2"], ["active", "active", "active"]] { #expect(try found(states).isEmpty) }
  }

  @Test("a column of many new ones that has the values of one that is gone, and not one that has some of them")
  func renamedAmongMany() throws {
    let others = (1...30).map { "other \($0)" }
    let news = Self.rows.enumerated().map { number, row in
      row.dropLast() + others.indices.map { $0 == 3 && number < 25 || $0 == 29 ? row[5] : "\(number) \($0)" }
    }
    let found = try findings(news.map { Array($0) }, newHeader: Self.header.dropLast() + others)
    #expect(found.first?.cause == .renamed(to: "other 30", ofPairs: 40), "\(found)")
  }

  @Test(
    "numbers times a factor that is no power of ten, in one country",
    arguments: [(1_077, "1.077", false, true), (2_000, "2", false, false), (1_100, "1.1", true, true)])
  func ratio(thousandths: Int, factor: String, isDivision: Bool, isRounded: Bool) throws {
    func text(cents: Int) -> String { "\(cents / 100).\("\(cents % 100 + 100)".dropFirst())" }
    func cents(_ number: Int) -> Int { (number * 7 + 11) * 100 + number + 10 }
    let plain = changing(2) { number, _ in text(cents: cents(number)) }
    let factored = changing(2) { number, _ in
      text(cents: number % 4 == 2 ? (cents(number) * thousandths + 500) / 1000 : cents(number))
    }
    let found = isDivision ? try findings(plain, from: factored) : try findings(factored, from: plain)
    guard case .ratio(let ratio)? = found.first?.cause else {
      Issue.record("\(found)")
      return
    }
    #expect(ratio.factor == factor && ratio.isDivision == isDivision && ratio.isRounded == isRounded)
    #expect(found.first?.changes == 10 && found.first?.total == 10)
    #expect(found.contains { $0.cause == .concentrated(.text("AT"), paired: 10, ofPaired: 40) }, "\(found)")
  }

  @Test("prices that are others for no reason have no factor, and neither have those that grew a little")
  func noRatio() throws {
    let plain = changing(2) { number, _ in "\(number * 7 + 11).10" }
    for new in [
      changing(2) { number, _ in "\(number * 7919 % 997).55" },
      changing(2) { "\($0 * 7 + 11).1\($0 % 7 + 1)" + $1.prefix(0) },
    ] {
      let found = try findings(new, from: plain)
      #expect(found.allSatisfy { if case .ratio = $0.cause { false } else { true } }, "\(found)")
    }
  }

  @Test("digits that were cut off, day and month exchanged, ends that came, and one value for each")
  func relations() throws {
    let cut = try findings(
      changing(2) { "\($0 * 7)" + $1.prefix(0) }, from: changing(2) { number, _ in "\(number * 7).\(number + 30)" })
    #expect(cut.map(\.cause) == [.cutOff] && cut.map(\.changes) == [40])
    let days = changing(4) { number, _ in "2026-\(number % 3 + 10)-0\(number % 9 + 1)" }
    let exchanged = try findings(changing(4) { number, _ in "2026-0\(number % 9 + 1)-\(number % 3 + 10)" }, from: days)
    #expect(exchanged.map(\.cause) == [.dayMonth] && exchanged.map(\.changes) == [40])
    let minus = changing(2) { number, _ in "-\(number * number).5" }
    let ledger = try findings(changing(2) { number, _ in "(\(number * number).5)" }, from: minus)
    #expect(ledger.first?.cause == .noise([.ledgerSign]) && ledger.first?.changes == 40)
    let boxes = changing(2) { number, _ in "box \(number * number)" }
    let ends = try findings(changing(2) { number, _ in "(\(number * number))" }, from: boxes)
    guard case .affixed(let affixes)? = ends.first?.cause else {
      Issue.record("\(ends)")
      return
    }
    #expect(affixes.source.prefix == "box " && affixes.target.prefix == "(" && affixes.target.suffix == ")")
    let flipped = changing(3) { number, _ in number % 3 == 0 ? "true" : "false" }
    let found = try findings(flipped, from: changing(3) { number, _ in number % 3 == 0 ? "false" : "true" })
    let codes = [("true", "false"), ("false", "true")].map {
      Finding.Code(old: .text(Text($0.0)), new: .text(Text($0.1)))
    }
    #expect(found.map(\.cause) == [.recoded(codes)] && found.map(\.changes) == [40])
  }

  @Test("a sign that some of the numbers lost beside another unit")
  func signs() throws {
    let old = changing(2) { number, _ in "\(number * number + 1)" }
    let found = try findings(changing(2) { "\($0 % 5 == 0 ? "-" : "")\($0 * $0 + 1)00" + $1.prefix(0) }, from: old)
    #expect(found.prefix(2).map(\.cause) == [.factor("100"), .factor("-100")], "\(found)")
    #expect(found.prefix(2).map(\.changes) == [32, 8])
  }

  @Test("a column that slid by a record, and values that neighbours exchanged", arguments: [-1, 1])
  func neighbours(step: Int) throws {
    let slid = changing(2) { number, price in (10..<30).contains(number) ? Self.rows[number + step][2] : price }
    let found = try findings(slid)
    #expect(found.first?.cause == .slid(isDown: step < 0) && found.first?.changes == 20, "\(found)")
    let exchanged = try findings(changing(2) { number, _ in Self.rows[number ^ 1][2] })
    #expect(exchanged.map(\.cause) == [.exchanged] && exchanged.map(\.changes) == [40])
  }

  @Test("rows that lost a field, which says what became of each column")
  func shiftedBack() throws {
    let new = Self.rows.enumerated().map { number, row in
      number % 4 == 0 ? [row[0]] + row[2...] + [""] : row
    }
    let found = try findings(new)
    #expect(found.map(\.cause) == [.shifted(record: 0, fromColumn: 10, isBack: true)])
    #expect(found.map(\.changes) == [10])
  }

  @Test("records of one side that are of a range of days or numbers", arguments: Side.allCases)
  func ranges(side: Side) throws {
    func found(_ isKept: ([String]) -> Bool) throws -> [Finding] {
      let some = Self.rows.filter(isKept)
      return side == .source ? try findings(some) : try findings(Self.rows, from: some)
    }
    let days = try found { $0[4] < "2026-01-13" || $0[4] > "2026-01-15" }
    let range = Finding.Cause.range(side, from: .text("2026-01-13"), to: .text("2026-01-15"), all: 6)
    #expect(days.map(\.cause) == [range] && days.map(\.changes) == [6])
    let late = try found { $0[4] < "2026-01-25" }
    #expect(late.map(\.cause) == [.range(side, from: .text("2026-01-25"), to: nil, all: 10)])
    let cheap = try found { Double($0[2]) ?? 0 > 9 }
    guard case .range(side, nil, let most?, let all)? = cheap.first?.cause else {
      Issue.record("\(cheap)")
      return
    }
    #expect(cheap[0].columns == ["price"] && Double(most.description) ?? 9 <= 9 && all == cheap[0].changes)
    // What is gone here and there is of no range.
    #expect(try found { ![3, 9, 16, 21, 27, 33, 39].contains(Int($0[0]) ?? 0) }.isEmpty)
  }

  @Test("records that repeat others")
  func repeats() throws {
    let found = try findings(Self.rows + Self.rows[5..<12])
    #expect(found.map(\.cause) == [.repeats(.target)] && found.map(\.changes) == [7])
    // Where no key is found both records of one content may be without a partner.
    let old = (1...60).map { "\($0),v\($0)\n" }
    let changed = (1...60).map { $0 % 20 == 5 ? "\($0),w\n" : "\($0),v\($0)\n" }
    let whole = try Comparison(
      source: table("a,b\n" + old.joined()), target: table("a,b\n" + (changed + changed[..<20]).joined()),
      plan: ComparisonPlan())
    let doubled = try FindingSearch.findings(of: whole).filter { $0.cause == .repeats(.target) }
    #expect(doubled.map(\.changes) == [21] && doubled.map(\.total) == [23] && doubled.map(\.columns) == [["a"]])
    let other = try findings(Self.rows + Self.rows[5..<12].map { Array($0[..<5]) + ["other"] })
    #expect(other.allSatisfy { $0.cause != .repeats(.target) }, "\(other)")
  }

  @Test("keys that are one higher, or were dealt anew, with columns that tell the records apart")
  func dealtKeys() throws {
    let higher = try findings(
      changing(0) { "0\($0 + 2)" + $1.prefix(0) }, from: changing(0) { "0\($0 + 1)" + $1.prefix(0) })
    #expect(higher.map(\.cause) == [.dealtKeys(["id"], by: "+1")])
    #expect(higher.map(\.changes) == [40] && higher.map(\.columns) == [["name"]])
    let anew = try findings(changing(0) { number, _ in Self.rows[number * 7 % 40][0] })
    #expect(anew.map(\.cause) == [.dealtKeys(["id"], by: nil)])
    #expect(anew.map(\.changes) == [Self.rows.indices.count { $0 * 7 % 40 != $0 }])
  }

  @Test("records that are sorted by several columns, one within the other")
  func sortedBySeveral() throws {
    let new = Self.rows.sorted { ($0[3], $0[5]) < ($1[3], $1[5]) }
    guard case .sorted(let orders)? = try findings(new).first?.cause else {
      Issue.record("not sorted")
      return
    }
    #expect(orders.target.map(\.column) == ["country", "name"] && orders.source.map(\.column) == ["id"])
  }

  @Test("numbers of one month that have a factor")
  func ofMonth() throws {
    let old = Self.rows.map { row in
      row.enumerated().map { $0.offset == 2 ? "\((Int(row[0]) ?? 0) * 13).50" : $0.element }
    }
    let new = old.map { row in
      let isOf = ("2026-01-14"..."2026-01-17").contains(row[4])
      return row.enumerated().map { $0.offset == 2 && isOf ? "\((Int(row[0]) ?? 0) * 39 + 1).50" : $0.element }
    }
    let since = Finding.Since(column: "born", day: "2026-01-14", until: "2026-01-17", paired: 8, ofPaired: 40)
    let found = try findings(new, from: old)
    #expect(found.first?.since == since && found.first?.changes == 8, "\(found)")
  }

  @Test("nothing is said to be of no matter but times of an export and hashes")
  func stamps() throws {
    func isOfStamps(_ new: (Int) -> String, _ old: (Int) -> String) throws -> Bool? {
      let found = try findings(changing(5) { number, _ in new(number) }, from: changing(5) { number, _ in old(number) })
      return found.first { $0.cause == .alone }?.isOfStamps
    }
    func hash(_ number: Int) -> String { String(0x1234_5678_9ABC_DEF + number * 0x1_1357_9BDF, radix: 16) }
    #expect(try isOfStamps({ "2026-01-02T03:0\($0 % 9):00Z" }, { "2026-01-01T0\($0 % 7):00:00Z" }) == true)
    #expect(try isOfStamps({ "0\(hash($0))" }, { "0\(hash($0 * 91 + 3))" }) == true)
    #expect(try isOfStamps({ "\($0 * $0)" }, { "\($0 * 17 + 5)" }) == false)
    #expect(try isOfStamps({ "2026-01-\($0 % 9 + 11)" }, { "2026-02-\($0 * 7 % 11 + 11)" }) == false)
  }

  @Test("noise is told of texts of some length, and of longer ones nothing", arguments: [1_400: 1, 40_000: 0])
  func longTexts(length: Int, count: Int) throws {
    let long = String(repeating: "grüne ", count: length / 7)
    let old = (0..<12).map { ["\($0)", "\($0) \(long).", "x"] }
    let new = old.map { [$0[0], $0[1].uppercased(), $0[2]] }
    let found = try findings(new, from: old, oldHeader: ["id", "note", "v"], newHeader: ["id", "note", "v"])
    #expect(found.count { $0.cause == .noise([.letterCase]) && $0.changes == 12 } == count, "\(found.map(\.cause))")
  }
}
