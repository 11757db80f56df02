import LuaRuntime
import Platform
import Scripting

/// A script that stands still, and a client that looks at it; all on the thread that runs the script.
final class DebugPause {
  private let pause: LuaPause
  private let adapter: DebugAdapter
  private var stop: DebugStop?
  /// What the client knows by number, from 1; numbers hold as long as the script stands still.
  private var handles: [Handle] = []
  private var text = ""

  private enum Handle {
    case variables(LuaPause.Frame)
    case parts(LuaValue)
  }

  /// An evaluation takes no longer, since the client waits.
  private static let longest = 5.0

  init(_ pause: LuaPause, of adapter: DebugAdapter) {
    self.pause = pause
    self.adapter = adapter
  }

  /// Answers requests until one lets the script go on.
  func look() -> LuaDebugger.Going {
    adapter.debugger.interrupt.isRaised = false
    let (isEnding, isPauseWanted) = adapter.state.withLock { state in
      defer { state.isPauseWanted = false }
      return (state.isEnding, state.isPauseWanted)
    }
    if isEnding { return .end }
    adapter.setBreaks()
    do throws(LuaError) { stop = try DebugStop(pause) } catch { return .asBefore }
    guard let reason = reason(isPauseWanted) else { return .asBefore }
    let limits = pause.state.limits
    if (limits.seconds ?? .infinity) > Self.longest { pause.state.limits.seconds = Self.longest }
    defer { pause.state.limits = limits }
    return stand(reason)
  }

  private func stand(_ reason: String) -> LuaDebugger.Going {
    fflush(nil)
    adapter.state.withLock { $0.isStopped = true }
    adapter.send(
      event: "stopped",
      .known([
        "reason": .text(reason), "threadId": 1, "allThreadsStopped": true, "text": text.isEmpty ? .null : .text(text),
      ]))
    var going: LuaDebugger.Going?
    while going == nil, let order = adapter.orders.take() {
      adapter.debugger.interrupt.isRaised = false
      if case .request(let request) = order { going = take(request) }
      // What ends the service is not only for this script.
      if case .end = order { adapter.orders.put(order) }
      if adapter.state.withLock({ $0.isEnding }) { going = .end }
    }
    adapter.debugger.interrupt.isRaised = false
    let late = adapter.state.withLock { state in
      state.isStopped = false
      return adapter.orders.takeAll()
    }
    for order in late {
      if case .request(let request) = order {
        adapter.refuse(request, "the script goes on")
      } else {
        adapter.orders.put(order)
      }
    }
    adapter.setBreaks()
    return adapter.state.withLock { $0.isEnding } ? .end : going ?? .end
  }

  /// Why the client is told that the script stands still, in the protocol's word; `nil` if it goes on.
  private func reason(_ isPauseWanted: Bool) -> String? {
    switch pause.reason {
    case .interruption: return isPauseWanted ? "pause" : nil
    case .error(let message):
      text = message
      return "exception"
    case .step:
      let isEntry = adapter.state.withLock { state in
        defer { state.isAtEntry = false }
        return state.isAtEntry
      }
      return isPauseWanted ? "pause" : isEntry ? "entry" : "step"
    case .breakpoint: return isPauseWanted ? "pause" : stopsAtBreak() ? "breakpoint" : nil
    }
  }

  /// Whether one of the breaks of this line stops here; says what others log.
  private func stopsAtBreak() -> Bool {
    guard let stop, let frame = stop.frame, let line = frame.line else { return false }
    var stops = false
    for candidate in adapter.state.withLock({ $0.breaks.lines(at: line, of: frame.chunk) }) {
      do throws(LuaError) {
        if let condition = candidate.condition, try !stop.holds(condition) { continue }
      } catch {
        // Somebody has to see that it says nothing.
        text = "the break's condition fails: \(error)"
        adapter.tell(text + "\n")
        stops = true
        continue
      }
      guard adapter.state.withLock({ $0.breaks.visit(candidate) }) else { continue }
      if let log = candidate.log { say(log, stop, frame) } else { stops = true }
    }
    return stops
  }

