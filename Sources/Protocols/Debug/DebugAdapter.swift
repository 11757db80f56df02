import LuaRuntime
import Platform
import Requests
import Rules
import Scripting
import Synchronization

/// A debugger's end of the Debug Adapter Protocol: starts a command as a client asks for it, and stops its scripts.
///
/// One thread reads requests and answers what needs no script; the thread that calls ``serve(_:)`` runs the command,
/// and where a script stands still, answers the rest. What the command writes becomes events.
package final class DebugAdapter: Sendable {
  /// What the program does for an adapter.
  package struct Host: Sendable {
    /// Why a command cannot be debugged; `nil` if it can.
    let complaint: @Sendable (_ arguments: [String]) -> String?
    /// Runs a command, and returns its exit status.
    let run: @Sendable (_ arguments: [String], LuaDebugger) -> Int
    /// Ends the process, whose command goes on where nobody wants it any more.
    let abandon: @Sendable () -> Void

    package init(
      complaint: @escaping @Sendable (_ arguments: [String]) -> String?,
      run: @escaping @Sendable (_ arguments: [String], LuaDebugger) -> Int, abandon: @escaping @Sendable () -> Void
    ) {
      self.complaint = complaint
      self.run = run
      self.abandon = abandon
    }
  }

  /// What is left for the thread that runs scripts.
  enum Order: Sendable {
    case launch(DebugLaunch)
    /// A request that needs a script that stands still.
    case request(Message)
    /// That the state has changed.
    case news
    /// The client is done, or has gone.
    case end
  }

  struct State: Sendable {
    var breaks = DebugBreaks()
    var stopsAtErrors = true
    /// Whether breaks have changed since scripts were told of them.
    var isChanged = true
    var isStopped = false
    /// Whether the client wants to look at what runs, wherever it is.
    var isPauseWanted = false
    var isEnding = false
    /// What is to be started once the client has set its breaks.
    var launch: DebugLaunch?
    var isConfigured = false
    var isStarted = false
    /// Whether the script has not stopped yet, at its first line.
    var isAtEntry = false
    var isOver = false
    /// The client's number of the first line.
    var firstLine = 1
    var sent = 0
  }

  let debugger: LuaDebugger
  let state = Mutex(State())
  let orders: Mailbox<Order>
  private let stream: MessageStream
  private let host: Host

  package init(_ connection: ClientConnection, _ host: Host) throws {
    self.host = host
    stream = connection.stream
    orders = try Mailbox()
    debugger = try LuaDebugger(hiding: LunaLibrary.chunkName)
  }

  /// Serves the client until it leaves.
  ///
  /// - Throws: `MessageStream.Fault` where what it sends is no protocol; `SystemError` without pipes or threads.
  package func serve() throws {
    let fault = Mutex<MessageStream.Fault?>(nil)
    try Workers.startBeside { [self] in
      do throws(MessageStream.Fault) { try listen() } catch { fault.withLock { $0 = error } }
      leave()
      for _ in 0..<20 where !state.withLock({ $0.isOver }) { usleep(100_000) }
      if !state.withLock({ $0.isOver }) { host.abandon() }
    }
    defer { state.withLock { $0.isOver = true } }
    while let order = orders.take() {
      switch order {
      case .launch(let launch): try start(launch)
      case .request(let request): refuse(request, "nothing stands still")
      case .news: continue
      case .end:
        if let fault = fault.withLock({ $0 }) { throw fault }
        return
      }
    }
  }

  private func listen() throws(MessageStream.Fault) {
    let requests = DebugRequests(adapter: self)
    while let incoming = try stream.next() {
      guard case .message(let message) = incoming else {
        tell("a message that is no JSON was left out\n")
        continue
      }
      if message["type"].text == "request" { requests.take(message) }
    }
  }

  // MARK: What runs

  private func start(_ launch: DebugLaunch) throws {
    let capture = try OutputCapture { [self] number, text in
      send(event: "output", ["category": number == STDERR_FILENO ? "stderr" : "stdout", "output": .text(text)])
    }
    debugger.onPause = { [unowned self] pause in DebugPause(pause, of: self).look() }
    debugger.occasions = [.interruptions]
    debugger.stopsAtStart = launch.stopsAtStart
    if launch.isDebugged { setBreaks() }
    if launch.isUnfedRules {
      tell("rules run as a script, which calls none: name two files as 'data', or in a comment --- @data OLD NEW\n")
    }
    state.withLock { state in
      state.isStarted = true
      state.isAtEntry = launch.stopsAtStart
      state.isChanged = state.isChanged && launch.isDebugged
    }
    let status = host.run(launch.arguments, debugger)
    capture.finish()
    send(event: "exited", ["exitCode": .integer(status)])
    send(event: "terminated", [:])
  }

  /// Hands the client's breaks to the debugger, on the thread that runs scripts.
  func setBreaks() {
    let (breaks, stopsAtErrors, isChanged) = state.withLock { state in
      defer { state.isChanged = false }
      return (state.breaks, state.stopsAtErrors, state.isChanged)
    }
    guard isChanged else { return }
    breaks.set(in: debugger)
    debugger.occasions = stopsAtErrors ? [.errors, .interruptions] : [.interruptions]
  }

  /// Lets what runs look at what has changed, or stand still.
  func disturb() { debugger.interrupt.isRaised = true }

  /// Starts what the client wants to run, once it has set its breaks.
  func startIfReady() {
    let launch = state.withLock { state -> DebugLaunch? in
      guard state.isConfigured, let launch = state.launch else { return nil }
      state.launch = nil
      return launch
    }
    if let launch { orders.put(.launch(launch)) }
  }

  /// Why a client's launch cannot be done, after which it is not.
  func complaint(about launch: DebugLaunch) -> String? { host.complaint(launch.arguments) }

  /// Ends what runs, and then the service.
  func leave() {
    state.withLock { $0.isEnding = true }
    disturb()
    orders.put(.end)
    orders.finish()
  }

  // MARK: Messages

  private func send(_ members: [String: Message]) {
    let number = state.withLock { state in
      state.sent += 1
      return state.sent
    }
    stream.send(.known(members.merging(["seq": .integer(number)]) { first, _ in first }))
  }

  func send(event: String, _ body: Message) { send(["type": "event", "event": .text(event), "body": body]) }

  func answer(_ request: Message, _ body: Message = .null) {
    send([
      "type": "response", "request_seq": request["seq"], "command": request["command"], "success": true, "body": body,
    ])
  }

  func refuse(_ request: Message, _ reason: String) {
    send([
      "type": "response", "request_seq": request["seq"], "command": request["command"], "success": false,
      "message": .text(reason), "body": ["error": ["id": 1, "format": .text(reason.replacing("{", with: "{{"))]],
    ])
  }

  func tell(_ text: String) { send(event: "output", ["category": "console", "output": .text(text)]) }
}

