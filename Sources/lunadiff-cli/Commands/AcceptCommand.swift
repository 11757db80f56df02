import ArgumentParser
import Comparing
import Platform
import Reports
import Requests

struct AcceptCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "accept", abstract: "Writes accepted differences to a file, so that they do not count again.",
    usage: "lunadiff accept OLD NEW [-k COLUMNS] [-o FILE] [--reason TEXT] [--until DAY] [filters]",
    discussion: """
      Compares as lunadiff OLD NEW does, and writes an entry for each difference: its key, its column, and its \
      values or their digest. 'lunadiff OLD NEW --accept FILE' then does not count differences that are exactly the \
      same. Entries that are in FILE already stay. FILE is JSON Lines, sorted, so that it can go into version \
      control.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff accept old.csv new.csv -k id -o accepted.jsonl --reason 'migration of May' --until 2026-12-31
      lunadiff accept old.csv new.csv -k id --column price --show updated -o accepted.jsonl
      lunadiff accept old.csv new.csv -k id --key 17 --key 23 -o accepted.jsonl
      lunadiff old.csv new.csv -k id --accept accepted.jsonl

    EXIT STATUS:
      0  the entries are there
      2  trouble: bad usage, unreadable input, a rule that failed, an output file that holds something else
    """

  @Argument(help: Help.flag("The old file.")) var old: String?

  @Argument(help: Help.flag("The new file.")) var new: String?

  @OptionGroup var output: OutputFileOption

  @Option(help: Help.flag("Why the differences are accepted.", value: "text")) var reason: String?

  @Option(
    help: Help.flag(
      "The last day on which they are accepted, as in 2026-12-31.", value: "day",
      "In UTC. From the next day on they count again."),
    transform: Day.parse) var until: String?

  @Option(
    help: Help.flag(
      "The table that the entries are for.", value: "name",
      "A name or a pattern. A batch then uses them only for the pair of this name; by default for all pairs."))
  var table: String?

  @Option(
    help: Help.flag(
      "Accept only these kinds of change.", value: "kinds",
      "Any of deleted, inserted, updated and moved, separated by commas."),
    completion: .words(of: Change.Kind.self), transform: ChangeKinds.parse) var show: [Set<Change.Kind>] = []

  @Option(help: Help.flag("Accept only changes of these columns.", value: "columns"), transform: ColumnList.parse)
  var column: [[String]] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: Help.flag(
      "Accept only changes of this record. Repeatable.", value: "values",
      "The values of its key as reports show them, with commas between those of several columns."),
    transform: { Escaped.split($0, at: ",") }) var key: [[String]] = []

  @Option(
    help: Help.flag(
      "Accept only what this finding of the report is about; the first is 1.", value: "number",
      "If it says that many records changed in the same way, one entry is written for all of them."),
    transform: Count.parsePositive) var finding: Int?

  @Flag(help: Help.flag("Write digests in place of values.")) var digests = false

  @Flag(help: Help.flag("Remove entries that match nothing or have expired.")) var prune = false

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
    // A file that cannot be read is an error before the comparison begins.
    _ = try AcceptedFile(orNew: path)
    ProgressLine.start("comparing \(request.old) and \(request.new)")
    defer { ProgressLine.finish() }
    let comparison = try compare(request) { $0.accept = nil }
    func update() throws -> ExitStatus { try write(AcceptedFile(orNew: path), comparison, to: place) }
    guard let directory = place?.directory else { return try update() }
    return try DirectoryLock.holding(directory, update)
  }

  private func write(_ old: AcceptedFile, _ comparison: Comparison, to place: OutputPlace?) throws -> ExitStatus {
    var file = old
    let (path, before) = (file.path, file.entries.count)
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
