import LuaRuntime
import Platform
import Reports
import Requests
import Rules

/// A debugger's prompt, without the terminal: takes lines where a script stands still, says what came of them.
///
/// It belongs to the one thread that all scripts run on.
package final class DebugSession {
  /// Stops the scripts of the states that it is given to.
  package let debugger: LuaDebugger
  /// Raise it to end what a line has set going.
  package let interrupt: LuaInterrupt
  /// The columns that tables may take.
  package var width: () -> Int = { 80 }
  /// Whether what is shown is coloured by terminal escapes.
  package var isColored = false

  /// What stands before something new.
  package static let ready = "debug> "
  /// What stands before the rest of a chunk.
  package static let unfinished = "    .. "

  let say: (ReplOutput) -> Void
  private let read: (_ prompt: String) -> ReplLine
  private(set) var breaks: [DebugBreak] = []
  private var lastNumber = 0
  /// Where a script stands still.
  private(set) var stop: DebugStop?
  /// The first lines of a chunk that goes on.
  private var pending: [String] = []
  /// What an empty line does once more.
  private var repeated: LuaDebugger.Going?

  /// - Parameters:
  ///   - say: Takes what the session says, as it says it.
  ///   - read: Gives the next line.
  package init(
    interrupt: LuaInterrupt = LuaInterrupt(), say: @escaping (ReplOutput) -> Void,
    read: @escaping (_ prompt: String) -> ReplLine
  ) throws(LunaDiffError) {
    self.interrupt = interrupt
    self.say = say
    self.read = read
    do { debugger = try LuaDebugger(hiding: LunaLibrary.chunkName, interrupt: interrupt) } catch {
      throw LunaDiffError(RuleError(error))
    }
    debugger.onPause = { [unowned self] in look(at: $0) }
  }

  // MARK: Breaks

  /// Adds what `:break` says, or lists what there is.
  func setBreak(_ text: String) throws {
    if text.isEmpty { return listBreaks() }
    if text == "error" { debugger.occasions.insert(.errors) } else { try addBreak(text) }
  }

  private func addBreak(_ text: String) throws {
    var position = try DebugPlace(text)
    let here = stop?.frame.flatMap { $0.line == nil ? nil : $0.chunk }
    guard let file = position.file ?? here else {
      throw LunaDiffError("which file?\n  hint: :break prices.lua:\(position.line)")
    }
    let source = DebugSource(file, beside: here)
    if let source { try position.slide(in: source, of: file) }
    try debugger.add(lastNumber + 1, file: file, line: position.line)
    lastNumber += 1
    let added = DebugBreak(number: lastNumber, file: file, line: position.line, condition: position.condition)
    breaks.append(added)
    let remark = source == nil ? ", when a file of this name runs: none is here" : ""
    say(.text("break \(added.words)\(remark)\n"))
  }

  private func listBreaks() {
    var lines = breaks.map(\.words)
    if debugger.occasions.contains(.errors) { lines.append("error") }
    say(.text((lines.isEmpty ? "no breaks" : lines.joined(separator: "\n")) + "\n"))
  }

  /// Takes back what `:delete` names, or all breaks.
  func removeBreaks(_ text: String) throws(LunaDiffError) {
    if text.isEmpty { return clear() }
    guard text != "error" else {
      debugger.occasions.remove(.errors)
      return
    }
    guard let index = breaks.firstIndex(where: { "\($0.number)" == text }) else {
      throw LunaDiffError("there is no break '\(text)'\n  hint: :break lists them")
    }
    debugger.remove(breaks.remove(at: index).number)
  }

  private func clear() {
    for known in breaks { debugger.remove(known.number) }
    breaks = []
    debugger.occasions.remove(.errors)
  }

  // MARK: Looking

  /// Takes lines until one lets the script go on.
  private func look(at pause: LuaPause) -> LuaDebugger.Going {
    interrupt.isRaised = false
    defer {
      stop = nil
      pending = []
      interrupt.isRaised = false
    }
    do {
      let found = try DebugStop(pause)
      if case .breakpoint(let number) = pause.reason, try !holds(number, found) { return .asBefore }
      stop = found
    } catch {
      fail(error)
      stop = try? DebugStop(pause)
    }
    showPlace(isNew: true)
    while true {
      switch read(pending.isEmpty ? Self.ready : Self.unfinished) {
      case .ended:
        clear()
        return .resume
      case .cancelled: pending = []
      case .line(let line): if let going = take(line) { return going }
      }
      interrupt.isRaised = false
    }
  }

  private func holds(_ number: Int, _ stop: DebugStop) throws(LuaError) -> Bool {
    guard let condition = breaks.first(where: { $0.number == number })?.condition else { return true }
    return try stop.holds(condition)
  }

  /// Carries out a line; returns how the script goes on, if it does.
  private func take(_ line: String) -> LuaDebugger.Going? {
    let isEmpty = line.trimmed.isEmpty
    if pending.isEmpty, isEmpty { return repeated }
    repeated = nil
    do {
      if pending.isEmpty, let words = ReplWords(command: line) { return try run(words) }
      pending.append(line)
      return try evaluate(pending.joined(separator: "\n"))
    } catch {
      pending = []
      fail(error)
      return nil
    }
  }

  private func run(_ words: ReplWords) throws -> LuaDebugger.Going? {
    switch try DebugDirective.named(words.name) {
    case .step: repeated = .stepInto
    case .next: repeated = .stepOver
    case .finish: return .stepOut
    case .continue: return .resume
    case .quit: return .end
    case .break: try setBreak(words.rest)
    case .delete: try removeBreaks(words.rest)
    case .where: say(.text(stop?.trace ?? ""))
    case .up: move(outwards: true)
    case .down: move(outwards: false)
    case .list: try list(words.rest)
    case .locals: try showVariables()
    case .record: try showRecords()
    case .help: say(.text(try DebugDirective.help(words.rest)))
    }
    return repeated
  }

  private func move(outwards: Bool) {
    if stop?.move(outwards: outwards) ?? false { return showPlace(isNew: false) }
    say(.text(outwards ? "this is the outermost function\n" : "this is the innermost function\n"))
  }

  /// Runs Lua in the call that is looked at.
  private func evaluate(_ text: String) throws -> LuaDebugger.Going? {
    guard let stop else { return nil }
    do throws(LuaError) {
      guard let values = try stop.values(of: text, in: stop.frame) else { return nil }
      pending = []
      let shown = try values.map(stop.pause.state.shown)
      try hosting { try display.show(shown) }
      return nil
    } catch {
      if case .exit = error.kind { return .end }
      throw RuleError(error)
    }
  }

  private func fail(_ error: any Error) {
    let error = (error as? LuaError).map { RuleError($0) } ?? error
    say(.error(LunaDiffError(error).message))
  }
}

