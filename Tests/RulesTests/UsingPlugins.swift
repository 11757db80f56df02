import LuaRuntime
import Comparing
import Records
import Reports
import Scripting
import TestSupport
import Testing

@testable import Rules

/// What tests of plug-ins share: one with something of each kind, and ways to use it.
protocol UsingPlugins {}

extension UsingPlugins {
  static var money: String {
    """
    local function cents(value) return math.floor(tonumber(value) * 100 + 0.5) end
    return {
      name = "money", version = "1.2", summary = "what money needs",
      comparators = {
        rounded = function() return function(a, b) return cents(a) == cents(b) end end,
        near = luna.compare.number(0.5), within = function(limit) return luna.compare.number(limit) end,
      },
      normalizers = {
        plain = function() return function(v) return (v:gsub("[^%d.]", "")) end end,
        trim = luna.text.trim, first = function(count) return luna.text.prefix(count) end,
      },
      formats = {
        count = function(changes, out) out:write(#changes, " changes\\n") end,
        broken = function(changes, out)
          out:write("half ")
          error("no paper")
        end,
      },
      readers = {
        words = function(input, options)
          local next_word = input:read("a"):gmatch("%S+")
          local number = 0
          return function()
            local word = next_word()
            number = number + 1
            if word and word == options.stop then error("stopped at " .. word) end
            return word and { id = number, word = word, none = luna.null }
          end, { "word", "id" }
        end,
      },
      rules = { strict = { identity = "id", equal = { price = luna.compare.number(0) } } },
    }
    """
  }

  func source(
    _ text: String, path: String = "money.lua", isRequired: Bool = true
  ) -> PluginSource {
    PluginSource(
      path: path, origin: "test", isRequired: isRequired, text: .success(Array(text.utf8)))
  }

  /// The summary of a comparison under rules that use plug-ins.
  func summary(
    _ rules: String, plugins: [PluginSource]? = nil,
    old: String = "id,price\n1,1.00\n2,2.00\n", new: String = "id,price\n1,1.001\n2,€2.40\n"
  ) throws -> String {
    let program = RuleProgram(
      sources: [.init(name: "rules.lua", text: Array(rules.utf8))],
      in: .init(plugins: plugins ?? [source(Self.money)]))
    let plan = try program.load().ruleSet.plan(ComparisonRun(scripts: program, workers: 1))
    let result = try Comparison(
      source: table(old, name: "old.csv"), target: table(new, name: "new.csv"), plan: plan)
    return "\(result.summary.updated) updated"
  }

  func read(
    _ text: String, settings: [(String, String)] = [], reader: String = "words"
  ) throws -> RecordTable {
    let directory = try TemporaryDirectory()
    let path = try directory.write(text, to: "in.txt")
    var input = ReaderInput(path: path)
    input.settings = .map(settings.map { (.string($0.0), .string($0.1)) })
    let (records, _) = try PluginProgram([source(Self.money)]).read(input, by: reader)
    return try #require(records).table()
  }

  func write(
    _ plugin: String, _ format: String, _ options: ReportOptions = .init()
  ) throws -> String {
    let result = try compare(
      "id,price\n1,1\n", "id,price\n1,2\n", rules: "return { identity = 'id' }")
    var bytes: [UInt8] = []
    try PluginProgram([source(plugin)]).write(result, as: format, options: options) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }
}
