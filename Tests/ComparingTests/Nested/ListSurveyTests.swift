import Records
import Testing

@testable import Comparing
@testable import Analysis

@Suite("Lists whose elements a member tells apart")
struct ListSurveyTests {
  private func proposals(_ json: String) throws -> [String] {
    ListSurvey.proposals(for: [try table(json, name: "a.json")]).map {
      "\($0.path)=\($0.member) \($0.elements)/\($0.lists)"
    }
  }

  @Test(
    "The member whose name tells is taken, or one of texts",
    arguments: [
      (#"[{"v":[{"n":1,"sku":1},{"n":2,"sku":2}]}]"#, ["v=sku 2/1"]),
      (#"[{"v":[{"n":1,"orderId":1},{"n":2,"orderId":2}]}]"#, ["v=orderId 2/1"]),
      (#"[{"v":[{"n":1,"t":"a"},{"n":2,"t":"b"}]},{"v":[{"t":"a"}]}]"#, ["v=t 3/2"]),
      (#"[{"v":[{"n":1},{"n":2}]}]"#, []),
      (#"[{"v":{"w":[{"parts":[{"id":1},{"id":2}]}]}}]"#, ["v.w[].parts=id 2/1"]),
    ])
  func member(_ json: String, _ expected: [String]) throws {
    #expect(try proposals(json) == expected)
  }

  @Test(
    "None is proposed where some list repeats it or lacks it, or holds something else",
    arguments: [
      #"[{"v":[{"id":1},{"id":1}]}]"#, #"[{"v":[{"id":1},{"id":2}]},{"v":[{"id":3},{}]}]"#,
      #"[{"v":[{"id":1},7]}]"#, #"[{"v":[{"id":null},{"id":2}]}]"#, #"[{"v":[{"id":1}]}]"#,
      #"[{"v":[1,2]}]"#, #"[{"v":[]}]"#, #"[{"v":[{"id":[1]},{"id":[2]}]}]"#,
    ])
  func none(_ json: String) throws { #expect(try proposals(json).isEmpty) }
}