/// What a client wants to be run.
struct DebugLaunch: Sendable {
  /// Those of the program's command line.
  let arguments: [String]
  let directory: String?
  let environment: [(name: String, value: String)]
  let stopsAtStart: Bool
  let isDebugged: Bool
  /// Whether rules are run as a script, since no two files are known to run them on.
  let isUnfedRules: Bool

  /// Reads the arguments of a client's `launch`; throws what is wrong with them.
  init(_ request: Message) throws(LunaDiffError) {
    let words = request["args"].list.compactMap(\.text)
    directory = request["cwd"].text
    let (program, folder) = (request["program"].text, request["cwd"].text ?? ".")
    var data = request["data"].list.compactMap(\.text)
    let text = data.isEmpty ? program.flatMap { SourceText(file: FilePath.joined(folder, $0)) } : nil
    if let program, let named = text?.dataFiles(of: program, from: folder) { data = [named.old, named.new] }
    isUnfedRules = data.isEmpty && text.map { SourceCheck.kind(of: $0, path: program ?? "") == .rules } ?? false
    guard let arguments = Self.command(program, data: data, words) else {
      throw LunaDiffError(
        """
        a launch needs 'args', the arguments of lunadiff, or 'program', a file in Lua, for rules with 'data', two \
        files, or a comment --- @data OLD NEW in it
        """
      )
    }
    self.arguments = arguments
    environment = request["env"].members.compactMap { name, value in value.text.map { (name, $0) } }
    stopsAtStart = request["stopOnEntry"].isTrue
    isDebugged = !request["noDebug"].isTrue
  }

  private static func command(_ program: String?, data: [String], _ words: [String]) -> [String]? {
    guard let program else { return words.isEmpty ? nil : words }
    if program.hasSuffix(".test.lua") { return ["test", program] + words }
    guard data.count == 2 else { return data.isEmpty ? ["run", program] + words : nil }
    return data + ["-r", program] + words
  }

  /// Makes the process what it is to run in.
  func enter() throws(SystemError) {
    for (name, value) in environment { setenv(name, value, 1) }
    guard let directory else { return }
    guard directory.withPath(chdir) == 0 else { throw SystemError("go to \(directory)") }
  }
}
