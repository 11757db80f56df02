import Platform
import Records
import TestSupport
import Testing

@testable import Comparing

/// Groups of records, beside tables that slow and obvious code has grouped before.
@Suite struct GroupingTests {
  /// Lines of CSV with a key of two columns and values that are numbers, empty or, in one column, any text.
  private struct Lines {
    static let header = ["region", "order", "amount", "note"]
    let rows: [[String]]

    var text: String { ([Self.header] + rows).map { $0.joined(separator: ",") + "\n" }.joined() }

    init(_ rows: [[String]]) { self.rows = rows }

    init(using generator: inout SeededGenerator) {
      let keys = Int.random(in: 1...4, using: &generator)
      rows = (0..<Int.random(in: 0...14, using: &generator)).map { _ in Self.row(keys, &generator) }
    }

    private static func row(_ keys: Int, _ generator: inout SeededGenerator) -> [String] {
      let digits = Int.random(in: 0...3, using: &generator)
      let whole = Int.random(in: -20...20, using: &generator)
      let fraction =
        digits == 0 ? "" : "." + String(String(Int.random(in: 1000...1999, using: &generator)).suffix(digits))
      let amounts = ["\(whole)\(fraction)", "\(whole)\(fraction)", "", "12345678901234567890.5", "1e3", "0.00", "-0"]
      return [
        ["n", "s", ""].randomElement(using: &generator) ?? "",
        String("abAB".prefix(keys).randomElement(using: &generator) ?? "a"),
        amounts.randomElement(using: &generator) ?? "",
        ["", "x", "y", "10", "9"].randomElement(using: &generator) ?? "",
      ]
    }

