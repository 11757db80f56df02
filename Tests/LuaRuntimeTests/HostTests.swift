import Testing

@testable import LuaRuntime

/// An object for tests that counts itself.
final class Counter: LuaObject {
  nonisolated(unsafe) static var alive = 0
  var value: Int64

  init(_ value: Int64) {
    self.value = value
    Counter.alive += 1
  }
  deinit { Counter.alive -= 1 }

  static let luaName = "counter"

  static func describe(_ type: inout LuaType<Counter>) {
    type.property("value") { (counter, _) throws(LuaError) in .integer(counter.value) }
    type.method("add") { (counter, call) throws(LuaError) in
      counter.value += try call.integer(2)
      return .one(try call.value(1))
    }
    type.method("each") { (counter, call) throws(LuaError) in
      let function = try call.function(2)
      for index in 0..<counter.value { _ = try function([.integer(index)]) }
      return .none
    }
    type.subscripting { (counter, call) throws(LuaError) in
      guard try call.string(2) == "double" else {
        throw LuaError("no '\(try call.string(2))' here")
      }
      return .one(.integer(counter.value * 2))
    }
    type.on(.length) { (counter, _) throws(LuaError) in .one(.integer(counter.value)) }
    type.on(.string) { (counter, _) throws(LuaError) in .one(.string("counter(\(counter.value))")) }
    type.on(.call) { (counter, call) throws(LuaError) in
      .one(.integer(counter.value + (try call.integer(2))))
    }
  }
}

/// A type without anything.
final class Plain: LuaObject {
  static let luaName = "plain"
  static func describe(_ type: inout LuaType<Plain>) {}
}

@Suite("Host functions and objects", .serialized)
struct HostTests {
  func withCounter(_ source: String, _ value: Int64 = 3) throws -> [String] {
    let state = try LuaState()
    try state.setGlobal("c", .object(Counter(value)))
    try state.setGlobal("p", .object(Plain()))
    return try state.run(source).map { String(decoding: try state.text(of: $0), as: UTF8.self) }
  }

  @Test(
    "an object answers to fields, methods and operators",
    arguments: [
      ("return c.value", "3"), ("return c:add(4).value", "7"), ("return c.double", "6"),
      ("return #c", "3"),
      ("return tostring(c)", "counter(3)"), ("return c(10)", "13"),
      ("return getmetatable(c)", "false"),
      ("local n = 0 c:each(function(i) n = n + i end) return n", "3"),
      ("return type(c)", "userdata"),
      ("return tostring(p)", "plain"),
    ])
  func object(source: String, expected: String) throws {
    #expect(try withCounter(source) == [expected])
  }

  @Test(
    "misuse of an object is an error in Lua's manner",
    arguments: [
      ("return c.nosuch", "no 'nosuch' here"), ("return p.nosuch", "plain has no field 'nosuch'"),
      ("p.x = 1", "plain cannot be written (field 'x')"),
      ("c.value = 1", "counter cannot be written (field 'value')"),
      ("c:add('x')", "bad argument #1 to 'add' (number expected, got string)"),
      ("c.add(1, 2)", "bad argument #1 to 'add' (counter expected, got number)"),
      ("c.add(p, 2)", "bad argument #1 to 'add' (counter expected, got plain)"),
      ("c:add(1.5)", "bad argument #1 to 'add' (number has no integer representation)"),
      ("return c < c", "attempt to compare two counter values"),
      ("return p + 1", "attempt to perform arithmetic on a plain value (global 'p')"),
    ])
  func misuse(source: String, message: String) throws {
    let error = #expect(throws: LuaError.self) { try withCounter(source) }
    #expect(error?.message == message)
    #expect(error?.line == 1)
  }

  @Test("an object comes back as itself")
  func identity() throws {
    let state = try LuaState()
    let counter = Counter(1)
    let same = try state.function("function(x) return x, x end")([.object(counter)])
    guard case .object(let first) = same[0], case .object(let second) = same[1] else { return }
    #expect(first === counter && second === counter)
  }

  @Test("objects and functions are released when the state ends")
  func release() throws {
    let before = Counter.alive
    do {
      let state = try LuaState()
      for index in 0..<100 { try state.setGlobal("c\(index)", .object(Counter(1))) }
      let kept = Counter(2)
      try state.setGlobal("f", .native("f") { (_) throws(LuaError) in .one(.integer(kept.value)) })
      #expect(Counter.alive == before + 101)
    }
    #expect(Counter.alive == before)
  }

  @Test("objects that Lua no longer holds are released by a collection")
  func collect() throws {
    let before = Counter.alive
    let state = try LuaState()
    let use = try state.function("function(c) return c.value end")
    for _ in 0..<1000 { _ = try use([.object(Counter(1))]) }
    try state.collectGarbage()
    #expect(Counter.alive == before)
  }

