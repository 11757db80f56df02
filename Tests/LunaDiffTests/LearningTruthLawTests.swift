import Comparing
import Analysis
import Foundation
import Records
import Requests
import TestSupport
import Testing

/// What `learn` says of noise that it was not made for: no edit is hidden, and nothing that it says is false.
@Suite struct LearningTruthLawTests {
  /// How a column differs, and what may be said of that.
  struct Kind: Sendable {
    let name: String
    /// What a proposal may call it; where there is none, nothing may be proposed.
    let labels: Set<String>
    /// Whether the values differ in what they mean, so that each of them is an edit.
    let isChange: Bool
    let value: @Sendable (Int) -> (old: String, new: String)

    init(
      _ name: String, _ labels: String..., isChange: Bool = false,
      value: @escaping @Sendable (Int) -> (old: String, new: String)
    ) {
      (self.name, self.labels, self.isChange, self.value) = (name, Set(labels), isChange, value)
    }
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let text = "\(number)"
    return String(repeating: "0", count: max(0, width - text.count)) + text
  }

  private static func decimal(_ number: Int, _ places: Int) -> String {
    let digits = padded(number, places + 1)
    return "\(digits.dropLast(places)).\(digits.suffix(places))"
  }

  private static func grouped(_ number: Int, _ mark: String) -> String {
    let digits = "\(number)"
    return digits.enumerated().map { place, digit in
      let rest = digits.count - place
      return (place > 0 && rest % 3 == 0 ? mark : "") + "\(digit)"
    }.joined()
  }

  private static func pick(_ words: [String], _ seed: Int) -> String { words[seed % words.count] }

  private static func day(_ seed: Int) -> (year: Int, month: Int, day: Int) {
    (1990 + seed % 30, 1 + seed / 3 % 12, 1 + seed / 7 % 28)
  }

  private static func iso(_ seed: Int) -> String {
    let (year, month, day) = day(seed)
    return "\(year)-\(padded(month, 2))-\(padded(day, 2))"
  }

  private static func time(_ seed: Int) -> String {
    "\(padded(seed % 20, 2)):\(padded(seed % 60, 2)):07"
  }

  private static let words = ["ash", "birch", "cedar", "elm", "fir", "hazel", "maple", "oak"]

