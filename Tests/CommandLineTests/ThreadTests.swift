import Foundation
import TestSupport
import Testing

/// Rules in Lua on many threads: whatever their number, every byte is the same.
@Suite(.serialized) struct ThreadTests {
  /// Enough records for four threads to have work of their own.
  private static let count = 17_000

  private static let rules = #"""
    local function trimmed(text) return (text:gsub("^%s+", ""):gsub("%s+$", "")) end
    return {
      identity  = function(r) return r.email:lower(), #r.country end,
      filter    = function(r) return r.status ~= "draft" end,
      normalize = { name = { luna.text.squeeze, function(v) return v and trimmed(v) end } },
      equal     = {
        price = function(a, b) return math.abs(tonumber(a) - tonumber(b)) < 0.011 end,
        name  = luna.compare.nocase(),
      },
      ignore    = { "email" },
    }
    """#

  private static func rows(_ side: Int) -> String {
    var random = SeededGenerator(seed: 4)
    var lines = (0..<count).map { number in
      let change = Int.random(in: 0..<40, using: &random)
      let isOld = side == 0
      let email = change == 0 ? "\(isOld ? "old" : "new")\(number)" : "user\(number / 2 * 2)"
      let price = 1 + Double(number % 97) + (isOld ? 0 : [0, 0.01, 0.5][min(change, 20) % 3])
      let fields = [
        isOld ? email : email.uppercased(), ["IT", "DE", "FR"][number / 2 % 3],
        change == 1 && !isOld ? "  NAME \(number) " : "name  \(number)", "\(price)",
        change == 2 ? "draft" : change == 3 && !isOld ? "closed" : "open",
      ]
      return fields.joined(separator: ",")
    }
    if side == 1 { for place in stride(from: 100, to: count, by: 900) { lines.swapAt(place, 7) } }
    return "email,country,name,price,status\n" + lines.map { $0 + "\n" }.joined()
  }

  private static let inputs = Inputs()

  /// Both inputs, made once.
  private final class Inputs: Sendable {
    let old = ThreadTests.rows(0)
    let new = ThreadTests.rows(1)
  }

  private func lunadiff() throws -> Lunadiff {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write(Self.inputs.old, to: "old.csv")
    try lunadiff.directory.write(Self.inputs.new, to: "new.csv")
    try lunadiff.directory.write(Self.rules, to: "rules.lua")
    return lunadiff
  }

  private func ends(
    _ lunadiff: Lunadiff, _ arguments: [String]
  ) async throws -> [ProcessResult] {
    var ends: [ProcessResult] = []
    for threads in ["1", "2", "4"] {
      ends.append(
        try await lunadiff.run(
          ["old.csv", "new.csv", "-r", "rules.lua", "--threads", threads] + arguments))
    }
    return ends
  }

  private static let sections = #"section = function(r) return r.country .. r.status:sub(1, 1) end"#

  @Test(
    "1, 2 and 4 threads give the same bytes",
    arguments: CaseSample.some(2, of: ["json", "text", "csv"], "reports of threads"),
    ["", sections])
  func reports(format: String, more: String) async throws {
    // Each record has lines of its own, so that there are many.
    let long = ["json": ["--stages"], "text": ["--no-group"]][format] ?? []
    let ends = try await ends(
      lunadiff(), ["--format", format] + long + (more.isEmpty ? [] : ["-e", more]))
    #expect(ends[0].status == 1)
    #expect(ends[0].output.count > 100_000, "something is compared")
    for end in ends.dropFirst() {
      #expect(end.output == ends[0].output)
      #expect(end.errors == ends[0].errors)
      #expect(end.status == ends[0].status)
    }
  }

  @Test(
    "an error that every thread comes upon has one message",
    arguments: CaseSample.some(
      3,
      of: [
        "return { equal = { price = function(a, b) error('no ' .. a) end } }",
        "return { equal = { price = function(a, b) return tonumber(a) > 20 or nil end } }",
        "return { equal = function(a, b) return a.price.x.y end }",
        "return { filter = function(r) return r.nothing end }",
        "return { identity = function(r) return r.price ~= '1.0' and r.email or nil end }",
        "return { section = function(r) return tonumber(r.price) < 50 and 'low' or {} end }",
        "return { normalize = { name = function(v) if v:find '99' then error(v) end return v end } }",
      ], "errors of threads"))
  func errors(rules: String) async throws {
    let ends = try await ends(lunadiff(), ["-e", rules])
    for end in ends {
      #expect(end.status == 2)
      #expect(end.errorText == ends[0].errorText)
      #expect(end.output.isEmpty)
    }
    #expect(ends[0].errorText.contains(" record "), "\(ends[0].errorText)")
  }
}
