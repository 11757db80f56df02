import Records
import Testing

@testable import Analysis
@testable import Comparing

/// Rules for values that are written in another form on each side.
@Suite struct LearnerFormTests {
  /// How a value is written on both sides, and in what that differs.
  struct Form: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let noises: Set<Noise>
    let value: @Sendable (Int) -> (old: String, new: String)

    init(_ name: String, _ noises: Set<Noise>, value: @escaping @Sendable (Int) -> (old: String, new: String)) {
      (testDescription, self.noises, self.value) = (name, noises, value)
    }
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)"
  }

  /// `1234.567` with a mark between groups, and another one before the last digits.
  private static func number(_ number: Int, places: Int, group: String = "", decimal: String = ".") -> String {
    let digits = padded(abs(number), places + 1)
    let whole = String(digits.dropLast(places))
    let grouped = whole.enumerated().map { place, digit in
      (place > 0 && (whole.count - place) % 3 == 0 ? group : "") + "\(digit)"
    }.joined()
    return (number < 0 ? "-" : "") + grouped + decimal + digits.suffix(places)
  }

  private static func signed(_ seed: Int) -> Int { (seed % 3 == 0 ? -1 : 1) * (seed * 7_919 + 1_001) }

  private static func day(_ seed: Int) -> (year: Int, month: Int, day: Int) {
    (2001 + seed % 20, 1 + seed % 12, 1 + seed * 7 % 28)
  }

  private static func iso(_ seed: Int) -> String {
    let day = day(seed)
    return "\(day.year)-\(padded(day.month, 2))-\(padded(day.day, 2))"
  }

  private static func serialDay(_ seed: Int) -> Int {
    let day = day(seed)
    return CivilDate.days(year: day.year, month: day.month, day: day.day) + 25_569
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  private static let names = ["Weiß", "Köhler", "Müller", "Jäger", "Ölmann", "Grün"]

  private static func name(_ seed: Int) -> String { "\(names[seed % names.count])\(seed)" }

  private static func spelled(_ name: String) -> String {
    [("ß", "ss"), ("ö", "oe"), ("ü", "ue"), ("ä", "ae"), ("Ö", "Oe")].reduce(name) { $0.replacing($1.0, with: $1.1) }
  }

  private static func iban(_ seed: Int) -> String { "DE\(padded(seed * 977, 10))\(padded(seed * 31, 10))" }

  private static func inFours(_ text: String) -> String {
    text.enumerated().map { ($0 > 0 && $0 % 4 == 0 ? " " : "") + "\($1)" }.joined()
  }

  private static let forms: [Form] = [
    Form("three places", [.numeral]) { seed in
      (number(signed(seed), places: 3, group: ".", decimal: ","), number(signed(seed), places: 3))
    },
    Form("four places", [.numeral]) { seed in
      (number(100 * signed(seed), places: 4, group: ".", decimal: ","), number(100 * signed(seed), places: 4))
    },
    Form("currency", [.currency, .groupMarks]) { seed in
      ("EUR \(number(seed * 7_919, places: 2, group: ","))", number(seed * 7_919, places: 2))
    },
    Form("currency behind", [.currency, .decimalComma]) { seed in
      ("\(number(seed * 79, places: 2, decimal: ",")) €", number(seed * 79, places: 2))
    },
    Form("brackets", [.ledgerSign]) { seed in
      ("(\(number(seed * 79 + 100, places: 2)))", "-\(number(seed * 79 + 100, places: 2))")
    },
    Form("brackets and currency", [.currency, .ledgerSign, .groupMarks]) { seed in
      ("($\(number(seed * 7_919, places: 2, group: ",")))", "-\(number(seed * 7_919, places: 2))")
    },
    Form("brackets, currency and comma", [.currency, .ledgerSign, .decimalComma]) { seed in
      ("(\(number(seed * 79, places: 2, decimal: ",")))USD", "-\(number(seed * 79, places: 2))")
    },
    Form("month names", [.dateFormat]) { seed in
      let day = day(seed)
      return ("\(padded(day.day, 2))-\(months[day.month - 1])-\(day.year)", iso(seed))
    },
    Form("days of spreadsheets", [.dateFormat]) { ("\(serialDay($0))", iso($0)) },
    Form("surname first, in capitals", [.nameOrder, .letterCase]) { seed in
      ("SMITH\(seed), ANN", "Ann Smith\(seed)")
    },
    Form("surname first, and a blank", [.nameOrder, .whiteSpace]) { seed in
      ("Smith\(seed), Ann ", "Ann Smith\(seed)")
    },
    Form("case, blanks and separators", [.letterCase, .whiteSpace, .separators]) { seed in
      (" MY KEY \(seed)x", "my_key_\(seed)x")
    },
    Form("umlauts", [.umlauts]) { (name($0), spelled(name($0))) },
    Form("umlauts in capitals", [.letterCase, .umlauts]) { (name($0), spelled(name($0)).uppercased()) },
    Form("accents", [.accents]) { ("Zoë\($0)", "Zoe\($0)") },
    Form("groups of four", [.gaps]) { (iban($0), inFours(iban($0))) },
    Form("groups of four in small letters", [.letterCase, .gaps]) { (iban($0), inFours(iban($0)).lowercased()) },
    Form("country code", [.telephone]) { ("030\(100_000 + $0)", "+4930\(100_000 + $0)") },
    Form("country code and marks", [.telephone]) { ("030/\(100_000 + $0)", "0049 30 \(100_000 + $0)") },
    Form("prefix and zeros", [.affix, .leadingZeros]) { ("C-\(padded($0, 7))", "\($0)") },
    Form("another prefix", [.affix, .leadingZeros]) { ("C\($0)", "CU-\(padded($0, 7))") },
  ]

  @Test("values in another form are one by a rule, and every edit is left", arguments: forms, [false, true])
  func form(_ form: Form, isTurned: Bool) throws {
    let seeds = (0..<240).map { 11 + 4 * $0 }
    var edits = 0
    let values = seeds.enumerated().map { place, seed in
      var value = form.value(seed)
      if place % 40 == 7 { (value.new, edits) = (form.value(seed + 2).new, edits + 1) }
      return isTurned ? (value.new, value.old) : (value.old, value.new)
    }
    let learnt = try learnt(values.map(\.0), values.map(\.1))
    #expect(Set(learnt.rules.flatMap(\.noises)) == form.noises, "\(learnt.rules)")
    #expect(learnt.updated.after == edits)
  }

  /// What is learned from two columns of values, one for each record.
  private func learnt(_ old: [String], _ new: [String]) throws -> LearntRules {
    func text(_ values: [String]) -> String {
      "id,v\n" + values.enumerated().map { "\($0),\"\($1)\"\n" }.joined()
    }
    return try Learner.learn(
      source: table(text(old), name: "old.csv"), target: table(text(new), name: "new.csv"), plan: plan(key: "id"))
  }

  @Test(
    "what changes an amount, a sign, a digit or a place is not hidden",
    arguments: [
      // Brackets that are gone, with the minus that they stand for.
      ("(%.00)", "%.00"), ("$-%", "$%"), ("%-", "%"), ("EUR -%", "EUR %"), ("EUR-%", "%"),
      ("USD-%00", "USD%00"), ("-%.5", "(-%.5)"),
      // A point that may stand between groups, or before decimals.
      ("1.%", "1%"), ("%,125", "%125"),
      // Other groups, other names, another country.
      ("A-1-1%", "A-11-%"), ("Ann B%", "B% Ann"), ("+4930%", "+4330%"), ("0304%", "+49304%7"),
    ])
  func changed(old: String, new: String) throws {
    func values(_ form: String) -> [String] { (0..<120).map { form.replacing("%", with: "\(100 + $0 * 7 % 900)") } }
    let learnt = try learnt(values(old), values(new))
    #expect(learnt.rules.isEmpty, "\(learnt.rules)")
    #expect(learnt.updated.after == 120)
  }

  @Test(
    "group marks are dropped only before groups of three digits, where the reader of numbers takes them",
    arguments: [("1.234.567,50", "1234567,50"), ("12.50", nil), ("01.02.2024", nil), ("1.2345", nil)])
  func groups(text: String, expected: String?) throws {
    let (buffer, value) = (FieldBuffer(), Value.text(Text(text)))
    value.withField { buffer.load($0) }
    for case .native(let normalizer, _) in try [LearntRule.Step.dropGroupMarks(".")].normalizers {
      try normalizer.normalize(buffer)
    }
    #expect(buffer.field.value.description == expected ?? text)
  }

  @Test("names in capitals and another order are found where some have a letter that is two in capitals")
  func rareLetter() throws {
    let names = (0..<1_000).map { "\($0 % 25 == 3 ? "Groß" : "Kern")ba\($0 % 7)" }
    let learnt = try learnt(
      names.map { $0.uppercased() + ", Ann" }, names.enumerated().map { "Ann \($1)\($0 == 500 ? "s" : "")" })
    #expect(Set(learnt.rules.flatMap(\.noises)) == [.nameOrder, .letterCase])
    #expect(learnt.updated == (1_000, 1))
  }

  @Test("a sharp s is two of them in case alone if the other text is in capitals", arguments: [true, false])
  func sharpS(isCapital: Bool) throws {
    let names = (0..<60).map { "Maße \($0)" }
    let learnt = try learnt(names, names.map { isCapital ? $0.uppercased() : $0.replacing("ß", with: "ss") })
    #expect(learnt.rules.flatMap(\.noises) == [isCapital ? .letterCase : .umlauts])
  }

  @Test("codes that lost their letters are not those that have them", arguments: [2, 10])
  func lostLetters(share: Int) throws {
    let codes = (0..<240).map { "DE\(10_000_000_000 + $0 * 7_919)" }
    let news = codes.enumerated().map { place, code in
      place % share == 1 ? String(code.dropFirst(2)) : Self.inFours(code).lowercased()
    }
    #expect(try learnt(codes, news).updated.after >= 240 / share)
  }

  @Test("truth values and epochs of JSON are those of a table", arguments: [1, 1_000])
  func types(perSecond: Int) throws {
    let seeds = (0..<100).map { 3 * $0 }
    let old = "id,is,at\n" + seeds.map { "\($0),\($0 % 5 == 0 ? "1" : "0"),\(Self.iso($0))\n" }.joined()
    let new = seeds.map { seed in
      let seconds = (Self.serialDay(seed) - 25_569) * CivilDate.secondsPerDay
      let isTrue = (seed % 5 == 0) != (seed == 60)
      return #"{"id":"\#(seed)","is":\#(isTrue),"at":\#((seconds + (seed == 30 ? 86_400 : 0)) * perSecond)}"#
    }
    let learnt = try Learner.learn(
      source: table(old, name: "old.csv"), target: table("[\(new.joined(separator: ","))]", name: "new.json"),
      plan: plan(key: "id"))
    #expect(Set(learnt.rules.map(\.column)) == ["is", "at"])
    #expect(learnt.updated == (100, 2))
  }

  @Test(
    "texts with separators are the lists of JSON that have the same items in any order", arguments: [";", ", ", "|"])
  func lists(separator: String) throws {
    let items = (0..<120).map { seed in
      (0..<seed % 5).map { "\(["a", "b", "c d", "\\"][($0 + seed) % 4])\(seed % 7)\($0)" }
    }
    let old = "id,tags\n" + items.enumerated().map { "\($0),\"\($1.joined(separator: separator))\"\n" }.joined()
    let new = items.enumerated().map { number, items in
      let all = number % 40 == 7 ? items + ["z"] : number % 3 == 0 ? items : items.reversed()
      let list = all.map { "\"\($0.replacing("\\", with: "\\\\"))\"" }.joined(separator: ", ")
      return "{\"id\":\"\(number)\",\"tags\":[\(list)]}"
    }.joined(separator: "\n")
    let (csv, json) = (try table(old, name: "o.csv"), try table(new, name: "n.jsonl"))
    for (source, target) in [(csv, json), (json, csv)] {
      let learnt = try Learner.learn(source: source, target: target, plan: plan(key: "id"))
      #expect(learnt.rules.flatMap(\.noises) == [.listText, .listOrder], "\(learnt.rules)")
      #expect(learnt.updated == (120, 3))
    }
  }

  @Test("words for true that stand for false are no codes")
  func belied() throws {
    let learnt = try learnt((0..<100).map { $0 % 3 == 0 ? "Y" : "N" }, (0..<100).map { $0 % 3 == 0 ? "false" : "true" })
    #expect(learnt.rules.isEmpty, "\(learnt.rules)")
  }

  @Test(
    "what is said to undo another unit or sign does, however both sides write numbers",
    arguments: [
      (100, "", ","), (-1, "", ","), (-1, ".", ","), (-100, ".", ","), (1_000, "'", "."),
    ])
  func unit(factor: Int, group: String, decimal: String) throws {
    let amounts = (0..<60).map { 100_001 + 37_337 * $0 }
    let learnt = try learnt(
      amounts.map { Self.number($0, places: 2, group: group, decimal: decimal) },
      amounts.map { Self.number($0 * factor, places: 2) })
    #expect(learnt.rules.isEmpty, "\(learnt.rules)")
    let note = try #require(learnt.notes.first)
    #expect(note.kind == .factor("\(factor)"))
    #expect(try #require(note.rule).explained == 60)
  }
}
