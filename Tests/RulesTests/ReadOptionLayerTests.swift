import LuaRuntime
import Records
import Testing

@testable import Rules

/// Options of reading that lie over others, as flags do over a project's.
struct ReadOptionLayerTests {
  private static let samples: [(name: String, value: String, other: String)] = [
    ("format", "'csv'", "'json'"), ("delimiter", "';'", "'|'"), ("quote", "'~'", "'none'"),
    ("escape", "'!'", "'\\\\'"), ("escape_unquoted", "true", "false"), ("skip_space", "true", "false"),
    ("comment", "'#'", "'%'"), ("header", "false", "true"), ("columns", "{ 'a' }", "{ 'b', 'c' }"),
    ("rename_headers", "true", "false"), ("null", "{ 'x' }", "'y'"), ("encoding", "'LATIN1'", "'UTF-16'"),
    ("skip_lines", "2", "3"), ("skip_last_lines", "2", "3"), ("ragged", "'pad'", "'skip'"), ("at", "'/a'", "'/b'"),
    ("elements", "'a'", "'b'"), ("input_limit", "'1M'", "0"),
  ]

  private func options(_ name: String, _ value: String) throws -> ReadOptions {
    let state = try LuaState()
    let chunk = try state.load(Array("return { \(name) = \(value) }".utf8), name: "options")
    guard case .table(let table)? = try state.call(chunk).first else { throw LuaError("no table") }
    return try ReadOptions(table)
  }

  @Test("every option that a script may give is known here")
  func names() { #expect(Set(Self.samples.map(\.name)) == Set(ReadOptions.names)) }

  @Test("an option holds where those over it say nothing of it", arguments: samples.indices)
  func under(index: Int) throws {
    let sample = Self.samples[index]
    let given = try options(sample.name, sample.value)
    #expect(given != ReadOptions())
    #expect(ReadOptions().laid(over: given) == given)
  }

  @Test("an option goes before the same one under it", arguments: samples.indices)
  func over(index: Int) throws {
    let sample = Self.samples[index]
    let given = try options(sample.name, sample.value)
    #expect(given.laid(over: try options(sample.name, sample.other)) == given)
  }
}