    /// The same with some rows changed, left out, repeated and in another order.
    func changed(using generator: inout SeededGenerator) -> Lines {
      var rows = rows
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        let place = Int.random(in: 0...rows.count, using: &generator)
        switch Int.random(in: 0...3, using: &generator) {
        case 0 where place < rows.count: rows.remove(at: place)
        case 1 where place < rows.count: rows.append(rows[place])
        case 2: rows.shuffle(using: &generator)
        default: rows.insert(Self.row(4, &generator), at: place)
        }
      }
      return Lines(rows)
    }
  }

  private static let names = ["total", "least", "most", "begin", "end", "kinds", "lines"]

  /// The row of each group, and the numbers of its records.
  private static func grouped(_ lines: Lines, by columns: [Int], upper: Bool) -> [(row: [String], records: [Int])] {
    var groups: [(key: [String], records: [Int])] = []
    for (number, row) in lines.rows.enumerated() {
      let key = columns.map { upper && $0 == 1 ? row[$0].uppercased() : row[$0] }
      if let place = groups.firstIndex(where: { $0.key == key }) {
        groups[place].records.append(number)
      } else {
        groups.append((key, [number]))
      }
    }
    return groups.map { group in
      let amounts = group.records.map { lines.rows[$0][2] }
      let notes = group.records.map { lines.rows[$0][3] }
      let present = notes.filter { !$0.isEmpty }
      let areNumbers = present.allSatisfy { Int($0) != nil }
      let sorted =
        areNumbers
        ? present.sorted { Int($0) ?? 0 < Int($1) ?? 0 } : present.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      let row: [String] =
        group.key + [
          SlowSum.of(amounts.filter { !$0.isEmpty }), sorted.first ?? "", sorted.last ?? "", amounts[0],
          amounts[amounts.count - 1], String(Set(present).count), String(amounts.count),
        ]
      return (row, group.records)
    }
  }

  private static func grouping(_ by: [String]) -> Grouping {
    Grouping(
      by: by,
      columns: zip(names, [("sum", 2), ("min", 3), ("max", 3), ("first", 2), ("last", 2), ("distinct", 3)]).map {
        Grouping.Column($0, .aggregate(Grouping.Aggregate(rawValue: $1.0) ?? .sum, of: Lines.header[$1.1]))
      } + [Grouping.Column("lines", .count)])
  }

  /// What a comparison says, without which columns an empty value is absent in.
  private static func words(_ comparison: Comparison) throws -> [String] {
    try (0..<comparison.changeCount).map { index in
      let (entry, change) = (comparison.entry(at: index), try comparison.change(at: index))
      let fields = change.fields.map { "\($0.column): \($0.old ?? .absent) \($0.new ?? .absent)" }
      return "\(entry.kind) \(entry.isMoved) \(entry.source) \(entry.target) \(change.key) \(fields)"
    }
  }

  @Test("groups compare as tables that were grouped before, whatever the side, key and number of threads")
  func law() throws {
    var generator = SeededGenerator.announced("groups")
    for round in 0..<400 {
      let old = Lines(using: &generator)
      let new = old.changed(using: &generator)
      let columns = [[1], [0, 1]].randomElement(using: &generator) ?? [1]
      let by = columns.map { Lines.header[$0] }
      let upper = Bool.random(using: &generator)
      let grouped = Sides { side in Self.grouped(side == .source ? old : new, by: columns, upper: upper) }
      func text(_ side: Side) -> String {
        ([by + Self.names] + grouped[side].map(\.row)).map { $0.joined(separator: ",") + "\n" }.joined()
      }
      let isGrouped = [(true, true), (true, false), (false, true)][round % 3]
      var rules = RuleSet()
      rules.identity = .columns(by)
      rules.group = GroupRule(
        Sides(source: isGrouped.0 ? Self.grouping(by) : nil, target: isGrouped.1 ? Self.grouping(by) : nil))
      if upper { rules.normalizers["order"] = [.native(TextNormalizer(.upper))] }
      var plain = rules
      plain.group = nil
      plain.normalizers = [:]
      for name in ["total", "kinds", "lines"] { plain.comparators[name] = .native(try NumberComparator()) }
      let expected = try compare(text(.source), text(.target), plain.plan())
      for threads in [1, 2, 4] {
        let found = try compare(
          isGrouped.0 ? old.text : text(.source), isGrouped.1 ? new.text : text(.target),
          rules.plan(ComparisonRun(workers: threads)))
        #expect(found.summary == expected.summary, "\(old.text)\n\(new.text)")
        #expect(try Self.words(found) == Self.words(expected), "\(old.text)\n\(new.text)")
        for side in Side.allCases where side == .source ? isGrouped.0 : isGrouped.1 {
          let members = try #require(found.groups?.members[side])
          #expect((0..<members.count).map { members[$0].map { Int($0) } } == grouped[side].map(\.records))
        }
      }
    }
  }

  @Test("totals, counts and extremes are compared by value, whatever pairs the groups", arguments: [false, true])
  func numbersByValue(hasPasses: Bool) throws {
    let columns = [("total", Grouping.Aggregate.sum), ("low", .min), ("high", .max), ("kinds", .distinct)].map {
      Grouping.Column($0.0, .aggregate($0.1, of: "v"))
    }
    let result = try compare(
      "k,v\na,1\na,2\n", "k,v\na,1.0\na,2.00\n",
      plan(key: "k") {
        $0.group = GroupRule(Grouping(by: ["k"], columns: columns))
        if hasPasses { ($0.passes, $0.permitsMissingKeys) = ([.columns(["k"])], true) }
      })
    #expect(result.summary.unchanged == 1)
  }

  @Test("the records of a group that changed are those without an equal on the other side, as pairing one by one finds")
  func changedRecords() throws {
    var generator = SeededGenerator.announced("records of groups")
    var rules = RuleSet()
    rules.identity = .columns(["order"])
    rules.group = GroupRule(Grouping(by: ["order"], columns: [.init("lines", .count)]))
    rules.ignored = ["note"]
    for _ in 0..<200 {
      let old = Lines(using: &generator)
      let new = old.changed(using: &generator)
      let comparison = try compare(old.text, new.text, rules.plan())
      let reader = try #require(GroupReader(comparison))
      for target in 0..<comparison.target.count {
        guard let source = comparison.pairing.partner(ofTarget: target) else { continue }
        let groups = reader.groups(Sides(source: source, target: target))
        var left = try #require(groups.target).records.map { Int($0) }
        let missing = try #require(groups.source).records.map { Int($0) }.filter { record in
          guard let place = left.firstIndex(where: { new.rows[$0].prefix(3) == old.rows[record].prefix(3) }) else {
            return true
          }
          left.remove(at: place)
          return false
        }
        // Which of several equal records has no partner is the order's choice: the last ones.
        let found = try #require(groups.source?.changed)
        #expect(found.count == missing.count && groups.target?.changed?.count == left.count)
        #expect(found.map { old.rows[$0].prefix(3) }.elementsEqual(missing.map { old.rows[$0].prefix(3) }))
      }
    }
  }

  @Test("numbers of JSON are one key if they have one value, and a null or a missing one is a group of its own")
  func keysOfJSON() throws {
    var rules = RuleSet()
    rules.identity = .record
    rules.group = GroupRule(
      Sides(source: Grouping(by: ["k", "a.b"], columns: [.init("n", .count)]), target: nil))
    let old =
      #"[{"k":1,"a":{"b":"x"}},{"k":1.0,"a":{"b":"x"}},{"k":"1","a":{"b":"x"}},{"k":null},{"k":null,"a":{"b":null}},{}]"#
    let comparison = try Comparison(
      source: table(old, name: "old.json"), target: table("[]", name: "new.json"), plan: rules.plan())
    let members = try #require(comparison.groups?.members.source)
    #expect((0..<members.count).map { members[$0].map { Int($0) } } == [[0, 1], [2], [3], [4], [5]])
  }
}

