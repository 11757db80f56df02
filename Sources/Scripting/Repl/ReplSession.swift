import LuaRuntime
import Comparing
import Records
import Reports
import Requests
import Rules

/// A session at a prompt, without the prompt: takes lines, says what came of them.
///
/// It belongs to one thread. Only ``interrupt`` may be touched from others.
package final class ReplSession {
  /// Raise it to end what a line has set going.
  package let interrupt = LuaInterrupt()
  /// The columns that tables may take.
  package var width = 80
  /// Whether what is shown is coloured by terminal escapes.
  package var isColored = false
  /// How many lines could not be carried out.
  package private(set) var failures = 0

  /// Gives the next line where a script stands still.
  package var readLine: (_ prompt: String) -> ReplLine = { _ in .ended }

  let request: ReplRequest
  let say: (ReplOutput) -> Void
  var settings: ReplSettings
  var driver: DriverSession
  private(set) var debugger: DebugSession?
  /// What was typed that rules can be saved from.
  private(set) var definitions = ReplDefinitions()
  /// The first lines of a chunk that goes on.
  private var pending: [String] = []

  /// Reads the inputs and makes them the globals `old` and `new`.
  ///
  /// - Parameter output: Takes what the session says, as it says it.
  /// - Throws: `LunaDiffError` where an input cannot be read.
  package init(
    _ request: ReplRequest, output: @escaping (ReplOutput) -> Void
  ) throws(LunaDiffError) {
    self.request = request
    say = output
    settings = ReplSettings(request.options)
    do {
      driver = try Self.makeDriver(request, interrupt, output)
      try driver.open(request)
    } catch {
      throw request.message(of: error)
    }
  }

  private static func makeDriver(
    _ request: ReplRequest, _ interrupt: LuaInterrupt, _ output: @escaping (ReplOutput) -> Void
  ) throws -> DriverSession {
    let options = request.options
    return try DriverSession(
      limits: options.limits.bridged, directories: ["."],
      plugins: options.plugins, interrupt: interrupt
    ) { output(.text(String(decoding: $0, as: UTF8.self))) }
  }

  /// Forgets rules, settings and globals; keeps the data.
  func reset() throws {
    let tables = try Sides { try driver.table(named: $0.globalName) }
    settings = ReplSettings(request.options)
    definitions = ReplDefinitions()
    driver = try Self.makeDriver(request, interrupt, say)
    if let debugger { try driver.state.attach(debugger.debugger) }
    for side in Side.allCases {
      if let table = tables[side] { try driver.setTable(table, named: side.globalName) }
    }
  }

  /// The debugger; what is run before it is first asked for costs nothing.
  func debugging() throws -> DebugSession {
    if let debugger { return debugger }
    let made = try DebugSession(interrupt: interrupt, say: say) { [unowned self] in readLine($0) }
    made.width = { [unowned self] in width }
    made.isColored = isColored
    try driver.state.attach(made.debugger)
    debugger = made
    return made
  }

  /// What people type who want to leave, and which is nothing in Lua.
  private static let farewells: Set<String> = ["exit", "exit()", "quit", "quit()"]

  /// Carries out a line: a command, or Lua.
  package func take(_ line: String) -> ReplState {
    interrupt.isRaised = false
    // A step ends with the line that it was made in.
    debugger?.debugger.go(.on)
    if pending.isEmpty, let words = ReplWords(command: line) { return attempt { try run(words) } }
    let word = line.trimmed
    guard !pending.isEmpty || !word.isEmpty else { return .ready }
    if pending.isEmpty, Self.farewells.contains(word) { return .ended(0) }
    pending.append(line)
    let text = pending.joined(separator: "\n")
    return attempt {
      switch try driver.run(text) {
      case .incomplete: return .unfinished
      case .values(let values, let isExpression):
        pending = []
        if !isExpression { definitions.note(text) }
        display(reportOptions).show(values)
        return .ready
      }
    }
  }

  /// Forgets a chunk that has been begun.
  package func cancel() {
    pending = []
    interrupt.isRaised = false
  }

  /// There will be no more lines: a chunk that is not complete is an error.
  package func finish() {
    guard !pending.isEmpty else { return }
    pending = []
    fail("prompt: the input ends in the middle of a chunk")
  }

  private func attempt(_ body: () throws -> ReplState) -> ReplState {
    do { return try guarding(body) } catch let error as RuleError {
      pending = []
      if case .exit(let status) = error.error.kind { return .ended(status) }
      fail(error)
    } catch {
      pending = []
      fail(error)
    }
    return .ready
  }

  /// Carries something out that may read the data.
  ///
  /// - Throws: That an input changed, whatever else seems to be wrong with it; not to who wants to leave.
  private func guarding(_ body: () throws -> ReplState) throws -> ReplState {
    let result = Result { try body() }
    guard !result.isEnd else { return try result.get() }
    for table in try tables().present { try table.checkUnchanged() }
    return try result.get()
  }

  private func fail(_ error: any Error) {
    let error = LunaDiffError(error)
    fail(request.showsStack ? error.messageWithStack : error.message)
  }

  private func fail(_ message: String) {
    failures += 1
    say(.error(message))
  }
}

extension Result<ReplState, any Error> {
  /// Whether nothing comes after this.
  fileprivate var isEnd: Bool {
    switch self {
    case .success(.ended): return true
    case .failure(let error as RuleError):
      if case .exit = error.error.kind { return true }
      return false
    default: return false
    }
  }
}

extension DriverSession {
  /// Reads what there is to read, both inputs at the same time, and makes it globals.
  fileprivate func open(_ request: ReplRequest) throws {
    let paths = Sides(source: request.old, target: request.new)
    guard paths.source != "-" && paths.target != "-" else {
      throw LunaDiffError("standard input is the prompt's; name files")
    }
    guard paths.source != nil || paths.target != nil else { return }
    let opening = InputOpening(request.options, try RequestedRules(request.options).ruleSet)
    let inputs = try onSides { side in try paths[side].map { try opening.open($0, as: side) } }
    try opening.checkUse(
      of: Side.allCases.compactMap { side in inputs[side].map { (side, $0) } })
    let tables = try onSides { try inputs[$0]?.table() }
    for side in Side.allCases {
      if let table = tables[side] { try setTable(table, named: side.globalName) }
    }
  }
}
