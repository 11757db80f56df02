import Testing

@testable import LuaRuntime

@Suite("Calling Lua")
struct CallingTests {
  @Test("a chunk's results come back in order")
  func results() throws {
    #expect(
      try lua("return 1, 2.5, 'x', true, nil, {} ~= nil") == [
        "1", "2.5", "x", "true", "nil", "true",
      ])
  }

  @Test("values survive the way to Lua and back")
  func roundTrip() throws {
    let state = try LuaState()
    let identity = try state.function("function(...) return ... end")
    let bytes: [UInt8] = [0, 255, 128, 10]
    let values = try identity([
      .nil, .boolean(true), .integer(Int64.min), .float(0.1), .string(bytes), .null,
      .record(LuaRecord(dataSet: 3, row: 7)),
    ])
    guard values.count == 7, case .nil = values[0], case .boolean(true) = values[1],
      case .integer(.min) = values[2], case .float(0.1) = values[3],
      case .string(bytes) = values[4], case .null = values[5],
      case .record(LuaRecord(dataSet: 3, row: 7)) = values[6]
    else {
      Issue.record("\(values)")
      return
    }
  }

  @Test("a list and a map become tables")
  func tables() throws {
    let state = try LuaState()
    let join = try state.function("function(t) return t.a .. '-' .. t.list[2] .. #t.list end")
    let result = try join([
      .fields([("a", 1), ("list", .list(["x", "y"]))])
    ])
    #expect(result.first?.text == "1-y2")
  }

  @Test("a table's pairs come sorted: numbers, strings, the rest")
  func sortedPairs() throws {
    let state = try LuaState()
    guard
      case .table(let table)? = try state.run(
        "return {b=1, a=2, [10]=3, [2]=4, [1.5]=5, [true]=6}"
      ).first
    else { return }
    let keys = try table.sortedPairs().map { try state.text(of: $0.key) }
    #expect(
      keys.map { String(decoding: $0, as: UTF8.self) } == ["1.5", "2", "10", "a", "b", "true"])
  }

  @Test("an error has its chunk, line and Lua's words")
  func errorPlace() throws {
    let state = try LuaState()
    let source = "local r = {}\nlocal function f()\n  return 'a' .. r.price\nend\nf()"
    let error = #expect(throws: LuaError.self) { try state.run(source, name: "rules.lua") }
    #expect(error?.message == "attempt to concatenate a nil value (field 'price')")
    #expect(error?.chunk == "rules.lua")
    #expect(error?.line == 3)
    #expect(error?.traceback?.contains("rules.lua:5") == true)
  }

  @Test("a syntax error has its line")
  func syntax() throws {
    let state = try LuaState()
    let error = #expect(throws: LuaError.self) { try state.run("x = 1\ny = = 2", name: "bad.lua") }
    #expect(error?.kind == .syntax)
    #expect(error?.line == 2)
    #expect(error?.message == "unexpected symbol near '='")
  }

  @Test("a host function's argument error names argument and function, and blames the caller")
  func argumentError() throws {
    let state = try LuaState()
    try state.setGlobal(
      "number",
      .native("number") { (call) throws(LuaError) in .one(.integer(try call.integer(1))) })
    let error = #expect(throws: LuaError.self) { try state.run("\n\nnumber('x')", name: "r.lua") }
    #expect(error?.message == "bad argument #1 to 'number' (number expected, got string)")
    #expect(error?.line == 3)
  }
}

extension CallingTests {
  @Test("a map's nil keys are left out, nil values too, and nesting is kept")
  func oddMaps() throws {
    let state = try LuaState()
    let show = try state.function(
      "function(t) local n = 0 for _ in pairs(t) do n = n + 1 end return n, t.a.b[1] end")
    let map: LuaValue = .map([
      (.nil, 1), ("gone", .nil), ("a", .fields([("b", .list([.string("deep")]))])),
    ])
    let result = try show([map])
    #expect(result.last?.text == "deep")
    guard case .integer(1) = result[0] else {
      Issue.record("\(result)")
      return
    }
  }

  @Test("values nested thousands deep become tables nested as deep")
  func deepNesting() throws {
    let state = try LuaState()
    var value: LuaValue = .list([])
    for _ in 0..<5_000 { value = .list([value]) }
    let type = try state.function("type")
    #expect(try type([value]).first?.text == "table")
  }
}
