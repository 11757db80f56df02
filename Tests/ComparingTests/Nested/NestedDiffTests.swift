import Records
import Testing

@testable import Comparing
@testable import Analysis

@Suite("Differences inside values")
struct NestedDiffTests {
  private func rules(_ rules: [(String, ValueRule)]) throws -> ValueRules {
    ValueRules(
      column: "c", try rules.map { (try #require(PathPattern($0.0.utf8)), $0.1) })
  }

  private func lines(
    _ old: String, _ new: String, _ said: [(String, ValueRule)] = []
  ) throws -> [String] {
    try nestedSteps(old, new, rules(said)).map(\.description)
  }

  @Test("Members are told apart by name, whatever their order and spelling")
  func members() throws {
    #expect(
      try lines(#"{"a":1,"b":{"c":[1]},"d":0}"#, #"{ "b" : {"c":[1.0,2]}, "e":null, "\u0061":1 }"#)
        == ["deleted /d 0", "inserted /b/c/1 2", "inserted /e null"])
  }

  @Test("Spelling makes no difference")
  func spelling() throws {
    #expect(try lines(#"{"a":"\u00e9","b":1.0}"#, "{\n\"b\": 10e-1, \"a\":\"é\"}").isEmpty)
  }

  @Test("Where one element goes and another one comes, it is an update")
  func sequence() throws {
    #expect(try lines("[1,2,3]", "[1,9,3]") == ["updated /1 2 9"])
    #expect(try lines("[1,2,3]", "[0,1,2,3]") == ["inserted /0 0"])
    #expect(try lines("[1,2,3,4]", "[4,1,2,3]") == ["moved /0 from /3 4 4"])
    #expect(try lines("[1,2,3]", "[7,8]") == ["deleted /2 3", "updated /0 1 7", "updated /1 2 8"])
  }

  @Test("Elements are told apart by a member")
  func byMember() throws {
    #expect(
      try lines(
        #"[{"sku":"A","qty":1},{"sku":"B","qty":2}]"#,
        #"[{"sku":"B","qty":2},{"sku":"A","qty":5},{"sku":"C"}]"#, [("", .list(.members(["sku"])))])
        == [
          #"moved /0 from /1 {"qty":2,"sku":"B"} {"qty":2,"sku":"B"}"#,
          "updated /1/qty from /0/qty 1 5", #"inserted /2 {"sku":"C"}"#,
        ])
  }

  @Test("Of elements of one identity those of equal content pair first")
  func duplicates() throws {
    #expect(
      try lines(
        #"[{"id":1,"v":1},{"id":1,"v":2},0]"#, #"[{"id":1,"v":2},9]"#,
        [("", .list(.members(["id"])))])
        == [#"deleted /0 {"id":1,"v":1}"#, "deleted /2 0", "inserted /1 9"])
  }

  @Test("An element without the member is told apart by its value")
  func withoutMember() throws {
    #expect(
      try lines(
        #"[{"id":null,"v":1},{"v":1},7]"#, #"[7,{"v":1},{"id":null,"v":2}]"#,
        [("", .list(.members(["id"])))])
        == [
          #"deleted /0 {"id":null,"v":1}"#, "moved /0 from /2 7 7",
          #"inserted /2 {"id":null,"v":2}"#,
        ])
  }

  @Test("A set has no order, and counts what stands in it twice")
  func set() throws {
    #expect(try lines("[1,2,2]", "[2,1,2]", [("", .list(.set))]).isEmpty)
    #expect(try lines("[1,2,2]", "[2,1]", [("", .list(.set))]) == ["deleted /2 2"])
  }

  @Test("A member whose value is its own name counts in a set")
  func ownName() throws {
    #expect(
      try lines(#"[{"a":1},0]"#, #"[0,{"a":1,"b":"b"}]"#, [("", .list(.set))])
        == [#"deleted /0 {"a":1}"#, #"inserted /1 {"a":1,"b":"b"}"#])
  }

  @Test("What a comparator calls equal is no difference, inside lists too")
  func comparators() throws {
    let cent = ValueRule.equality(.native(try NumberComparator(absolute: "0.01")))
    let old = #"[{"p":1.00,"n":"x"},{"p":5,"n":"x"}]"#
    let new = #"[{"p":1.01,"n":"x"},{"p":6,"n":"x"}]"#
    #expect(try lines(old, new, [("[].p", cent)]) == ["updated /1/p 5 6"])
    #expect(try lines(old, new, [("[].*", cent)]) == ["updated /1/p 5 6"])
    #expect(try lines("[1.00,1.01]", "[1.01,1.00]", [("[]", cent)]).isEmpty)
  }

  @Test("Normalizers rewrite what is inside before anything looks at it")
  func normalizers() throws {
    let trim = ValueRule.normalizers([.native(TextNormalizer(.trim))])
    #expect(
      try lines(
        #"[{"k":" a","v":1},{"k":"b","v":1}]"#, #"[{"k":"b ","v":1},{"k":"a","v":2}]"#,
        [("", .list(.members(["k"]))), ("[].k", trim)])
        == [
          #"moved /0 from /1 {"k":"b","v":1} {"k":"b ","v":1}"#, "updated /1/v from /0/v 1 2",
        ])
  }

  @Test("With only, nothing beside it counts")
  func only() throws {
    #expect(
      try lines(
        #"{"a":1,"items":[{"p":1,"q":1},{"p":2}]}"#, #"{"a":2,"items":[{"p":1,"q":2},{"p":3}]}"#,
        [(".items[].p", .only)]) == ["updated /items/1/p 2 3"])
  }

  @Test("A name's rule goes before the rule of any name")
  func precedence() throws {
    let far = ValueRule.equality(.native(try NumberComparator(absolute: "10")))
    let near = ValueRule.equality(.native(try NumberComparator(absolute: "1")))
    #expect(
      try lines(#"{"a":1,"b":1}"#, #"{"a":5,"b":5}"#, [(".*", far), (".a", near)])
        == ["updated /a 1 5"])
  }

  @Test("Values of different kinds are one difference as a whole")
  func kinds() throws {
    #expect(try lines(#"{"a":[1]}"#, #"{"a":{"0":1}}"#) == [#"updated /a [1] {"0":1}"#])
    #expect(try lines("[1]", "{}") == ["updated [1] {}"])
  }

  @Test("Pointers escape what their grammar needs, and names may be empty")
  func pointers() throws {
    #expect(
      try lines(#"{"a/b":{"~":{"":1}}}"#, #"{"a/b":{"~":{"":2}}}"#) == ["updated /a~1b/~0/ 1 2"])
  }

  @Test("Members of one name pair in their order")
  func repeatedNames() throws {
    #expect(try lines(#"{"a":1,"a":2}"#, #"{"a":1,"a":3}"#) == ["updated /a 2 3"])
    #expect(try lines(#"{"a":1,"a":2}"#, #"{"a":1}"#) == ["deleted /a 2"])
  }

  @Test("Values nest as deep as reading allows")
  func deep() throws {
    let opening = String(repeating: #"[{"a":"#, count: 512)
    let closing = String(repeating: "}]", count: 512)
    let path = String(repeating: "/0/a", count: 512)
    #expect(try lines(opening + "1" + closing, opening + "2" + closing) == ["updated \(path) 1 2"])
  }

  @Test(
    "A list of thirty thousand elements is compared in one pass",
    arguments: [
      ListRule.sequence, .set, .members(["id"]),
    ])
  func longLists(_ rule: ListRule) throws {
    func list(_ numbers: [Int], _ last: Int) -> String {
      "[" + numbers.map { #"{"id":\#($0),"v":"v\#($0)"}"# }.joined(separator: ",")
        + #",{"id":-1,"v":\#(last)}]"#
    }
    let numbers = Array(0..<30_000)
    let steps = try nestedSteps(
      list(numbers, 1), list([numbers[29_999]] + numbers.dropLast(), 2), rules([("", .list(rule))]))
    #expect(steps.count == 2)
    #expect(steps.contains { $0.kind == .moved } == (rule != .set))
  }

  @Test("It stops at the limit")
  func limit() throws {
    #expect(try nestedSteps("[1,2,3]", "[4,5,6]", limit: 1).count == 1)
  }

  @Test(
    "Paths read as rules write them",
    arguments: [
      ("", "c"), (".a", "c.a"), ("[].a", "c[].a"), (".*.a[]", "c.*.a[]"),
      (#"["a.b"].c"#, #"c["a.b"].c"#),
      (#".x["*"]"#, #"c.x["*"]"#),
    ])
  func patterns(_ spelled: String, _ text: String) throws {
    #expect(try #require(PathPattern(spelled.utf8)).text(below: "c") == text)
  }

  @Test("What is no path is none", arguments: [".", "..a", "[", "[]x", "[a]", #"["a]"#, "a"])
  func noPatterns(_ spelled: String) { #expect(PathPattern(spelled.utf8) == nil) }
}
