import Analysis
import Comparing
import Records
import Reports
import Testing

@Suite("Findings in words") struct FindingWordsTests {
  /// The findings about two texts, each with what to type behind it.
  private func words(
    _ old: String, _ new: String, form: String = "csv", key: [String] = ["id"],
    change: (inout ComparisonPlan) -> Void = { _ in }
  ) throws -> [String] {
    try compare(old, new, names: ("old.\(form)", "new.\(form)"), key: key, change: change).findingWords().map {
      ([$0.text] + $0.advice).joined(separator: " | ")
    }
  }

  private func lines(_ count: Int, _ members: (Int) -> String) -> String {
    (1...count).map { "{\"id\":\($0),\(members($0))}\n" }.joined()
  }

  @Test(
    "each kind of noise, and each two of them, are named as things that values differ in", arguments: Noise.allCases)
  func noises(first: Noise) {
    for second in Noise.allCases {
      let phrase = [first, second].phrase
      let parts = phrase.replacing(" or ", with: ", ").split(separator: ", ")
      #expect(phrase.split(separator: " or ").count <= 2 && !phrase.hasPrefix(" ") && !phrase.isEmpty, "\(phrase)")
      #expect(Set(parts).count == parts.count, "\(phrase)")
      // Sentences within would be read with what stands behind them.
      #expect(!["what ", "that is ", "in place of"].contains { phrase.contains($0) }, "\(phrase)")
      #expect(
        parts.dropFirst().allSatisfy { !$0.contains(" and ") || second == .truth || first == .truth }, "\(phrase)")
    }
  }

  @Test(
    "kinds of noise in a sentence",
    arguments: [
      ([Noise.affix, .leadingZeros], "prefix, suffix or leading zeros"),
      ([.letterCase, .whiteSpace], "case or white space"),
      ([.leadingZeros, .affix], "leading zeros, prefix or suffix"), ([.truth], "words for true and false"),
      ([.letterCase, .truth], "words for true and false or case"), ([.rounding, .rounding], "rounding"),
      ([.unit], "unit or sign"), ([.nothing, .dateFormat, .accents], "words for null, date format or accents"),
      ([.noDigit], "characters other than digits"), ([.cutOff], "a missing end"),
      ([.numeral], "marks in numbers or spelling of numbers"), ([.groupMarks], "group marks in numbers"),
    ])
  func noisePhrase(noises: [Noise], phrase: String) { #expect(noises.phrase == phrase) }

  @Test(
    "what stands around texts now, and did before",
    arguments: [
      ("a@%.com", "a@%.org", "with 'org' in place of 'com' behind them"),
      ("CUST %", "% (old)", "without 'CUST·' before them and with '·(old)' behind them"),
      ("%", "(%)", "with '(' before them and ')' behind them"),
      ("<%", "%>", "without '<' before them and with '>' behind them"),
      ("box %", "(%)", "with '(' in place of 'box·' before them and ')' behind them"),
      ("%;", "%", "without ';' behind them"),
    ])
  func affixes(old: String, new: String, words expected: String) throws {
    func text(_ form: String) -> String {
      rows("id,v", 60) {
        "\($0),\($0 % 4 > 2 ? "other \($0)\(form.count)" : form.replacing("%", with: "name \($0 * 7) x"))"
      }
    }
    let found = try words(text(old), text(new)).joined(separator: "\n")
    #expect(found.contains("are the old ones \(expected)"), "\(found)")
  }

  @Test("white space that came or went between words is white space, and no prefix")
  func spaces() throws {
    let found = try words(
      rows("id,t,u", 40) { "\($0),\($0 % 2 > 0 ? "a b  c\($0)" : "a  b c\($0)"),\($0 > 4 ? " x\($0)" : "x \($0)")" },
      rows("id,t,u", 40) {
        "\($0),\($0 % 2 > 0 ? "abc\($0)" : "a b c\($0)"),\($0 > 4 ? "x\($0)" : $0 > 1 ? "x\($0)" : "other")"
      })
    #expect(found.contains { $0.hasPrefix("t: 40 of 40 changed values differ in white space alone") }, "\(found)")
    #expect(found.contains { $0.hasPrefix("u: 39 of 40 changed values differ in white space alone") }, "\(found)")
  }

  @Test("numbers times minus one that are written with a comma are told with the command that undoes it")
  func ledger() throws {
    let found = try words(
      rows("id,due", 40) { "\($0),\"\($0).\(100 + $0 * 7),\(10 + $0)\"" },
      rows("id,due", 40) { "\($0),-\($0)\(100 + $0 * 7).\(10 + $0)" })
    let words = "due: 40 of 40 changed values are the old ones times -1, read with the decimal mark of each input"
    #expect(found.contains(#"\#(words) | old-normalize | due=number(",", "."),scale(-1)"#), "\(found)")
  }

  @Test(
    "what was divided by a power of ten is told as that, with the command that undoes it",
    arguments: [
      ("00", "", "divided by 100 | old-normalize | due=scale(0.01)"),
      ("000", "-", "divided by -1000 | old-normalize | due=scale(-0.001)"),
      ("", "-", "times -1 | old-normalize | due=scale(-1)"),
    ])
  func divided(zeros: String, sign: String, words: String) throws {
    let found = try self.words(
      rows("id,due", 40) { "\($0),\(7 * $0)\(zeros)" }, rows("id,due", 40) { "\($0),\(sign)\(7 * $0)" })
    #expect(found == ["due: 40 of 40 changed values are the old ones \(words)"])
    let cents = try self.words(
      rows("id,due", 40) { "\($0),\(700 * $0 + 25)" }, rows("id,due", 40) { "\($0),\(7 * $0).25" })
    #expect(
      cents == ["due: 40 of 40 changed values are the old ones divided by 100 | old-normalize | due=scale(0.01)"])
  }

  @Test(
    "amounts in marks that are in euros now are told to be divided by the rate, and not times what comes near it",
    arguments: [900_000, 100_000])
  func euros(most: Int) throws {
    func cents(_ number: Int) -> Int { (number * number * 7919 + 3_000) % most }
    func text(_ cents: Int) -> String { "\(cents / 100).\(cents / 10 % 10)\(cents % 10)" }
    let found = try words(
      rows("id,due", 60) { "\($0),\(text(cents($0)))" },
      // Half a cent is none of these.
      rows("id,due", 60) { "\($0),\(text((cents($0) * 200_000 + 195_583) / 391_166))" })
    let words = "due: 60 of 60 changed values are the old ones divided by 1.95583, rounded"
    #expect(found.count == 1 && found[0].hasPrefix("\(words) | eval | "), "\(found)")
  }

  @Test("accents that are too few for a rule to be learnt have the normalizer that leaves them out")
  func fewAccents() throws {
    let found = try words(
      rows("id,town", 150) { "\($0),\($0 % 3 == 0 ? "São Paulo \($0)" : "Place \($0 * 7)")" },
      rows("id,town", 150) { "\($0),\($0 % 3 == 0 ? "Sao Paulo \($0)" : "Province \($0 * 13 % 151) of \($0)")" })
    let words = "town: 50 of 150 changed values differ in accents alone"
    #expect(found.contains("\(words) | normalize | town=unaccent"), "\(found)")
  }

  @Test(
    "names are written as flags take them",
    arguments: [
      ("price, EUR", "ignore | price\\, EUR"), ("-v", "ignore=-v"), ("a=b", "ignore | a=b"),
      ("a\\b", "ignore | a\\\\b"),
    ])
  func ignored(name: String, advice: String) throws {
    let header = "id,\"\(name)\",w"
    let found = try words(
      rows(header, 9) { "\($0),2026-01-01T00:00:0\($0)Z,x" }, rows(header, 9) { "\($0),2026-02-0\($0)T00:00:00Z,x" })
    #expect(found.count == 1)
    #expect(found.first?.hasSuffix(" | " + advice) == true, "\(found)")
  }

  @Test(
    "both names of a column are written as flags take them",
    arguments: [
      ("a=b", "t", "rename | a\\=b=t"), ("-v", "t", "rename=-v=t"), ("v", "a,b", "rename | v=a,b"),
    ])
  func renamed(old: String, new: String, advice: String) throws {
    let found = try words(
      rows("id,\"\(old)\",w", 9) { "\($0),a\($0),x" }, rows("id,\"\(new)\",w", 9) { "\($0),a\($0),y" })
    #expect(found.contains { $0.hasSuffix("is gone, in 9 of 9 pairs | " + advice) }, "\(found)")
  }

  @Test("members with a comma in their names are written as flags take them")
  func members() throws {
    let found = try words(
      lines(9) { "\"p\":{\"x\":1,\"a,b\":\"2026-01-01T00:00:0\($0)Z\"}" },
      lines(9) { "\"p\":{\"x\":1,\"a,b\":\"2026-02-0\($0)T00:00:00Z\"}" }, form: "jsonl")
    #expect(found.contains { $0.hasSuffix(" | ignore | p.a\\,b") }, "\(found)")
  }

  @Test("of a column with gaps the pairs are told that have a value")
  func gaps() throws {
    func text(_ name: String, _ value: String) -> String {
      rows("id,\(name),v", 20) { "\($0),\($0 < 6 ? "x\($0)" : ""),\(value)\($0)" }
    }
    let sentence = "title has the values of label, which is gone, in 5 of 5 pairs in which one of the two is filled"
    #expect(try words(text("label", "a"), text("title", "b")).contains(sentence + " | rename | label=title"))
  }

  @Test("each side's order is told, and which way it goes")
  func orders() throws {
    let old =
      "id,day\n5,2026-01-01\n9,2026-01-02\n2,2026-01-03\n7,2026-01-04\n1,2026-01-04\n8,2026-01-05\n3,2026-01-06\n"
    let new =
      "id,day\n3,2026-01-06\n8,2026-01-05\n7,2026-01-04\n1,2026-01-04\n2,2026-01-03\n9,2026-01-02\n5,2026-01-01\n"
    let sentence = "the old input is sorted by day, the new input is sorted by day in reverse | ignore-order"
    #expect(try words(old, new).map { $0.suffix(sentence.count) } == [sentence[...]])
    let numbers = ["2,a", "3,b", "5,c", "7,d", "10,e", "20,f", "30,g", "40,h", "50,i", "60,j", "100,k"]
    func text(_ rows: [String]) -> String { (["n,w"] + rows).joined(separator: "\n") + "\n" }
    let another = "the old input is sorted by n as numbers, the new input is sorted by n as texts | ignore-order"
    #expect(try words(text(numbers), text(numbers.sorted()), key: ["n"]).contains { $0.hasSuffix(another) })
    let digits = ["10,c", "100,f", "2,a", "20,h", "3,e", "30,b", "5,g", "7,d"]
    let byDigits = "the old input is sorted by w, the new input is sorted by n as texts | ignore-order"
    let byLetters = digits.sorted { $0.suffix(1) < $1.suffix(1) }
    #expect(try words(text(byLetters), text(digits), key: ["n"]).contains { $0.hasSuffix(byDigits) })
  }

  @Test("what the records of one side have in common is told by the name that the side has for the column")
  func ownNames() throws {
    func text(_ country: String, _ numbers: [Int]) -> String {
      "id,\(country)\n" + numbers.map { "\($0),\($0 % 3 == 0 ? "gone" : "k\($0 % 7)")\n" }.joined()
    }
    let found = try words(text("land", Array(1...30)), text("country", (1...30).filter { $0 % 3 != 0 })) {
      $0.renames = ["land": "country"]
    }
    #expect(found.contains("in the old input land is gone in 10 of the 10 deleted records, and in 10 of all records"))
  }

  @Test("a sample has no first record, and a tie no most")
  func shifted() throws {
    func text(_ count: Int, _ cells: (Int) -> [String]) -> String {
      rows("id,a,b,c,d,e", count) { ([String($0)] + cells($0)).joined(separator: ",") }
    }
    func plain(_ number: Int) -> [String] { ["p", "q", "r", "s", "t"].map { "\($0)\(number)" } }
    let sampled = try words(
      text(5000, plain),
      text(5000) { $0 == 1 ? ["z"] + plain($0).dropFirst() : ["z"] + plain($0).dropLast() })
    #expect(
      sampled.contains { $0.contains("looked at have their old values") && $0.contains("; one of them is record ") })
    #expect(!sampled.contains { $0.contains("the first is") }, "\(sampled)")
    let tied = try words(
      text(14, plain),
      text(14) { number in
        let cells = plain(number)
        if number <= 3 { return ["z"] + cells.dropLast() }
        return number <= 6 ? [cells[0], "z"] + cells[1...3] : cells.dropLast() + ["z\(number)"]
      })
    let sentence =
      "6 of 14 updated records have their old values one column further on, 3 of them from a on; the first is record 1 of the new input"
    #expect(tied.contains { $0.hasPrefix(sentence) }, "\(tied)")
  }

  @Test("what has the same name among those without a partner may have it elsewhere, too")
  func otherKey() throws {
    func text(_ start: Int) -> String {
      rows("id,name", 5) { "\($0),p\($0)" }
        + ["u1", "u2", "u3", "u4", "p1"].enumerated().map { "\(start + $0.offset),\($0.element)\n" }.joined()
    }
    let sentence =
      "5 of 5 deleted and of 5 inserted records have the same name, each once among the deleted and once among the inserted: "
    #expect(try words(text(6), text(106)).contains { $0.hasPrefix(sentence) })
  }

  @Test("a place is that of one side, with all records that have it there")
  func place() throws {
    let header = "id,grp,v"
    let old = rows(header, 100) { "\($0),\($0 <= 14 ? "a" : "b"),x" }
    let new = rows(header, 100) { "\($0),\($0 <= 20 ? "a" : "b"),\($0 <= 20 ? "y" : "x")" }
    let sentence = "in the new input grp is a in 20 of 20 updated records, but in 20 of all 100 pairs"
    #expect(try words(old, new).contains(sentence))
  }

  @Test("values that look alike are told apart, or not shown")
  func alike() throws {
    func one(_ old: String, _ new: String) throws -> String {
      try words(lines(8) { _ in "\"v\":\(old)" }, lines(8) { _ in "\"v\":\(new)" }, form: "jsonl").first ?? ""
    }
    let start = "v: 8 of 8 changed values were "
    #expect(try one("1", "\"1\"") == start + "numbers and are texts | learn")
    #expect(try one("1", "\"2\"") == start + "1 and are \"2\"")
    let long = String(repeating: "A", count: 300)
    let text = try one("\"\(long)1\"", "\"\(long)2\"")
    #expect(text.contains("A1 and are ") && text.hasSuffix("A2"), "\(text)")
    #expect(try one("\"caf\u{E9}\"", "\"cafe\u{301}\"") == start + "one value and are one other")
  }

  @Test("a text that looks like a number is told from it where both occur")
  func sharedTexts() throws {
    let old = lines(60) { "\"v\":\($0 <= 12 ? "7" : $0 <= 30 ? "\"7\"" : "8")" }
    let kept = rows("", 48) { "{\"id\":\($0 + 12),\"v\":\($0 <= 18 ? "\"7\"" : "8")}" }
    let start = "in the old input v is the number 7 in 12 of the 12 deleted records, and in 12 of all records"
    let shuffled = old.split(separator: "\n").map(String.init).enumerated().sorted {
      ($0.0 * 37 % 61) < ($1.0 * 37 % 61)
    }
    #expect(try words(shuffled.map(\.1).joined(separator: "\n"), kept, form: "jsonl").contains(start))
  }

  @Test("one odd value among many is no news of a column's type", arguments: [1, 4, 5])
  func oddValues(count: Int) throws {
    let old = rows("id,v", 300) { "\($0),\($0 <= count ? "\($0)" : "x\($0)")" }
    let new = rows("id,v", 300) { "\($0),y\($0)" }
    #expect(try words(old, new).contains { $0.contains("read as") } == (count == 5))
  }

  @Test("values that normalizers made are called so")
  func normalized() throws {
    let text = rows("id,amount", 8) { "\($0),\($0 * $0)00" }
    let scale = try ScaleNormalizer("0.01")
    let found = try words(text, text) { $0.normalizers["amount"] = [.native(scale, of: .source)] }
    #expect(found == ["amount: 8 of 8 changed values, as normalized, are the old ones times 100"])
  }
}
