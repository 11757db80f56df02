import LuaRuntime
import Platform
import Requests
import RuleTesting

/// What tests said of a file: of a file of tests, which failed; of rules, what none of them ran.
struct TestOutcomes: Sendable {
  /// What came of tests, by their names.
  var tests: [String: TestSummary.Test] = [:]
  var problem: String?
  /// Lines of rules that no test ran, from 1.
  var missed: [Int] = []
  /// How many lines ran, as people read it.
  var coverage: String?

  func diagnostics(_ text: SourceText?) -> [Message] {
    func range(_ line: Int) -> Message {
      text.map { $0.range($0.written(line)) }
        ?? ["start": ["line": .integer(line - 1), "character": 0], "end": ["line": .integer(line), "character": 0]]
    }
    var diagnostics: [Message] = missed.map { line in
      [
        "range": range(line), "severity": 4, "source": "lunadiff", "code": "uncovered", "tags": [1],
        "message": "no test runs this line",
      ]
    }
    func fail(_ range: Message, _ message: String) {
      diagnostics.append([
        "range": range, "severity": 1, "source": "lunadiff", "code": "test", "message": .text(message),
      ])
    }
    if let problem { fail(range(1), problem) }
    let places = text.map { WrittenTests($0).tests } ?? []
    for test in tests.values.sorted(by: { $0.name < $1.name }) where test.outcome == .failed {
      let place = places.first { $0.name == test.name }?.range
      fail(place.flatMap { text?.range($0) } ?? range(1), "\(test.name): \(test.messages.joined(separator: "\n"))")
    }
    return diagnostics
  }
}

/// The tests that a file of tests, or a plug-in, has, as far as they are written there.
struct WrittenTests {
  private(set) var tests: [(name: String, range: Range<Int>)] = []

  init(_ text: SourceText) {
    let fields = WrittenFields(text.tokens)
    let owner = fields[["tests"]] == nil ? [] : ["tests"]
    for field in fields.inside(owner) {
      let parts = Set(fields.inside(field.path).compactMap(\.path.last))
      guard parts.contains("old") || parts.contains("new"), let key = field.path.last else { continue }
      let own = fields[field.path + ["name"]]?.value.first.flatMap { text.content(of: $0) }
      let name = own ?? (Int(key) == nil ? key : "test \(key)")
      tests.append((name, field.name.lowerBound..<field.name.lowerBound + min(field.name.count, 80)))
    }
  }
}
