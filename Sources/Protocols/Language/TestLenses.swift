import LuaRuntime
import Platform
import Requests
import RuleTesting

/// What stands above tests in an editor, and what it does.
struct TestLenses {
  let server: LanguageServer

  static let command = "lunadiff.test"

  // MARK: Lenses

  func all(of uri: String) -> Message {
    guard let document = server.document(uri) else { return [] }
    let outcomes = server.state.withLock { $0.outcomes[uri] }
    let first = document.text.range(0..<0)
    guard [.tests, .plugin].contains(SourceCheck.kind(of: document.text, path: document.path)) else {
      return outcomes?.coverage.map { [Self.lens(first, $0, [])] } ?? []
    }
    let tests = WrittenTests(document.text).tests
    guard !tests.isEmpty else { return [] }
    var lenses = [
      Self.lens(first, "run all tests", [.text(uri)]),
      Self.lens(first, "with coverage", [.text(uri), .null, true]),
    ]
    for test in tests {
      let said = outcomes?.tests[test.name].map { $0.outcome == .failed ? "failed, run again" : "passed, run again" }
      lenses.append(Self.lens(document.text.range(test.range), said ?? "run test", [.text(uri), .text(test.name)]))
    }
    return .list(lenses)
  }

  private static func lens(_ range: Message, _ title: String, _ arguments: [Message]) -> Message {
    [
      "range": range,
      "command": [
        "title": .text(title), "command": .text(arguments.isEmpty ? "" : command), "arguments": .list(arguments),
      ],
    ]
  }

  // MARK: Running

  func execute(_ id: Message, _ parameters: Message) {
    let arguments = parameters["arguments"].list
    guard parameters["command"].text == Self.command, let uri = arguments.first?.text else {
      return server.refuse(
        id, -32602, "the command is \(Self.command), of a file's address, a test's name, and whether to cover")
    }
    let name = arguments.count > 1 ? arguments[1].text : nil
    server.jobs.put(.test(id, uri: uri, name: name, covers: arguments.count > 2 && arguments[2].isTrue))
  }

  /// Runs the tests of a file as it was saved, and shows what came of them.
  func run(_ id: Message, _ uri: String, _ name: String?, covers: Bool) {
    guard let path = server.document(uri)?.path ?? FileAddress.path(uri) else {
      return server.refuse(id, -32602, "'\(uri)' is no file")
    }
    var request = TestRequest(paths: [path])
    request.filters = name.map { ["\(path): \($0)"] } ?? []
    let recorder = covers ? LuaRecorder([.coverage]) : nil
    request.options = LanguageServer.options(lasting: LanguageServer.longestTests)
    request.options.interrupt = LuaInterrupt { LanguageServer.isLate }
    request.options.project = nil
    request.options.recorder = recorder
    do throws(LunaDiffError) {
      let summary = try RuleTesting.runTests(request)
      show(summary, of: uri, only: name)
      server.answer(
        id,
        [
          "passed": .integer(summary.tests.count - summary.count(.failed)), "failed": .integer(summary.count(.failed)),
          "problems": .texts(summary.files.compactMap(\.problem)),
        ])
    } catch { server.refuse(id, -32803, error.message) }
  }

  private func show(_ summary: TestSummary, of uri: String, only name: String?) {
    let tests = summary.tests.filter { name == nil || $0.name == name }
    let covered = (summary.coverage?.files ?? []).map { (uri: FileAddress.uri($0.path), file: $0) }
    server.state.withLock { state in
      if name == nil { state.outcomes[uri] = nil }
      for test in tests { state.outcomes[uri, default: TestOutcomes()].tests[test.name] = test }
      state.outcomes[uri, default: TestOutcomes()].problem = summary.files.compactMap(\.problem).first
      for (uri, file) in covered {
        let missed = file.lines.filter { $0.count == 0 }.map(\.line)
        state.outcomes[uri, default: TestOutcomes()].missed = missed
        state.outcomes[uri, default: TestOutcomes()].coverage =
          "tests run \(file.lines.count - missed.count) of \(file.lines.count) lines"
      }
    }
    for uri in Set(covered.map(\.uri) + [uri]) { server.publish(uri) }
    let number = server.state.withLock { state -> Int? in
      guard state.refreshesLenses else { return nil }
      state.asked += 1
      return state.asked
    }
    guard let number else { return }
    server.stream.send(["jsonrpc": "2.0", "id": .text("lenses \(number)"), "method": "workspace/codeLens/refresh"])
  }
}
