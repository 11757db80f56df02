import Comparing
import Foundation
import LuaRuntime
import Records
import TestSupport
import Testing

@testable import Rules

/// Random functions, compiled and by Lua: whatever a compiled one answers is what Lua answers.
@Suite("Compiled functions answer as Lua does") struct CompiledFunctionLawTests {
  private static let csv = """
    id,name,v,w,the name
    1,Saw,10,3.5,x
    2, awl ,-0.5,0x10,
    3,,abc,1e3,"a ""b"" c"
    4,ÄÖ Straße,9007199254740993,99999999999999999999,12ab
    5,a b  c,007,.5,5.
    6,BIG,+3, 12 ,-
    7,nan,inf,1e400,e
    """
  private static let json = #"""
    {"id":1,"name":"Saw","v":10,"w":3.5,"the name":true}
    {"id":"2","name":null,"v":-0.5,"w":[1,"x",null,[3.5]],"the name":"q\"\u00e9"}
    {"id":3.0,"name":"x","v":1e3,"w":{"a":1,"b":{"c":"deep","n":null},"a":"2"},"the name":false}
    {"id":-0,"name":"10","v":123456789012345678901,"w":0.1,"the name":"5"}
    {"id":4,"v":9007199254740993,"only":"here","w":-7,"the name":""}
    """#

  private static func table(_ text: String, _ name: String) throws -> RecordTable {
    try RecordInput.read(bytes: Array(text.utf8), name: name).table()
  }

  /// A state with functions in it, compiled, and two sides that they read.
  private struct Trial {
    let state: LuaState
    let functions: [LuaFunction]
    let compiled: CompiledFunctions
    let machine: CompiledMachine
    let sides: Sides<RecordDataSet>

    init(_ text: String, _ readers: Sides<RecordReader>, _ lookups: LookupFiles) throws {
      state = try LuaState(profile: .rules)
      try LunaLibrary.install(in: state, lookups: lookups)
      let chunk = try state.load(Array(text.utf8), name: "law.lua", environment: state.makeEnvironment())
      guard case .table(let list)? = try state.call(chunk).first else { throw LuaError("no list") }
      functions = try list.elements().compactMap { if case .function(let function) = $0 { function } else { nil } }
      try state.freezeGlobals()
      compiled = try FunctionCompiler.compile(functions, in: state)
      machine = CompiledMachine(compiled, readers, nil)
      sides = Sides(
        source: try RecordDataSet(readers.source, other: readers.target, state: state),
        target: try RecordDataSet(readers.target, other: readers.source, state: state))
    }
  }

  private struct Count {
    var functions = 0, compiled = 0, calls = 0, answers = 0
    var refusals: [String: Int] = [:]
  }

  @Test("of random functions on odd records", .timeLimit(.minutes(10)))
  func law() throws {
    let rounds = Int(ProcessInfo.processInfo.environment["LUNADIFF_COMPILED_ROUNDS"] ?? "") ?? 60
    var random = SeededGenerator.announced("compiled functions")
    let readers = Sides(
      source: RecordReader(table: try Self.table(Self.csv, "old.csv"), side: .source, plan: ComparisonPlan()),
      target: RecordReader(table: try Self.table(Self.json, "new.jsonl"), side: .target, plan: ComparisonPlan()))
    let directory = try TemporaryDirectory()
    try directory.write("code,rate,count,note\nA,1.5,3,\n10,2,4,ten\nx,0.1,5,ex\nid,7,6,\n", to: "codes.csv")
    let lookups = LookupFiles(directories: [directory.path])
    var count = Count()
    for _ in 0..<rounds {
      var functions = RandomFunction(SeededGenerator(seed: random.next()))
      let texts = (0..<24).map {
        functions.function([["r"], ["old", "new"], ["a"], ["a", "b"], ["a", "b", "c"]][$0 % 5])
      }
      let text = RandomFunction.prelude + "\nreturn {\n" + texts.joined(separator: ",\n") + "\n}"
      try hold(Trial(text, readers, lookups), texts, readers, &count)
    }
    print(
      "\(count.functions) functions, \(count.compiled) compiled; \(count.calls) calls, \(count.answers) without Lua")
    for (words, times) in count.refusals.sorted(by: { $0.value > $1.value }).prefix(8) { print("  \(times) \(words)") }
    #expect(count.compiled * 2 > count.functions)
    #expect(count.answers * 3 > count.calls)
  }

  @Test("of lookups by any value, in any table")
  func lookups() throws {
    let readers = Sides(
      source: RecordReader(table: try Self.table(Self.csv, "old.csv"), side: .source, plan: ComparisonPlan()),
      target: RecordReader(table: try Self.table(Self.json, "new.jsonl"), side: .target, plan: ComparisonPlan()))
    let directory = try TemporaryDirectory()
    try directory.write("code,rate,count,note\nA,1.5,3,\n10,2,4,ten\ntrue,0.1,5,ex\n", to: "codes.csv")
    var count = Count()
    let parameters = [("r", "r.v"), ("old, new", "new.v"), ("a", "a"), ("a, b", "b"), ("a, b, c", "c.old.w")]
    for table in ["codes", "names", "rates", "({ \"a\", 7, x = false })"] {
      for key in [
        "%", "(% ~= \" x \")", "(% == nil)", "tonumber(%)", "tostring(%)", "(tonumber(%) or 1) / 1", "#tostring(%)",
        "nil",
        "0 / 0", "1.0", "math.huge", "{}", "(% and %.a)",
      ] {
        let texts = parameters.map { "function(\($0)) return \(table)[\(key.replacing("%", with: $1))] end" }
        let text = RandomFunction.prelude + "\nreturn {\n" + texts.joined(separator: ",\n") + "\n}"
        try hold(Trial(text, readers, LookupFiles(directories: [directory.path])), texts, readers, &count)
      }
    }
    // Lua 5.4.4 makes wrong code of a comparison that is a key.
    #expect(count.refusals.keys.allSatisfy { $0.contains("this Lua gets wrong") })
    #expect(count.answers * 3 > count.calls)
  }

  /// Bodies of functions of one value `x`, each about a corner of Lua's.
  static let corners = [
    // Integers that have no room, and floats beside them.
    "return math.maxinteger + 1, math.mininteger - 1, math.mininteger // -1, math.mininteger % -1, -math.mininteger",
    "return (tonumber(x) or 1) * math.maxinteger, (tonumber(x) or 2) + math.maxinteger, math.maxinteger + 0.0",
    "return math.abs(math.mininteger), math.maxinteger * 2 == -2, math.maxinteger + 1.0 == math.maxinteger",
    "local n = tonumber(x) or 3 return n // 0.0, -n // 0.0, n % math.huge, -n % math.huge, n % -math.huge",
    "return (tonumber(x) or 1) // 0", "return (tonumber(x) or 1) % 0", "return 1 // (tonumber(x) and 0 or 2)",
    "local n = tonumber(x) or 7 return n // -3, n % -3, -n // 3, -n % 3, n // 2.5, n % 2.5, n % -2.5",
    "return 5 // 0.0, -5 // 0.0, 0.0 / 0.0 == 0.0 / 0.0, 5.0 % -0.0 ~= 5.0 % -0.0",
    "return -0.0, 0.0 == -0.0, 1 / -0.0, 1 / 0.0, 0 * -1, 0.0 * -1, -(0.0), tostring(-0.0)",
    "return 2^53 == 2^53 + 1, math.tointeger(2^53), 2^63, math.tointeger(2^63), 2^1024, -2^0.5",
    "return 1e15, 1e16, 1e100, 123456789012345678, 0.1, 1 / 3, 100 // 1e-320, 5e-324",
    "return tostring(1e15), tostring(1e16), tostring(1e100), tostring(-1e15), tostring(2^63), tostring(3.0), 1e15 .. ''",
    "return tostring(1 / 0), tostring(-1 / 0), math.huge .. '', -math.huge", "return tostring((tonumber(x) or 1) / 3)",
    // Keys and comparisons of integers and floats.
    "return codes[1.0], names[2.0], names[2.5], codes[-0.0], ({ [0] = 'zero' })[-0.0], ({ 'a' })[1.0]",
    "return codes[tonumber(x)], names[tonumber(x)]", "return codes[x]", "return names[x]", "return ({ x = 1 })[x]",
    "return 1 == 1.0, '1' == 1, '10' + 0 == 10, math.type(3 // 1.0), 9007199254740993 == 9007199254740992.0",
    "local n = tonumber(x) or 0 return n < 9007199254740993, n <= 9007199254740992.0, n >= -9007199254740993",
    "return 1 < 'x'", "return x < 1", "return x < '1'", "return nil < 1", "return {} < {}", "return true == 1, x == true",
    "return '10' < '9', 'a' < 'B', 'a' < 'aa', '' < '\\0', 'a\\0b' < 'a\\0c', '\\xff' < 'é', 'Z' < 'a'",
    // Texts that are numbers.
    "return '0x10' + 0, '1e3' + 0, ' 5 ' + 0, '0x1p4' + 0, '-0x8' * 1", "return x + 1", "return x * '2'", "return -x",
    "return x .. 1, x .. 1.0, 1 .. '', -0.0 .. ''", "return 10 .. 20, 1.5 .. '|', 2^31 .. ''",
    "return tonumber('0x'), tonumber('1e'), tonumber('1e+'), tonumber('.'), tonumber('5.'), tonumber('.5'), tonumber('')",
    "return tonumber('0x1F'), tonumber('0X.8p1'), tonumber('1_000'), tonumber('1 2'), tonumber('\\t7\\n'), tonumber('7\\0')",
    "return tonumber('9223372036854775807'), tonumber('9223372036854775808'), tonumber('-9223372036854775808')",
    "return tonumber('inf'), tonumber('nan'), tonumber('1e308'), tonumber('1e309'), tonumber('-1e309')",
    "return tonumber(x, 16), tonumber(x, 36)", "return tonumber('7fffffffffffffff', 16), tonumber('ffffffffffffffffff', 16)",
    "return tonumber('-ff', 16), tonumber('8', 8), tonumber('zz', 36), tonumber('', 10)", "return tonumber('1', 1)",
    "return tonumber(x, 37)", "return tonumber(15, 10)", "return tonumber()", "return #x, #'', #'\\0\\0', #'é'",
    // Bits.
    "local n = tonumber(x) or 5 return n // 1 & 3, n // 1 | 8, n // 1 ~ 1, ~(n // 1), n // 1 << 3, n // 1 >> 1",
    "return 1 << 63, 1 << 64, 1 << -1, -1 >> 63, -1 >> 64, 1 >> -62, 1 << math.mininteger, 1 >> math.mininteger",
    "return x & 1", "return 1.5 & 1", "return 2^53 | 1", "return '3' & 1", "return 2^64 & 1", "return nil | 1", "return ~x",
    // Patterns: those that are none, %b, %f, anchors, captures of places.
    "return x:find('[')", "return x:find('%')", "return x:match('(')", "return x:gsub('(x', '')", "return x:find('%f')",
    "return x:match('%b()'), ('(a(b)c)'):match('%b()'), ('((x)'):find('%b()'), ('THE (quick) fox'):find('%((%a+)%)')",
    "return x:gsub('%f[%w]%w+', '<%0>')", "return ('THE (quick) fox'):gsub('%f[%a]%a', '*')", "return x:match('^%s*()')",
    "return x:match('()()'), x:find(''), x:find('', 10), x:find('', -1)", "return x:match('.-$'), x:match('^.-'), x:match('a*')",
    "return x:find('%d', -2), x:find('%d', 100), x:find('.', -100), x:match('.', 0)", "return x:match('([^,]*),?()')",
    "return x:gsub('', '-')", "return x:gsub('.', '%1')", "return x:gsub('.', '%2')", "return x:gsub('(.)', '%0%1%%')",
    "return x:gsub('.', '%')", "return x:gsub('%w', codes)", "return x:gsub('%a', { a = true })", "return x:gsub('a', nil)",
    "return x:gsub('.', '', 0), x:gsub('.', '', -1), x:gsub('.', '', 2.0)", "return x:gsub('.', '', 'x')",
    "return x:match('%1')", "return x:match('(a)%1')", "return ('abab'):match('(ab)%1'), ('a\\0b'):match('%z'), ('a.b'):match('%.')",
    "return ('x'):rep(300):match(('x?'):rep(100) .. ('x'):rep(100))", "return ('a'):rep(1000):match('.-.-.-b')",
    "return ('\\xff\\xfe'):upper(), ('\\xe9'):lower(), ('é'):upper(), ('é'):reverse(), ('é'):byte(1, -1)",
    "return ('\\xff'):match('%a'), ('\\xe9'):find('[\\xe0-\\xef]'), luna.text.lower('\\xc9'), luna.text.trim('\\xa0 x')",
    // Functions of texts at their borders.
    "return ('x'):rep(0), ('x'):rep(-1), ('x'):rep(3, ','), (''):rep(100), ('x'):rep(2.0)", "return ('x'):rep(1 << 40)",
    "return ('x'):rep(1.5)", "return ('x'):rep(1e10)", "return x:rep(70000)", "return (x:rep(3, x)):sub(-4)",
    "return x:sub(0), x:sub(-100, 100), x:sub(2, 1), x:sub(math.mininteger, math.maxinteger), x:sub('2'), x:sub(2.0)",
    "return x:sub(1.5)", "return x:sub()", "return x:byte(0), x:byte(-1), x:byte(1, 3), x:byte(10)", "return x:byte(-10, 2)",
    "return string.char(), string.char(0, 255), string.char('65')", "return string.char(256)", "return string.char(-1)",
    "return string.format('%5.2f|%d|%s|%q', tonumber(x) or 0, 3.0, x, 'q')", "return string.format('%d', 3.5)",
    "return string.format('%d', '10'), string.format('%5.1f', '3.14'), string.format('%x', 255), string.format('%05d', -3)",
    "return string.format('%i', 3), string.format('%c', 65), string.format('%o', 8), string.format('%a', 1.0)",
    "return string.format('%-5s|%5s|%.2s', x, x, x)", "return string.format('%s', nil), string.format('%s %s', true, 1.0)",
    "return string.format('%s')", "return string.format('%y', 1)", "return string.format('%', 1)", "return string.format('%%')",
    "return string.format('%g %g %g', 1e15, 1e16, 0.1), string.format('%.3f', 2 / 3), string.format('%e', 12345)",
    "return string.format('%.99f', 1 / 3)", "return string.format('%100d', 1)", "return string.format('%f', math.huge)",
    "return string.format('%x', -1), string.format('%X', 3.0)", "return string.format('%x', 2^63)", "return ('%d'):format(x)",
    // What is missing, and what is not what it seems.
    "return x.y", "return x.y.z", "return x[1]", "return x:nothing()", "return missing.x", "return #missing", "return x()",
    "return codes.inner.x, codes.zzz, codes['a b'], codes.inner[2], codes[nil]", "return (codes.zzz or {}).x", "return x and x.a",
    "return type(x), type(nil), type(codes), type(print), type(x == nil)", "return type()", "return tostring()",
    "return math.floor(x)", "return math.floor(2^70), math.ceil(-0.5), math.floor(-0.0), math.ceil(1e308)",
    "return math.max(1, 2.0, 1), math.max(2, 2.0), math.min(-0.0, 0.0), math.max(0 / 0, 1)", "return math.max()",
    "return math.max(x, 1)", "return math.fmod(-7, 3), math.fmod(7, -3), math.fmod(-7.5, 2), math.fmod(1, math.huge)",
    "return math.fmod(1, 0)", "return math.fmod(1, 0.0)", "return math.sqrt(-1)", "return math.tointeger('3'), math.tointeger(3.5)",
    "return math.tointeger(x), math.tointeger({})", "return math.log(8, 2), math.log(0), math.log(100, 10), math.exp(710)",
    "return math.ult(1, -1), math.pi", "return math.abs(x), math.abs('-3')", "return 2^x", "return x ^ 2, 0 ^ 0, (-8) ^ (1 / 3)",
    "return assert(x, 'none')", "return assert(false)", "return assert(nil, codes)", "return error(x)", "return error({})",
    "return select('#', x, nil)", "return (both(x, 2))", "return both(x)", "return both(both(x, 1), 3)", "return sign(x)",
    // Ways through a function.
    "local n = 0 if x then goto out end n = 1 ::out:: return n", "do local y = x x = nil if y then return y end end return x",
    "local a, b, c = both(x, 1) return c, b, a", "local a <const> = 5 return a + (tonumber(x) or a)", "return not x, not not x",
    "if x == nil then return elseif x == '' then return nil, nil end return x, x", "x = x or 'none' x = x .. x return x",
    "local s = '' for i = 10, 1, -3 do s = s .. i end return s", "for i = math.maxinteger - 1, math.maxinteger do x = i end return x",
    "for i = 1.0, 2 do x = i end return x", "for i = 3, 1 do x = i end return x", "for i = 1, 2 do local i = i * 2 x = i end return x",
    "return table.concat({ 1, 2.0, x or 'n' }, ', ')", "return table.concat({ x }, 1)", "return table.concat({ x, nil, 'z' })",
    "return table.concat({ both('a', x) })", "return table.concat({}, ',')", "return #{ 1, 2, nil, 4 }", "return #codes, #names",
    "return luna.text.trim(x), luna.text.number(',')(x)", "return luna.text.lower(5)", "return luna.compare.number(0.1)(x, 10)",
    "return same(x, 'SAW'), same(nil, nil), same(x, nil)", "return same(1, 1)", "return trim(nil)", "return digits(x or '')",
    "return rates[x], rates.A.rate", "return (rates[x] or {}).count", "return rates[1], rates[10].note, rates['10'].rate, #rates",
  ]

  @Test("in Lua's corners, whatever the value")
  func inCorners() throws {
    let readers = Sides(
      source: RecordReader(table: try Self.table(Self.csv, "old.csv"), side: .source, plan: ComparisonPlan()),
      target: RecordReader(table: try Self.table(Self.json, "new.jsonl"), side: .target, plan: ComparisonPlan()))
    let directory = try TemporaryDirectory()
    try directory.write("code,rate,count,note\nA,1.5,3,\n10,2,4,ten\ntrue,0.1,5,ex\n", to: "codes.csv")
    var count = Count()
    let parameters = [("r", "r.v"), ("old, new", "new.w"), ("a", "a"), ("a, b", "b"), ("a, b, c", "c.old.w")]
    for start in stride(from: 0, to: Self.corners.count, by: 20) {
      let bodies = Self.corners[start..<min(start + 20, Self.corners.count)]
      let texts = bodies.flatMap { body in parameters.map { "function(\($0)) local x = \($1) \(body) end" } }
      let text = RandomFunction.prelude + "\nreturn {\n" + texts.joined(separator: ",\n") + "\n}"
      try hold(Trial(text, readers, LookupFiles(directories: [directory.path])), texts, readers, &count)
    }
    print("\(count.compiled) of \(count.functions) compiled, \(count.answers) of \(count.calls) calls without Lua")
    #expect(count.compiled * 5 > count.functions * 4)
    #expect(count.answers * 3 > count.calls)
  }

  private func hold(_ trial: Trial, _ texts: [String], _ readers: Sides<RecordReader>, _ count: inout Count) throws {
    count.functions += texts.count
    for (number, text) in texts.enumerated() {
      guard let function = trial.compiled.functions[number] else {
        count.refusals[trial.compiled.refusals[number]?.words ?? "?", default: 0] += 1
        continue
      }
      count.compiled += 1
      for source in 0..<readers.source.table.count {
        for target in 0..<readers.target.table.count {
          let (old, new) = (trial.sides.source.record(source), trial.sides.target.record(target))
          count.calls += 1
          let arguments: [LuaValue]
          let isAnswered: Bool
          switch number % 5 {
          case 0:
            let side: Side = (source + target).isMultiple(of: 2) ? .source : .target
            arguments = [.record(side == .source ? old : new)]
            isAnswered = trial.machine.call(function, record: side == .source ? source : target, of: side)
          case 1:
            arguments = [.record(old), .record(new)]
            isAnswered = trial.machine.call(function, source: source, target: target)
          case 2:
            let value = readers.target.rawField(target, source % 5)
            arguments = [LuaValue(value.value)]
            isAnswered = trial.machine.call(function, value)
          default:
            let values = (readers.source.rawField(source, target % 5), readers.target.rawField(target, source % 5))
            arguments = [
              LuaValue(values.0.value), LuaValue(values.1.value),
              .fields([("old", .record(old)), ("new", .record(new)), ("column", "price")]),
            ].prefix(number % 5 == 3 ? 2 : 3).map { $0 }
            isAnswered = trial.machine.call(
              function, values.0, values.1, "price", source: source, target: target)
          }
          guard isAnswered else { continue }
          count.answers += 1
          let found = trial.machine.results.map(Self.words)
          let expected: [String]
          do { expected = try trial.state.call(trial.functions[number], arguments).map(Self.words) } catch {
            expected = ["error: \(error)"]
          }
          try #require(found == expected, "\(text) of records \(source) and \(target)")
        }
      }
    }
  }

  private static func words(_ value: LuaValue) -> String {
    switch value {
    case .nil: "nil"
    case .boolean(let value): "\(value)"
    case .integer(let value): "integer \(value)"
    case .float(let value): "float \(value.bitPattern)"
    case .string(let bytes): "text \(bytes)"
    default: value.typeName
    }
  }

  private static func words(_ value: CompiledValue) -> String {
    switch value.kind {
    case .nil: "nil"
    case .false, .true: "\(value.kind == .true)"
    case .integer: "integer \(value.integer)"
    case .float: "float \(value.float.bitPattern)"
    case .text: "text \(Array(value.text))"
    case .nested: "table"
    case .record: "record"
    case .context: "table"
    case .library: "function"
    // No function returns a lookup or a comparator.
    case .object: "table"
    }
  }
}