  private func say(_ log: String, _ stop: DebugStop, _ frame: LuaPause.Frame) {
    var (words, rest) = ("", log[...])
    while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
      words += rest[..<start]
      words += value(String(rest[rest.index(after: start)..<end]), stop, frame)
      rest = rest[rest.index(after: end)...]
    }
    adapter.send(
      event: "output",
      .known([
        "category": "console", "output": .text(words + rest + "\n"), "source": source(of: frame),
        "line": .integer(number(of: frame)),
      ]))
  }

  private func value(_ text: String, _ stop: DebugStop, _ frame: LuaPause.Frame) -> String {
    do throws(LuaError) {
      let values = try stop.values(of: text, in: frame) ?? []
      return try values.map { value throws(LuaError) in
        // In a message a text stands without quotes.
        if let text = value.text { return text }
        return try stop.words(of: value)
      }.joined(separator: ", ")
    } catch { return "{\(error)}" }
  }

  // MARK: Requests

  private func take(_ request: Message) -> LuaDebugger.Going? {
    let steps: [String: LuaDebugger.Going] = ["next": .stepOver, "stepIn": .stepInto, "stepOut": .stepOut]
    guard let command = request["command"].text, let stop else { return nil }
    if command == "continue" {
      adapter.answer(request, ["allThreadsContinued": true])
      return .resume
    }
    if let going = steps[command] {
      adapter.answer(request)
      return going
    }
    do throws(LuaError) {
      switch try answer(command, request["arguments"], stop) {
      case let body?: adapter.answer(request, body)
      case nil: adapter.refuse(request, "'\(command)' asks for what is not there")
      }
    } catch {
      if case .exit = error.kind { return .end }
      adapter.refuse(request, "\(error)")
    }
    return nil
  }

  /// The body of the answer; `nil` where a number means nothing here.
  private func answer(_ command: String, _ arguments: Message, _ stop: DebugStop) throws(LuaError) -> Message? {
    guard arguments["frameId"] == .null || frame(arguments, of: stop) != nil else { return nil }
    switch command {
    case "stackTrace": return stack(stop, from: arguments["startFrame"].index ?? 0, arguments["levels"].index ?? 0)
    case "scopes": return try frame(arguments, of: stop).map { frame throws(LuaError) in try scopes(of: frame, stop) }
    case "variables": return try variables(arguments, stop)
    case "setVariable": return try setVariable(arguments, stop)
    case "setExpression":
      guard let name = arguments["expression"].text, let value = arguments["value"].text else { return nil }
      let frame = frame(arguments, of: stop)
      _ = try stop.values(of: "\(name) = \(value)", in: frame)
      return try shown(stop.values(of: name, in: frame)?.first ?? .nil, as: "value", stop)
    case "evaluate": return try evaluate(arguments, stop)
    case "completions": return try completions(arguments, stop)
    case "exceptionInfo":
      return ["exceptionId": "error", "description": .text(text), "breakMode": "unhandled"]
    default: return nil
    }
  }

  private func frame(_ arguments: Message, of stop: DebugStop) -> LuaPause.Frame? {
    guard arguments["frameId"] != .null else { return stop.frame }
    guard let id = arguments["frameId"].index else { return nil }
    return stop.frames.indices.contains(id - 1) ? stop.frames[id - 1] : nil
  }

  private func stack(_ stop: DebugStop, from start: Int, _ count: Int) -> Message {
    let calls = stop.frames.enumerated().dropFirst(raising(stop))
    let frames = calls.dropFirst(start).prefix(count == 0 ? calls.count : count)
    let list = frames.map { index, frame -> Message in
      let name = stop.name(of: frame) ?? (frame.firstLine == 0 ? "the script" : "function of line \(frame.firstLine)")
      return .known([
        "id": .integer(index + 1), "name": .text(name), "line": .integer(number(of: frame)),
        "column": .integer(frame.line == nil ? 0 : 1), "source": source(of: frame),
        "presentationHint": frame.line == nil ? "subtle" : .null,
      ])
    }
    return ["stackFrames": .list(list), "totalFrames": .integer(calls.count)]
  }

  /// How many calls of what is not Lua only raise the error: clients look at the first of a list.
  private func raising(_ stop: DebugStop) -> Int {
    guard case .error = pause.reason else { return 0 }
    return stop.frames.firstIndex { $0.line != nil } ?? 0
  }

  private func number(of frame: LuaPause.Frame) -> Int {
    frame.line.map { $0 - 1 + adapter.state.withLock { $0.firstLine } } ?? 0
  }

  private func source(of frame: LuaPause.Frame) -> Message {
    guard frame.line != nil else { return .null }
    let path = FilePath.resolved(frame.chunk)
    return .known(["name": .text(FilePath.name(of: frame.chunk)), "path": path.map(Message.text) ?? .null])
  }

  // MARK: Values

  private func reference(_ handle: Handle) -> Message {
    handles.append(handle)
    return .integer(handles.count)
  }

  private func scopes(of frame: LuaPause.Frame, _ stop: DebugStop) throws(LuaError) -> Message {
    let locals: Message = [
      "name": "Variables", "presentationHint": "locals", "variablesReference": reference(.variables(frame)),
      "expensive": false,
    ]
    let records = try stop.records(of: frame).map { (name, value) throws(LuaError) -> Message in
      [
        "name": .text("\(name): \(try stop.words(of: value))"), "variablesReference": reference(.parts(value)),
        "expensive": false,
      ]
    }
    return ["scopes": .list([locals] + records)]
  }

  private func variables(_ arguments: Message, _ stop: DebugStop) throws(LuaError) -> Message? {
    guard let handle = handle(arguments) else { return nil }
    let parts = try parts(of: handle, stop)
    let start = arguments["start"].index ?? 0
    let count = arguments["count"].index ?? 0
    let list = try parts.dropFirst(start).prefix(count == 0 ? parts.count : count).map {
      part throws(LuaError) -> Message in
      let value = try shown(part.value, as: "value", stop)
      let own: [String: Message] = ["name": .text(part.name), "presentationHint": Self.hint(for: handle)]
      return .known(value.members.merging(own) { first, _ in first })
    }
    return ["variables": .list(list)]
  }

  /// That the columns of a record cannot be written.
  private static func hint(for handle: Handle) -> Message {
    guard case .parts(.record) = handle else { return .null }
    return ["attributes": ["readOnly"]]
  }

  private func handle(_ arguments: Message) -> Handle? {
    guard let number = arguments["variablesReference"].index, handles.indices.contains(number - 1) else { return nil }
    return handles[number - 1]
  }

  private func parts(of handle: Handle, _ stop: DebugStop) throws(LuaError) -> [(name: String, value: LuaValue)] {
    switch handle {
    case .variables(let frame): try pause.variables(of: frame).map { ($0.name, $0.value) }
    case .parts(let value): try stop.parts(of: value).map { ($0.name, $0.value) }
    }
  }

  /// A value with its type, and the number by which its parts can be asked for.
  private func shown(_ value: LuaValue, as member: String, _ stop: DebugStop) throws(LuaError) -> Message {
    let reference: Message
    switch value {
    case .table, .record: reference = self.reference(.parts(value))
    default: reference = 0
    }
    return [
      member: .text(try stop.words(of: value)), "type": .text(value.typeName), "variablesReference": reference,
    ]
  }

  private func setVariable(_ arguments: Message, _ stop: DebugStop) throws(LuaError) -> Message? {
    guard let handle = handle(arguments), let name = arguments["name"].text, let text = arguments["value"].text else {
      return nil
    }
    switch handle {
    case .variables(let frame):
      guard try pause.variables(of: frame).contains(where: { $0.name == name }) else { return nil }
      let value = try stop.values(of: text, in: frame)?.first ?? .nil
      try pause.scope(of: frame).set(name, value)
      return try shown(value, as: "value", stop)
    case .parts(let whole):
      guard let part = try stop.parts(of: whole).first(where: { $0.name == name }) else { return nil }
      let value = try stop.values(of: text, in: stop.frame)?.first ?? .nil
      try stop.assign(value, to: part, of: whole)
      return try shown(value, as: "value", stop)
    }
  }

  private func evaluate(_ arguments: Message, _ stop: DebugStop) throws(LuaError) -> Message? {
    guard let text = arguments["expression"].text else { return nil }
    guard let values = try stop.values(of: text, in: frame(arguments, of: stop)) else {
      throw LuaError("the Lua is not whole: \(text)")
    }
    guard let first = values.first else { return ["result": "", "variablesReference": 0] }
    if values.count == 1 { return try shown(first, as: "result", stop) }
    let words = try values.map { value throws(LuaError) in try stop.words(of: value) }
    return ["result": .text(words.joined(separator: ", ")), "variablesReference": 0]
  }

  /// Variables, or what a record or a table has behind a point, that begin as the word before the cursor.
  private func completions(_ arguments: Message, _ stop: DebugStop) throws(LuaError) -> Message? {
    let firstLine = adapter.state.withLock { $0.firstLine }
    guard let text = arguments["text"].text, let frame = frame(arguments, of: stop) else { return nil }
    let before = text.prefix(max(0, (arguments["column"].index ?? 0) - firstLine)).reversed()
    let path = String(before.prefix { $0 == "." || $0.utf8.allSatisfy(LuaName.isPart) }.reversed())
    var names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)[...]
    let typed = names.popLast() ?? ""
    let variables = try pause.variables(of: frame)
    guard let first = names.popFirst() else {
      return Self.targets((variables.map(\.name) + LuaName.keywords).filter { $0.hasPrefix(typed) })
    }
    var value = variables.first { $0.name == first }?.value ?? .nil
    for name in names { value = try stop.parts(of: value).first { $0.name == name }?.value ?? .nil }
    return Self.targets(try stop.parts(of: value).map(\.name).filter { $0.hasPrefix(typed) && LuaName.isName($0) })
  }

  private static func targets(_ names: [String]) -> Message {
    ["targets": .list(names.map { ["label": .text($0)] })]
  }
}
