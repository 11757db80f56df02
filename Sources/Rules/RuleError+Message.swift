import LuaRuntime
import RecordDiff

extension RuleError: CustomStringConvertible {
  /// The whole message without Lua's stack.
  package var description: String { message(traceback: false) }

  /// The whole message, of one or more lines.
  ///
  /// - Parameter traceback: Whether Lua's stack is shown.
  package func message(traceback: Bool) -> String {
    var lines = ["\(error)"]
    if let rule {
      var place = "  in function '\(rule)'"
      for (number, record) in places.enumerated() {
        place += number == 0 ? ", " : " and "
        place += "\(record.input) record \(record.record) (line \(record.line))"
      }
      lines.append(place)
    }
    if let plugin { lines.append("  in plug-in '\(plugin)'") }
    if let key { lines.append("  key: \(key)") }
    if !columns.isEmpty { lines.append("  columns: \(ComparisonError.list(columns, limit: 8))") }
    if let hint { lines.append("  hint: \(hint)") }
    if traceback, let stack = error.traceback {
      lines += stack.split(separator: "\n").map { "  \($0)" }
    }
    return lines.joined(separator: "\n")
  }

  /// What would help, where that can be told.
  private var hint: String? {
    switch error.kind {
    case .instructions: "--instruction-limit allows more; 0 is no limit"
    case .time: "--time-limit allows more, as in 60s; 0 is no limit"
    case .memory: "--memory-limit allows more, as in 1G; 0 is no limit"
    case .runtime: nilHint
    default: nil
    }
  }

  /// Lua names the field that was nil; if the record lacks it, that is why.
  private var nilHint: String? {
    guard error.message.contains("nil value (field '") else { return nil }
    let name = error.message.split(separator: "'", omittingEmptySubsequences: false).dropLast().last
    guard let name = name.map(String.init), missing.contains(name) else { return nil }
    return "'\(name)' is absent here; write (r.\(name) or \"\")"
  }
}
