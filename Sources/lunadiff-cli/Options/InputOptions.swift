import ArgumentParser
import Records
import Requests

/// Flags that say how inputs are read.
struct InputOptions: ParsableArguments {
  @Option(
    help: Help.flag(
      "\(InputFormat.allCases.map(\.rawValue).joined(separator: ", ")), or a reader of a plug-in.", value: "format",
      """
      By default the name decides (\(InputFormat.listedSuffixes.joined(separator: " ")), each also with .gz or .zst), or else the content. Readers \
      of plug-ins take files by name, address or content: .sqlite, .xlsx, .parquet, postgres://, s3:// with the programs \
      for them. lunadiff plugins lists all readers.
      """), completion: .words(of: InputFormat.self), transform: PluginChoice<InputFormat>.parse) var inputFormat:
    PluginChoice<InputFormat>?

  @Option(
    parsing: .unconditionalSingleValue,
    help: Help.flag(
      "An option of a plug-in's reader. Repeatable.", value: "name=value",
      "As in table=orders for a database. --old-option and --new-option are for one input alone."),
    transform: ReaderChoice.Setting.parse) var inputOption: [ReaderChoice.Setting] = []

  @Option(
    parsing: .unconditional,
    help: Help.flag(
      "The character between the cells of CSV.", value: "char",
      "One character, or 'tab'. By default the first lines decide among , ; tab and |; -v says how."),
    completion: .delimiters, transform: SingleByte.parse) var delimiter: UInt8?

  @Option(
    parsing: .unconditional,
    help: Help.flag(
      "The character around quoted cells, or none.", value: "char",
      "By default \". With 'none' quotes are ordinary text, and --escape, if given, works everywhere."),
    transform: QuoteChoice.parse) var quote: QuoteChoice?

  @Option(
    parsing: .unconditional,
    help: Help.flag(
      "Inside quotes, the character that makes the next one plain text.", value: "char",
      "For files that write \\\" where CSV usually has two quotes. Doubled quotes still work."),
    transform: SingleByte.parse) var escape: UInt8?

  @Flag(
    help: Help.flag(
      "The escape works outside of quotes, too.",
      """
      As MySQL, PostgreSQL and Hive write: a delimiter, a line end or a quote behind the escape is text, and \\n, \\t, \\r, \
      \\b, \\f, \\v, \\0 and \\Z are control characters. A cell that is \\N is null.
      """)) var escapeUnquoted = false

  @Flag(
    help: Help.flag(
      "Ignore spaces before cells and around quotes.",
      "As in 1970, 17, \"Hi, Mom!\". Spaces after text without quotes stay.")) var skipSpace = false

  @Option(
    parsing: .unconditional, help: Help.flag("Leave out lines that begin with this.", value: "char"),
    transform: SingleByte.parse) var comment: UInt8?

  @Flag(help: Help.flag("The file has no header: columns are called 1, 2, and so on.")) var noHeader = false

  @Option(
    help: Help.flag(
      "The names of the columns, for a file without a header.", value: "columns",
      "Separated by commas, as many as a row has cells; write \\, for a comma inside a name."),
    transform: ColumnList.parse)
  var columns: [String] = []

  @Flag(help: Help.flag("Give empty and repeated column names names of their own.")) var renameHeaders = false

  @Option(
    parsing: .unconditionalSingleValue,
    help: Help.flag(
      "A text that means null where it is not quoted. Repeatable.", value: "text",
      "By default no text does, and an empty cell is an empty text; --null '' makes it null.")) var null: [String] = []

  @Option(
    help: Help.flag(
      "The encoding of both inputs, by its name in iconv.", value: "name",
      "The default is UTF-8. It is never guessed, but a byte order mark decides over all else."),
    completion: .encodings,
    transform: EncodingName.parse) var encoding: String?

  @Option(help: Help.flag("Leave out so many lines before the header.", value: "count"), transform: Count.parse)
  var skipLines = 0

  @Option(
    help: Help.flag("Leave out so many lines at the end, such as a line of totals.", value: "count"),
    transform: Count.parse) var skipLastLines = 0

  @Option(
    help: Help.flag(
      "What to do with rows that have too few or too many cells: error, pad or skip.", value: "policy",
      """
      'error' (the default) stops at the first one. 'pad' takes missing cells as absent, and puts further ones into \
      columns that are named by their place. 'skip' leaves such rows out. Reports say how many there were.
      """), completion: .words(of: RaggedPolicy.self), transform: Choice.of(RaggedPolicy.self)) var ragged =
    RaggedPolicy.error

  @Option(
    help: Help.flag(
      "Where the records are in a JSON document.", value: "pointer", "A JSON Pointer, as in /data/items.")) var at:
    String?

  @Option(
    help: Help.flag(
      "The most bytes of an unpacked input, as in 8G; 0 for no limit.", value: "size",
      """
      By default a file that is not compressed may have any size. What is unpacked, converted or read from a pipe \
      may take a quarter of the machine's memory, if it has to be held there, and what unpacks to more than 1G may \
      be a hundred times its compressed size.
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
    options.skipLastLines = skipLastLines
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