  @Test("memory that is noted makes the collector look for objects that nobody holds")
  func notedMemory() throws {
    let before = Counter.alive
    let state = try LuaState()
    let use = try state.function("function(c) return c.value end")
    for _ in 0..<1000 {
      try state.noteMemory(1 << 20)
      _ = try use([.object(Counter(1))])
    }
    #expect(Counter.alive < before + 10)
  }

  @Test("no amount of noted memory is too large", arguments: [Int.min, -1, 0, 1 << 60, Int.max])
  func anyNotedMemory(bytes: Int) throws {
    let state = try LuaState()
    try state.noteMemory(bytes)
    #expect(try state.run("return ('x'):rep(9)").first?.text == "xxxxxxxxx")
  }

  @Test("references that are dropped free what they held")
  func references() throws {
    let state = try LuaState()
    try state.collectGarbage()
    let before = state.memory.used
    for _ in 0..<200 { _ = try state.run("return ('x'):rep(100000), {('y'):rep(100000)}") }
    try state.collectGarbage()
    #expect(state.memory.used < before + 300_000)
  }

  @Test("a reference may outlive its state")
  func closedState() throws {
    var state: LuaState? = try LuaState()
    let function = try state?.function("print")
    state = nil
    let error = #expect(throws: LuaError.self) { try function?() }
    #expect(error?.kind == .closed)
  }

  @Test("a value of one state means nothing in another")
  func strangers() throws {
    let (first, second) = (try LuaState(), try LuaState())
    let table = try first.makeTable()
    let show = try second.function("function(v) return type(v) end")
    #expect(try show([.table(table)]).first?.text == "nil")
  }

  @Test("an error of the host passes through Lua whole")
  func underlying() throws {
    struct Trouble: Error {}
    let state = try LuaState()
    try state.setGlobal(
      "fail",
      .native("fail") { (_) throws(LuaError) in
        throw LuaError("no such file", underlying: Trouble())
      })
    let error = #expect(throws: LuaError.self) { try state.run("\nfail()", name: "d.lua") }
    #expect(error?.description == "d.lua:2: no such file")
    #expect(error?.underlying is Trouble)
    #expect(try state.run("return select(2, pcall(fail))").first?.text == "no such file")
  }

  @Test("an error inside a callback inside a host function keeps the callback's place")
  func nested() throws {
    let state = try LuaState()
    try state.setGlobal("c", .object(Counter(3)))
    let error = #expect(throws: LuaError.self) {
      try state.run("c:each(function(i)\n  error('at ' .. i)\nend)", name: "n.lua")
    }
    #expect(error?.description == "n.lua:2: at 0")
  }

  @Test("a limit inside a callback ends the whole call, though the host swallows it")
  func nestedLimit() throws {
    let state = try LuaState(limits: LuaLimits(instructions: 1_000_000))
    try state.setGlobal(
      "try",
      .native("try") { (call) throws(LuaError) in
        _ = try? call.function(1)()
        return .none
      })
    let error = #expect(throws: LuaError.self) {
      try state.run("while true do try(function() while true do end end) end")
    }
    #expect(error?.kind == .instructions)
  }

  @Test("a host function recursing through Lua ends in an error")
  func recursion() throws {
    let state = try LuaState()
    try state.setGlobal(
      "again", .native("again") { (call) throws(LuaError) in .many(try call.function(1)()) })
    #expect(throws: LuaError.self) { try state.run("local function f() return again(f) end f()") }
    #expect(try state.run("return 1").count == 1)
  }

  @Test("host functions work inside coroutines, and yielding across them is an error")
  func coroutines() throws {
    let state = try LuaState()
    try state.setGlobal("c", .object(Counter(2)))
    let source =
      "local t = {} for v in coroutine.wrap(function() coroutine.yield(c.value) coroutine.yield(c:add(1).value) end) do t[#t + 1] = v end return table.concat(t, ' ')"
    #expect(try state.run(source).first?.text == "2 3")
    let error = #expect(throws: LuaError.self) {
      try state.run("coroutine.wrap(function() c:each(function() coroutine.yield() end) end)()")
    }
    #expect(error?.message.contains("attempt to yield across a C-call boundary") == true)
  }

  @Test("arguments are read with Lua's conversions")
  func arguments() throws {
    let state = try LuaState()
    try state.setGlobal(
      "f",
      .native("f") { (call) throws(LuaError) in
        [
          .string(try call.string(1)), .integer(try call.integer(2)), .integer(try call.integer(3)),
          .boolean(call.isNil(4)), .integer(Int64(call.count)),
        ]
      })
    let result = try state.run("return f(12, '7', '0x10', nil)")
    #expect(
      try result.map { String(decoding: try state.text(of: $0), as: UTF8.self) } == [
        "12", "7", "16", "true", "4",
      ])
  }

  @Test("many results and arguments pass")
  func many() throws {
    let state = try LuaState()
    try state.setGlobal(
      "all", .native("all") { (call) throws(LuaError) in .many(try call.values()) })
    #expect(try state.run("return select('#', all(table.unpack({}, 1, 5000)))").count == 1)
    #expect(try state.run("return table.unpack({}, 1, 5000)").count == 5000)
  }
}
