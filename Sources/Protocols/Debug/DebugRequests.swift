import LuaRuntime
import Platform
import Requests
import Scripting

/// Answers what needs no script that stands still, on the thread that reads.
struct DebugRequests {
  let adapter: DebugAdapter

  /// What can be asked here, in the protocol's words.
  static let capabilities: Message = [
    "supportsConfigurationDoneRequest": true, "supportsConditionalBreakpoints": true,
    "supportsHitConditionalBreakpoints": true, "supportsLogPoints": true, "supportsEvaluateForHovers": true,
    "supportsSetVariable": true, "supportsSetExpression": true, "supportsExceptionInfoRequest": true,
    "supportsTerminateRequest": true, "supportsBreakpointLocationsRequest": true, "supportsCompletionsRequest": true,
    "supportsDelayedStackTraceLoading": true,
    "exceptionBreakpointFilters": [
      ["filter": "uncaught", "label": "Errors that no script catches", "default": true]
    ],
  ]

  /// Requests that need a script that stands still.
  private static let looking: Set = [
    "continue", "next", "stepIn", "stepOut", "stackTrace", "scopes", "variables", "setVariable", "setExpression",
    "evaluate", "completions", "exceptionInfo",
  ]

  func take(_ request: Message) {
    let arguments = request["arguments"]
    switch request["command"].text {
    case "initialize":
      if arguments["linesStartAt1"] == false { adapter.state.withLock { $0.firstLine = 0 } }
      adapter.answer(request, Self.capabilities)
      adapter.send(event: "initialized", [:])
    case "launch": launch(request)
    case "setBreakpoints": setBreakpoints(request)
    case "setExceptionBreakpoints":
      let filters = arguments["filters"].list.compactMap(\.text)
      change { $0.stopsAtErrors = filters.contains("uncaught") }
      adapter.answer(request)
    case "configurationDone":
      adapter.answer(request)
      adapter.state.withLock { $0.isConfigured = true }
      adapter.startIfReady()
    case "breakpointLocations": answerLocations(request)
    case "threads": adapter.answer(request, ["threads": [["id": 1, "name": "Lua"]]])
    case "pause":
      adapter.state.withLock { $0.isPauseWanted = !$0.isStopped }
      adapter.disturb()
      adapter.answer(request)
    case "terminate":
      adapter.state.withLock { $0.isEnding = true }
      adapter.disturb()
      adapter.answer(request)
      adapter.orders.put(.news)
    case "disconnect":
      adapter.answer(request)
      adapter.leave()
    case let command? where Self.looking.contains(command): pass(on: request)
    case let command?: adapter.refuse(request, "'\(command)' is not supported")
    case nil: adapter.refuse(request, "a request without a command")
    }
  }

  private func pass(on request: Message) {
    let isStopped = adapter.state.withLock { state in
      if state.isStopped { adapter.orders.put(.request(request)) }
      return state.isStopped
    }
    if !isStopped { adapter.refuse(request, "no script stands still") }
  }

  private func change(_ body: (inout sending DebugAdapter.State) -> Void) {
    let isRunning = adapter.state.withLock { state in
      body(&state)
      state.isChanged = true
      return state.isStarted && !state.isStopped
    }
    if isRunning { adapter.disturb() }
  }

  private func launch(_ request: Message) {
    do throws(LunaDiffError) {
      let launch = try DebugLaunch(request["arguments"])
      guard !adapter.state.withLock({ $0.isStarted || $0.launch != nil }) else {
        return adapter.refuse(request, "something is started already")
      }
      try LunaDiffError.wrapping { try launch.enter() }
      if let complaint = adapter.complaint(about: launch) { return adapter.refuse(request, complaint) }
      adapter.state.withLock { $0.launch = launch }
      adapter.answer(request)
      adapter.startIfReady()
    } catch { adapter.refuse(request, error.message) }
  }

  // MARK: Breaks

  private func setBreakpoints(_ request: Message) {
    let arguments = request["arguments"]
    guard let path = arguments["source"]["path"].text else { return adapter.refuse(request, "the source has no path") }
    let plain = arguments["lines"].list.map { Message.object(["line": $0]) }
    let wanted = arguments["breakpoints"] == .null ? plain : arguments["breakpoints"].list
    let firstLine = adapter.state.withLock { $0.firstLine }
    var lines: [DebugBreaks.Line] = []
    change { lines = $0.breaks.replace(wanted, in: path, firstLine: firstLine) }
    adapter.answer(
      request,
      [
        "breakpoints": .list(
          lines.map { line in
            .known([
              "id": .integer(line.number), "verified": .boolean(line.complaint == nil),
              "line": .integer(line.line - 1 + firstLine), "source": ["path": .text(path)],
              "message": line.complaint.map(Message.text) ?? .null,
            ])
          })
      ])
  }

  private func answerLocations(_ request: Message) {
    let arguments = request["arguments"]
    let firstLine = adapter.state.withLock { $0.firstLine }
    let first = max(1, (arguments["line"].index ?? 0) + 1 - firstLine)
    let last = min(first + 10_000, arguments["endLine"].index.map { $0 + 1 - firstLine } ?? first)
    let source = arguments["source"]["path"].text.flatMap { DebugSource($0) }
    let lines = first <= last ? (first...last).filter { source?.codeLine(from: $0) == $0 } : []
    adapter.answer(request, ["breakpoints": .list(lines.map { ["line": .integer($0 - 1 + firstLine)] })])
  }
}