extension DebugSession {
  /// How the line before the cursor can go on, of which nothing is run; `nil` where no script stands still.
  package func completion(of line: String) -> ReplCompletion? {
    guard let stop else { return nil }
    if line.hasPrefix(":") { return ReplCompletion(command: line, of: DebugDirective.self) }
    let word = String(line.reversed().prefix { $0.utf8.allSatisfy(LuaName.isPart) }.reversed())
    let variables = stop.frame.flatMap { try? stop.pause.variables(of: $0) } ?? []
    return ReplCompletion(word, among: variables.map(\.name) + String.luaKeywords)
  }
}

extension DebugSession {
  var display: PromptDisplay {
    var options = ReportOptions()
    options.width = width()
    options.color = isColored
    return PromptDisplay(options: options, limit: 20, say: say)
  }

  /// Says where the script stands still, and why, or which call is looked at.
  private func showPlace(isNew: Bool) {
    guard let stop else { return }
    let position = VisibleText.line(stop.frame.map(stop.words) ?? "outside of Lua")
    let reason = isNew ? stop.reason.map { VisibleText.lines($0) + stop.separator } : nil
    say(.text((reason ?? "") + position + "\n" + (stop.sourceLine ?? "")))
  }

  func list(_ text: String) throws(LunaDiffError) {
    let line = Int(text)
    guard text.isEmpty || (line ?? 0) > 0 else { throw LunaDiffError("'\(text)' is no line\n  hint: :list 40") }
    let lines = stop?.lines(around: line) ?? ""
    guard !lines.isEmpty else { throw LunaDiffError("the file cannot be read") }
    say(.text(lines))
  }

  private func showVariables() throws {
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
      let records = try stop.records(of: frame)
      guard !records.isEmpty else { continue }
      for (name, value) in records {
        let shown = try stop.pause.state.shown(value)
        say(.text("\(name): \(ReplTable.word(shown))\n"))
        try display.show([shown])
      }
      return
    }
    throw LunaDiffError("no function here was given a record\n  hint: :locals shows what this one has")
  }
}

/// The commands where a script stands still.
enum DebugDirective: String, PromptDirective {
  case step, next, finish, `continue`
  case `break`, delete
  case `where`, up, down, list
  case locals, record, help, quit

  var about: DirectiveHelp {
    switch self {
    case .step:
      DirectiveHelp(
        summary: "to the next line, into functions that are called",
        details: "An empty line does it once more.")
    case .next:
      DirectiveHelp(
        summary: "to the next line of this function; calls run through",
        details: "An empty line does it once more.")
    case .finish:
      DirectiveHelp(
        summary: "out of this function, to the next line of what called it",
        details: "Rules have no line that called them: from there it goes to the next call of a rule, or to the script."
      )
    case .continue: DirectiveHelp(summary: "to the next break")
    case .break: DirectiveHelp(arguments: DebugBreak.arguments, summary: "where scripts stop", details: DebugBreak.help)
    case .delete: DebugBreak.removing
    case .where: DirectiveHelp(summary: "the calls under way, the innermost first")
    case .up: DirectiveHelp(summary: "looks at what called this function")
    case .down: DirectiveHelp(summary: "looks at what this function called")
    case .list:
      DirectiveHelp(
        arguments: "[line]", summary: "the lines around",
        details: ":list       around the line that comes next\n:list 40    around another")
    case .locals: DirectiveHelp(summary: "the variables of the function, and those that it has from outside")
    case .record:
      DirectiveHelp(
        summary: "the records that the function was given",
        details: "Of the innermost function that was given one, from the one that is looked at outwards.")
    case .help: DirectiveHelp(arguments: "[command]", summary: "this page, or more about a command")
    case .quit: DirectiveHelp(summary: "ends what runs")
    }
  }

  static let preferred: [String: DebugDirective] = ["d": .down, "l": .list]

  static let closing = """
    Anything else is Lua, as if it stood in the function that is looked at: its variables can be read
    and assigned. The end of the input, as Ctrl-D gives it, lets everything go on without breaks.

    """
}
