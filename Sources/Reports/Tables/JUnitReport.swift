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

  package func write() throws {
    out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n")
    try appendSuite()
    out.append("</testsuites>\n")
  }

  /// Writes the suite alone, so that several pairs can share a document.
  package func appendSuite() throws {
    let kinds = Change.Kind.allCases.filter(options.show.contains)
    let names = Side.allCases.map { comparison.tables[$0].name }
    let suite = options.title ?? "\(names[0]) → \(names[1])"
    out.append("  <testsuite name=\"")
    out.append(markup: suite)
    let sectionKinds = comparison.sectionSummary == nil ? [] : kinds
    out.append("\" tests=\"")
    let others = [true, options.thresholds.counted.contains(.schema), comparison.acceptance != nil].count { $0 }
    out.append(kinds.count + sectionKinds.count + limits.count + others)
    let failures = [
      kinds.count { count(of: $0) > 0 }, sectionKinds.count { !sections(of: $0).isEmpty },
      limits.count { $0.level == .fail }, failing.count { $0.kind == nil },
    ]
    out.append("\" failures=\"")
    out.append(failures.reduce(0, +))
    out.append("\" errors=\"0\" skipped=\"0\" time=\"")
    out.append(text: seconds)
    out.append("\">\n")
    appendProperties()
    appendColumns(suite)
    if options.thresholds.counted.contains(.schema) { appendSchema(suite) }
    for kind in kinds { try append(kind, suite: suite) }
    for limit in limits { append(limit, suite) }
    for kind in sectionKinds { append(sections: kind, suite: suite) }
    if let acceptance = comparison.acceptance { append(acceptance, suite) }
    out.append("  </testsuite>\n")
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
    appendCase("no column is added or removed", suite)
    let changes = comparison.openColumnChanges
    let counts = [(changes.inserted.count, "added"), (changes.deleted.count, "removed")].filter { $0.0 > 0 }.map {
      "\(Grouped.count($0.0, "column", "columns")) \($0.1)"
    }
    let words = counts.joined(separator: ", ")
    guard failing.contains(.columns) else { return append(tolerated: words) }
    appendFailure(.columns, words)
    let lines = changes.deleted.map { "- \($0)" } + changes.inserted.map { "+ \($0)" }
    out.append(markup: lines.prefix(Self.usualLimit).joined(separator: "\n"))
    out.append("</failure>\n    </testcase>\n")
  }

  private func appendSchema(_ suite: String) {
    appendCase("no column has another type, is empty where none was, or stands elsewhere", suite)
    guard failing.contains(.schema), let schema = comparison.schema else { return append(tolerated: "") }
    let changes = schema.columns.filter(\.isBreaking)
    let columns = comparison.openColumnChanges
    let count = changes.count + schema.reordered.count + columns.deleted.count + columns.inserted.count
    let words = Grouped.count(count, "change", "changes")
    appendFailure(.schema, "\(words) of columns")
    let lines =
      columns.deleted.map { "- \($0)" } + columns.inserted.map { "+ \($0)" }
      + changes.map { $0.sentence($0.path, hidesCounts: false) } + schema.reordered.map { "\($0) moved" }
    out.append(markup: lines.prefix(Self.usualLimit).joined(separator: "\n"))
    out.append("</failure>\n    </testcase>\n")
  }

  private func append(_ acceptance: Acceptance, _ suite: String) {
    appendCase("no accepted difference is stale", suite)
    let lines = (acceptance.stale + acceptance.expired).map(\.line)
    let words = lines.isEmpty ? "" : "\(Grouped.count(Set(lines).count, "entry", "entries")) stale"
    guard failing.contains(.stale) else { return append(tolerated: words) }
    appendFailure(.stale, words)
    out.append(markup: Set(lines).sorted().prefix(Self.usualLimit).map { "line \($0)" }.joined(separator: "\n"))
    out.append("</failure>\n    </testcase>\n")
  }

  private func append(_ limit: ChangeLimit, _ suite: String) {
    appendCase("\(limit.rule.name): \(limit.rule.words)", suite)
    guard limit.level == .fail else {
      let words = limit.level == .warn ? "warning: \(limit.words)" : (limit.seen ?? 0) > 0 ? limit.words : ""
      return append(told: words)
    }
    appendFailure(CountedChange(limit.rule.kind), limit.words)
    out.append("</failure>\n    </testcase>\n")
  }

  private func isFailing(_ kind: Change.Kind) -> Bool { exceeded[kind] != nil }

  private func count(of kind: Change.Kind) -> Int { exceeded[kind] ?? 0 }

  private func sections(of kind: Change.Kind) -> [String] {
    isFailing(kind) ? comparison.sectionWords(changed: kind) : []
  }

  private func append(sections kind: Change.Kind, suite: String) {
    appendCase("no section is \(kind.rawValue)", suite)
    let names = sections(of: kind)
    guard !names.isEmpty else {
      let all = comparison.sectionSummary?[kind] ?? 0
      return append(tolerated: all > 0 ? "\(Grouped.count(all, "section", "sections")) \(kind.rawValue)" : "")
    }
    appendFailure(CountedChange(kind), "\(Grouped.count(names.count, "section", "sections")) \(kind.rawValue)")
    out.append(markup: names.prefix(Self.usualLimit).joined(separator: "\n"))
    out.append("</failure>\n    </testcase>\n")
  }

  /// Ends a test case that does not fail, with what it lets through; nothing if that is empty.
  private func append(tolerated changes: String) { append(told: changes.isEmpty ? "" : "\(changes), tolerated") }

  private func append(told words: String) {
    guard !words.isEmpty else { return out.append("/>\n") }
    out.append("><system-out>")
    out.append(markup: words)
    out.append("</system-out></testcase>\n")
  }

  private func appendCase(_ name: String, _ suite: String) {
    out.append("    <testcase classname=\"")
    out.append(markup: suite)
    out.append("\" name=\"")
    out.append(markup: name)
    out.append("\"")
  }

  private func appendFailure(_ change: CountedChange, _ message: String) {
    out.append(">\n      <failure type=\"")
    out.append(text: change.rawValue)
    out.append("\" message=\"")
    out.append(text: message)
    out.append("\">")
  }

  private var seconds: String {
    let (seconds, attoseconds) = (options.elapsed ?? .zero).components
    let millis = String(Int(attoseconds / 1_000_000_000_000_000))
    return "\(seconds).\(String(repeating: "0", count: max(0, 3 - millis.utf8.count)))\(millis)"
  }

  private func append(_ kind: Change.Kind, suite: String) throws {
    appendCase("no record is \(kind.rawValue)", suite)
    let count = count(of: kind)
    guard count > 0 else {
      let all = comparison.summary[kind]
      guard all > 0 else { return append(tolerated: "") }
      return append(tolerated: "\(Grouped.count(all, "record", "records")) \(kind.rawValue)\(acceptedWords(kind))")
    }
    appendFailure(
      CountedChange(kind), "\(Grouped.count(count, "record", "records")) \(kind.rawValue)\(acceptedWords(kind))")
    try appendChanges(kind, count: count)
    out.append("</failure>\n    </testcase>\n")
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
