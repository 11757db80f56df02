import Testing

@testable import LuaRuntime

@Suite("What Lua complains of")
struct LuaComplaintTests {
  @Test(
    "is told from Lua's words",
    arguments: [
      ("return a.b", .nilValue(kind: "global", name: "a")),
      ("local a return a.b", .nilValue(kind: "local", name: "a")),
      ("local a local function f() return a.b end f()", .nilValue(kind: "upvalue", name: "a")),
      ("local r = {} return r.a.b", .nilValue(kind: "field", name: "a")),
      ("local r = {} return r['it\\'s'].b", .nilValue(kind: "field", name: "it's")),
      ("local r = {} r.a.b = 1", .nilValue(kind: "field", name: "a")),
      ("('x'):nosuch()", .nilValue(kind: "method", name: "nosuch")),
      ("for k in nil do end", .nilValue(kind: "for iterator", name: "for iterator")),
      ("local a return a .. 'x'", .nilValue(kind: "local", name: "a")),
      ("local a return -a", .nilValue(kind: "local", name: "a")),
      ("local a return a | 1", .nilValue(kind: "local", name: "a")),
      ("local a return #a", .nilValue(kind: "local", name: "a")),
      ("local function f() end f()()", .namelessNil),
      ("return 1 + nil", .namelessNil),
      ("local r = { id = 'x' } r:id()", .noFunction(kind: "method", name: "id")),
      ("local r = { id = {} } r.id()", .noFunction(kind: "field", name: "id")),
      ("local t, k = {}, 'x' return t[k].y", .nilValue(kind: "field", name: "?")),
      ("return 1 < 'x'", .textAndNumber),
      ("return 'x' <= 1", .textAndNumber),
      ("return 1 + 'x'", .textAndNumber),
      ("return 'x' // 1", .textAndNumber),
      ("require('no.such')", .missingModule("no.such")),
      ("return (", .unfinishedChunk),
      ("return 1 < nil", nil),
      ("return 'x' + {}", nil),
      ("error()", nil),
      ("error('so is a nil value')", nil),
      ("require('../etc')", nil),
      ("return )", nil),
    ] as [(String, LuaComplaint?)])
  func words(source: String, complaint: LuaComplaint?) throws {
    let error = try #require(try luaError(source))
    #expect(error.complaint == complaint, "\(error)")
  }

  @Test("is a column that a record does not have, whatever is said of it")
  func column() throws {
    let state = try LuaState()
    let set = LuaDataSet(state: state, columns: ["id"], context: nil) { _, _, _, _ in }
    set.resolve = { .unknown("no \($0)") }
    let record = LuaValue.record(LuaRecord(dataSet: try state.register(set), row: 0))
    let error = #expect(throws: LuaError.self) {
      try state.run("return (...).price", arguments: [record])
    }
    #expect(error?.complaint == .unknownColumn)
    #expect(error?.message == "no price")
    #expect(error?.line == 1)
  }
}
