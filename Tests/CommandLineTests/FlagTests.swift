import ArgumentParser
import LuaRuntime
import Records
import Requests
import Testing

@testable import lunadiff_cli

/// Flags, and what of a request they set.
@Suite struct FlagTests {
  private func request(_ flags: String...) throws -> DiffRequest {
    let parsed = try Program.parse(["a", "b"] + flags)
    return try #require(parsed as? DiffCommand).makeRequest()
  }

  @Test("two names alone are the inputs, and everything else is as it is by default")
  func defaults() throws {
    let request = try request()
    #expect(request.old == "a")
    #expect(request.new == "b")
    #expect(request.options.read == ReadOptions())
    #expect(request.options.limits == LuaLimits.rules)
    #expect(request.options.rules.isEmpty)
    #expect(request.options.flags.identity == nil)
    #expect(request.options.flags.only == nil)
    #expect(request.options.flags.moves == nil)
  }

  @Test("the command's name may be said")
  func namedCommand() throws {
    let parsed = try Program.parse(["diff", "a", "b", "-k", "id"])
    #expect(parsed is DiffCommand)
  }

  @Test("flags may come before the inputs")
  func flagsFirst() throws {
    let parsed = try Program.parse(["-k", "id", "--no-header", "a", "-"])
    let request = try #require(parsed as? DiffCommand).makeRequest()
    #expect(request.new == "-")
    #expect(request.options.flags.identity == .columns(["id"]))
  }

  @Test("flags of reading")
  func reading() throws {
    let read = try request(
      "--input-format", "tsv", "--delimiter", ";", "--quote", "'", "--escape", "\\", "--comment",
      "#", "--no-header", "--rename-headers", "--null", "-", "--null", "NA", "--encoding",
      "LATIN1", "--skip-lines", "2", "--skip-last-lines", "3", "--ragged", "pad", "--at", "/data"
    ).options.read
    var expected = ReadOptions()
    expected.format = .tsv
    expected.delimiter = UInt8(ascii: ";")
    expected.quote = UInt8(ascii: "'")
    expected.escape = UInt8(ascii: "\\")
    expected.comment = UInt8(ascii: "#")
    expected.hasHeader = false
    expected.renamesHeaders = true
    expected.nullTokens = ["-", "NA"]
    expected.encoding = "LATIN1"
    expected.skipLines = 2
    expected.skipLastLines = 3
    expected.ragged = .pad
    expected.pointer = "/data"
    #expect(read == expected)
  }

  @Test("flags of rules")
  func rules() throws {
    let request = try request(
      "-k", "id,country", "--key", "x", "--ignore", "a,b", "--ignore", "c", "--only", "d",
      "--tolerance", "p=0.01", "--rename", "q=r", "--section", "s", "--moves", "heckel",
      "--duplicates", "error", "--strict-columns")
    let flags = request.options.flags
    #expect(flags.identity == .columns(["id", "country", "x"]))
    #expect(flags.ignored == ["a", "b", "c"])
    #expect(flags.only == ["d"])
    #expect(Array(flags.comparators.names) == ["p"])
    #expect(flags.tolerance == nil)
    #expect(flags.renames == ["q": "r"])
    guard case .column("s") = flags.section else {
      Issue.record("no section")
      return
    }
    #expect(flags.moves == .heckel)
    #expect(flags.duplicates == .error)
    #expect(flags.switches == [.strictColumns: true])
  }

  @Test("flags of nested input")
  func nested() throws {
    let flags = try request("--elements", "items", "--section-key", "id", "-k", "sku").options.flags
    #expect(flags.elements == "items")
    #expect(flags.sectionKey == ["id"])
    #expect(flags.identity == .columns(["sku"]))
  }

  @Test("rules files come before rules on the command line")
  func sources() throws {
    let one = try request("-e", "x = 1", "-r", "a.lua", "-r", "b.lua")
    #expect(one.options.rules == [.file("a.lua"), .file("b.lua"), .text("x = 1", name: "-e")])
    let two = try request("-e", "x", "-e", "y")
    #expect(two.options.rules == [.text("x", name: "-e #1"), .text("y", name: "-e #2")])
  }

  @Test("kinds that several flags list are taken together")
  func kinds() throws {
    let diff = try Program.parse(["a", "b", "--show", "updated", "--show", "moved,updated"])
    let shown = try #require(diff as? DiffCommand).output.reportOptions(elapsed: .zero).show
    #expect(shown == [.updated, .moved])
    let batch = try Program.parse(["batch", "--fail-on", "moved", "--fail-on", "missing"])
    let thresholds = try #require(batch as? BatchCommand).thresholds.thresholds
    #expect(thresholds.counted == [.moved])
    #expect(thresholds.countsMissing)
  }

  @Test("flags of limits")
  func limits() throws {
    let request = try request(
      "--threads", "3", "--memory-limit", "1M", "--time-limit", "2m", "--instruction-limit",
      "0")
    var expected = LuaLimits.rules
    expected.memory = 1 << 20
    expected.seconds = 120
    expected.instructions = nil
    #expect(request.options.limits == expected)
    #expect(request.options.threads == 3)
  }

  @Test("all that follows a script's name is the script's")
  func scriptArguments() throws {
    let parsed = try Program.parse(
      ["run", "--memory-limit", "1M", "job.lua", "-k", "--", "-h"])
    let run = try #require(parsed as? RunCommand)
    #expect(run.script == "job.lua")
    #expect(run.arguments == ["-k", "--", "-h"])
  }

  @Test("a file named like a flag can be given after --")
  func terminator() throws {
    let parsed = try Program.parse(["-q", "--", "-a.csv", "-b.csv"])
    #expect(try #require(parsed as? DiffCommand).makeRequest().new == "-b.csv")
  }
}
