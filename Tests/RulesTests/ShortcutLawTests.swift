import Foundation
import LuaRuntime
import Records
import TestSupport
import Testing

@testable import Rules

/// What is done without a call of Swift's, or without a value for each field: nobody must be able to tell.
@Suite("What costs scripts less") struct ShortcutLawTests {
  private static let texts = [
    #""""#, #""a\n\r\t\b\f\0\1\31 b""#, #""q\"b\\s/""#, #""\127 ÄÖ \u{10FFFF}""#, #""\u{D800}""#, #""\xFF""#,
    #""it's a \"name\" as long as it is""#, "'1'", "'a,b'",
  ]
  private static let numbers = [
    "0", "-0.0", "1e15", "999999999999999.9", "1e-4", "9.9e-5", "0.1 + 0.2", "1 / 3", "2^53", "1e300", "5e-324",
    "0 / 0", "math.huge", "math.mininteger", "-7", "100.0", "123456.789",
  ]

  private static func value(_ random: inout SeededGenerator, depth: Int = 0) -> String {
    let kind = Int.random(in: 0..<(depth < 3 ? 9 : 5), using: &random)
    switch kind {
    case 0: return texts.randomElement(using: &random) ?? ""
    case 1: return numbers.randomElement(using: &random) ?? ""
    case 2: return "\(Double.random(in: -1...1, using: &random)) * 10 ^ \(Int.random(in: -8...18, using: &random))"
    case 3: return ["true", "false", "nil", "luna.null"].randomElement(using: &random) ?? ""
    case 4: return "\(Int.random(in: -1_000_000...1_000_000, using: &random))"
    case 5: return "luna.json.object { }"
    default:
      let members = (0..<Int.random(in: 0..<5, using: &random)).map { place in
        let value = value(&random, depth: depth + 1)
        let name = texts.randomElement(using: &random) ?? ""
        return kind == 7 || kind == 8 && place > 0 ? "[\(name)] = \(value)" : value
      }
      return "{ \(members.joined(separator: ", ")) }"
    }
  }

  @Test("luna.json.encode spells and refuses in C what it spells and refuses in Swift")
  func json() throws {
    let state = try LuaState()
    try LunaLibrary.install(in: state)
    var random = SeededGenerator.announced("values")
    let deep = String(repeating: "{", count: 40) + String(repeating: "}", count: 40)
    let many = "{ \((0..<200).map { "n\($0) = \($0)" }.joined(separator: ", ")) }"
    let values = (0..<3000).map { _ in Self.value(&random) } + Self.texts + Self.numbers
    for text in values + [deep, many, "{ print }", "print"] {
      let wanted = Self.outcome {
        let value = try state.run("return " + text).first ?? .nil
        return try JSONEmitter.bytes { json throws(LuaError) in try json.value(value) }
      }
      let found = Self.outcome { try Self.bytes(state.run("return luna.json.encode(\(text))").first) }
      #expect(found == wanted || wanted.hasPrefix("!") && found.hasSuffix(wanted.dropFirst()), "\(text)")
    }
  }

  @Test("luna.sql spells in C what standard SQL wants")
  func sql() throws {
    let state = try LuaState()
    try LunaLibrary.install(in: state)
    for text in Self.texts {
      let bytes = try Self.bytes(state.run("return " + text).first)
      guard !bytes.contains(0) else { continue }
      #expect(try Self.bytes(state.run("return luna.sql.literal(\(text))").first) == bytes.quoted(by: 0x27))
      #expect(try Self.bytes(state.run("return luna.sql.name(\(text))").first) == bytes.quoted(by: 0x22))
    }
    for text in Self.numbers where !["0 / 0", "math.huge"].contains(text) {
      let spelled = try Self.bytes(state.run("return luna.json.encode(\(text))").first)
      #expect(try Self.bytes(state.run("return luna.sql.literal(\(text))").first) == spelled)
    }
    let refused = Self.outcome { try Self.bytes(state.run("return luna.sql.literal 'a\\0'").first) }
    #expect(refused.hasSuffix("luna.sql.literal: SQL has no NUL bytes in a text"))
  }

  private static func bytes(_ value: LuaValue?) throws -> [UInt8] {
    guard case .string(let bytes)? = value else { throw LuaError("no text") }
    return bytes
  }

  private static func outcome(_ body: () throws -> [UInt8]) -> String {
    do { return String(decoding: try body(), as: UTF8.self) } catch {
      return "!\((error as? LuaError)?.message ?? "\(error)")"
    }
  }

  @Test(
    "luna.write gives of an input what it gives of its records one by one",
    arguments: [
      ("input.csv", "id,name,note\n1,\"a,b\",\"say \"\"x\"\"\"\n2,,\"two\nlines\"\n3,plain,\n4,\"eight by;\t8\",Ä\n"),
      ("input.csv", "id\n1\n\"\"\n\"x,y\"\n"),
      (
        "input.jsonl",
        "{\"id\":1,\"n\":{\"a\":[1, 2]},\"x\":null}\n{\"id\":2.50,\"t\":\"q\\\"\\u00e9\\n\",\"b\":true}\n"
      ),
      ("input.jsonl", (0..<90).map { "{\"id\":\($0),\"c\($0)\":\"\($0)\"}\n" }.joined()),
    ])
  func write(name: String, text: String) throws {
    let directory = try TemporaryDirectory()
    try directory.write(text, to: name)
    let settings = ["", "null = 'x'", "null = '1'", "delimiter = ';'", "columns = { 'id' }", "header = false"]
    let script = """
      local input = luna.load(arg[1])
      local function one_by_one()
        local next_record = input:each()
        return function() return next_record() end
      end
      local function text(records, ending, options)
        luna.write(arg[2] .. ending, records, options)
        return io.open(arg[2] .. ending, "rb"):read("a")
      end
      for _, ending in ipairs { ".csv", ".tsv", ".json", ".jsonl" } do
        for number, options in ipairs { \(settings.map { "{ \($0) }" }.joined(separator: ", ")) } do
          local whole = text(input, ending, options)
          if ending:match "v$" and not options.columns then options.columns = input.columns end
          if whole ~= text(one_by_one(), ending, options) then print(ending, number, whole) end
        end
      end
      """
    let arguments = [directory.path + "/" + name, directory.path + "/out"]
    #expect(try output(ofDriver: script, arguments: arguments).printed == "")
  }

  @Test(
    "the identity of a list's elements is the same without Lua",
    arguments: ["e.sku", "e.sku, e.n", "tostring(e.sku):lower()", "e.n", "type(e) == 'table' and e.sku or e"])
  func elements(identity: String) throws {
    let old = #"{"id":1,"l":[{"sku":"A","n":1},{"sku":"b","n":2.0},{"sku":"c","n":2}],"m":[1.0,1,"1",true]}"#
    let new = #"{"id":1,"l":[{"sku":"c","n":2},{"sku":"B","n":2},{"sku":"A","n":1.5}],"m":["1",true,1]}"#
    let list = identity.hasPrefix("type") ? "m" : "l"
    func paths(_ body: String) throws -> String {
      let rules = "return { identity = 'id', lists = { \(list) = function(e) \(body) return \(identity) end } }"
      let changes = try compare(old, new, rules: rules, names: ("old.jsonl", "new.jsonl")).changes
      return changes.flatMap(\.fields).flatMap { $0.paths ?? [] }.map { "\($0)" }.joined(separator: "\n")
    }
    #expect(try paths("") == paths("for i = 1, 0 do end"))
  }
}
