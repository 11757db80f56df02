import LuaRuntime
import Platform
import Records
import Requests
import RuleTesting
import Rules
import Synchronization

/// What editors show of rules, plug-ins and tests while they are typed, by the Language Server Protocol.
///
/// The thread that calls ``serve()`` answers requests; one beside it checks texts and runs tests, which may take long.
package final class LanguageServer: Sendable {
  struct Document: Sendable {
    let path: String
    let version: Message
    let text: SourceText
    /// What is known of the text as it is, or of an earlier one where ``isChecked`` is false.
    var findings: SourceFindings?
    var isChecked = false
  }

  /// A check that goes on, and how it is ended.
  struct Check: Sendable {
    let uri: String
    let interrupt: LuaInterrupt
    let meter: WorkMeter

    func end() {
      interrupt.isRaised = true
      meter.cancel()
    }
  }

  enum Job: Sendable {
    case check(String)
    case test(Message, uri: String, name: String?, covers: Bool)
    /// A question that nothing was to be said to before the text was checked.
    case question(Message)
  }

  struct State: Sendable {
    var documents: [String: Document] = [:]
    /// What tests said, and what they did not run, by the address of the file; shown beside what a check says.
    var outcomes: [String: TestOutcomes] = [:]
    var countsBytes = false
    var refreshesLenses = false
    var (isInitialized, hasShutDown) = (false, false)
    var asked = 0
    /// What is checked now.
    var current: Check?
  }

  let state = Mutex(State())
  let stream: MessageStream
  let jobs: Mailbox<Job>
  private static let settling: UInt32 = 150_000
  /// When what runs now has taken too long, in seconds of the system's clock.
  private static let deadline = Atomic<Int>(.max)
  /// How long a check may take, and the tests of a file, in seconds.
  static let (longest, longestTests) = (20, 600)

  package init(_ connection: ClientConnection) throws {
    stream = connection.stream
    jobs = try Mailbox()
  }

  /// Serves the client until it leaves.
  ///
  /// - Returns: Whether it left as the protocol has it, after it had said so.
  /// - Throws: `MessageStream.Fault` where what it sends is no protocol; `SystemError` without threads.
  package func serve() throws -> Bool {
    try Workers.startBeside { [self] in while let job = jobs.take() { work(job) } }
    defer {
      jobs.finish()
      state.withLock { $0.current?.end() }
    }
    while let incoming = try stream.next() {
      guard case .message(let message) = incoming else {
        stream.send(["jsonrpc": "2.0", "id": .null, "error": ["code": -32700, "message": "this is no JSON"]])
        continue
      }
      guard message["method"].text != "exit" else { break }
      take(message)
    }
    return state.withLock { $0.hasShutDown }
  }

  // MARK: Messages

  private func take(_ message: Message) {
    guard let method = message["method"].text else {
      // An answer to what was asked here needs none.
      if message["result"] == .null, message["error"] == .null { refuse(message["id"], -32600, "no method") }
      return
    }
    let parameters = message["params"]
    guard message["id"] != .null else { return notice(method, parameters) }
    if state.withLock({ $0.hasShutDown }) { return refuse(message["id"], -32600, "the server has shut down") }
    let isStart = method == "initialize"
    if state.withLock({ $0.isInitialized }) == isStart {
      return refuse(message["id"], isStart ? -32600 : -32002, "'initialize' comes \(isStart ? "once" : "first")")
    }
    switch method {
    case "initialize": answer(message["id"], initialize(parameters))
    case "shutdown":
      state.withLock { $0.hasShutDown = true }
      answer(message["id"], .null)
    case "textDocument/hover", "textDocument/completion", "textDocument/definition", "textDocument/codeAction":
      ask(message)
    case "textDocument/codeLens":
      answer(message["id"], TestLenses(server: self).all(of: parameters["textDocument"]["uri"].text ?? ""))
    case "workspace/executeCommand": TestLenses(server: self).execute(message["id"], parameters)
    default: refuse(message["id"], -32601, "'\(method)' is not supported")
    }
  }

  private func initialize(_ parameters: Message) -> Message {
    let capabilities = parameters["capabilities"]
    let encodings = capabilities["general"]["positionEncodings"].list.compactMap(\.text)
    let countsBytes = encodings.contains("utf-8")
    state.withLock { state in
      state.countsBytes = countsBytes
      state.isInitialized = true
      state.refreshesLenses = capabilities["workspace"]["codeLens"]["refreshSupport"].isTrue
    }
    let root = parameters["workspaceFolders"].list.first?["uri"].text ?? parameters["rootUri"].text
    if let path = root.flatMap(FileAddress.path) { _ = path.withPath(chdir) }
    return [
      "capabilities": [
        "positionEncoding": countsBytes ? "utf-8" : "utf-16",
        "textDocumentSync": ["openClose": true, "change": 1, "save": true],
        "hoverProvider": true, "definitionProvider": true,
        "completionProvider": ["triggerCharacters": [".", "\"", "'", "{"]],
        "codeActionProvider": ["codeActionKinds": ["quickfix"]],
        "codeLensProvider": ["resolveProvider": false],
        "executeCommandProvider": ["commands": [.text(TestLenses.command)]],
      ],
      "serverInfo": ["name": "lunadiff", "version": .text(ProgramVersion.number)],
    ]
  }

  private func notice(_ method: String, _ parameters: Message) {
    let document = parameters["textDocument"]
    guard let uri = document["uri"].text else { return }
    switch method {
    case "textDocument/didOpen": open(uri, document["version"], document["text"].text)
    case "textDocument/didChange": open(uri, document["version"], parameters["contentChanges"].list.last?["text"].text)
    case "textDocument/didSave": jobs.put(.check(uri))
    case "textDocument/didClose":
      state.withLock { $0.documents[uri] = nil }
      publish(uri)
    default: break
    }
  }

  private func open(_ uri: String, _ version: Message, _ text: String?) {
    guard let text, let path = FileAddress.path(uri) else { return }
    let here = FilePath.resolved(".") ?? "/"
    let resolved = FilePath.resolved(path) ?? path
    let name = resolved.hasPrefix(here + "/") ? FilePath.relative(resolved, from: here) : resolved
    state.withLock { state in
      let findings = state.documents[uri]?.findings
      let source = SourceText(text, countsBytes: state.countsBytes)
      state.documents[uri] = Document(path: name, version: version, text: source, findings: findings)
      if state.current?.uri == uri { state.current?.end() }
    }
    jobs.put(.check(uri))
  }

  /// Answers a question about a text; where there is nothing to say as it was not checked yet, after that.
  private func ask(_ message: Message) {
    let said = said(to: message)
    let isNew = document(message["params"]["textDocument"]["uri"].text ?? "").map { $0.findings == nil } ?? false
    guard isNew, said == .null || said == [] else { return answer(message["id"], said) }
    jobs.put(.question(message))
  }

  private func said(to message: Message) -> Message {
    let parameters = message["params"]
    return switch message["method"].text {
    case "textDocument/hover": at(parameters) { $0.hover(at: $1) }
    case "textDocument/completion": at(parameters) { $0.completions(at: $1) }
    case "textDocument/definition": at(parameters) { $0.definition(at: $1) }
    default: actions(parameters)
    }
  }

  private func at(_ parameters: Message, _ body: (SourceWords, Int) -> Message) -> Message {
    guard let document = document(parameters["textDocument"]["uri"].text ?? "") else { return .null }
    return body(SourceWords(document), document.text.offset(of: parameters["position"]))
  }

  private func actions(_ parameters: Message) -> Message {
    guard let uri = parameters["textDocument"]["uri"].text, let document = document(uri) else { return [] }
    return SourceWords(document).actions(parameters, uri)
  }

  func document(_ uri: String) -> Document? { state.withLock { $0.documents[uri] } }

  func answer(_ id: Message, _ result: Message) { stream.send(["jsonrpc": "2.0", "id": id, "result": result]) }

  func refuse(_ id: Message, _ code: Int, _ reason: String) {
    stream.send(["jsonrpc": "2.0", "id": id, "error": ["code": .integer(code), "message": .text(reason)]])
  }

  // MARK: Work

  private func work(_ job: Job) {
    switch job {
    case .question(let message): answer(message["id"], said(to: message))
    case .test(let id, let uri, let name, let covers): TestLenses(server: self).run(id, uri, name, covers: covers)
    case .check(let uri):
      // While somebody types, the last text counts.
      usleep(Self.settling)
      let others = jobs.takeAll()
      for other in others { if case .check(uri) = other { continue } else { jobs.put(other) } }
      check(uri)
    }
  }

  private func check(_ uri: String) {
    let work = Check(uri: uri, interrupt: LuaInterrupt { LanguageServer.isLate }, meter: WorkMeter())
    let document = state.withLock { state -> Document? in
      state.current = work
      return state.documents[uri]
    }
    guard let document else { return }
    var options = Self.options(lasting: Self.longest)
    options.interrupt = work.interrupt
    options.meter = work.meter
    let findings = SourceFindings(SourceCheck(document.text, path: document.path, options), in: document.text)
    let isCurrent = state.withLock { state in
      state.current = nil
      guard !work.interrupt.isRaised, let now = state.documents[uri], now.text.bytes == document.text.bytes else {
        return false
      }
      state.documents[uri]?.findings = findings.keeping(now.findings)
      state.documents[uri]?.isChecked = true
      return true
    }
    if isCurrent { publish(uri) }
  }

  static var isLate: Bool { now > deadline.load(ordering: .relaxed) }

  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }

  /// What scripts run in for an editor: nothing that they print is seen, and what asks ``isLate`` ends in time.
  static func options(lasting seconds: Int) -> ComparisonOptions {
    deadline.store(now + seconds, ordering: .relaxed)
    var options = ComparisonOptions()
    options.plugins = .standard()
    options.project = ProjectSearch { _ in }
    options.sharesReading = true
    options.endsWork = true
    return options
  }

  /// Shows what a check and tests say of a file.
  func publish(_ uri: String) {
    let (document, outcomes) = state.withLock { ($0.documents[uri], $0.outcomes[uri]) }
    var diagnostics = document?.findings?.diagnostics ?? []
    if let outcomes { diagnostics += outcomes.diagnostics(document?.text) }
    stream.send([
      "jsonrpc": "2.0", "method": "textDocument/publishDiagnostics",
      "params": .known([
        "uri": .text(uri), "version": document?.version ?? .null, "diagnostics": .list(diagnostics),
      ]),
    ])
  }
}

