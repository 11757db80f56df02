import LunaDiff
import TestSupport
import Testing

@Suite("Readers, formats and reports of a host") struct HostExtendingTests {
  /// A host that reads lines of `key=value`.
  private var host: LunaHost {
    var host = LunaHost()
    host.reader("acme.pairs", extensions: ["pairs"]) { text, settings in
      if text.contains("!") { throw Damaged() }
      let mark: Character = settings["mark"]?.first ?? "="
      return .rows(
        text.split(separator: "\n").map { line in
          let parts = line.split(separator: mark, maxSplits: 1).map(String.init)
          return ["key": parts[0], "value": parts.count > 1 ? parts[1] : ""]
        })
    }
    host.format("acme.keys") { result, write in
      for change in result.changes { try write("\(change.kind) \(change.key)\n") }
    }
    return host
  }

  private struct Damaged: Error {}
  private let folder: TemporaryDirectory

  init() throws {
    folder = try TemporaryDirectory()
    try folder.write("a=1\nb=2\n", to: "old.pairs")
    try folder.write("a:1\nb:3\n", to: "new.txt")
    try folder.write("!", to: "bad.pairs")
  }

  private func result() async throws -> DiffResult {
    try await host.compare(
      old: .file(folder.path(of: "old.pairs")),
      new: .file(folder.path(of: "new.txt"), reader: "acme.pairs", settings: ["mark": ":"]),
      rules: Rules { $0.identity = ["key"] })
  }

  @Test("a reader is found by a file's extension and by its name")
  func reader() async throws {
    #expect(try await result().changes.map { "\($0.key) \($0.fields)" } == ["[b] [value: 2 → 3]"])
  }

  @Test("settings go to the reader that claims a file, the host's or a plug-in's")
  func settings() async throws {
    var host = host
    host.plugin(
      """
      return { name = "acme", readers = { marked = { extensions = { "marked" }, read = function(input, options)
        local lines = input:lines()
        return function()
          local key, value = (lines() or ""):match("(.*)" .. options.mark .. "(.*)")
          if key then return { key = key, value = value } end
        end
      end } } }
      """, name: "acme.lua")
    for name in ["new.pairs", "new.marked"] {
      let file = try folder.write("a:1\nb:3\n", to: name)
      let result = try await host.compare(
        old: .rows([["key": "a", "value": "1"], ["key": "b", "value": "2"]]), new: .file(file, settings: ["mark": ":"]),
        rules: Rules { $0.identity = ["key"] })
      #expect(result.changes.map { "\($0.key) \($0.fields)" } == ["[b] [value: 2 → 3]"], "\(name)")
    }
  }

