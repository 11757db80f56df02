import Comparing
import Testing

@testable import Rules

@Suite struct RuleFileTests {
  @Test("numbers of JSON reach scripts exactly, or as their text")
  func numbers() throws {
    let rows = #"[{"id":1,"n":9007199254740993},{"id":2,"n":0.5},{"id":3,"n":1e400}]"#
    let result = try compare(
      rows, rows,
      rules: """
        return { identity = function(r) return r.id, math.type(r.n) or type(r.n), r.n end,
          section = function(r) return "all" end }
        """, names: ("old.json", "new.json"))
    #expect(result.summary.unchanged == 3)
    #expect(
      try result.keyValues(.source, 0)[1...] == [
        .text("integer"), .number(.init(utf8: Array("9007199254740993".utf8))),
      ])
    #expect(try result.keyValues(.source, 2)[1...] == [.text("string"), .text("1e400")])
  }

  @Test("nested values are tables, null in them is luna.null")
  func nested() throws {
    let rows = #"[{"id":1,"tags":["a",null],"address":{"city":"Oslo"}}]"#
    let result = try compare(
      rows, rows,
      rules: """
        return { identity = function(r)
          return r.tags[1], r.tags[2] == luna.null, r.address.city, r["address.city"]
        end }
        """, names: ("old.json", "new.json"))
    #expect(
      try result.keyValues(.source, 0) == [.text("a"), .boolean(true), .text("Oslo"), .text("Oslo")])
  }

  @Test("a record that is the same on both sides is asked for its identity once")
  func identityOnce() throws {
    let calls = try compare(
      "id\n1\n2\n3\n", "id\n3\n1\n9\n",
      rules: """
        local calls = {}
        function identity(r) calls[#calls + 1] = r.id return r.id .. "/" .. #calls end
        """, workers: 1)
    #expect(try calls.keyValues(.target, 0) == [.text("3/3")])
    #expect(try calls.keyValues(.target, 2) == [.text("9/4")])
  }

  @Test("a path into nested values is a column for keys, normalizers and comparators")
  func nestedPaths() throws {
    let result = try compare(
      #"[{"user":{"mail":"A@X.org","age":1}}]"#, #"[{"user":{"mail":"a@x.org","age":2}}]"#,
      rules: """
        return { identity = "user.mail", normalize = { ["user.mail"] = luna.text.lower },
          only = { "user.age" } }
        """, names: ("old.json", "new.json"))
    #expect(result.summary.updated == 1)
    #expect(try result.change(at: 0).key == [.text("a@x.org")])
    #expect(try result.change(at: 0).fields.map(\.column) == ["user.age"])
  }
}
