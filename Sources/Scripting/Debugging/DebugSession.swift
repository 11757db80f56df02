import LuaRuntime
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

  /// A debugger without breaks.
  ///
  /// - Parameters:
  ///   - say: Takes what the session says, as it says it.
  ///   - read: Gives the next line.
  /// - Throws: `LunaDiffError` where memory is out.
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
    var place = try DebugPlace(text)
    let here = stop?.frame.flatMap { $0.line == nil ? nil : $0.chunk }
    guard let file = place.file ?? here else {
      throw LunaDiffError("which file?\n  hint: :break prices.lua:\(place.line)")
    }
    let source = DebugSource(file, beside: here)
    if let source { try place.slide(in: source.text, of: file) }
    try debugger.add(lastNumber + 1, file: file, line: place.line)
    lastNumber += 1
    let added = DebugBreak(
      number: lastNumber, file: file, line: place.line, condition: place.condition)
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
        return .on
      case .cancelled: pending = []
      case .line(let line): if let going = take(line) { return going }
      }
      interrupt.isRaised = false
    }
  }

  /// Whether the condition of a break is true, where it has one.
  private func holds(_ number: Int, _ stop: DebugStop) throws(LuaError) -> Bool {
    guard let condition = breaks.first(where: { $0.number == number })?.condition,
      let frame = stop.frame
    else { return true }
    let state = stop.pause.state
    let chunk = try state.load(
      Array("return \(condition)".utf8), name: "condition",
      environment: stop.pause.scope(of: frame))
    return try state.call(chunk).first?.isTruthy ?? false
  }

  /// Carries out a line.
  ///
  /// - Returns: How the script goes on, if it does.
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
    case .step: repeated = .into
    case .next: repeated = .over
    case .finish: return .out
    case .continue: return .on
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
      let state = stop.pause.state
      let scope = try stop.frame.map { (frame) throws(LuaError) in
        try stop.pause.scope(of: frame)
      }
      switch try TypedChunk(text, in: state, environment: scope) {
      case .incomplete: return nil
      case .expression(let chunk), .statements(let chunk):
        pending = []
        display.show(try state.call(chunk).map(state.shown))
        return nil
      }
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
