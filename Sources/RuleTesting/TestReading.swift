import Batch
import LuaRuntime
import Platform
import Comparing
import Records
import Requests
import Rules

/// Reads what a file says about tests.
struct TestReading {
  let path: String
  let text: [UInt8]
  /// What every test's comparison begins as.
  let base: DiffRequest

  /// Fields that hold for every test of a file, and that a test may have, too.
  private static let shared = ["rules", "key", "reader", "options"] + ReadingPart.fields
  private static let fields = ["old", "new", "name", "expect", "error", "report", "format", "report_options"] + shared

  func cases(of result: LuaValue, isPlugin: Bool) throws(LuaError) -> [TestCase] {
    guard case .table(var table) = result else {
      throw LuaError("\(path): a file of tests returns a table of them, not \(Self.words(result))")
    }
    var owner: [ManifestPart.Step] = []
    if isPlugin {
      guard case .table(let tests) = try table.get("tests") else {
        throw LuaError("\(path): there is no table 'tests'; a file of tests alone is called NAME\(TestFiles.suffix)")
      }
      table = tests
      owner = [.name("tests")]
    }
    let common = try shared(in: table, owner: owner, place: path)
    var cases: [TestCase] = []
    for (key, value) in try table.sortedPairs() {
      if let name = key.text, Self.shared.contains(name) { continue }
      cases.append(try testCase(key, value, owner: owner, common))
    }
    guard !cases.isEmpty else { throw LuaError("\(path): there is no test in the file") }
    return cases
  }

  // MARK: One test

  private func testCase(_ key: LuaValue, _ value: LuaValue, owner: [ManifestPart.Step], _ common: Shared)
    throws(LuaError) -> TestCase
  {
    guard case .table(let table) = value, let step = Self.step(key) else {
      let name = key.spelling ?? key.typeName
      throw LuaError(
        "\(path): '\(name)' must be a test, a table, got \(Self.words(value))"
          + Suggestion.phrase(for: name, among: Self.shared))
    }
    let name = try table.get("name").text ?? step.name
    let place = "\(path): \(name)"
    _ = try table.fields(Self.fields, called: "field", at: "\(place): ")
    let own = try shared(in: table, owner: owner + [step], place: place)
    var request = base
    request.options.folder = directory
    try (common + own).apply(to: &request.options)
    request.old = try input("old", of: table, .source, &request.options, place)
    request.new = try input("new", of: table, .target, &request.options, place)
    let expectation = try ExpectationReading(place: place, directory: directory).read(table)
    return TestCase(name: name, request: request, expectation: expectation)
  }

  private static func step(_ key: LuaValue) -> ManifestPart.Step? {
    switch key {
    case .string: key.text.map(ManifestPart.Step.name)
    case .integer(let number): .number(Int(clamping: number))
    default: nil
    }
  }

  static func words(_ value: LuaValue) -> String { value.isNil ? "nothing" : "a \(value.typeName)" }

  // MARK: Data

  /// The path of an input; data that stand in the test become the options'.
  private func input(
    _ field: String, of table: LuaTable, _ side: Side, _ options: inout ComparisonOptions, _ place: String
  ) throws(LuaError) -> String {
    switch try table.get(field) {
    case .string(let bytes):
      let text = String(decoding: bytes, as: UTF8.self)
      guard Self.isData(text) else {
        options.overrides[side].name = text
        return try TestFolder(path: directory).file(text, field: field, place: place)
      }
      options.contents[side] = bytes
    case .table(let records):
      var json: [UInt8] = Array("[]".utf8)
      if try !records.sortedPairs().isEmpty {
        json = try JSONEmitter.bytes { json throws(LuaError) in
          try json.value(.table(records), limit: FieldBuffer.longestNested)
        }
      }
      options.contents[side] = json
    case let value:
      throw LuaError("\(place): '\(field)' must be data, a path or a list of records, got \(Self.words(value))")
    }
    return field
  }

  /// Whether a text is data, and no path: it has several lines, or is JSON.
  private static func isData(_ text: String) -> Bool {
    text.isEmpty || text.contains("\n") || text.hasPrefix("[") || text.hasPrefix("{")
  }

  private var directory: String { FilePath.directory(of: path) }

  // MARK: Rules and reading

  /// What a file says for all of its tests, or one test of itself.
  private struct Shared {
    var rules: [DiffRequest.RuleSource] = []
    var reader: String?
    var settings: [ReaderChoice.Setting] = []
    var read: [ReadingPart] = []

    static func + (left: Shared, right: Shared) -> Shared {
      Shared(
        rules: left.rules + right.rules, reader: right.reader ?? left.reader, settings: left.settings + right.settings,
        read: left.read + right.read)
    }

    func apply(to options: inout ComparisonOptions) throws(LuaError) {
      for part in read { try part.apply(to: &options) }
      options.rules = rules
      options.readers = Sides { _ in ReaderChoice(name: reader, settings: settings) }
    }
  }

  private func shared(in table: LuaTable, owner: [ManifestPart.Step], place: String) throws(LuaError) -> Shared {
    var shared = Shared()
    for field in [ManifestPart.Field.rules, .key] {
      let value = try table.get(field.rawValue)
      guard !value.isNil else { continue }
      shared.rules.append(try source(value, ManifestPart(owner: owner, field: field, description: place)))
    }
    let reader = try table.get("reader")
    if !reader.isNil {
      guard let name = reader.text else {
        throw LuaError("\(place): 'reader' must be a name, got \(Self.words(reader))")
      }
      shared.reader = name
    }
    let told = (field: "options", what: "what a reader is told", kinds: "texts")
    shared.settings = try Self.settings(table.get("options"), told, place).map(ReaderChoice.Setting.init)
    for field in ReadingPart.fields {
      let value = try table.get(field)
      if !value.isNil { shared.read.append(try ReadingPart(field, value, place: place)) }
    }
    return shared
  }

  static func settings(_ value: LuaValue, _ told: (field: String, what: String, kinds: String), _ place: String)
    throws(LuaError) -> [(name: String, value: String)]
  {
    if value.isNil { return [] }
    guard case .table(let table) = value else {
      throw LuaError("\(place): '\(told.field)' must be \(told.what), got \(words(value))")
    }
    return try table.sortedPairs().map { pair throws(LuaError) in
      guard let name = pair.key.text, let text = pair.value.spelling else {
        throw LuaError("\(place): '\(told.field)' must be \(told.kinds) by name")
      }
      return (name, text)
    }
  }

  /// Rules: a path, Lua as text, or what stands in the file.
  private func source(_ value: LuaValue, _ part: ManifestPart) throws(LuaError) -> DiffRequest.RuleSource {
    guard part.field == .rules, let name = value.text else {
      return .part(DiffRequest.ManifestRules(name: path, text: text, part: part))
    }
    if name.contains("\n") || name.contains("{") || name.contains("=") {
      return .text(name, name: "\(part.description): rules", directory: directory)
    }
    let place = FilePath.joined(directory, name)
    guard !RuleProgram.Source.isOfPlugin(name, at: place) else { return .file(name) }
    return .file(try TestFolder(path: directory).file(name, field: "rules", place: part.description))
  }
}

extension ManifestPart.Step {
  fileprivate var name: String {
    switch self {
    case .name(let name): name
    case .number(let number): "test \(number)"
    }
  }
}