  private static let spellings: [Kind] = [
    Kind("case", "case") { ("Name \($0)x", "NAME \($0)X") },
    Kind("blanks", "white space") { ("Town \($0)", "Town  \($0) ") },
    Kind("nfc", "Unicode normalization") { ("caf\u{E9} \($0)", "cafe\u{301} \($0)") },
    Kind("zeros", "leading zeros") { (padded($0, 7), "\($0)") },
    Kind("entities", "HTML entities") { ("A & B <\($0)>", "A &amp; B &lt;\($0)&gt;") },
    Kind("quotes", "typographic marks") { ("the ’\($0)’ “x” – y", "the '\($0)' \"\"x\"\" - y") },
    Kind("dot", "trailing dot") { ("Firm \($0) Inc.", "Firm \($0) Inc") },
    Kind("fold", "accents") { ("Zürich \($0)", "Zurich \($0)") },
    Kind("separators", "separators") { ("a\($0),b,c", "a\($0);b;c") },
    Kind("underscores", "separators") { ("some_key_\($0)", "some-key-\($0)") },
    Kind("json", "spelling of JSON") { seed in
      (#"{""a"": \#(seed), ""b"": ""x""}"#, #"{""b"":""x"",""a"":\#(seed)}"#)
    },
    Kind("phone", "marks between digits") { seed in
      (
        "(030) \(padded(seed, 5))-\(padded(seed % 100, 2))",
        "030\(padded(seed, 5))\(padded(seed % 100, 2))"
      )
    },
    Kind("address", isChange: true) { seed in
      let (third, fourth) = (seed % 20 + 1, seed / 20 % 9)
      return seed % 3 > 0
        ? ("192.168.\(third).\(fourth)", "192.168.\(third).\(fourth)")
        : ("192.168.\(third)1.\(fourth)", "192.168.\(third).1\(fourth)")
    },
    Kind("lot", isChange: true) { seed in
      seed % 3 > 0
        ? ("11-\(seed)-71234", "11-\(seed)-71234") : ("1-1\(seed)-71234", "11-\(seed)-71234")
    },
    Kind("scheme", "URL scheme") { ("http://example.org/\($0)", "https://example.org/\($0)") },
    Kind("prefix", "what stands before or after") { ("SKU-\($0)", "\($0)") },
    Kind("surname", "order of names") { ("Smith\($0), John\($0 % 90)", "John\($0 % 90) Smith\($0)") },
    Kind("cut text") { ("A rather long text \($0)", "A rather long") },
    Kind("cut texts", "text that is cut off") { ("name \($0) of a thing", String("name \($0) of a thing".prefix(9))) },
    Kind("suffix", "what stands before or after") { ("\($0)", "\($0) pieces") },
  ]

  private static let numbers: [Kind] = [
    Kind("millions", "group marks in numbers") {
      (grouped(1_000 * $0 + 7, ","), "\(1_000 * $0 + 7)")
    },
    Kind("swiss", "group marks in numbers") {
      ("\(grouped($0 + 1_000, "'")).50", "\($0 + 1_000).50")
    },
    Kind("german", "marks of numbers") {
      ("\(grouped($0 + 1_000, ".")),50", "\($0 + 1_000).5")
    },
    Kind("comma", "decimal comma") {
      ("\($0),\(padded($0 % 90 + 1, 2))", decimal(100 * $0 + $0 % 90 + 1, 2))
    },
    Kind("price", "spelling of numbers") { ("\($0).50", "\($0).5") },
    Kind("rounded", "rounding") {
      ("\($0).\(padded($0 % 97, 2))\($0 % 4)1", decimal(100 * $0 + $0 % 97, 2))
    },
    Kind("floor") {
      (
        decimal(10_000 * $0 + $0 * 37 % 10_000, 4),
        decimal((10_000 * $0 + $0 * 37 % 10_000) / 100, 2)
      )
    },
    Kind("float", "binary fractions") { seed in
      let text = decimal(10 * seed + seed % 9 + 1, 1)
      return (text, "\(Double(Float(text) ?? 0))")
    },
    Kind("float0", "binary fractions") { seed in
      let text = decimal(7 * seed, 2)
      return (text, "\(Double(Float(text) ?? 0))")
    },
    Kind("dollars", "currency sign") { ("$\($0).50", "\($0).50") },
    Kind("euros", "currency sign") { ("\($0).25 €", "\($0).25") },
    Kind("minus", "trailing minus") { ("\($0).25-", "-\($0).25") },
    Kind("minus1", "trailing minus") { ("\($0 % 9 + 1)-", "-\($0 % 9 + 1)") },
    Kind("percent", "per cent") { ("\($0 % 90 + 1)%", decimal($0 % 90 + 1, 2)) },
    Kind("some thousandfold", isChange: true) { seed in
      let text = decimal(seed * 7 % 99_999 + 1, 3)
      return (text, seed % 4 == 0 ? "\(seed * 7 % 99_999 + 1)" : text)
    },
    Kind("all thousandfold", isChange: true) { (decimal($0 + 1_000, 3), "\($0 + 1_000)") },
    Kind("a thousandth", isChange: true) { ("\($0 + 1_000)", decimal($0 + 1_000, 3)) },
    Kind("hundredfold", isChange: true) {
      (decimal(100 * ($0 % 40) + 5, 2), "\(100 * ($0 % 40) + 5)")
    },
    Kind("sign", isChange: true) { seed in ("\(seed).5", seed % 3 == 0 ? "-\(seed).5" : "\(seed).5")
    },
    Kind("sign lost", isChange: true) { ("-\(1_234_567 + $0)", "\(1_234_567 + $0)") },
    Kind("price list", isChange: true) { ("\($0 % 5 + 1).99", "\($0 % 5 + 8).99") },
    Kind("celsius", isChange: true) { ("\($0 % 30 + 1)", "\(($0 % 30 + 1) * 9 / 5 + 32)") },
    Kind("german thousandth", isChange: true) { seed in
      (
        "\(grouped(seed + 1_000, ".")),00",
        seed % 3 == 0 ? decimal(seed + 1_000, 3) : "\(seed + 1_000).0"
      )
    },
    Kind("version", isChange: true) { seed in
      let minor = seed % 12
      return ("\(seed % 7).\(minor)", minor == 10 ? "\(seed % 7).1" : "\(seed % 7).\(minor)")
    },
    Kind("place") { seed in
      let (lat, lon) = (decimal(seed % 90 * 100 + 7, 2), decimal(seed % 180 * 100 + 9, 2))
      return ("\(lat),\(lon)", "\(lon),\(lat)")
    },
    Kind("colour") {
      ("\($0 % 256),\($0 * 7 % 256),\($0 * 3 % 256)", "\($0 * 3 % 256),\($0 * 7 % 256),\($0 % 256)")
    },
  ]

  private static let others: [Kind] = [
    Kind("compact", "date format") { (iso($0), iso($0).filter { $0 != "-" }) },
    Kind("blank time", "date format") { ("\(iso($0))T\(time($0))", "\(iso($0)) \(time($0))") },
    Kind("german date", "date format") { seed in
      let (year, month, day) = day(seed)
      return (iso(seed), "\(padded(day, 2)).\(padded(month, 2)).\(year)")
    },
    Kind("zone", "time zone") { seed in
      let hour = seed % 20
      return (
        "\(iso(seed))T\(padded(hour, 2)):15:00Z", "\(iso(seed))T\(padded(hour + 2, 2)):15:00+02:00"
      )
    },
    Kind("month first", "date format") { seed in
      let (year, month, day) = day(seed)
      return (
        "\(padded(day, 2))/\(padded(month, 2))/\(year)",
        "\(padded(month, 2))/\(padded(day, 2))/\(year)"
      )
    },
    Kind("no time", "time of day") { ("\(iso($0))T\(time($0))", iso($0)) },
    Kind("seconds", "date format") { seed in
      let (year, month, day) = day(seed)
      let calendar = Calendar(identifier: .gregorian)
      let date = DateComponents(calendar: calendar, timeZone: .gmt, year: year, month: month, day: day)
      return (iso(seed), "\(Int(date.date?.timeIntervalSince1970 ?? 0))")
    },
    Kind("milliseconds", "date format") { ("\(iso($0))T\(time($0))Z", "\(instant($0))000") },
    Kind("thousand", "date format") { ("\(1_000_000_000 + 86_399 * $0)", "\(1_000_000_000 + 86_399 * $0)000") },
    Kind("week day", "date format") { seed in
      let parts = Calendar(identifier: .iso8601).dateComponents(
        in: .gmt, from: Date(timeIntervalSince1970: Double(instant(seed))))
      let weekday = ((parts.weekday ?? 1) + 5) % 7 + 1
      return (iso(seed), "\(parts.yearForWeekOfYear ?? 0)-W\(padded(parts.weekOfYear ?? 0, 2))-\(weekday)")
    },
    Kind("epoch") { ("\(iso($0))", "\(700_000_000 + 86_400 * $0)") },
    Kind("week") { (iso($0), "\(1990 + $0 % 30)-W\(padded($0 % 52 + 1, 2))") },
    Kind("next year", isChange: true) { ("20\(10 + $0 % 5)-01-01", "20\(30 + $0 % 5)-01-01") },
    Kind("release", isChange: true) { ("v\($0 % 4)", "v\($0 % 4 + 5)") },
    Kind("yes", "words for true and false") { seed in
      (["Y", "N"][seed % 2], seed % 3 > 0 ? ["Yes", "No"][seed % 2] : ["Y", "N"][seed % 2])
    },
    Kind("bit", "words for true and false") { seed in
      (["1", "0"][seed % 2], seed % 5 > 0 ? ["true", "false"][seed % 2] : ["1", "0"][seed % 2])
    },
    Kind("unit", isChange: true) { seed in
      let unit = pick(["mW", "MW", "kW"], seed)
      return (unit, seed % 33 == 0 && unit == "mW" ? "MW" : unit)
    },
    Kind("country", isChange: true) { seed in
      let country = pick(["DE", "FR", "NA", "IT", "PL"], seed)
      return (country, country == "NA" ? "" : country)
    },
    Kind("nothing", "words for null") { seed in
      seed % 3 == 0 ? ("", "N/A") : ("word \(seed)", "word \(seed)")
    },
    Kind("codes", "codes") { [("DE", "Germany"), ("FR", "France"), ("IT", "Italy")][$0 % 3] },
    Kind("tags", "list order") { seed in
      let tags = [pick(words, seed), pick(words, seed / 8 + 3), pick(words, seed / 64 + 5)]
      return (tags.joined(separator: ";"), tags.sorted().reversed().joined(separator: ";"))
    },
    Kind("cents", isChange: true) { ("\($0).10", "\($0).10") },
  ]

  /// Seconds from 1970 of the point in time that `iso` and `time` write.
  private static func instant(_ seed: Int) -> Int {
    let (year, month, day) = day(seed)
    let clock = time(seed).split(separator: ":").compactMap { Int($0) }
    let parts = DateComponents(
      calendar: Calendar(identifier: .gregorian), timeZone: .gmt, year: year, month: month, day: day, hour: clock[0],
      minute: clock[1], second: clock[2])
    return Int(parts.date?.timeIntervalSince1970 ?? 0)
  }

  private static let kinds = spellings + numbers + others

  /// Two versions of a table with a column of each kind.
  private struct Planted {
    private(set) var old: String
    private(set) var new: String
    /// The cells of which the meaning has changed, by key and column.
    private(set) var edits: Set<[String]> = []
    /// The values of both sides, by column.
    private(set) var cells: [String: [(old: String, new: String)]] = [:]

    init(_ kinds: [Kind], records: Int, _ random: inout SeededGenerator) {
      old = "id,\(kinds.map(\.name).joined(separator: ","))\n"
      new = old
      for record in 1...records {
        var line = (old: "k\(record)", new: "k\(record)")
        for (number, kind) in kinds.enumerated() {
          let seed = Int.random(in: 1...9_999, using: &random)
          var value = kind.value(seed)
          if kind.isChange, value.old != value.new { edits.insert(["k\(record)", kind.name]) }
          // Every record has one turn in a hundred.
          if record % 100 == number % 100 {
            let other = kind.value(Int.random(in: 10_000...99_999, using: &random))
            if other.new != value.new, other.old != value.old {
              value.new = other.new
              edits.insert(["k\(record)", kind.name])
            }
          }
          line.old += ",\"\(value.old)\""
          line.new += ",\"\(value.new)\""
          cells[kind.name, default: []].append(
            (
              value.old.replacingOccurrences(of: "\"\"", with: "\""),
              value.new.replacingOccurrences(of: "\"\"", with: "\"")
            ))
        }
        old += line.old + "\n"
        new += line.new + "\n"
      }
    }
  }

  /// How many seeds are tried; `LUNADIFF_LEARNING_SEEDS` says another number.
  private static let seeds =
    1...(ProcessInfo.processInfo.environment["LUNADIFF_LEARNING_SEEDS"].flatMap(UInt64.init) ?? 1)

  @Test(
    "of noise of any kind no rule that is written hides an edit or a change of unit, and each is called what it is",
    arguments: seeds)
  func hidesNothing(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let planted = Planted(Self.kinds, records: 400, &random)
    var request = DiffRequest(old: "old", new: "new")
    request.options.contents = Sides(
      source: Array(planted.old.utf8), target: Array(planted.new.utf8))
    request.options.rules = [.text("identity = 'id'", name: "key")]
    let learnt = try Requests.learn(request).learnt
    let before = try differing(request)
    let base = try LearningBase(request.options, output: nil)
    let text = learnt.text(["old", "new"], on: base)
    request.options.rules = [.text(text, name: "learnt")]
    let comparison = try compare(request)
    let after = try differing(request)

    let shown = Set(after.flatMap { column, keys in keys.map { [$0, column] } })
    let hidden = planted.edits.subtracting(shown)
    #expect(hidden.isEmpty, "\(hidden.count): \(hidden.sorted { $0[1] < $1[1] }.prefix(40))")
    for kind in Self.kinds {
      let rules = learnt.rules.filter { $0.column == kind.name }
      let labels = Set(rules.flatMap(\.noises).map(\.rawValue))
      #expect(labels.isSubset(of: kind.labels), "\(kind.name): \(rules.map(\.change))")
      #expect(
        !labels.isEmpty || kind.labels.isEmpty || kind.labels == ["codes"],
        "\(kind.name) is not found")
      for rule in rules { #expect(rule.differing == before[kind.name]?.count ?? 0, "\(kind.name)") }
      let gone = (before[kind.name]?.count ?? 0) - (after[kind.name]?.count ?? 0)
      #expect(rules.reduce(0) { $0 + $1.explained } == gone, "\(kind.name)")
    }
    #expect(comparison.summary.updated == learnt.updated.after)
    check(learnt.notes, planted, after)
  }

  private static let told = [
    "some thousandfold", "all thousandfold", "a thousandth", "hundredfold", "sign", "sign lost",
    "floor",
  ]

  /// Holds what is said of the cells that are left to these cells.
  private func check(_ notes: [LearningNote], _ planted: Planted, _ left: [String: Set<String>]) {
    for name in Self.told { #expect(notes.contains { $0.column == name }, "\(name) is not told") }
    for note in notes {
      let cells = (planted.cells[note.column] ?? []).enumerated().filter { number, cell in
        cell.old != cell.new && left[note.column]?.contains("k\(number + 1)") == true
      }.map(\.element)
      let count = cells.count { old, new in
        guard let old = Self.number(old), let new = Self.number(new) else { return false }
        switch note.kind {
        case .factor(let factor): return abs(new - old * (Double(factor) ?? 0)) <= abs(new) * 1e-9
        case .cutOff: return abs(new) <= abs(old) && abs(old - new) < 0.01 && old * new >= 0
        }
      }
      #expect(count == note.count, "\(note)")
      #expect(note.count <= note.differing)
    }
  }

  private static func number(_ text: String) -> Double? {
    // Marks between groups are points where a comma stands behind them.
    let plain = text.contains(",") ? text.replacingOccurrences(of: ".", with: "") : text
    return Double(plain.replacingOccurrences(of: ",", with: "."))
  }

  /// The keys of the records that differ, by column.
  private func differing(_ request: DiffRequest) throws -> [String: Set<String>] {
    var keys: [String: Set<String>] = [:]
    for change in try compare(request).changes {
      for field in change.fields {
        keys[field.column, default: []].insert(change.key.map(\.description).joined())
      }
    }
    return keys
  }

  @Test("long integers that are one number in binary only stay edits beside binary noise")
  func longIntegers() throws {
    let rows = (1...300).map { number in
      let text = Self.decimal(10 * number + number % 9 + 1, 1)
      let isLong = number % 30 == 0
      let old = isLong ? "1900719925470\(Self.padded(number, 3))92" : text
      let new = isLong ? "1900719925470\(Self.padded(number, 3))93" : "\(Double(Float(text) ?? 0))"
      return (old: "k\(number),\(old)\n", new: "k\(number),\(new)\n")
    }
    var request = DiffRequest(old: "old", new: "new")
    request.options.contents = Sides(
      source: Array(("id,v\n" + rows.map(\.old).joined()).utf8),
      target: Array(("id,v\n" + rows.map(\.new).joined()).utf8))
    request.options.rules = [.text("identity = 'id'", name: "key")]
    let learnt = try Requests.learn(request).learnt
    let text = learnt.text(["old", "new"], on: try LearningBase(request.options, output: nil))
    request.options.rules = [.text(text, name: "learnt")]
    let shown = try differing(request)["v"] ?? []
    #expect(shown.isSuperset(of: stride(from: 30, through: 300, by: 30).map { "k\($0)" }), "\(text)")
  }
}
