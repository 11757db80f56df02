import Comparing
import Platform
import Records

/// JUnit XML for continuous integration: a suite for the pair, a test case for each kind of change.
package struct JUnitReport {
  package let comparison: Comparison
  package let options: ReportOptions
  package let out: OutputBuffer
  private let failing: Set<CountedChange>
  /// How many changes of a kind are there that no limit of a column or section is about; of kinds that are too many.
  private let exceeded: [Change.Kind: Int]
  /// The limits of columns and sections.
  private let limits: [ChangeLimit]

  private static let usualLimit = 50

  package init(_ comparison: Comparison, _ options: ReportOptions, _ out: OutputBuffer) {
    self.comparison = comparison
    self.options = options
    self.out = out
    let thresholds = options.thresholds
    failing = Set(thresholds.counting(comparison))
    let all = thresholds.limits(comparison).filter { thresholds.counted.contains(CountedChange($0.rule.kind)) }
    limits = all.filter { $0.rule.scope != .rest && options.show.contains($0.rule.kind) }
    exceeded = all.filter { $0.rule.scope == .rest && $0.level == .fail }.reduce(into: [:]) {
      $0[$1.rule.kind] = $1.seen ?? 0
    }
  }

  package func write() throws { try out.testSuites(appendSuite) }

  /// Writes the suite alone, so that several pairs can share a document.
  package func appendSuite() throws {
    let kinds = Change.Kind.allCases.filter(options.show.contains)
    let names = Side.allCases.map { comparison.tables[$0].name }
    let suite = options.title ?? "\(names[0]) → \(names[1])"
    let sectionKinds = comparison.sectionSummary == nil ? [] : kinds
    let others = [true, options.thresholds.counted.contains(.schema), comparison.acceptance != nil].count { $0 }
    let failures = [
      kinds.count { count(of: $0) > 0 }, sectionKinds.count { !sections(of: $0).isEmpty },
      limits.count { $0.level == .fail }, failing.count { $0.kind == nil },
    ]
    let tests = kinds.count + sectionKinds.count + limits.count + others
    try out.testSuite(suite, tests: tests, failures: failures.reduce(0, +), time: seconds) {
      appendProperties()
      appendColumns(suite)
      if options.thresholds.counted.contains(.schema) { appendSchema(suite) }
      for kind in kinds { try append(kind, suite: suite) }
      for limit in limits { append(limit, suite) }
      for kind in sectionKinds { append(sections: kind, suite: suite) }
      if let acceptance = comparison.acceptance { append(acceptance, suite) }
    }
  }

  private func appendProperties() {
    let rules = TermsText(comparison, options).parts.map { ("rule", $0) }
    let properties = rules + comparison.terms.notes.map { ($0.title, $0.message) }
    guard !properties.isEmpty else { return }
    out.append("    <properties>\n")
    for (name, value) in properties {
      out.append(text: "      <property name=\"\(name)\" value=\"")
      out.append(markup: value)
      out.append("\"/>\n")
    }
    out.append("    </properties>\n")
  }

  private func appendColumns(_ suite: String) {
    out.beginTestCase("no column is added or removed", in: suite)
    let changes = comparison.openColumnChanges
    let counts = [(changes.inserted.count, "added"), (changes.deleted.count, "removed")].filter { $0.0 > 0 }.map {
      "\(Grouped.count($0.0, "column", "columns")) \($0.1)"
    }
    let words = counts.joined(separator: ", ")
    guard failing.contains(.columns) else { return append(tolerated: words) }
    appendFailure(.columns, words, changes.deleted.map { "- \($0)" } + changes.inserted.map { "+ \($0)" })
  }

  private func appendSchema(_ suite: String) {
    out.beginTestCase("no column has another type, is empty where none was, or stands elsewhere", in: suite)
    guard failing.contains(.schema), let schema = comparison.schema else { return append(tolerated: "") }
    let changes = schema.columns.filter(\.isBreaking)
    let columns = comparison.openColumnChanges
    let count = changes.count + schema.reordered.count + columns.deleted.count + columns.inserted.count
    let words = Grouped.count(count, "change", "changes")
    let lines =
      columns.deleted.map { "- \($0)" } + columns.inserted.map { "+ \($0)" }
      + changes.map { $0.sentence($0.path, hidesCounts: false) } + schema.reordered.map { "\($0) moved" }
    appendFailure(.schema, "\(words) of columns", lines)
  }

  private func append(_ acceptance: Acceptance, _ suite: String) {
    out.beginTestCase("no accepted difference is stale", in: suite)
    let lines = Set((acceptance.stale + acceptance.expired).map(\.line)).sorted()
    let words = lines.isEmpty ? "" : "\(Grouped.count(lines.count, "entry", "entries")) stale"
    guard failing.contains(.stale) else { return append(tolerated: words) }
    appendFailure(.stale, words, lines.map { "line \($0)" })
  }

  private func append(_ limit: ChangeLimit, _ suite: String) {
    out.beginTestCase("\(limit.rule.name): \(limit.rule.words)", in: suite)
    guard limit.level == .fail else {
      let words = limit.level == .warn ? "warning: \(limit.words)" : (limit.seen ?? 0) > 0 ? limit.words : ""
      return out.endTestCase(saying: words)
    }
    appendFailure(CountedChange(limit.rule.kind), limit.words, [])
  }

  private func count(of kind: Change.Kind) -> Int { exceeded[kind] ?? 0 }

  private func sections(of kind: Change.Kind) -> [String] {
    exceeded[kind] == nil ? [] : comparison.sectionWords(changed: kind)
  }

  private func append(sections kind: Change.Kind, suite: String) {
    out.beginTestCase("no section is \(kind.rawValue)", in: suite)
    let names = sections(of: kind)
    guard !names.isEmpty else {
      let all = comparison.sectionSummary?[kind] ?? 0
      return append(tolerated: all > 0 ? "\(Grouped.count(all, "section", "sections")) \(kind.rawValue)" : "")
    }
    appendFailure(CountedChange(kind), "\(Grouped.count(names.count, "section", "sections")) \(kind.rawValue)", names)
  }

  /// Ends a test case that does not fail, with what it lets through; nothing if that is empty.
  private func append(tolerated changes: String) {
    out.endTestCase(saying: changes.isEmpty ? "" : "\(changes), tolerated")
  }

  private func appendFailure(_ change: CountedChange, _ message: String, _ lines: [String]) {
    out.endTestCase("failure", type: change.rawValue, message: message) {
      out.append(markup: lines.prefix(Self.usualLimit).joined(separator: "\n"))
    }
  }

  private var seconds: String {
    let (seconds, rest) = (options.elapsed ?? .zero).milliseconds.quotientAndRemainder(dividingBy: 1000)
    return "\(seconds).\(String(repeating: "0", count: 3 - String(rest).utf8.count))\(rest)"
  }

  private func append(_ kind: Change.Kind, suite: String) throws {
    out.beginTestCase("no record is \(kind.rawValue)", in: suite)
    let count = count(of: kind)
    guard count > 0 else {
      let all = comparison.summary[kind]
      guard all > 0 else { return append(tolerated: "") }
      return append(tolerated: "\(Grouped.count(all, "record", "records")) \(kind.rawValue)\(acceptedWords(kind))")
    }
    let message = "\(Grouped.count(count, "record", "records")) \(kind.rawValue)\(acceptedWords(kind))"
    try out.endTestCase("failure", type: CountedChange(kind).rawValue, message: message) {
      try appendChanges(kind, count: count)
    }
  }

  /// How many more, or of those that are tolerated how many, are accepted.
  private func acceptedWords(_ kind: Change.Kind) -> String {
    let accepted = comparison.summary[kind] - comparison.openCount(kind)
    guard accepted > 0 else { return "" }
    return ", \(Grouped.number(accepted)) \(count(of: kind) > 0 ? "more" : "of them") accepted"
  }

  private func appendChanges(_ kind: Change.Kind, count: Int) throws {
    var own = options
    own.show = [kind]
    own.color = false
    own.listsAccepted = false
    own.width = 160
    own.limit = ChangeLimits(each: min(options.limit[kind] ?? Self.usualLimit, count))
    let text = OutputBuffer()
    let context = try ContextColumns(comparison, options)
    try TextReport(comparison, own, text, context: context).appendListedChanges()
    text.withBytes { out.append(markup: $0) }
    try out.checkpoint()
  }
}

