import LuaRuntime
import Requests

/// A line of a script where it stops.
struct DebugBreak {
  let number: Int
  /// The file's path, or the end of it.
  let file: String
  let line: Int
  /// Lua that has to be true there.
  let condition: String?

  static let arguments = "[place | error]"
  static let removing = DirectiveHelp(
    arguments: "[number | error]", summary: "takes breaks back",
    details: ":delete 2\n:delete error\n:delete    all of them")
  static let help = """
    :break                          the breaks there are
    :break prices.lua:4             where line 4 of any prices.lua begins
    :break 4                        of the file that is looked at
    :break 4 if r.id == "42"        where that is true
    :break error                    where an error is raised that no script catches
    """

  var words: String { "\(number)  \(file):\(line)" + (condition.map { " if \($0)" } ?? "") }
}

/// A place that was typed: `prices.lua:4 if r.id == "42"`.
struct DebugPlace {
  let file: String?
  var line: Int
  let condition: String?

  init(_ text: String) throws {
    let words = text.firstRange(of: " if ").map { (text[..<$0.lowerBound], text[$0.upperBound...]) }
    let place = (words?.0 ?? text[...]).trimmed
    condition = try words.map { try Self.checked($0.1.trimmed) }
    let parts = place.split(separator: ":", omittingEmptySubsequences: false)
    let name = parts.dropLast().joined(separator: ":")
    guard let line = parts.last.flatMap({ Int($0) }), line > 0, parts.count == 1 || !name.isEmpty else {
      throw LunaDiffError("'\(place)' is no line\n  hint: :break prices.lua:4, :break 4")
    }
    file = name.isEmpty ? nil : name
    self.line = line
  }

  private static func checked(_ condition: String) throws -> String {
    try DebugStop.check(condition)
    return condition
  }

  /// Moves on to the next line that has code.
  mutating func slide(in source: DebugSource, of file: String) throws(LunaDiffError) {
    guard let next = source.codeLine(from: line) else {
      throw LunaDiffError("\(file) has no code in line \(line), and none behind it")
    }
    line = next
  }
}