  @Test("a setting that no reader asks for is an error")
  func idleSetting() async throws {
    let file = try folder.write("id\n1\n", to: "plain.csv")
    let error = await #expect(throws: LunaDiffError.self) {
      try await host.compare(old: .file(file), new: .file(file, settings: ["mark": ":"]), rules: Rules())
    }
    #expect(error?.message.contains("no plug-in's reader reads \(file), which could use the option 'mark'") == true)
  }

  @Test("a function that cannot take a pair's values names both records")
  func blame() async throws {
    let file = try folder.write("id,n\n1,2\n2,many\n", to: "feed.csv")
    let rows = [["id": "1", "n": "2"], ["id": "2", "n": "3"]]
    let error = await #expect(throws: LunaDiffError.self) {
      try await host.compare(
        old: .rows(rows, name: "database"), new: .file(file),
        rules: Rules {
          $0.identity = ["id"]
          $0.equal["n"] = .function { (old: Int, new: Int) in old == new }
        })
    }
    #expect(error?.message.hasSuffix("in equal.n, database record 2 and \(file) record 2 (line 3)") == true)
  }

  @Test("a plug-in may be a text, and what plug-ins offer can be listed")
  func plugin() async throws {
    var host = LunaHost()
    host.plugin(
      """
      return { name = "acme", comparators = { close = function() return function(a, b) return a:lower() == b:lower() end end },
        readers = { pairs = { extensions = { "kv" }, read = function(input)
          local lines = input:lines()
          return function()
            local line = lines()
            if line then return { key = line:match("^[^=]*"), value = line:match("=(.*)$") } end
          end
        end } } }
      """, name: "acme.lua")
    let offers = try await host.offers()
    #expect(offers["comparators"]?.contains("acme.close") == true)
    #expect(offers["readers"]?.contains("acme:pairs") == true)
    try folder.write("a=x\n", to: "old.kv")
    try folder.write("a=X\n", to: "new.kv")
    let inputs = (old: Input.file(folder.path(of: "old.kv")), new: Input.file(folder.path(of: "new.kv")))
    let rules = Rules.text("return { identity = 'key', equal = { value = luna.compare.acme.close() } }")
    #expect(try await host.compare(old: inputs.old, new: inputs.new, rules: rules).isSame)
    host.plugin("return { name = 'broken' ", name: "broken.lua")
    let error = await #expect(throws: LunaDiffError.self) { try await host.offers() }
    #expect(error?.code == .rules && error?.message.contains("broken.lua") == true)
  }

  @Test("files of two directories pair that a reader claims")
  func claims() async throws {
    try folder.write("a=1\n", to: "one/x.pairs")
    try folder.write("a=2\n", to: "two/x.pairs")
    var names: [String] = []
    try await host.compare(directory: folder.path(of: "one"), with: folder.path(of: "two")) {
      name, result in
      names.append("\(name) \(try result?.get().changes.count ?? 0)")
    }
    #expect(names.count == 1 && names.first?.hasPrefix("x") == true, "\(names)")
  }

  @Test("what a reader throws is the error of its file, and an unknown reader is one of its name")
  func readerErrors() async {
    let damaged = await #expect(throws: LunaDiffError.self) {
      try await host.compare(old: .file(folder.path(of: "bad.pairs")), new: .rows([["key": "a"]]))
    }
    #expect(damaged?.underlying is Damaged)
    #expect(damaged?.file == folder.path(of: "bad.pairs"))
    let unknown = await #expect(throws: LunaDiffError.self) {
      try await host.compare(old: .file("x.csv", reader: "acme.pear"), new: .rows([["key": "a"]]))
    }
    #expect(unknown?.message.contains("unknown reader 'acme.pear'") == true)
  }

  @Test("a result is reported as text, in pieces and to a file")
  func sinks() async throws {
    let result = try await result()
    #expect(try result.report(.named("acme.keys")) == "updated [b]\n")
    var pieces: [UInt8] = []
    try result.write(.named("acme.keys")) { pieces += $0 }
    #expect(String(decoding: pieces, as: UTF8.self) == "updated [b]\n")
    let path = folder.path(of: "reports/changes.md")
    try result.write(.markdown, toFile: path) { $0.title = "Nightly" }
    #expect(
      String(decoding: try folder.read("reports/changes.md"), as: UTF8.self).hasPrefix(
        "### Nightly"))
    #expect(try result.report(.json).contains("\"lunadiff\""))
  }

  @Test("what a sink throws comes out as it is, and an unknown form is an error")
  func sinkErrors() async throws {
    struct Full: Error {}
    let result = try await result()
    #expect(throws: Full.self) { try result.write(.text) { _ in throw Full() } }
    #expect(throws: Full.self) { try result.write(.named("acme.keys")) { _ in throw Full() } }
    let error = #expect(throws: LunaDiffError.self) { try result.report(.named("acme.kyes")) }
    #expect(error?.message.contains("unknown format 'acme.kyes'") == true)
  }

  @Test("two plug-ins of one name are an error that names both")
  func twins() async {
    var host = host
    host.plugin("return { name = 'acme' }", name: "one.lua")
    host.plugin("return { name = 'acme', comparators = { same = function() end } }", name: "two.lua")
    let error = await #expect(throws: LunaDiffError.self) { try await host.offers() }
    #expect(error?.code == .rules)
    #expect(error?.message.hasPrefix("two.lua: 'acme' is the name of another plug-in, one.lua\n") == true)
  }

  @Test("what a plug-in requires and is not there is said without a command's name")
  func unmet() async {
    var host = host
    host.plugin("return { name = 'shop', requires = { 'base >= 1' } }", name: "shop.lua")
    let error = await #expect(throws: LunaDiffError.self) { try await host.offers() }
    let words = "shop.lua: it requires 'base >= 1': there is no plug-in 'base'; it has to be added first"
    #expect(error?.message.hasPrefix(words) == true)
  }

  @Test("what a reader says would help is a hint")
  func advice() async throws {
    var host = host
    host.plugin(
      """
      return { name = "acme", readers = { odd = { extensions = { "odd" }, read = function(input)
        input:error("no lines", 1, "save it as text")
      end } } }
      """, name: "acme.lua")
    let file = try folder.write("x", to: "x.odd")
    let error = await #expect(throws: LunaDiffError.self) { try await host.compare(old: .file(file), new: .file(file)) }
    #expect(error?.hints == [.advice("save it as text")] && error?.line == 1 && error?.file == file)
  }

  /// With formats of a plug-in's that fail, or take options.
  private var reporting: LunaHost {
    var host = host
    host.plugin(
      """
      return { name = "acme", formats = {
        broken = function(changes, out) error("no paper") end,
        huge = function(changes, out) out:write(("x"):rep(1 << 40)) end,
        titled = { options = { title = { default = "none" } },
          write = function(changes, out, options) out:write(options.title) end },
      } }
      """, name: "acme.lua")
    return host
  }

  @Test("a format of a plug-in that fails is a script that fails, and is named")
  func failingFormats() async throws {
    let result = try await reporting.compare(old: .rows([["key": "a"]]), new: .rows([["key": "b"]]))
    let broken = #expect(throws: LunaDiffError.self) { try result.report(.named("acme:broken")) }
    #expect(broken?.code == .script && broken?.line == 2)
    #expect(broken?.message == "acme.lua:2: no paper\n  in format 'acme:broken'\n  in plug-in 'acme'")
    let huge = #expect(throws: LunaDiffError.self) { try result.report(.named("huge")) }
    #expect(huge?.code == .limit && huge?.hints == [.memoryLimit])
  }

  @Test("formats of plug-ins are told their options, and others refuse them")
  func formatSettings() async throws {
    let result = try await reporting.compare(old: .rows([["key": "a"]]), new: .rows([["key": "b"]]))
    #expect(try result.report(.named("titled")) == "none")
    #expect(try result.report(.named("titled", settings: ["title": "Night"])) == "Night")
    let unknown = #expect(throws: LunaDiffError.self) {
      try result.report(.named("titled", settings: ["titel": "Night"]))
    }
    #expect(unknown?.message.contains("did you mean 'title'?") == true)
    for form in ["json", "acme.keys"] {
      let error = #expect(throws: LunaDiffError.self) { try result.report(.named(form, settings: ["title": "x"])) }
      #expect(error?.code == .request && error?.message.contains("'title'") == true)
    }
  }

  @Test("every name of what plug-ins offer can be used")
  func offeredNames() async throws {
    var host = host
    host.plugin(
      """
      return { name = "acme", comparators = { any = function() return function() return true end end },
        normalizers = { first = function() return luna.text.prefix(1) end }, formats = { none = function() end },
        rules = { usual = { identity = "key" } },
        readers = { one = function()
          local records = { { key = "a", value = "x1", note = "n" } }
          return function() return table.remove(records) end
        end } }
      """, name: "acme.lua")
    let offers = try await host.offers().mapValues { $0.filter { $0.hasPrefix("acme") } }
    func name(_ kind: String) throws -> String { try #require(offers[kind]?.first) }
    var rules = Rules.file(try name("rules"))
    rules.equal["note"] = .lua("luna.compare.\(try name("comparators"))()")
    rules.normalize["value"] = [.lua("luna.text.\(try name("normalizers"))()")]
    let result = try await host.compare(
      old: .file(folder.path(of: "new.txt"), reader: name("readers")),
      new: .rows([["key": "a", "value": "x2", "note": "m"]]), rules: rules)
    #expect(result.isSame)
    #expect(try result.report(.named(name("formats"))) == "")
    #expect(offers.values.allSatisfy { $0.count == 1 } && offers.count == 5)
  }
}