/// JUnit XML, of whatever is tested.
extension OutputBuffer {
  package func testSuites<E: Error>(_ suites: () throws(E) -> Void) throws(E) {
    append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n")
    try suites()
    append("</testsuites>\n")
  }

  package func testSuite<E: Error>(
    _ name: String, tests: Int, failures: Int, errors: Int = 0, time: String? = nil, _ cases: () throws(E) -> Void
  ) throws(E) {
    append("  <testsuite name=\"")
    append(markup: name)
    append(text: "\" tests=\"\(tests)\" failures=\"\(failures)\" errors=\"\(errors)\" skipped=\"0\"")
    append(text: (time.map { " time=\"\($0)\"" } ?? "") + ">\n")
    try cases()
    append("  </testsuite>\n")
  }

  /// Begins a test case, which one of the functions below ends.
  package func beginTestCase(_ name: String, in suite: String) {
    append("    <testcase classname=\"")
    append(markup: suite)
    append("\" name=\"")
    append(markup: name)
    append("\"")
  }

  /// Ends a test case that passes, with what is to be said of it.
  package func endTestCase(saying words: String = "") {
    guard !words.isEmpty else { return append("/>\n") }
    append("><system-out>")
    append(markup: words)
    append("</system-out></testcase>\n")
  }

  /// Ends one that does not pass.
  package func endTestCase<E: Error>(
    _ element: String, type: String?, message: String, _ text: () throws(E) -> Void
  ) throws(E) {
    append(text: ">\n      <\(element)" + (type.map { " type=\"\($0)\"" } ?? "") + " message=\"")
    append(markup: message)
    append("\">")
    try text()
    append(text: "</\(element)>\n    </testcase>\n")
  }

  /// Ends one that does not pass with a text, the first line of which is the message.
  package func endTestCase(_ element: String, type: String? = nil, _ text: String) {
    let first = text.split(separator: "\n").first.map(String.init) ?? text
    endTestCase(element, type: type, message: first) { append(markup: text) }
  }
}
