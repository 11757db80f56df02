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

  private static func makeReaders() throws -> Sides<RecordReader> {
    Sides(
      source: RecordReader(table: try table(csv, "old.csv"), side: .source, plan: ComparisonPlan()),
      target: RecordReader(table: try table(json, "new.jsonl"), side: .target, plan: ComparisonPlan()))
  }

  @Test("of random functions on odd records", .timeLimit(.minutes(10)))
  func law() throws {
    let rounds = Int(ProcessInfo.processInfo.environment["LUNADIFF_COMPILED_ROUNDS"] ?? "") ?? 60
    var random = SeededGenerator.announced("compiled functions")
    let readers = try Self.makeReaders()
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
    let readers = try Self.makeReaders()
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

  @Test("in Lua's corners, whatever the value")
  func inCorners() throws {
    let readers = try Self.makeReaders()
    let directory = try TemporaryDirectory()
    try directory.write("code,rate,count,note\nA,1.5,3,\n10,2,4,ten\ntrue,0.1,5,ex\n", to: "codes.csv")
    var count = Count()
    let parameters = [("r", "r.v"), ("old, new", "new.w"), ("a", "a"), ("a, b", "b"), ("a, b, c", "c.old.w")]
    let corners = luaCorners
    for start in stride(from: 0, to: corners.count, by: 20) {
      let bodies = corners[start..<min(start + 20, corners.count)]
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
