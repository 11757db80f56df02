import Analysis
import ArgumentParser
import Platform
import Reports
import Requests

struct BlameCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "blame", abstract: "Says when each cell of a table got its value.",
    usage: """
      lunadiff blame EXPORT... [-k COLUMNS] [options]
      lunadiff blame --git FILE [--since DATE] [options]
      """,
    discussion: """
      For each record of the newest export and each of its cells it names the export that first had the value; ^ \
      before the first export says that the value may be older. The exports are read in the order of the dates in \
      their names, if each has one; otherwise in the order given. What rules call equal is no change.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff blame exports/*.csv -k id
      lunadiff blame --git data.csv --key 100..200 --key 417
      lunadiff blame exports/*.csv -k id -o blame.html

    EXIT STATUS:
      0  the ages are there
      2  trouble: bad usage, unreadable input, a rule that failed
    """

  @Argument(help: Help.flag("Files that are exports of one table, as for lunadiff OLD NEW.")) var exports: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: Help.flag(
      "Only the record of this key, or those of a range, as in 100..200. Repeatable.", value: "values",
      """
      With commas between the values of several columns. Both ends of a range belong to it, and one may be left out; \
      numbers are ordered by value, texts by their bytes.
      """), transform: KeyRange.parse) var key: [KeyRange] = []

  @Option(
    help: Help.flag(
      "List at most so many records, those that changed last.", value: "number",
      "The default is 2000 on a page, and no limit elsewhere."),
    transform: Count.parsePositive) var limit: Int?

  @OptionGroup var chain: ChainOptions
  @OptionGroup(title: "Rules") var rules: NamedRuleOptions<ShortKeyFlag>
  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Limits") var script: ScriptOptions
  @OptionGroup(title: "Limits") var work: WorkOptions

  func execute() throws -> ExitStatus {
    var request = try chain.request(exports, usage: "lunadiff blame EXPORT..., or lunadiff blame --git FILE")
    guard request.versions.count > 1 || chain.git != nil || chain.since != nil else {
      throw CommandError(
        "\(exports[0]) alone says nothing of its past",
        hint: "name older exports, too; or --git \(exports[0]) takes the versions that git keeps")
    }
    request.options = ComparisonOptions(input, rules: rules, script: script, work: work)
    let result = try script.explaining { try chain.reading(request) { try blame($0, key) } }
    var options = chain.reportOptions
    options.limit.each = limit
    try chain.write(inputs: exports, scripts: rules.files + request.options.modules) { sink in
      try Reports.write(result, as: chain.format, options: options, to: &sink)
    }
    result.notes.forEach(Diagnostics.note)
    return .same
  }
}

extension KeyRange {
  /// `42`, `100..200`, `100..`: from one key on to another one.
  static func parse(_ text: String) throws -> KeyRange {
    func key(_ part: Substring) -> [String]? { part.isEmpty ? nil : Escaped.split(String(part), at: ",") }
    guard let dots = text.firstRange(of: "..") else {
      let key = Escaped.split(text, at: ",")
      return KeyRange(low: key, high: key)
    }
    let range = KeyRange(low: key(text[..<dots.lowerBound]), high: key(text[dots.upperBound...]))
    guard range.low != nil || range.high != nil else {
      throw ArgumentValueError("it is a key, or two with .. between them, as in 100..200")
    }
    return range
  }
}