/// Decimals added digit by digit, as on paper.
enum SlowSum {
  /// The sum of numbers without white space, with as many decimals as the number that has most.
  static func of(_ texts: [String]) -> String {
    let numbers = texts.map(plain)
    let decimals = numbers.map(\.decimals.count).max() ?? 0
    let integers = numbers.map { number in
      (
        number.isNegative,
        digits(number.whole + number.decimals + String(repeating: "0", count: decimals - number.decimals.count))
      )
    }
    let (plus, minus) = (add(integers.filter { !$0.0 }.map(\.1)), add(integers.filter(\.0).map(\.1)))
    let isNegative = isLess(plus, minus)
    var text = (isNegative ? subtract(plus, from: minus) : subtract(minus, from: plus)).reversed().map(String.init)
      .joined()
    text = String(repeating: "0", count: max(0, decimals + 1 - text.count)) + text
    while text.count > decimals + 1, text.first == "0" { text.removeFirst() }
    let isZero = text.allSatisfy { $0 == "0" }
    return (isNegative && !isZero ? "-" : "") + text.dropLast(decimals) + (decimals > 0 ? "." : "")
      + text.suffix(decimals)
  }

  private typealias Plain = (isNegative: Bool, whole: String, decimals: String)

  /// A number without its exponent.
  private static func plain(_ text: String) -> Plain {
    var body = Substring(text)
    let isNegative = body.first == "-"
    if isNegative || body.first == "+" { body.removeFirst() }
    let parts = body.split(whereSeparator: { $0 == "e" || $0 == "E" })
    let halves = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    var (whole, decimals) = (String(halves[0]), halves.count > 1 ? String(halves[1]) : "")
    guard parts.count > 1, var exponent = Int(parts[1]) else { return (isNegative, whole, decimals) }
    while exponent > 0 {
      whole.append(decimals.isEmpty ? "0" : decimals.removeFirst())
      exponent -= 1
    }
    while exponent < 0 {
      decimals.insert(whole.isEmpty ? "0" : whole.removeLast(), at: decimals.startIndex)
      exponent += 1
    }
    // A number with an exponent has the decimals that it needs.
    while decimals.last == "0" { decimals.removeLast() }
    return (isNegative, whole, decimals)
  }

  /// The digits, the lowest one first.
  private static func digits(_ text: String) -> [Int] { text.reversed().compactMap(\.wholeNumberValue) }

  private static func add(_ numbers: [[Int]]) -> [Int] {
    numbers.reduce(into: []) { sum, number in
      var carry = 0
      for place in 0..<max(sum.count, number.count) + 1 {
        if place == sum.count { sum.append(0) }
        let digit = sum[place] + (place < number.count ? number[place] : 0) + carry
        (sum[place], carry) = (digit % 10, digit / 10)
      }
    }
  }

  private static func isLess(_ one: [Int], _ other: [Int]) -> Bool {
    for place in (0..<max(one.count, other.count)).reversed() {
      let (left, right) = (place < one.count ? one[place] : 0, place < other.count ? other[place] : 0)
      if left != right { return left < right }
    }
    return false
  }

  private static func subtract(_ number: [Int], from other: [Int]) -> [Int] {
    var (rest, borrow) = (other, 0)
    for place in rest.indices {
      let digit = rest[place] - borrow - (place < number.count ? number[place] : 0)
      (rest[place], borrow) = (digit < 0 ? digit + 10 : digit, digit < 0 ? 1 : 0)
    }
    return rest
  }
}
