import Analysis
import ArgumentParser
import Platform
import Reports
import Requests

struct BlameCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "blame", abstract: "Says since when each cell of a table has its value.",
    usage: """
      lunadiff blame EXPORT... [-k COLUMNS] [options]
      lunadiff blame --git FILE [--since DATE] [options]
      """,
    discussion: """
      Of the newest export, for each record and each of its cells, the export since which the value is there; ^ stands \
      before the first one, since a value may be older than that. The exports are taken in the order of the dates in \
      their names where each has one, and else in the order given. Each is read once. What rules call equal is no change.
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

  @Argument(help: Help.flag("Exports of one table: files as 'lunadiff OLD NEW' takes them.")) var exports: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: Help.flag(
      "Only records of this key, or of keys from one to another, as in 100..200. Repeatable.", value: "values",
      """
      The values of the key's columns, with commas between them. Both ends belong to it, and one may be left out; \
      numbers go by their value, texts by their bytes.
      """), transform: KeyRange.parse) var key: [KeyRange] = []

  @Option(
    help: Help.flag(
      "List so many records at most, those that changed last.", value: "number", "On a page 2000 if nothing is said."),
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
