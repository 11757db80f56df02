import Testing

@testable import LuaRuntime

@Suite("Records in Lua")
struct RecordTests {
  let state: LuaState
  let table: Table
  let set: LuaDataSet
  let number: Int32

  init() throws {
    state = try LuaState()
    table = Table(
      ["id", "email", "price", "ok", "note", "tags"],
      [
        [.text("7"), .text("A@B.C"), .number("1.50"), .flag(true), .null, .nested],
        [.text("8"), .text(""), .number("9007199254740993"), .flag(false), .absent, .absent],
      ])
    (number, set) = try table.register(with: state)
  }

  func call(_ expression: String, rows: Int...) throws(LuaError) -> [LuaValue] {
    try state.function(expression)(rows.map { .record(LuaRecord(dataSet: number, row: $0)) })
  }

  func text(_ expression: String, rows: Int...) throws -> [String] {
    let function = try state.function(expression)
    let results = try function(rows.map { .record(LuaRecord(dataSet: number, row: $0)) })
    return try results.map { String(decoding: try state.text(of: $0), as: UTF8.self) }
  }

  @Test("a field is read by its name")
  func fields() throws {
    #expect(
      try text("function(r) return r.id, r.email:lower(), r.ok end", rows: 0) == [
        "7", "a@b.c", "true",
      ])
  }

  @Test("a record of 100,000 columns is gone through in no more time than it takes")
  func wide() throws {
    let columns = (0..<100_000).map { "c\($0)" }
    let wide = Table(columns, [columns.map { .text($0) }])
    let (number, _) = try wide.register(with: state)
    let function = try state.function(
      "function(r) local n = 0 for name, value in pairs(r) do if r[name] == name then n = n + 1 end end return n end"
    )
    let result = try function([.record(LuaRecord(dataSet: number, row: 0))])
    #expect(try state.text(of: result[0]) == Array("100000".utf8))
  }

  @Test("null and absent are nil, a number is a number")
  func kinds() throws {
    #expect(
      try text("function(a, b) return a.note, b.note, math.type(a.price), b.price end", rows: 0, 1)
        == ["nil", "nil", "float", "9007199254740993"])
  }

  @Test(
    "a number is an integer or float where that is exact, else the one text of its value",
    arguments: [
      ("0", "integer 0"), ("-0", "float -0.0"), ("12", "integer 12"), ("1.0", "float 1.0"),
      ("10e-1", "float 1.0"),
      ("0.1", "float 0.1"), ("9223372036854775807", "integer 9223372036854775807"),
      ("-9223372036854775808", "integer -9223372036854775808"),
      ("9223372036854775808", "nil 9223372036854775808"), ("1e20", "float 1e+20"),
      ("1e400", "nil 1e400"), ("1e-400", "nil 1e-400"), ("0e999", "float 0.0"),
      ("123456789012345.25", "float 1.2345678901235e+14"),
      ("0.1000000000000000055", "nil 0.1000000000000000055"),
      ("5e-324", "float 4.9406564584125e-324"),
      ("100000000000000000000000", "float 1e+23"),
      ("1.7976931348623157e308", "float 1.7976931348623e+308"),
      ("0.30000000000000004", "float 0.3"),
      ("1E400", "nil 1e400"), ("10e399", "nil 1e400"), ("0.01E+402", "nil 1e400"),
      ("-12.50e400", "nil -1.25e401"), ("0.10000000000000000550", "nil 0.1000000000000000055"),
      ("10.000000000000000055e-2", "nil 0.10000000000000000055"),
      ("1234567890123456789.0", "integer 1234567890123456789"),
      ("1." + String(repeating: "0", count: 100), "integer 1"),
      ("0." + String(repeating: "0", count: 100), "integer 0"),
      ("9223372036854775808.00", "nil 9223372036854775808"),
      ("1e99999999999999999999", "nil 1e99999999999999999999"),
    ])
  func numbers(spelling: String, expected: String) throws {
    let state = try LuaState()
    let table = Table(["n"], [[.number(spelling)]])
    let (number, _) = try table.register(with: state)
    let show = try state.function("function(r) return tostring(math.type(r.n)) .. ' ' .. r.n end")
    let result = try show([.record(LuaRecord(dataSet: number, row: 0))])
    #expect(result.first?.text == expected)
  }

  @Test("an unknown column is the host's error on the script's line")
  func unknownColumn() throws {
    set.resolve = { .unknown("unknown column '\($0)'; did you mean 'email'?") }
    let error = #expect(throws: LuaError.self) {
      try call("function(r)\n return r.emial end", rows: 0)
    }
    #expect(error?.message == "unknown column 'emial'; did you mean 'email'?")
    #expect(error?.line == 2)
  }

  @Test("a name may resolve to a further column, once")
  func derivedColumn() throws {
    var asked = 0
    set.resolve = { name in
      asked += 1
      return name == "post" ? .column(1) : .unknown("no")
    }
    #expect(try text("function(r) return r.post .. r.post end", rows: 0) == ["A@B.CA@B.C"])
    #expect(asked == 1)
  }

  @Test("pairs goes in column order and leaves out what is absent")
  func pairs() throws {
    set.nested = { _, _ in .list([1, 2]) }
    let source = "function(r) local s = '' for k in pairs(r) do s = s .. k .. ' ' end return s end"
    #expect(try text(source, rows: 0) == ["id email price ok note tags "])
    #expect(try text(source, rows: 1) == ["id email price ok "])
  }

  @Test("a nested value is a fresh table in which null stays")
  func nested() throws {
    set.nested = { row, column in .list([.integer(Int64(row)), .null, .integer(Int64(column))]) }
    #expect(
      try text("function(r) local t = r.tags return #t, t[1], tostring(t[2]), t[3] end", rows: 0)
        == ["3", "0", "null", "5"])
  }

  @Test("an error of the nested reader is raised in Lua")
  func nestedError() throws {
    set.nested = { (_, _) throws(LuaError) in throw LuaError("bad JSON") }
    let error = #expect(throws: LuaError.self) {
      try call("function(r) return r.tags end", rows: 0)
    }
    #expect(error?.message == "bad JSON")
  }

  @Test("a record cannot be written")
  func writing() throws {
    let error = #expect(throws: LuaError.self) { try call("function(r) r.id = 1 end", rows: 0) }
    #expect(error?.message == "a record cannot be written (field 'id')")
  }

  @Test("equal records are one table key")
  func keys() throws {
    let state = try LuaState()
    let same = try state.function("function(a, b, c) return a == b, a == c, ({[a]=1})[b] end")
    let record = { (row: Int) in LuaValue.record(LuaRecord(dataSet: 0, row: row)) }
    let result = try same([record(1), record(1), record(2)])
    guard case .boolean(true) = result[0], case .boolean(false) = result[1],
      case .integer(1) = result[2]
    else {
      Issue.record("\(result)")
      return
    }
  }

  @Test("tostring is the host's, # the number of columns, the metatable is out of reach")
  func rest() throws {
    set.describe = { "row \($0)" }
    #expect(
      try text("function(r) return tostring(r), #r, getmetatable(r) end", rows: 1) == [
        "row 1", "6", "false",
      ])
  }

  @Test("long column names and numbers as names are found")
  func unusualNames() throws {
    let long = String(repeating: "x", count: 300)
    let state = try LuaState()
    let table = Table([long, "1"], [[.text("a"), .text("b")]])
    let (number, _) = try table.register(with: state)
    let read = try state.function("function(r) return r[('x'):rep(300)] .. r[1] .. r['1'] end")
    #expect(try read([.record(LuaRecord(dataSet: number, row: 0))]).first?.text == "abb")
  }

  @Test("the first of two columns of one name is the one that is read")
  func duplicateNames() throws {
    let state = try LuaState()
    let table = Table(["a", "a"], [[.text("first"), .text("second")]])
    let (number, _) = try table.register(with: state)
    let read = try state.function("function(r) return r.a end")
    #expect(try read([.record(LuaRecord(dataSet: number, row: 0))]).first?.text == "first")
  }

  @Test("a field that fails blames the script's line")
  func failingField() throws {
    let state = try LuaState()
    let table = Table(["a"], [[.failing("not UTF-8")]])
    let (number, _) = try table.register(with: state)
    let read = try state.function("function(r)\n\n return r.a end")
    let error = #expect(throws: LuaError.self) {
      try read([.record(LuaRecord(dataSet: number, row: 0))])
    }
    #expect(error?.message == "not UTF-8")
    #expect(error?.line == 3)
  }

  @Test("a record of a data set that does not exist is an error, not a crash")
  func strangeRecord() throws {
    let read = try state.function("function(r) return r.a end")
    #expect(throws: LuaError.self) { try read([.record(LuaRecord(dataSet: 99, row: 0))]) }
  }

  @Test("many columns are found, each its own")
  func manyColumns() throws {
    let state = try LuaState()
    let names = (0..<500).map { "column\($0)" }
    let table = Table(names, [names.map { .text($0) }])
    let (number, _) = try table.register(with: state)
    let check = try state.function(
      "function(r) for k, v in pairs(r) do if k ~= v or r[k] ~= v then return k end end return 'ok' end"
    )
    #expect(try check([.record(LuaRecord(dataSet: number, row: 0))]).first?.text == "ok")
  }

  @Test("a data set that was taken back gives its number to the next one")
  func reuse() throws {
    state.unregister(dataSet: number, isLent: false)
    let other = Table(["name", "id"], [[.text("Saw"), .text("9")]])
    #expect(try other.register(with: state).number == number)
    #expect(
      try text(
        "function(r) return r.id, #r, tostring(pcall(function() return r.email end)) end", rows: 0)
        == ["9", "2", "false"])
  }

  @Test("65,536 data sets are the most that a state holds")
  func most() throws {
    while (try? table.register(with: state)) != nil {}
    let error = #expect(throws: LuaError.self) { try table.register(with: state) }
    #expect(error?.message == LuaError.tooManyDataSets.message)
    #expect(try text("function(r) return r.id end", rows: 0) == ["7"])
    state.unregister(dataSet: 65_535, isLent: false)
    #expect(try table.register(with: state).number == 65_535)
  }

  @Test("a record of a data set that another one has replaced is a released one")
  func replaced() throws {
    let old = LuaRecord(dataSet: number, row: 0)
    state.unregister(dataSet: number, isLent: true)
    let other = Table(["id"], [[.text("9")]])
    let (next, _) = try other.register(with: state)
    #expect(next != number)
    #expect(state.dataSet(of: old) == nil && state.columns(of: old) == [])
    let uses = ["r.id", "#r", "pairs(r)"]
    for use in uses {
      let function = try state.function("function(r) return \(use) end")
      let error = #expect(throws: LuaError.self) { try function([.record(old)]) }
      #expect(error?.message == releasedRecordWords)
      #expect(throws: Never.self) { try function([.record(LuaRecord(dataSet: next, row: 0))]) }
    }
    let name = try state.function("function(r) return tostring(r) end")([.record(old)])
    #expect(name.first?.text == "a released record")
  }

  @Test("a place is given to other data sets until its numbers are used up")
  func usedUp() throws {
    let state = try LuaState()
    var numbers: Set<Int32> = []
    for _ in 0..<300 {
      let (number, _) = try table.register(with: state)
      numbers.insert(number)
      state.unregister(dataSet: number, isLent: true)
    }
    #expect(numbers.count == 300)
  }
}
