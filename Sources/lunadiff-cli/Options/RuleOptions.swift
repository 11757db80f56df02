import ArgumentParser
import Comparing
import Requests
import StagedDiff

/// What the flag for the columns of the key is called.
protocol KeyFlag { static var names: NameSpecification { get } }

/// `-k` and `--key`.
enum UsualKeyFlag: KeyFlag {
  static var names: NameSpecification { [.customShort("k", allowingJoined: true), .customLong("key")] }
}

/// The flags of rules, whatever that for the columns of the key is called.
protocol RuleGroup {
  /// The rules in Lua in the order in which they override.
  var sources: [DiffRequest.RuleSource] { get }
  /// What the flags say.
  var flags: RuleSet { get }
  /// Which plug-ins there are.
  var plugins: PluginOptions { get }
}

/// The flags of rules, as most commands have them.
typealias RuleOptions = NamedRuleOptions<UsualKeyFlag>

/// What makes two records the same, and what makes them equal.
struct NamedRuleOptions<Key: KeyFlag>: ParsableArguments, RuleGroup {
  @Option(
    name: Key.names,
    help: Help.flag(
      "The columns that identify a record.", value: "columns",
      """
      Separated by commas, or several times -k; a comma inside a name is written \\,. Without a key the one is \
      searched for that pairs most records, the first that lunadiff probe lists. With -k none the whole record is its \
      identity, and nothing is ever updated.
      """), transform: ColumnList.parse) var key: [[String]] = []

  @Option(
    help: Help.flag(
      "What the key's values are taken for: text or number.", value: "type",
      """
      Without it the text 1 of a CSV file and the number 1 of a JSON file are different. With 'text' a number is the \
      text of its value; with 'number' a text such as 01 is a number where it is one.
      """), completion: .words(of: KeyType.self), transform: Choice.of(KeyType.self)) var keyAs: KeyType?

  @Option(
    name: [.customShort("r", allowingJoined: true), .customLong("rules")],
    help: Help.flag(
      "A rules file in Lua. Repeatable; later ones override.", value: "file",
      """
      It returns a table, or defines globals: identity, equal, ignore, only, normalize, filter, section. A field \
      that a later file, -e or a flag gives replaces the earlier one.
      """)) var rules: [String] = []

  @Option(
    name: [.customShort("e", allowingJoined: true), .customLong("eval")], parsing: .unconditionalSingleValue,
    help: Help.flag(
      "Rules as Lua on the command line, after the files.", value: "lua",
      "As in -e 'function identity(r) return r.email:lower() end'.")) var eval: [String] = []

  @Option(help: Help.flag("Columns that are not compared.", value: "columns"), transform: ColumnList.parse) var ignore:
    [[String]] = []

  @Option(help: Help.flag("The only columns that are compared.", value: "columns"), transform: ColumnList.parse)
  var only: [[String]] = []

  @Option(
    help: Help.flag(
      "Numbers are equal if this close.", value: "amount",
      """
      As in --tolerance 0.01 for every column, --tolerance price=0.01 for one, --tolerance 1% for a part of the \
      greater number. Both values have to be numbers; other text compares exactly.
      """), transform: ColumnTolerance.parse) var tolerance: [ColumnTolerance] = []

  @Flag(
    help: Help.flag(
      "The case of texts means nothing, in any column.",
      "In keys as well as in other values. Texts inside of JSON objects and lists stay as they are.")) var ignoreCase =
    false

  @Flag(
    help: Help.flag("Spaces at the ends of texts mean nothing, in any column.", "In keys as well as in other values."))
  var trim = false

  @Option(
    help: Help.flag(
      "What tells the elements of a list inside a value apart.", value: "path=members",
      """
      As in --list items=sku or --list orders.lines=id,line. Also 'set' (order means nothing), 'position', and \
      'sequence' (the default: by value).
      """), transform: ListFlag.parse) var list: [ListFlag] = []

  @Option(
    help: Help.flag("Columns whose cells hold JSON, to be compared as such.", value: "columns"),
    transform: ColumnList.parse) var jsonColumn: [[String]] = []

