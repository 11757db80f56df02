import ArgumentParser
import Records
import Requests

/// Flags that say how inputs are read.
struct InputOptions: ParsableArguments {
  @Option(
    help: Help.flag(
      "\(InputFormat.allCases.map(\.rawValue).joined(separator: ", ")) or a plug-in's reader.", value: "format",
      """
      Without it the name decides (\(InputFormat.listedSuffixes.joined(separator: " ")), each also with .gz or .zst), and the content \
      where the name says nothing. Plug-ins' readers claim files by name, address or content: .sqlite, .xlsx, .parquet, \
      postgres://, s3:// by the programs that read them. lunadiff plugins lists all readers.
      """), completion: .words(of: InputFormat.self), transform: PluginChoice<InputFormat>.parse) var inputFormat:
    PluginChoice<InputFormat>?

  @Option(
    parsing: .unconditionalSingleValue,
    help: Help.flag(
      "Tells a plug-in's reader something. Repeatable.", value: "name=value",
      "As in table=orders for a database; --old-option and --new-option tell it for one input alone."),
    transform: ReaderChoice.Setting.parse) var inputOption: [ReaderChoice.Setting] = []

  @Option(
    parsing: .unconditional,
    help: Help.flag(
      "The character between cells of CSV.", value: "char",
      "One character, or 'tab'. Without it the first lines decide among , ; tab and |; -v says how."),
    completion: .delimiters, transform: SingleByte.parse) var delimiter: UInt8?

  @Option(
    parsing: .unconditional,
    help: Help.flag(
      "The character around quoted cells, or none.", value: "char",
      "With 'none' quotes are text as everything else, and --escape, if given, holds everywhere."),
    transform: QuoteChoice.parse) var quote: QuoteChoice?

  @Option(
    parsing: .unconditional,
    help: Help.flag(
      "The character that makes the next one literal inside quotes.", value: "char",
      "For exports that write \\\" where RFC 4180 doubles the quote. Doubled quotes stay understood."),
    transform: SingleByte.parse) var escape: UInt8?

  @Flag(
    help: Help.flag(
      "The escape holds outside quotes, too.",
      """
      As MySQL, PostgreSQL and Hive write: a delimiter, a line end or a quote behind the escape is text, and \\n, \\t, \\r, \
      \\b, \\f, \\v, \\0 and \\Z are control characters. A cell that is \\N is null.
      """)) var escapeUnquoted = false

  @Flag(
    help: Help.flag(
      "Leave out spaces before cells and around quotes.",
      "As in 1970, 17, \"Hi, Mom!\". Spaces behind text without quotes stay.")) var skipSpace = false

  @Option(
    parsing: .unconditional, help: Help.flag("Lines that begin with this are left out.", value: "char"),
    transform: SingleByte.parse) var comment: UInt8?

  @Flag(help: Help.flag("The first row is a record; columns are 1, 2, and so on.")) var noHeader = false

  @Option(
    help: Help.flag(
      "The names of the columns, where the first row is a record.", value: "columns",
      "Separated by commas; \\, is a comma inside a name. As many as a row has cells."), transform: ColumnList.parse)
  var columns: [String] = []

  @Flag(help: Help.flag("Make duplicate and empty column names distinct.")) var renameHeaders = false

  @Option(
    parsing: .unconditionalSingleValue,
    help: Help.flag(
      "A text that means null where it is not quoted. Repeatable.", value: "text",
      "An empty cell is the empty text unless --null '' says otherwise.")) var null: [String] = []

  @Option(
    help: Help.flag(
      "The encoding of both inputs, by iconv's name.", value: "name",
      "Without it UTF-8. A byte order mark always decides. Nothing is ever guessed."), completion: .encodings,
    transform: EncodingName.parse) var encoding: String?

  @Option(help: Help.flag("Leave out this many lines before the header.", value: "count"), transform: Count.parse)
  var skipLines = 0

  @Option(
    help: Help.flag(
      "Rows with too few or too many cells: error, pad or skip.", value: "policy",
      """
      'error' ends with the place of the first one. 'pad' takes missing cells as absent, and keeps further ones in \
      columns that are named by their place. 'skip' leaves such rows out. What was let through is counted and said.
      """), completion: .words(of: RaggedPolicy.self), transform: Choice.of(RaggedPolicy.self)) var ragged =
    RaggedPolicy.error

  @Option(
    help: Help.flag(
      "Where in a JSON document the collection is.", value: "pointer", "A JSON Pointer such as /data/items.")) var at:
    String?

  @Option(
    help: Help.flag(
      "The most bytes of one input, inflated, as in 8G; 0 for no limit.", value: "size",
      """
      Without it a file that is not compressed may have any size. What is inflated, converted or read from a pipe may \
      come to a quarter of the machine's memory, where it has to be held there, and what inflates beyond 1G to a hundred \
      times its compressed size.
      """), transform: Limit.parse(ByteCount.parse)) var inputLimit: Limit<Int>?

  var reader: ReaderChoice { ReaderChoice(name: inputFormat?.plugin, settings: inputOption) }

  func validate() throws {
    if !inputOption.isEmpty, let format = inputFormat?.builtIn {
      throw ValidationError("--input-option is for plug-ins' readers, unlike --input-format \(format)")
    }
    if escapeUnquoted, escape == nil { throw ValidationError("--escape-unquoted needs --escape, as in --escape '\\'") }
  }

  var options: ReadOptions {
    var options = ReadOptions()
    options.format = inputFormat?.builtIn
    options.delimiter = delimiter
    quote?.apply(to: &options)
    options.escape = escape
    options.escapesUnquoted = escapeUnquoted
    options.skipsSpace = skipSpace
    options.comment = comment
    options.hasHeader = !noHeader
    options.columnNames = columns.isEmpty ? nil : columns
    options.renamesHeaders = renameHeaders
    options.nullTokens = null
    options.encoding = encoding
    options.skipLines = skipLines
    options.ragged = ragged
    options.pointer = at
    if let inputLimit { options.inputLimit = inputLimit.amount.map(InputLimit.atMost) ?? .unlimited }
    return options
  }
}

extension ComparisonOptions {
  init(
    _ input: InputOptions, old: SideOptions<OldSide>? = nil, new: SideOptions<NewSide>? = nil,
    rules: (any RuleGroup)? = nil, script: ScriptOptions? = nil, work: WorkOptions? = nil
  ) {
    self.init()
    read = input.options
    readers.source = old?.reader(over: input.reader) ?? input.reader
    readers.target = new?.reader(over: input.reader) ?? input.reader
    overrides.source = old?.overrides ?? ReadOverrides()
    overrides.target = new?.overrides ?? ReadOverrides()
    if let rules {
      self.rules = rules.sources
      flags = rules.flags
      plugins = rules.plugins.search
      if !rules.noProject { project = ProjectSearch(tell: Diagnostics.note) }
    }
    if let script {
      limits = script.limits(over: limits)
      compiles = !script.noCompile
    }
    print = Diagnostics.printed
    threads = work?.threads ?? 0
  }
}
