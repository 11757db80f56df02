import RecordDiff
import Records

/// JUnit XML for continuous integration: a suite for the pair, a test case for each kind of change.
struct JUnitReport {
  let comparison: Comparison
  let options: ReportOptions
  let out: OutputBuffer
  /// The kinds whose test cases fail if there is a change of them.
  private let failing: Set<Change.Kind>

  private static let usualLimit = 50

  init(
    _ comparison: Comparison, _ options: ReportOptions, _ out: OutputBuffer,
    failing: Set<Change.Kind> = Set(Change.Kind.allCases)
  ) {
    self.comparison = comparison
    self.options = options
    self.out = out
    self.failing = failing
  }

  /// Writes the whole document.
  func write() throws {
    out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n")
    try appendSuite()
    out.append("</testsuites>\n")
  }

  /// Writes the suite alone, so that several pairs can share a document.
  func appendSuite() throws {
    let kinds = Change.Kind.allCases.filter(options.show.contains)
    let names = Side.allCases.map { comparison.collections.tables[$0].name }
    let suite = options.title ?? "\(names[0]) → \(names[1])"
    out.append("  <testsuite name=\"")
    out.append(markup: suite)
    let sectionKinds = comparison.sectionSummary == nil ? [] : kinds
    out.append("\" tests=\"")
    out.append(kinds.count + sectionKinds.count)
    out.append("\" failures=\"")
    out.append(
      kinds.count { count(of: $0) > 0 } + sectionKinds.count { !sections(of: $0).isEmpty })
    out.append("\" errors=\"0\" skipped=\"0\" time=\"")
    out.append(text: seconds)
    out.append("\">\n")
    for kind in kinds { try append(kind, suite: suite) }
    for kind in sectionKinds { append(sections: kind, suite: suite) }
    out.append("  </testsuite>\n")
  }

  /// How many changes there are that let the test case fail.
  private func count(of kind: Change.Kind) -> Int {
    failing.contains(kind) ? comparison.summary[kind] : 0
  }

  /// The sections that let their test case fail.
  private func sections(of kind: Change.Kind) -> [String] {
    failing.contains(kind) ? comparison.sectionWords(changed: kind) : []
  }

  private func append(sections kind: Change.Kind, suite: String) {
    appendCase("no section is \(kind.rawValue)", suite)
    let names = sections(of: kind)
    guard !names.isEmpty else { return out.append("/>\n") }
    appendFailure(kind, "\(Grouped.count(names.count, "section", "sections")) \(kind.rawValue)")
    out.append(markup: names.prefix(Self.usualLimit).joined(separator: "\n"))
    out.append("</failure>\n    </testcase>\n")
  }

  private func appendCase(_ name: String, _ suite: String) {
    out.append("    <testcase classname=\"")
    out.append(markup: suite)
    out.append("\" name=\"")
    out.append(text: name)
    out.append("\"")
  }

  private func appendFailure(_ kind: Change.Kind, _ message: String) {
    out.append(">\n      <failure type=\"")
    out.append(text: kind.rawValue)
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
    guard count > 0 else { return out.append("/>\n") }
    appendFailure(kind, "\(Grouped.count(count, "record", "records")) \(kind.rawValue)")
    try appendChanges(kind, count: count)
    out.append("</failure>\n    </testcase>\n")
  }

  /// The changes as the text report shows them.
  private func appendChanges(_ kind: Change.Kind, count: Int) throws {
    var own = options
    own.show = [kind]
    own.color = false
    own.width = 160
    own.limit = ChangeLimits(each: min(options.limit[kind] ?? Self.usualLimit, count))
    let text = OutputBuffer()
    let context = try ContextColumns(comparison, options.context)
    try TextReport(comparison, own, text, context: context).appendListedChanges()
    text.withBytes { out.append(markup: $0) }
    try out.checkpoint()
  }
}
