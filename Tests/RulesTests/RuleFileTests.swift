import LuaRuntime
import Comparing
import StagedDiff
import Testing

@testable import Rules

@Suite struct RuleFileTests {
  private let old = "id,email,name,price\n1,ann@x.org,Ann,5.00\n2,bob@x.org,Bob,1.00\n"
  private let new = "id,email,name,price\n1,ANN@x.org,ann ,5.01\n2,bob@x.org,Bob,1.50\n"

  @Test("two global functions are a rules file")
  func globals() throws {
    let result = try compare(
      old, new,
      rules: """
        function identity(r) return r.email:lower() end
        function equal(old, new) return old.id == new.id end
        """)
    #expect(result.summary == Summary(deleted: 0, inserted: 0, updated: 0, moved: 0, unchanged: 2))
  }

  @Test("a returned table declares what runs natively")
  func declarative() throws {
    let result = try compare(
      old, new,
      rules: """
        local compare, text = luna.compare, luna.text
        return {
          identity = "id", ignore = { "email" }, normalize = { name = { text.trim, text.lower } },
          equal = { price = compare.number(0.01) },
        }
        """)
    #expect(result.summary.updated == 1)
    #expect(try result.change(at: 0).fields.map(\.column) == ["price"])
  }

  @Test("several returns are a composite key")
  func composite() throws {
    let result = try compare(
      old, new, rules: "function identity(r) return r.email:lower(), tonumber(r.id) end")
    #expect(
      try result.change(at: 0).key == [.text("ann@x.org"), .number(.init(utf8: Array("1".utf8)))])
  }

  @Test("an integer and a float of its value are one identity")
  func numericIdentity() throws {
    let result = try compare(
      "id\n1\n", "id\n1.0\n", rules: "return { identity = function(r) return tonumber(r.id) end }")
    #expect(result.summary.deleted == 0)
  }

  @Test("a filter leaves records out of both sides")
  func filter() throws {
    let result = try compare(
      old, new, rules: "return { identity = 'id', filter = function(r) return r.id ~= '2' end }")
    #expect(result.summary == Summary(deleted: 0, inserted: 0, updated: 1, moved: 0, unchanged: 0))
  }

  @Test("a function names sections")
  func section() throws {
    let result = try compare(
      old, new,
      rules:
        "return { identity = 'id', section = function(r) return r.id == '1' and 'a' or 'b' end }")
    #expect(result.sectionSummary?.unchanged == 2)
  }

  @Test("a column's comparator may be a function of two values")
  func columnFunction() throws {
    let result = try compare(
      old, new,
      rules: """
        return { identity = "id", only = { "price" },
          equal = { price = function(a, b) return math.abs(a - b) < 0.1 end } }
        """)
    #expect(result.summary.updated == 1)
  }

  @Test("a normalizer may be a function, and functions see normalized values")
  func scriptedNormalizer() throws {
    let result = try compare(
      old, new,
      rules: """
        return {
          normalize = { email = { luna.text.trim, function(s) return s:lower() end } },
          identity = function(r) return r.email end,
          equal = function(a, b) return a.email == b.email end,
        }
        """)
    #expect(result.summary == Summary(deleted: 0, inserted: 0, updated: 0, moved: 0, unchanged: 2))
  }

  @Test("later files override earlier ones field by field")
  func layers() throws {
    let result = try compare(
      old, new, rules: "return { identity = 'email', ignore = 'name' }",
      "return { identity = 'id', ignore = { 'email' } }")
    #expect(result.summary.updated == 2)
    #expect(try result.change(at: 0).fields.map(\.column) == ["price"])
  }

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

  @Test("every number of workers gives the same result", arguments: [1, 2, 4])
  func workers(count: Int) throws {
    let rows = (0..<20_000).map { "\($0),u\($0 % 7)@x.org,\($0 * 3 % 11)" }
    let changed = rows.enumerated().filter { $0.offset % 97 != 5 }.map { index, row in
      index % 31 == 0 ? row.uppercased() + "9" : row
    }
    let text = (["id,email,n"] + rows).joined(separator: "\n")
    let other = (["id,email,n"] + changed.reversed()).joined(separator: "\n")
    let rules = """
      function identity(r) return r.id, r.email:lower() end
      function equal(a, b) return a.n == b.n end
      """
    let single = try compare(text, other, rules: rules, workers: 1)
    let several = try compare(text, other, rules: rules, workers: count)
    #expect(single.summary == several.summary)
    #expect(try single.changes == several.changes)
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
}

extension RuleFileTests {
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
