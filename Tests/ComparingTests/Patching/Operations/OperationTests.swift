import Records
import Testing

@testable import Comparing

@Suite("Operations of single cases")
struct OperationTests {
  private func words(_ operations: [JSONModel]) -> [String] {
    operations.map { operation in
      guard case .object(let members) = operation else { return "" }
      return ["op", "from", "path", "value"].compactMap { members[$0]?.spelled() }
        .joined(separator: " ").replacing("\"", with: "")
    }
  }

  private func inside(_ old: String, _ new: String, _ rules: ValueRules = ValueRules()) throws
    -> [String]
  {
    words(try valueOperations(old, new, rules))
  }

  @Test("What is equal but spelled otherwise needs no operation")
  func spelling() throws {
    #expect(try inside("{\"a\": 1.0, \"b\": \"\\u0041\"}", "{\"b\":\"A\",\"a\":1}") == [])
  }

  @Test("An object that repeats a name is replaced, for no pointer tells its members apart")
  func repeatedNames() throws {
    #expect(
      try inside("{\"o\":{\"a\":1,\"a\":2}}", "{\"o\":{\"a\":3,\"a\":2}}") == ["replace /o {a: 2}"])
    #expect(try inside("{\"o\":{\"a\":1,\"a\":2}}", "{\"o\": {\"a\": 1, \"a\": 2}}") == [])
  }

  @Test("An element that moves and changes is moved first, then changed where it stands")
  func movedAndChanged() throws {
    let rules = ValueRules(column: "c", [(PathPattern([]), .list(.members(["id"])))])
    #expect(
      try inside(
        "[{\"id\":1,\"n\":1},{\"id\":2,\"n\":1},{\"id\":3,\"n\":1}]",
        "[{\"id\":2,\"n\":1},{\"id\":3,\"n\":1},{\"id\":1,\"n\":2}]", rules)
        == ["move /0 /2", "replace /2/n 2"])
  }

  @Test("What rules ignore inside stays, and what stands beside it changes")
  func ignored() throws {
    let rules = ValueRules(
      column: "c", [(PathPattern([.elements, .member(Array("t".utf8))]), .ignored)])
    #expect(
      try inside("[{\"t\":1,\"n\":1}]", "[{\"t\":2,\"n\":2},{\"t\":3}]", rules)
        == ["add /1 {t: 3}", "replace /0/n 2"])
  }

  @Test("A path with a rule of its own is a part of its column's operations")
  func plainPath() throws {
    let options = OperationLawTests.Shape.list.options
    let texts = [
      "[{\"id\":1,\"at\":{\"lat\":1.50,\"x\":1.50}}]", "[{\"id\":1,\"at\":{\"lat\":2.50,\"x\":3}}]",
    ]
    let ignoring = plan(key: "id") { $0.ignored = ["at.lat"] }
    #expect(words(try documentOperations(texts, options, ignoring)) == ["replace /0/at/x 3"])
  }

  @Test("A member that one side alone has is added or removed in every record that has it")
  func oneSidedColumns() throws {
    let options = OperationLawTests.Shape.list.options
    let texts = ["[{\"id\":1,\"a\":1},{\"id\":2}]", "[{\"id\":1},{\"id\":2,\"b\":2}]"]
    #expect(
      words(try documentOperations(texts, options, plan(key: "id"))) == [
        "remove /0/a", "add /1/b 2",
      ])
    let ignoring = plan(key: "id") { $0.ignored = ["a"] }
    #expect(words(try documentOperations(texts, options, ignoring)) == ["add /1/b 2"])
  }

  @Test("A list that becomes an object is replaced")
  func otherShape() throws {
    let options = OperationLawTests.Shape.list.options
    let operations = try documentOperations(
      ["[{\"id\":1}]", "{\"x\":{\"id\":1}}"], options, plan(key: "id"))
    #expect(words(operations) == ["replace  {x: {id: 1}}"])
  }
}
