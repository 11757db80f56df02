import Records
import Testing

@testable import Comparing

/// Keys that are text on one side and numbers on the other.
@Suite struct KeyTypeTests {
  private func compare(_ csv: String, _ json: String, _ plan: ComparisonPlan) throws -> Comparison {
    try Comparison(
      source: table(csv, name: "old.csv"), target: table(json, name: "new.json"), plan: plan)
  }

  @Test(
    "as text a number is the text of its value, as a number a text is the number that it spells",
    arguments: [
      ("1", "1", .text, true), ("1", "1.0", .text, true), ("1.5", "15e-1", .text, true),
      ("1.50", "1.5", .text, false), ("1.50", "1.5", .number, true), ("01", "1", .text, false),
      ("01", "1", .number, true), ("9007199254740993", "9007199254740992", .number, false),
      ("9007199254740993", "9007199254740993", .text, true), ("true", "true", .text, true),
      ("x", "\"x\"", .number, true), ("1", "1", nil, false),
    ] as [(String, String, KeyType?, Bool)])
  func pairs(text: String, json: String, type: KeyType?, isPaired: Bool) throws {
    let result = try compare(
      "id,v\n\(text),a\n", "[{\"id\":\(json),\"v\":\"a\"}]", plan(key: "id") { $0.keyAs = type })
    #expect(result.summary.unchanged == (isPaired ? 1 : 0))
  }

  @Test(
    "a key whose types differ is told with the type that pairs",
    arguments: [("1", KeyType.text), ("01", .number)])
  func clash(id: String, remedy: KeyType) throws {
    let result = try compare("id,v\n\(id),a\n", #"[{"id":1,"v":"a"}]"#, plan(key: "id"))
    let clash = try #require(result.keyTypeClash)
    #expect(clash.column == "id")
    #expect(clash.source == .text("\(id)".utf8.count == 1 ? "1" : "01"))
    #expect(clash.remedy == remedy)
    let followed = try compare(
      "id,v\n\(id),a\n", #"[{"id":1,"v":"a"}]"#, plan(key: "id") { $0.keyAs = clash.remedy })
    #expect(followed.summary.unchanged == 1)
    #expect(followed.keyTypeClash == nil)
  }

  @Test("keys that match nothing in any type, and keys that match, are not told")
  func noClash() throws {
    #expect(try compare("id\n7\n", #"[{"id":1}]"#, plan(key: "id")).keyTypeClash == nil)
    #expect(try compare("id\n", #"[{"id":1}]"#, plan(key: "id")).keyTypeClash == nil)
    #expect(try compare("id\n1\n", #"[{"id":"1"}]"#, plan(key: "id")).keyTypeClash == nil)
  }

  @Test("the type of the key comes after the normalizers of every column")
  func normalized() throws {
    let result = try Comparison(
      source: table("id,v\n5,a\n", name: "old.csv"), target: table("id,v\n5.0,a\n", name: "new.csv"),
      plan: plan(key: "id") {
        $0.usualSteps = [.native(NumberNormalizer.plain)]
        $0.keyAs = .text
      })
    #expect(result.summary.unchanged == 1)
  }

  @Test("a key that is searched for is found by its values as the type")
  func found() throws {
    var plan = ComparisonPlan()
    plan.keyAs = .text
    let result = try compare(
      "v,id\na,1\nb,2\na,3\n", #"[{"v":"a","id":1},{"v":"c","id":2},{"v":"a","id":3}]"#, plan)
    #expect(result.key == .found(["id"]))
    #expect(result.summary.updated == 1)
    #expect(try result.change(at: 0).key == [.text("2")])
  }
}
