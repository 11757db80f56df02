import Foundation
import LuaRuntime
import Comparing
import Records
import Requests
import Rules
import TestSupport
import Testing

@testable import Scripting

/// Random Lua through the loader and the whole of `luna`: never a crash, never a hang.
///
/// With `LUNADIFF_SLOW_TESTS` each test goes on for `LUNADIFF_FUZZ_SECONDS` seconds, 300 if it is not said; what runs is
/// then written to the file that `LUNADIFF_FUZZ_TRACE` names, so that what ended a process can be read.
@Suite("Random Lua", .serialized) struct LuaFuzzTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let old = #"""
    [{"id":1,"name":"Saw","price":"2.00","inside":{"a":[1,null]}},{"id":2,"name":"Awl","price":3},
     {"id":3,"name":null,"price":true}]
    """#
  private static let new = #"""
    [{"id":1,"name":"saw ","price":"2.001","inside":{"a":[1]}},{"id":2,"name":"Awl","price":3.5},
     {"id":4,"name":"Vise","price":"9"},{"id":1,"name":"again","price":0}]
    """#
  private static let options = {
    var options = ComparisonOptions()
    options.limits = LuaLimits(memory: 64 << 20, instructions: 2_000_000, seconds: 5)
    return options
  }()

  private let trace = environment["LUNADIFF_FUZZ_TRACE"]

  /// Goes on for so many rounds, or in the slow tier for its time; each round has random numbers of its own.
  private func rounds(
    _ name: String, _ count: Int, _ body: (SeededGenerator, inout Int) throws -> Void
  ) rethrows {
    var seeds = SeededGenerator.announced(name, environment: Self.environment)
    let isSlow = Self.environment["LUNADIFF_SLOW_TESTS"] != nil
    let seconds = Int(Self.environment["LUNADIFF_FUZZ_SECONDS"] ?? "") ?? 300
    let end = ContinuousClock.now + .seconds(seconds)
    var round = 0
    var scripts = 0
    while isSlow ? ContinuousClock.now < end : round < count {
      try body(SeededGenerator(seed: seeds.next()), &scripts)
      round += 1
    }
    print("\(name): \(round) rounds, \(scripts) scripts, seed \(seeds.seed)")
  }

  private func note(_ script: some StringProtocol) {
    guard let trace else { return }
    try? Data(script.utf8).write(to: URL(fileURLWithPath: trace))
  }

  private func tables() throws -> (RecordTable, RecordTable) {
    (
      try RecordInput.read(bytes: Array(Self.old.utf8), name: "old.json").table(),
      try RecordInput.read(bytes: Array(Self.new.utf8), name: "new.json").table()
    )
  }

  // MARK: The API

  @Test("every function of luna, called with anything")
  func api() throws {
    let directory = try TemporaryDirectory()
    try directory.write(Self.old, to: "old.csv")
    let (old, new) = try tables()
    try rounds("calls of luna", 12) { random, scripts in
      var lua = RandomLua(random: random)
      let session = try DriverSession(
        Self.options, directories: [], interrupt: LuaInterrupt()
      ) { _ in }
      try session.setTable(old, named: "old")
      try session.setTable(new, named: "new")
      _ = try session.run("changes = luna.diff(old, new, { identity = 'id' })")
      _ = try session.run(RandomLua.prelude(directory: directory.path))
      for _ in 0..<60 {
        let script = lua.script()
        note(script)
        scripts += 1
        _ = try? session.run(script)
      }
      guard case .values = try session.run("return 1") else { throw LuaError("the state is gone") }
    }
  }

  // MARK: Rules

  private static let rules: [String] = {
    let folder = BuiltProducts.packageRoot + "/examples"
    let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return paths.filter { $0.hasSuffix(".lua") }.sorted().compactMap {
      try? String(contentsOfFile: folder + "/" + $0, encoding: .utf8)
    }
  }()

  @Test("the examples, a few words changed, as rules")
  func mutants() throws {
    #expect(Self.rules.count > 10)
    let (old, new) = try tables()
    rounds("changed rules", 150) { random, scripts in
      var lua = RandomLua(random: random)
      let text = lua.mutated(Self.rules.randomElement(using: &lua.random) ?? "")
      note(String(decoding: text, as: UTF8.self))
      scripts += 1
      let program = RuleProgram(
        sources: [.init(name: "rules.lua", text: text)], in: Self.options.environment)
      guard let rules = try? program.load().ruleSet else { return }
      let plan = rules.plan(ComparisonRun(scripts: program, workers: 2))
      guard let result = try? Comparison(source: old, target: new, plan: plan) else { return }
      #expect(result.summary.inserted + result.summary.unchanged <= new.count)
      var check = RuleCheck(program: program, rules: rules)
      check.sample = 5
      _ = try? check.report(on: Sides(source: old, target: new), workers: 1)
    }
  }

  @Test("rules of random fields and values")
  func fields() throws {
    let (old, new) = try tables()
    rounds("random rules", 100) { random, scripts in
      var lua = RandomLua(random: random)
      let text = """
        local old, new, changes, deep, wide, v1, v2, v3, v4
        local cyclic, hostile = {}, setmetatable({}, { __index = function(t) return t end })
        cyclic[1] = cyclic
        return \(lua.rules())
        """
      note(text)
      scripts += 1
      let program = RuleProgram(
        sources: [.init(name: "rules.lua", text: Array(text.utf8))], in: Self.options.environment)
      guard let rules = try? program.load().ruleSet else { return }
      let plan = rules.plan(ComparisonRun(scripts: program, workers: 1))
      _ = try? Comparison(source: old, target: new, plan: plan)
    }
  }

  // MARK: Plug-ins

  @Test("plug-ins, a few words changed, as reader, format and list")
  func plugins() throws {
    let directory = try TemporaryDirectory()
    let input = try directory.write("id   name \n1    Saw  \n2    Awl\n", to: "in.txt")
    let (old, new) = try tables()
    let comparison = try Comparison(source: old, target: new, plan: ComparisonPlan())
    let sources = Self.rules.filter { $0.contains("name = \"") }
    try rounds("changed plug-ins", 60) { random, scripts in
      var lua = RandomLua(random: random)
      let text = lua.mutated(sources.randomElement(using: &lua.random) ?? "")
      note(String(decoding: text, as: UTF8.self))
      scripts += 1
      var environment = Self.options.environment
      environment.plugins = [
        PluginSource(path: "plugin.lua", origin: "test", isRequired: true, text: .success(text))
      ]
      let program = PluginProgram(in: environment)
      guard let outcome = try program.outcomes().first, case .loaded(let plugin) = outcome.status
      else { return }
      for reader in plugin.names[.readers] ?? [] {
        var given = ReaderInput(path: input)
        given.settings = .map([("widths", "5,5")])
        _ = try? program.read(given, by: reader).records?.table()
      }
      for format in plugin.names[.formats] ?? [] {
        try? program.write(comparison, as: format) { _ in }
      }
    }
  }
}

extension RandomLua {
  /// A table of rules, nearly all of whose fields are known.
  mutating func rules() -> String {
    let known = [
      "identity", "equal", "ignore", "only", "normalize", "filter", "section", "moves", "tolerance",
    ]
    let fields = known.filter { _ in Bool.random(using: &random) }.map { name in
      switch name {
      case "equal", "normalize", "tolerance":
        "\(name) = { name = \(expression(1)), price = \(expression(1)), ['inside.a'] = \(expression(1)) }"
      default: "\(name) = \(expression(1))"
      }
    }
    return "{" + fields.joined(separator: ", ") + "}"
  }
}