/// What a check found, in the protocol's words.
struct SourceFindings: Sendable {
  let diagnostics: [Message]
  /// Each with the range that it is for; one that is not exact changes what some records come to.
  let actions: [(range: Range<Int>, title: String, isExact: Bool, edit: Message)]
  private(set) var columns: [(name: String, words: String)]
  private(set) var rules: [String: String]

  init(_ check: SourceCheck, in text: SourceText) {
    diagnostics = check.diagnostics.map { diagnostic in
      [
        "range": text.range(diagnostic.range), "severity": .integer(diagnostic.severity.rawValue),
        "source": "lunadiff", "code": .text(diagnostic.code), "message": .text(diagnostic.message),
      ]
    }
    actions = check.proposals.map { proposal in
      let edit: Message = ["range": text.range(proposal.range), "newText": .text(proposal.text)]
      return (proposal.range, proposal.title, proposal.isExact, edit)
    }
    columns = check.columns.map { ($0.name, $0.words) }
    rules = check.rules
  }
}

extension SourceFindings {
  /// The same with what is known from an earlier text of which this one, as it is typed, says nothing.
  func keeping(_ earlier: SourceFindings?) -> SourceFindings {
    guard let earlier else { return self }
    var findings = self
    if columns.isEmpty { findings.columns = earlier.columns }
    if rules.isEmpty { findings.rules = earlier.rules }
    return findings
  }
}

/// Addresses of files, `file:///home/me/rules.lua`.
enum FileAddress {
  static func path(_ uri: String) -> String? {
    guard uri.hasPrefix("file://") else { return nil }
    let rest = uri.dropFirst("file://".count)
    guard let start = rest.firstIndex(of: "/") else { return nil }
    var bytes: [UInt8] = []
    var text = Array(rest[start...].utf8)[...]
    while let byte = text.popFirst() {
      let digits = text.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        text = text.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes.contains(0) ? nil : String(path: bytes)
  }

  static func uri(_ path: String) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
    let resolved = FilePath.resolved(path) ?? path
    return "file://"
      + resolved.pathBytes.map { byte in
        let code = String(byte, radix: 16, uppercase: true)
        return plain.contains(byte) ? String(UnicodeScalar(byte)) : "%" + (code.count == 1 ? "0" : "") + code
      }.joined()
  }
}
