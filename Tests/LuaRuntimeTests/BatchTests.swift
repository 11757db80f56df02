import Testing

@testable import LuaRuntime

@Suite("Batches of calls")
struct BatchTests {
  let state: LuaState
  let number: Int32
  let batch = LuaBatch()

  init() throws {
    state = try LuaState()
    let rows: [[Table.Cell]] = (0..<100).map { [.text("Key\($0)"), .number("\($0)")] }
    number = try Table(["k", "n"], rows).register(with: state).number
  }

  @Test("each row's results are its own")
  func rows() throws {
    let key = try state.function("function(r) return r.k:lower(), r.n end")
    try state.call(key, dataSet: number, rows: 10..<100, into: batch)
    #expect(batch.count == 90)
    for index in 0..<90 {
      var reader = batch.results(index)
      guard case .string(let bytes)? = reader.next(), case .integer(let n)? = reader.next()
      else {
        Issue.record("row \(index)")
        return
      }
      #expect(String(decoding: bytes, as: UTF8.self) == "key\(index + 10)")
      #expect(n == Int64(index + 10))
      #expect(reader.next() == nil)
    }
  }

  @Test("equal results have equal bytes: 1.0 is 1, and no result is not nil")
  func bytes() throws {
    let results = try state.function(
      "function(r) local n = r.n if n == 0 then return 1.0 elseif n == 1 then return 1 elseif n == 2 then return nil end end"
    )
    try state.call(results, dataSet: number, rows: 0..<4, into: batch)
    #expect(batch.bytes(0).elementsEqual(batch.bytes(1)))
    #expect(!batch.bytes(2).elementsEqual(batch.bytes(3)))
  }

  @Test("a batch ends early where its results are large")
  func largeResults() throws {
    let large = try state.function("function(r) return ('x'):rep(400000) end")
    try state.call(large, dataSet: number, rows: 0..<100, into: batch)
    #expect(batch.count == 3)
    #expect(batch.bytes(2).count == 400_005)
  }

  @Test("an error tells which call failed and keeps what came before")
  func failing() throws {
    let failing = try state.function(
      "function(r) if r.n == 7 then error('seven') end return r.n end")
    let error = #expect(throws: LuaError.self) {
      try state.call(failing, dataSet: number, rows: 0..<100, into: batch)
    }
    #expect(error?.message == "seven")
    #expect(batch.count == 7)
    #expect(batch.bytes(6).count == 9)
  }

  @Test("pairs of records are compared")
  func pairs() throws {
    let equal = try state.function("function(a, b) return a.n // 2 == b.n // 2 end")
    let arguments: [LuaField] = (0..<99).flatMap { row in
      [
        LuaField(LuaRecord(dataSet: number, row: row)),
        LuaField(LuaRecord(dataSet: number, row: row + 1)),
      ]
    }
    try state.call(equal, arguments: arguments, arity: 2, maxResults: 1, into: batch)
    #expect((0..<99).allSatisfy { batch.boolean($0) == ($0 % 2 == 0) })
  }

  @Test("tables and functions are told by their type")
  func types() throws {
    let values = try state.function("function() return {}, print, coroutine.create(print), nil end")
    try state.call(values, dataSet: number, rows: 0..<1, into: batch)
    var reader = batch.results(0)
    var names: [String] = []
    while let item = reader.next() { names.append(item.typeName) }
    #expect(names == ["table", "function", "userdata", "nil"])
  }

  @Test("every call of a batch has the limits to itself")
  func limits() throws {
    state.limits = LuaLimits(instructions: 200_000)
    let work = try state.function("function() for i = 1, 30000 do end end")
    try state.call(work, dataSet: number, rows: 0..<100, into: batch)
    #expect(batch.count == 100)
  }

  @Test("a batch of no calls is none")
  func empty() throws {
    let work = try state.function("function() end")
    try state.call(work, dataSet: number, rows: 0..<0, into: batch)
    #expect(batch.count == 0)
  }
}
