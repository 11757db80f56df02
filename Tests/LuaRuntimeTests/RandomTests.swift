import TestSupport
import Testing

@testable import LuaRuntime

@Suite("Random input")
struct RandomTests {
  static let tokens = [
    "function", "end", "if", "then", "else", "for", "in", "do", "while", "repeat", "until", "local",
    "return",
    "goto a", "::a::", "break", "and", "or", "not", "nil", "true", "false", "(", ")", "{", "}", "[",
    "]", "=", "==",
    "~=", "<", "..", "...", "+", "-", "*", "/", "//", "%", "^", "#", "&", "|", "<<", ",", ";", ":",
    ".", "x", "y",
    "r", "c", "1", "0", "-1", "1e308", "'a'", "'%d+'", "'(.-)'", "math.maxinteger", "string.rep",
    "string.format",
    "string.gsub", "string.find", "string.pack", "table.concat", "table.unpack", "table.sort",
    "table.insert",
    "table.move", "setmetatable", "getmetatable", "pcall", "xpcall", "error", "coroutine.wrap",
    "coroutine.create",
    "coroutine.resume", "coroutine.yield", "coroutine.close", "load", "select", "next", "pairs",
    "ipairs", "rawset", "rawget", "tostring",
    "tonumber", "utf8.char", "utf8.codepoint", "os.date", "os.time", "require", "_G", "_ENV",
    "__gc", "__index",
    "__close", "<close>", "<const>", "collectgarbage", "assert", "print", "type",
    "function(...) return ... end",
    "r.k", "r.nosuch", "c.value", "c:add(1)", "c:each(x)", "host(", "host(x)", "{__index=x}",
    "{1,2,3}",
  ]

  static let statements = [
    "x = {y, x, r}", "x = setmetatable({}, {__index = y, __call = x, __len = y, __tostring = x})",
    "y = function(...) return x, ... end", "x = coroutine.wrap(y or print)", "pcall(x, y, r)",
    "x = tostring(x)",
    "for k, v in pairs(r) do y = v end", "x = host(y, x, r)", "x = ('x'):rep(10000) .. tostring(y)",
    "x = c:each(function() x = y end)", "xpcall(y or error, x or print)",
    "table.sort({x, y, 1, 2}, y)",
    "x = load(tostring(x))", "x = select(2, pcall(load, x))",
    "y = string.gsub(tostring(x), '.', y)",
    "while y do y = x end", "error(x)", "x = #x", "x = x .. y", "x = r[y]",
    "goto continue ::continue::",
    "local z <close> = setmetatable({}, {__close = y})",
    "coroutine.close(coroutine.create(y or print))",
  ]

  func state() throws -> LuaState {
    let state = try LuaState(limits: LuaLimits(memory: 8 << 20, instructions: 300_000, seconds: 5))
    state.printer = { _ in }
    try state.setGlobal("c", .object(Plain()))
    try state.setGlobal(
      "host",
      .native("host") { (call) throws(LuaError) in
        if case .function(let function)? = try call.values().first { _ = try function([.null]) }
        if call.count > 2 { throw LuaError("three are too many") }
        return .many(try call.values())
      })
    let table = Table(["k", "n"], [[.text("v"), .nested]])
    let (number, set) = try table.register(with: state)
    set.nested = { _, _ in .list([.null, .fields([("a", 1)])]) }
    try state.setGlobal("r", .record(LuaRecord(dataSet: number, row: 0)))
    return state
  }

  @Test("random tokens and statements neither crash nor hang", arguments: [false, true])
  func soup(sensible: Bool) throws {
    var generator = SeededGenerator.announced("random Lua")
    let words = sensible ? Self.statements : Self.tokens
    for round in 0..<12 {
      let state = try state()
      for _ in 0..<50 {
        let count = Int.random(in: 1...(sensible ? 12 : 40), using: &generator)
        let source = (0..<count).map { _ in
          words[Int.random(in: 0..<words.count, using: &generator)]
        }
        .joined(separator: " ")
        _ = try? state.run(source)
      }
      #expect(try state.run("return 1").count == 1, "round \(round)")
    }
  }

  @Test("random bytes are no Lua, and no harm")
  func bytes() throws {
    var generator = SeededGenerator.announced("random bytes as Lua")
    let state = try state()
    for _ in 0..<2000 {
      let source = (0..<Int.random(in: 0...60, using: &generator)).map { _ in
        UInt8.random(in: 0...255, using: &generator)
      }
      if let chunk = try? state.load(source, name: "random") { _ = try? chunk() }
    }
    #expect(try state.run("return 1").count == 1)
  }

  @Test("a state on each of many threads")
  func threads() async throws {
    let results = await withTaskGroup(of: Bool.self) { group in
      for index in 0..<16 {
        group.addTask {
          guard
            let state = try? LuaState(limits: LuaLimits(memory: 16 << 20, instructions: 1_000_000))
          else { return false }
          let table = Table(["k"], (0..<200).map { [.text("key \($0) of \(index)")] })
          guard let number = try? table.register(with: state).number,
            let upper = try? state.function(
              "function(r) if r.k:match('199') then error('last') end return r.k:upper() end")
          else { return false }
          let batch = LuaBatch()
          for _ in 0..<50 {
            guard (try? state.call(upper, dataSet: number, rows: 0..<200, into: batch)) == nil,
              batch.count == 199
            else { return false }
          }
          return true
        }
      }
      return await group.reduce(true) { $0 && $1 }
    }
    #expect(results)
  }
}
