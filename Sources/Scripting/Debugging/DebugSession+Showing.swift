import LuaRuntime
import Platform
import Reports
import Requests
import Rules

extension DebugSession {
  /// What shows values.
  var display: PromptDisplay {
    var options = ReportOptions()
    options.width = width()
    options.color = isColored
    return PromptDisplay(options: options, limit: 20, say: say)
  }

  /// Says where the script stands still, and why, or which call is looked at.
  func showPlace(isNew: Bool) {
    guard let stop else { return }
    let place = VisibleText.line(stop.frame.map(stop.words) ?? "outside of Lua")
    let reason = isNew ? stop.reason.map { VisibleText.lines($0) + stop.separator } : nil
    say(.text((reason ?? "") + place + "\n" + (stop.sourceLine ?? "")))
  }

  /// Shows the lines around.
  func list(_ text: String) throws(LunaDiffError) {
    let line = Int(text)
    guard text.isEmpty || (line ?? 0) > 0 else {
      throw LunaDiffError("'\(text)' is no line\n  hint: :list 40")
    }
    let lines = stop?.lines(around: line) ?? ""
    guard !lines.isEmpty else { throw LunaDiffError("the file cannot be read") }
    say(.text(lines))
  }

  /// Shows the variables of the call that is looked at.
  func showVariables() throws {
    guard let stop, let frame = stop.frame else { return }
    let variables = try stop.pause.variables(of: frame)
    let lines = try variables.map { (variable) throws(LuaError) in
      let value = try stop.pause.state.shown(variable.value)
      let room = max(width() - variable.name.count - 3, 20)
      return "\(variable.name) = \(ReplTable(width: room).line(value) ?? ReplTable.word(value))\n"
    }
    say(.text(lines.isEmpty ? "no variables\n" : lines.joined()))
  }

  /// Shows the records that the call that is looked at was given, or the nearest outside of it.
  func showRecords() throws {
    guard let stop else { return }
    for frame in stop.frames[stop.selected...] {
      let records = try records(of: frame, stop.pause)
      guard !records.isEmpty else { continue }
      for (name, value) in records {
        say(.text("\(name): \(ReplTable.word(value))\n"))
        display.show([value])
      }
      return
    }
    throw LunaDiffError(
      "no function here was given a record\n  hint: :locals shows what this one has")
  }

  /// The records among a function's arguments, and those that a rule's context holds.
  private func records(
    of frame: LuaPause.Frame, _ pause: LuaPause
  ) throws(LuaError) -> [(name: String, value: DriverValue)] {
    var records: [(name: String, value: DriverValue)] = []
    for variable in try pause.variables(of: frame) where variable.isParameter {
      switch variable.value {
      case .record: records.append((variable.name, try pause.state.shown(variable.value)))
      case .table(let table):
        for (key, value) in try table.sortedPairs() {
          guard case .record = value, let name = key.text else { continue }
          records.append(("\(variable.name).\(name)", try pause.state.shown(value)))
        }
      default: break
      }
    }
    return records
  }
}
