import ArgumentParser
import Comparing
import Platform
import Reports
import Requests

struct AcceptCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "accept", abstract: "Writes down differences that are accepted, so that they do not count again.",
    usage: "lunadiff accept OLD NEW [-k COLUMNS] [-o FILE] [--reason TEXT] [--until DAY] [filters]",
    discussion: """
      Compares as lunadiff OLD NEW does, and writes an entry for each difference: its key, its column, and its \
      values or their digest. 'lunadiff OLD NEW --accept FILE' then does not count what is exactly so. Entries that \
      FILE has already stay; FILE is JSON Lines, sorted, and made for version control.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff accept old.csv new.csv -k id -o accepted.jsonl --reason 'migration of May' --until 2026-12-31
      lunadiff accept old.csv new.csv -k id --column price --show updated -o accepted.jsonl
      lunadiff accept old.csv new.csv -k id --key 17 --key 23 -o accepted.jsonl
      lunadiff old.csv new.csv -k id --accept accepted.jsonl

    EXIT STATUS:
      0  the entries are there
      2  trouble: bad usage, unreadable input, a rule that failed, a file that is none of accepted differences
    """

  @Argument(help: Help.flag("What there was.")) var old: String?

  @Argument(help: Help.flag("What there is now.")) var new: String?

  @OptionGroup var output: OutputFileOption

  @Option(help: Help.flag("Why they are accepted.", value: "text")) var reason: String?

  @Option(
    help: Help.flag(
      "The last day on which they are.", value: "day",
      "As in 2026-12-31, in UTC. From the next day on they count again."),
    transform: Day.parse) var until: String?

  @Option(
    help: Help.flag(
      "The table that they are about.", value: "name",
      "A name or a pattern. A batch then holds them against the pair of this name alone; without it, against all."))
  var table: String?

  @Option(
    help: Help.flag("Only changes of these kinds.", value: "kinds", "Of deleted, inserted, updated, moved."),
    completion: .words(of: Change.Kind.self), transform: ChangeKinds.parse) var show: [Set<Change.Kind>] = []

  @Option(help: Help.flag("Only values of these columns.", value: "columns"), transform: ColumnList.parse)
  var column: [[String]] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: Help.flag(
      "Only records of this key. Repeatable.", value: "values",
      "The values of the key's columns as reports show them, with commas between them."),
    transform: { Escaped.split($0, at: ",") }) var key: [[String]] = []

  @Option(
    help: Help.flag(
      "Only what this finding of the report is about, the first being 1.", value: "number",
      "One that says the same change of many records becomes one entry for all of them."),
    transform: Count.parsePositive) var finding: Int?

  @Flag(help: Help.flag("Write no values, only their digests.")) var digests = false

  @Flag(help: Help.flag("Take entries out that fit nothing, or have expired.")) var prune = false

  @OptionGroup(title: "Rules") var rules: NamedRuleOptions<ShortKeyFlag>
  @OptionGroup var inputs: InputPairOptions

  func validate() throws {
    if prune, output.path == nil { throw ValidationError("--prune needs -o, the file to take entries out of") }
  }

  func execute() throws -> ExitStatus {
    let request = try pairRequest(rules, usage: "lunadiff accept OLD NEW -o accepted.jsonl")
    return try inputs.script.explaining { try run(request) }
  }

  private func run(_ request: DiffRequest) throws -> ExitStatus {
    let place = try output.place(inputs: [request.old, request.new], scripts: rules.files + request.options.modules)
    let path = output.path ?? ""
    var file = FilePath.exists(path) ? try AcceptedFile(path) : AcceptedFile(new: path)
    ProgressLine.start("comparing \(request.old) and \(request.new)")
    defer { ProgressLine.finish() }
    let comparison = try compare(request) { $0.accept = nil }
    let before = file.entries.count
    if prune, let acceptance = try comparison.accepting(fileAt: path, table: table).acceptance {
      file.prune(by: acceptance)
    }
    let pruned = before - file.entries.count
    let choice = AcceptanceChoice(
      kinds: show.reduce(into: []) { $0.formUnion($1) }, columns: column.flatMap(\.self), keys: key, finding: finding)
    let result = try file.accept(choice, of: comparison, terms)
    ProgressLine.finish()
    try ProgramOutput.write(to: place) { try $0.write(file.text) }
    for warning in comparison.terms.warnings { Diagnostics.warning(warning.message) }
    if result.nameless > 0 {
      Diagnostics.warning(
        "\(Grouped.count(result.nameless, "updated record", "updated records")) without a column that differs "
          + "cannot be accepted")
    }
    for key in result.unmetKeys {
      Diagnostics.warning("nothing differs in a record of the key '\(key)'")
    }
    guard place != nil else { return .same }
    let counts = ["\(Grouped.number(result.added)) added"] + (prune ? ["\(Grouped.number(pruned)) taken out"] : [])
    Diagnostics.note(
      "\(path): \(counts.joined(separator: ", ")), \(Grouped.count(file.entries.count, "entry", "entries")) in all")
    return .same
  }

  private var terms: AcceptanceTerms {
    var terms = AcceptanceTerms()
    (terms.table, terms.reason, terms.until, terms.asDigests) = (table, reason, until, digests)
    return terms
  }
}

extension AcceptCommand: PairInputsCommand {}

/// A day as `2026-12-31`.
private enum Day {
  static func parse(_ text: String) throws -> String {
    guard ExportDate.of(text) == text else { throw ArgumentValueError("it is a day such as 2026-12-31") }
    return text
  }
}
