import LuaRuntime
import Platform
import Comparing
import Records
import Reports
import Rules

/// Reads what a test expects.
struct ExpectationReading {
  /// How messages call the test.
  let place: String
  let directory: String

  private static let fields = Summary.names + ["same", "columns", "changes"]
  private static let changeFields = ["kind", "key", "columns", "moved", "old", "new"]

  func read(_ test: LuaTable) throws(LuaError) -> TestExpectation {
    var expectation = TestExpectation()
    switch try test.get("expect") {
    case .nil: break
    case .table(let table): try read(table, into: &expectation)
    case let value: throw expected("a table", "expect", value)
    }
    expectation.report = try report(test)
    switch try test.get("error") {
    case .nil, .boolean(false): break
    case .boolean(true): expectation.error = ""
    case .string(let text): expectation.error = String(decoding: text, as: UTF8.self)
    case let value: throw expected("a part of the message, or true", "error", value)
    }
    guard !expectation.isEmpty else {
      throw LuaError("\(place): it expects nothing; say expect = { updated = 0 }, report = \"FILE\" or error = \"…\"")
    }
    guard expectation.error == nil || expectation.expectsNoResult else {
      throw LuaError("\(place): a comparison that fails has no result: 'error' stands alone")
    }
    return expectation
  }

  private func read(_ table: LuaTable, into expectation: inout TestExpectation) throws(LuaError) {
    for (key, value) in try table.sortedPairs() {
      switch (key.text, value) {
      case ("same", .boolean(let same)): expectation.same = same
      case ("columns", .table(let names)): expectation.columns = try texts(names, "columns")
      case ("changes", .table(let list)):
        var changes: [TestExpectation.Change] = []
        for element in try list.elements() { changes.append(try change(element)) }
        expectation.changes = changes
      default:
        guard let name = key.text.flatMap(Summary.name(of:)), case .integer(let count) = value else {
          throw wrong(key, value)
        }
        expectation.counts.append((name, Int(clamping: count)))
      }
    }
  }

  private func wrong(_ key: LuaValue, _ value: LuaValue) -> LuaError {
    let name = key.spelling ?? key.typeName
    switch name {
    case "same": return expected("true or false", name, value)
    case "columns", "changes": return expected("a list", name, value)
    case _ where Summary.name(of: name) != nil: return expected("a count", name, value)
    default:
      return LuaError(
        "\(place): unknown field 'expect.\(name)'"
          + Suggestion.phrase(for: name, among: Self.fields + Change.Kind.synonyms)
          + "; known are \(Self.fields.joined(separator: ", "))")
    }
  }

  // MARK: Changes

  private func change(_ value: LuaValue) throws(LuaError) -> TestExpectation.Change {
    if let text = value.text { return try change(words: text) }
    guard case .table(let table) = value else { throw expected("\"KIND KEY\" or a table", "changes", value) }
    var change = TestExpectation.Change()
    for (key, value) in try table.sortedPairs() {
      switch (key.text, value) {
      case ("kind", _): change.kind = try kind(value)
      case ("key", .table(let parts)): change.key = try texts(parts, "key")
      case ("key", _): change.key = [try text(value, "key")]
      case ("columns", .table(let names)): change.columns = try texts(names, "columns")
      case ("pass", .integer(let pass)): change.pass = Int(pass)
      case ("moved", .boolean(let moved)): change.moved = moved
      case ("old", .table(let values)): change.values.source = try self.values(values, "old")
      case ("new", .table(let values)): change.values.target = try self.values(values, "new")
      default:
        let name = key.spelling ?? key.typeName
        guard !Self.changeFields.contains(name) else { throw expected("something else", "changes.\(name)", value) }
        throw LuaError(
          "\(place): unknown field 'changes.\(name)'"
            + "\(Suggestion.phrase(for: name, among: Self.changeFields)); known are "
            + Self.changeFields.joined(separator: ", "))
      }
    }
    return change
  }

  /// A change as `tostring` has it: `updated 42`.
  private func change(words: String) throws(LuaError) -> TestExpectation.Change {
    let parts = words.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    var change = TestExpectation.Change()
    change.kind = try kind(.string(String(parts[0])))
    change.key = parts.count > 1 ? [String(parts[1])] : nil
    return change
  }

  private func kind(_ value: LuaValue) throws(LuaError) -> Change.Kind {
    if let kind = value.text.flatMap(Change.Kind.init(word:)) { return kind }
    let known = Change.Kind.allCases.map(\.rawValue)
    let got = value.spelling ?? value.typeName
    throw LuaError(
      "\(place): a kind of change is one of \(known.joined(separator: ", ")), not '\(got)'"
        + Suggestion.phrase(for: got, among: known + Change.Kind.synonyms))
  }

  private func values(_ table: LuaTable, _ field: String) throws(LuaError) -> [(column: String, value: Value)] {
    var values: [(column: String, value: Value)] = []
    for (key, value) in try table.sortedPairs() {
      guard let column = key.spelling, let value = value.recordValue else {
        throw expected("a table of plain values by column", "changes.\(field)", value)
      }
      values.append((column, value))
    }
    return values
  }

  // MARK: Reports

  private func report(_ test: LuaTable) throws(LuaError) -> TestExpectation.Report? {
    let value = try test.get("report")
    guard !value.isNil else {
      for field in ["format", "report_options"] where try !test.get(field).isNil {
        throw LuaError("\(place): '\(field)' is that of a 'report', and there is none")
      }
      return nil
    }
    let name = try text(value, "report")
    let format = try format(of: name, test.get("format"))
    let path = try TestFolder(path: directory).file(name, field: "report", place: place)
    return TestExpectation.Report(
      path: path, format: format, settings: try settings(test.get("report_options"), format))
  }

  private func format(of name: String, _ value: LuaValue) throws(LuaError) -> TestExpectation.Report.Format {
    if !value.isNil {
      let word = try text(value, "format")
      return ReportFormat(rawValue: word).map { .builtIn($0) } ?? .plugin(word)
    }
    if let format = ReportFormat(path: name) { return .builtIn(format) }
    let known = ReportFormat.allCases.map(\.rawValue).joined(separator: ", ")
    throw LuaError("\(place): '\(name)' says no format of a report; 'format' names one of \(known), or a plug-in's")
  }

  private func settings(_ value: LuaValue, _ format: TestExpectation.Report.Format) throws(LuaError) -> [(
    name: String, value: String
  )] {
    if value.isNil { return [] }
    guard case .plugin = format else { throw LuaError("\(place): 'report_options' are for formats of plug-ins") }
    let told = (field: "report_options", what: "what a format is told", kinds: "texts, numbers or booleans")
    return try TestReading.settings(value, told, place)
  }

  // MARK: Types

  private func texts(_ table: LuaTable, _ field: String) throws(LuaError) -> [String] {
    var texts: [String] = []
    for value in try table.elements() { texts.append(try text(value, field)) }
    return texts
  }

  private func text(_ value: LuaValue, _ field: String) throws(LuaError) -> String {
    switch value.recordValue {
    case nil, .null, .absent: throw expected("text", field, value)
    case let value?: return value.description
    }
  }

  private func expected(_ what: String, _ field: String, _ value: LuaValue) -> LuaError {
    LuaError("\(place): '\(field)' must be \(what), got \(TestReading.words(value))")
  }
}

extension TestExpectation {
  fileprivate var expectsNoResult: Bool {
    counts.isEmpty && same == nil && columns == nil && changes == nil && report == nil
  }
}
