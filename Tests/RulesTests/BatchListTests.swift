import LuaRuntime
import Records
import Testing

@testable import Batch
@testable import Rules

@Suite struct BatchListTests {
  private func manifest(_ text: String) throws -> Manifest {
    try Manifest(name: "m.lua", text: Array(text.utf8), directory: ".")
  }

  @Test("rules override in the order of defaults, then the pair")
  func order() throws {
    let manifest = try self.manifest(
      """
      return { { old = "a", new = "b", key = "k", rules = "r.lua" },
               defaults = { rules = {}, key = "d" } }
      """
    )
    let pair = manifest.list.pairs[0]
    #expect(
      pair.shared.rules.map(\.part) == [
        ManifestPart(pair: nil, field: .rules), ManifestPart(pair: nil, field: .key),
        ManifestPart(pair: 1, field: .rules), ManifestPart(pair: 1, field: .key),
      ])
    #expect(pair.shared.rules.map(\.path) == [nil, nil, "r.lua", nil])
  }

  @Test("options of reading are laid over each other")
  func reading() throws {
    let manifest = try self.manifest(
      """
      return { { old = "a", new = "b", read = { delimiter = ";" }, old_read = { header = false } },
               defaults = { read = { delimiter = "|", skip_lines = 2 },
                            old_read = { encoding = "LATIN1" }, new_read = { at = "/x" } } }
      """
    )
    let pair = manifest.list.pairs[0]
    // Tables live as long as the manifest that they stand in.
    var job = BatchPair(name: "a", old: nil, new: nil)
    try withExtendedLifetime(manifest) {
      for part in pair.shared.read { try part.apply(to: &job.options) }
    }
    #expect(job.options.read.delimiter == UInt8(ascii: ";"))
    #expect(job.options.read.skipLines == 2)
    #expect(job.options.overrides.source.encoding == "LATIN1")
    #expect(job.options.overrides.source.hasHeader == false)
    #expect(job.options.overrides.target.encoding == nil)
    #expect(job.options.overrides.target.pointer == "/x")
  }

  @Test(
    "what is wrong in a list is said with its place",
    arguments: [
      ("return 1", "m.lua: a list of pairs is expected, got number"),
      ("return {}", "m.lua: there is no pair in the list"),
      ("return { { old = 'a' } }", "m.lua: pair 1: 'new' is missing"),
      ("return { { old = 'a', new = {} } }", "m.lua: pair 1: 'new' must be text, got table"),
      (
        "return { { old = 'a', new = 'b', read = 1 } }",
        "m.lua: pair 1: 'read' must be a table of options, got number"
      ),
      (
        "return { { old = 'a', new = 'b' }, defaults = { read = 1 } }",
        "m.lua: defaults: 'read' must be a table of options, got number"
      ),
      ("return { { old = '', new = 'b' } }", "m.lua: pair 1: 'old' is empty"),
      ("return { { old = 'a', new = 'b', name = '' } }", "m.lua: pair 1: 'name' is empty"),
      (
        "return { { old = 'a', new = 'b', name = 'c\\0d' } }",
        "m.lua: pair 1: 'name' has a zero byte, as no file name does"
      ),
      (
        "return { { old = 'a', new = 'b', name = '/b' } }",
        "m.lua: '/b' cannot be a pair's name: it is no file name"
      ),
      (
        "return { x = 1, { old = 'a', new = 'b' } }",
        "m.lua: expected pairs { old = …, new = … } and perhaps 'defaults', a table, got x = number"
      ),
    ])
  func wrong(text: String, expected: String) {
    #expect(message { _ = try manifest(text) } == expected)
  }

  @Test(
    "what is wrong in options of reading is said with the pair, or with the defaults",
    arguments: [
      (
        "{ old = 'a', new = 'b', read = { delimiter = 'xx' } }",
        "m.lua: pair 1: the option 'delimiter' must be one character, got xx"
      ),
      (
        "{ old = 'a', new = 'b' }, defaults = { read = { skip_lines = -1 } }",
        "m.lua: defaults: the option 'skip_lines' must be a number of lines, got -1"
      ),
      (
        "{ old = 'a', new = 'b', old_read = { ragged = 'pad' } }",
        "m.lua: pair 1: unknown option 'ragged'; known are format, delimiter, header, columns, encoding, skip_lines, skip_last_lines, at"
      ),
    ])
  func wrongReading(text: String, expected: String) throws {
    let manifest = try manifest("return { \(text) }")
    withExtendedLifetime(manifest) {
      var job = BatchPair(name: "a", old: nil, new: nil)
      #expect(
        message {
          for part in manifest.list.pairs[0].shared.read { try part.apply(to: &job.options) }
        } == expected)
    }
  }

  @Test("names of pairs that only look the same are two names")
  func names() throws {
    let list = "{ old = 'a', new = 'caf\u{E9}' }, { old = 'a', new = 'cafe\u{301}' }"
    #expect(try manifest("return { \(list) }").list.pairs.count == 2)
  }
}
