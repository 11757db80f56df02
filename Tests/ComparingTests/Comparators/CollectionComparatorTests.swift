import Platform
import TestSupport
import Testing

@testable import Comparing
@testable import Records

@Suite struct CollectionComparatorTests {
  @Test("lists agree with sorting what stands between separators")
  func lists() throws {
    var random = SeededGenerator.announced("lists against sorting")
    for (separator, trims) in [(",", false), (",", true), ("; ", false), ("aa", true)] {
      let comparator = try ListComparator(separator: Text(separator), trim: trims)
      for _ in 0..<5000 {
        let texts = (0..<2).map { _ in
          (0..<Int.random(in: 0..<7, using: &random)).map { _ in
            ["a", "b", ",", "; ", " ", "aa"].randomElement(using: &random) ?? ""
          }.joined()
        }
        let items = texts.map { self.items($0, separator, trims).sorted() }
        #expect(comparator.calls(texts[0], equalTo: texts[1]) == (items[0] == items[1]), "\(texts)")
      }
    }
  }

  private func items(_ text: String, _ separator: String, _ trims: Bool) -> [String] {
    var (items, current, rest) = ([String](), "", text[...])
    while let first = rest.first {
      if rest.hasPrefix(separator) {
        items.append(current)
        current = ""
        rest = rest.dropFirst(separator.count)
      } else {
        current.append(first)
        rest = rest.dropFirst()
      }
    }
    items.append(current)
    guard trims else { return items }
    return items.map { item in
      let start = item.drop { $0 == " " }
      return String(start.reversed().drop { $0 == " " }.reversed())
    }
  }

  @Test(
    "arrays are lists too",
    arguments: [
      ("[1,2]", "[2,1.0]", true), ("[1,1,2]", "[1,2,2]", false), ("[]", "[ ]", true),
      ("[]", "[1]", false),
      ("[{\"a\":1,\"b\":[1,2]},\"x\"]", "[\"\\u0078\",{\"b\":[1,2],\"a\":1}]", true),
      ("[[1,2]]", "[[2,1]]", false),
    ])
  func arrays(left: String, right: String, isEqual: Bool) throws {
    let (one, other) = (Sample(.array, Array(left.utf8)), Sample(.array, Array(right.utf8)))
    #expect(try ListComparator().calls(one, equalTo: other) == isEqual)
  }

  @Test("a list of a hundred thousand items is compared in any order")
  func longList() throws {
    let items = (0..<100_000).map(String.init)
    let (one, other) = (items.joined(separator: ","), items.reversed().joined(separator: ","))
    #expect(try ListComparator().calls(one, equalTo: other))
    #expect(try !ListComparator().calls(one, equalTo: other.dropLast() + "1"))
  }

  @Test(
    "JSON in text is compared by meaning",
    arguments: [
      ("{\"a\":1,\"b\":[1,2]}", " { \"b\" : [1e0, 2.0], \"a\" : 1 }\n", true),
      ("[1,2]", "[2,1]", false), ("\"\\u00e9\"", "\"é\"", true), ("1", "1.0", true),
      ("1", "2", false),
      ("\"x\"", "x", true), ("{", "{ ", false), ("", " ", false), ("nul", "null", false),
      ("[1] x", "[1]", false),
    ])
  func json(left: String, right: String, isEqual: Bool) {
    #expect(JSONComparator().calls(left, equalTo: right) == isEqual)
  }

  @Test("JSON in text equals the same JSON value")
  func jsonAgainstText() {
    let object = Sample(.object, Array("{\"a\":[1]}".utf8))
    #expect(JSONComparator().calls(object, equalTo: .text("{ \"a\": [1.0] }")))
    #expect(JSONComparator().calls(Sample(.null), equalTo: .text("null")))
    #expect(JSONComparator().calls(.number("1"), equalTo: .text("1e0")))
    #expect(!JSONComparator().calls(Sample(.absent), equalTo: .text("null")))
  }

  @Test("deep nesting is text, and no trap")
  func deep() {
    let text = String(repeating: "[", count: 100_000)
    #expect(JSONComparator().calls(text, equalTo: text))
    #expect(!JSONComparator().calls(text, equalTo: text + "]"))
  }

  @Test("JSON that is too long to be held is an error")
  func longJSON() {
    let text = Array("[\(String(repeating: " ", count: 17 << 20))]".utf8)
    #expect(throws: MatchingError.self) {
      try text.withBytes { try JSONComparator().areEqual(Field(.text, $0), Field(.text)) }
    }
  }

  @Test("the ways to say nothing are the same, and nothing else is")
  func nulls() {
    let comparator = NullComparator(["", "n/a"])
    let nothing: [Sample] = [.text(""), .text("n/a"), Sample(.null), Sample(.absent)]
    for one in nothing {
      for other in nothing { #expect(comparator.calls(one, equalTo: other)) }
      for other in [.text("N/A"), .text(" "), .number("0"), Sample(.false)] {
        #expect(!comparator.calls(one, equalTo: other))
      }
    }
    #expect(NullComparator([]).calls(Sample(.null), equalTo: Sample(.absent)))
    #expect(!NullComparator([]).calls(Sample(.null), equalTo: .text("")))
  }

  @Test("any is satisfied by one, all by every one")
  func combined() throws {
    let parts: [any Comparator] = [try NumberComparator(absolute: "1"), TextComparator(.nocase)]
    let (any, all) = (
      try CombinedComparator(.any, of: parts), try CombinedComparator(.all, of: parts)
    )
    for (left, right, one, every) in [
      ("1", "1", true, true), ("1", "1.5", true, false), ("a", "A", true, false),
      ("a", "b", false, false),
    ] {
      #expect(any.calls(left, equalTo: right) == one)
      #expect(all.calls(left, equalTo: right) == every)
    }
  }
}