  @Option(
    help: Help.flag(
      "A column of OLD that has another name in NEW.", value: "old=new", "Rules and flags then use the name in NEW."),
    transform: ColumnRename.parse) var rename: [ColumnRename] = []

  @Option(
    help: Help.flag(
      "Records with one value of this column are a section.", value: "column",
      "Sections are compared as well: which came, went and moved; records may move between them.")) var section: String?

  @Option(
    help: Help.flag(
      "The member that holds a section's records, in nested JSON.", value: "member",
      #"For [{"id": 1, "items": [{…}, …]}, …] say --elements items."#)) var elements: String?

  @Option(
    help: Help.flag(
      "The columns that identify a section of nested JSON.", value: "columns", "Without it, those of -k."),
    transform: ColumnList.parse) var sectionKey: [[String]] = []

  @Flag(help: Help.flag("No record is moved, unless into another section.")) var ignoreOrder = false

  @Option(
    help: Help.flag(
      "How moves are found: minimal, heckel or none.", value: "rule",
      """
      'minimal' (the default) finds the fewest. 'heckel' follows the rule of Heckel's paper as view libraries \
      apply it, which can find many more. 'none' is --ignore-order.
      """), completion: .words(of: MoveDetection.self), transform: Choice.of(MoveDetection.self)) var moves:
    MoveDetection?

  @Option(
    help: Help.flag(
      "Several records of one identity: match, pair or error.", value: "policy",
      """
      'match' (the default) pairs those that are equal byte for byte first, then the others in their order; 'pair' \
      pairs all of them in their order. Both report how many there are.
      """), completion: .words(of: ComparisonPlan.DuplicatePolicy.self),
    transform: Choice.of(ComparisonPlan.DuplicatePolicy.self)) var duplicates: ComparisonPlan.DuplicatePolicy?

  @Flag(help: Help.flag("A column that one side lacks makes its records updated.")) var strictColumns = false

  @Option(
    help: Help.flag(
      "Columns whose values no report and no message shows.", value: "columns",
      """
      They are compared as ever; *** stands for their values. For a masked key that is followed by a digest, which \
      tells records apart. It is another one in every run, unless the environment variable LUNADIFF_MASK_KEY holds a \
      secret of your own.
      """), transform: ColumnList.parse) var mask: [[String]] = []

  @OptionGroup(title: "Rules") var plugins: PluginOptions

  /// What the flags say.
  var flags: RuleSet {
    var rules = RuleSet()
    if !key.isEmpty { rules.identify(by: key.flatMap { $0 }) }
    rules.ignored = Self.listed(ignore)
    rules.only = Self.listed(only)
    rules.masked = Self.listed(mask)
    for flag in tolerance { rules.tolerate(flag.comparator, in: flag.column) }
    for list in list { rules.lists[list.path] = ListRule(words: list.rule) }
    rules.json = Self.listed(jsonColumn)
    for rename in rename { rules.renames[rename.old] = rename.new }
    rules.section = section.map(ComparisonPlan.Section.column)
    rules.elements = elements
    rules.sectionKey = Self.listed(sectionKey)
    rules.moves = moves
    rules.keyAs = keyAs
    rules.duplicates = duplicates
    if ignoreCase { rules.switches[.ignoreCase] = true }
    if trim { rules.switches[.trim] = true }
    if ignoreOrder { rules.switches[.ignoreOrder] = true }
    if strictColumns { rules.switches[.strictColumns] = true }
    return rules
  }

  /// What all uses of a flag list together; `nil` where it is not used.
  private static func listed(_ uses: [[String]]) -> [String]? { uses.isEmpty ? nil : uses.flatMap { $0 } }

  /// The rules in the order in which they override: files, then `-e`.
  var sources: [DiffRequest.RuleSource] {
    rules.map { .file($0) }
      + eval.enumerated().map { index, text in .text(text, name: eval.count == 1 ? "-e" : "-e #\(index + 1)") }
  }

  func validate() throws {
    if ignoreOrder, let moves, moves != MoveDetection.none {
      throw ValidationError("--ignore-order and --moves exclude each other")
    }
    if section != nil, elements != nil { throw ValidationError("--section and --elements exclude each other") }
    if !sectionKey.isEmpty, elements == nil { throw ValidationError("--section-key needs --elements") }
  }
}
