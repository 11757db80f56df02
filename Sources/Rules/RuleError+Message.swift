import LuaRuntime
import Platform
import Comparing
import Records

extension RuleError: HintedError {
  /// What Lua said and where, without its stack.
  package var finding: String { finding(of: error) }

  /// The same as an error of the script that asked for the comparison, with the place where the rule failed.
  package var asError: LuaError {
    // What a reader says of the data is no error of the plug-in's.
    if let problem = error.underlying as? RecordError {
      return LuaError("\(problem)", underlying: problem)
    }
    var plain = error
    plain.chunk = nil
    let text = finding(of: plain) + (hint.map { "\n  hint: \($0)" } ?? "")
    var failure = LuaError(text, underlying: self)
    failure.chunk = error.chunk
    failure.line = error.line
    failure.traceback = error.traceback
    return failure
  }

  private func finding(of error: LuaError) -> String {
    var lines = ["\(error)"]
    if let caller = rule.map({ "function '\($0)'" }) ?? reader.map({ "reader '\($0)'" }) {
      let records = places.map(\.description).joined(separator: " and ")
      let parts = [caller, records, element ?? ""].filter { !$0.isEmpty }
      lines.append("  in " + parts.joined(separator: ", "))
    }
    if let plugin { lines.append("  in plug-in '\(plugin)'") }
    if let key { lines.append("  key: \(key)") }
    if !columns.isEmpty { lines.append("  columns: \(ComparisonError.list(columns, limit: 8))") }
    return lines.joined(separator: "\n")
  }

  /// Lua's stack where the error was raised, the innermost call first, without what the host called with.
  package var stack: [String] {
    var lines = (error.traceback ?? "").split(separator: "\n").dropFirst()
      .map { String($0.drop { $0 == "\t" }) }
    while lines.last == "[C]: in ?" { lines.removeLast() }
    return lines
  }
}
