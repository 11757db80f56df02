import Comparing
import Platform
import Records
import Requests
import Rules
import Synchronization

/// Records to compare, and how they are read: a file, bytes, or what a program has in memory.
///
/// ```swift
/// let old = Input.file("old.csv")
/// var new = Input.bytes(download, .csv, name: "download")
/// new.options.delimiter = ";"
/// ```
public struct Input: Sendable {
  /// Where the records come from.
  enum Source: Sendable {
    case place(Place, path: String, reader: ReaderChoice)
    case bytes([UInt8], Format)
    /// Records as JSON Lines, or why there are none.
    case rows(Result<Rows, any Error>)
  }

  struct Rows: Sendable {
    let lines: [UInt8]
    /// All columns, also those in which no row has a value.
    let columns: [String]
    /// The columns in which no row has anything but numbers, or truth values.
    let types: [String: KeyType]
  }

  /// What a path may mean.
  enum Place: Sendable {
    /// A file or a directory, whatever it is called.
    case file
    /// The same, or a pattern of files.
    case pattern
    /// What the command line takes it for.
    case named
  }

  let source: Source
  /// What messages and reports call the input.
  let name: String
  /// How it is read; what is not said here follows the file's name, its content and the rules.
  public var options = Options()

  /// A file: CSV, TSV, JSON or JSON Lines, also compressed by gzip or zstd; of a directory, the records of all its
  /// files.
  ///
  /// The path is taken as it stands, wherever it comes from: neither as a pattern, nor for standard input, a version in
  /// git or an address, whatever it looks like. A reader that runs a program does so only where
  /// ``LunaHost/allowsPrograms`` says so.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - reader: The name of a reader of the host's or of a plug-in's; without one the reader that claims the file
  ///     reads it, if there is one: the host's own for its extension, then those of ``LunaHost/plugins``.
  ///   - settings: What the reader is told; an error where no reader reads the file.
  public static func file(_ path: String, reader: String? = nil, settings: [String: String] = [:]) -> Input {
    at(path, .file, reader, settings)
  }

  /// The files that a pattern such as `out/*.csv` matches, also those in a zip archive, as `all.zip!*.csv`: one table,
  /// in the order of their paths.
  ///
  /// `*`, `?` and `[…]` match within one name, `**` any folders. What is at the path itself is taken as it stands.
  public static func pattern(_ pattern: String, reader: String? = nil, settings: [String: String] = [:]) -> Input {
    at(pattern, .pattern, reader, settings)
  }

  /// A version of a file that git keeps, in the repository of the current directory; this runs git.
  ///
  /// The revision is called as git names it, such as `HEAD~1`, or empty for what is staged; the path is that from the
  /// top of the repository, or `./` and that from the current directory.
  public static func revision(
    _ revision: String, of path: String, reader: String? = nil, settings: [String: String] = [:]
  ) -> Input { at("\(revision):\(path)", .named, reader, settings) }

  /// An address such as `s3://bucket/key`, or `-` for standard input.
  ///
  /// The reader of a plug-in reads an address whose scheme it claims, by running a program.
  public static func address(_ address: String, reader: String? = nil, settings: [String: String] = [:]) -> Input {
    at(address, .named, reader, settings)
  }

  private static func at(_ path: String, _ place: Place, _ reader: String?, _ settings: [String: String]) -> Input {
    let choice = ReaderChoice(
      name: reader, settings: settings.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value) })
    return Input(source: .place(place, path: path, reader: choice), name: path)
  }

  /// Bytes that are already there, such as a download; they may be compressed.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, or a string's `utf8`.
  ///   - format: What they are.
  ///   - name: What messages and reports call them.
  public static func bytes(_ bytes: some Sequence<UInt8>, _ format: Format, name: String = "bytes") -> Input {
    Input(source: .bytes(Array(bytes), format), name: name)
  }

  /// Opens the input.
  ///
  /// - Parameters:
  ///   - rules: What they say of reading holds where the input says nothing.
  ///   - work: Workers, meter, watch and memory.
  func open(_ rules: RuleSet, _ work: HostedWork, _ host: LunaHost) throws -> RecordInput {
    var options = rules.applied(to: try self.options.readOptions())
    options.workers = work.read.workers
    options.meter = work.read.meter
    options.watch = work.read.watch
    options.spilling = work.read.spilling
    switch source {
    case .place(let place, let path, let choice): return try open(path, place, choice, options, rules, work, host)
    case .bytes(let bytes, let format):
      options.format = format.inputFormat
      return try RecordInput.read(bytes: bytes, name: name, options: options)
    case .rows(let rows):
      options.format = .jsonl
      options.hasLines = false
      options.members = try rows.get().columns
      return try RecordInput.read(bytes: rows.get().lines, name: name, options: options)
    }
  }

  /// Opens a file, or what a path stands for.
  private func open(
    _ given: String, _ place: Place, _ choice: ReaderChoice, _ options: ReadOptions, _ rules: RuleSet,
    _ work: HostedWork, _ host: LunaHost
  ) throws -> RecordInput {
    let plugins = host.pluginProgram(work)
    if let name = choice.name, host.readers[name] == nil { try plugins.checkReader(name) }
    let path = try place.path(given)
    if let reader = host.reader(of: path, choice) {
      let text = try PlainText(path: path, options: options)
      let input = try reader.input(of: text, choice).named(text.name)
      return try input.open(rules, work, LunaHost())
    }
    let mayRead = choice.name != nil || host.allowsPrograms || host.hasPlugins
    var opening = InputOpening(mayRead ? plugins : nil, options)
    opening.choice = choice
    opening.allowsPrograms = host.allowsPrograms
    opening.readsEachFile = place != .named
    let isReadByPlugin = Atomic(false)
    opening.noteReader = { isReadByPlugin.store(true, ordering: .relaxed) }
    let input = try opening.open([path])
    if let setting = choice.settings.first, !isReadByPlugin.load(ordering: .relaxed) { throw setting.unused(for: name) }
    return input
  }

  private func named(_ name: String) -> Input {
    var input = Input(source: source, name: name)
    input.options = options
    return input
  }

  /// About how many bytes are to be read; `nil` where it is unknown.
  var size: Int? {
    switch source {
    case .place(_, let path, _): FileSize.inflated(path)
    case .bytes(let bytes, _): bytes.count
    case .rows(.success(let rows)): rows.lines.count
    case .rows(.failure): 0
    }
  }

  /// What the cells of a file without types are taken for that is compared with the input.
  var types: [String: KeyType] { if case .rows(.success(let rows)) = source { rows.types } else { [:] } }

  /// Whether it is standard input, which can be read once.
  var isStandardInput: Bool { if case .place(.named, "-", _) = source { true } else { false } }
}

extension Input.Place {
  /// A path that can mean nothing but what it has to.
  ///
  /// - Throws: `RecordError` where there is nothing at it.
  fileprivate func path(_ path: String) throws(RecordError) -> String {
    guard self != .named else { return path }
    let plain = path == "-" ? "./-" : path
    if !(self == .pattern && InputGlance.isParts(plain)), !FilePath.exists(plain) { _ = try TextFile.read(plain) }
    return plain
  }
}

extension HostReader {
  /// Runs the reader over a file's content.
  fileprivate func input(of text: PlainText, _ choice: ReaderChoice) throws -> Input {
    let settings = choice.settings.map { ($0.name, $0.value) }
    do { return try read(String(decoding: text.bytes, as: UTF8.self), Dictionary(settings) { _, last in last }) } catch
    { throw LunaDiffError(.script, "\(text.name): \(error)", file: text.name, underlying: error) }
  }
}

extension Input {
  /// The formats that records are read from.
  public enum Format: Sendable, CaseIterable {
    /// Delimiter-separated values; the delimiter is found by itself unless it is said.
    case csv
    /// Tab-separated values.
    case tsv
    /// One JSON document: an array, or an object of objects.
    case json
    /// JSON Lines: one JSON value a line.
    case jsonLines
  }

  /// What happens to a record with fewer or more cells than there are columns.
  public enum RaggedRecords: Sendable, CaseIterable {
    /// They are an error that names the record.
    case refused
    /// Missing cells are absent; further ones stand in columns that are named by their place.
    case padded
    /// They are left out.
    case skipped
  }

  /// How an input is read; what is not said follows the file's name, its content and the rules.
  public struct Options: Sendable {
    /// The format.
    public var format: Format?
    /// The character between cells.
    public var delimiter: Character?
    /// The character around quoted cells.
    public var quote: Character?
    /// The character that makes the next one literal inside quotes, beside doubled quotes.
    public var escape: Character?
    /// What a line begins with that is a comment.
    public var comment: Character?
    /// Whether the first record of delimited text names the columns, which else are `1`, `2` and so on.
    public var hasHeader = true
    /// The names of the columns of delimited text without a header.
    public var columnNames: [String]?
    /// Texts of unquoted cells that mean null.
    public var nullTexts: [String] = []
    /// The name of an encoding that iconv knows, where it is not UTF-8.
    public var encoding: String?
    /// How many lines to leave out before the header.
    public var skippedLines = 0
    /// How many lines to leave out at the end of delimited text, such as a line of totals.
    public var skippedLastLines = 0
    /// What happens to a record with fewer or more cells than there are columns.
    public var raggedRecords = RaggedRecords.refused
    /// The JSON Pointer of the collection inside a document.
    public var pointer: String?
    /// The member that holds a section's records, in nested JSON.
    public var elements: String?
    /// The most bytes that the input may have, inflated; `nil` is as much as the machine bears.
    public var sizeLimit: Int?
  }
}

extension Input.Options {
  /// What the rooms below want to know.
  ///
  /// - Throws: `LunaDiffError` where a character is none that text can be delimited by.
  func readOptions() throws -> ReadOptions {
    var options = ReadOptions()
    options.format = format?.inputFormat
    options.delimiter = try byte(delimiter, "delimiter")
    options.quote = try byte(quote, "quote")
    options.escape = try byte(escape, "escape")
    options.comment = try byte(comment, "comment")
    options.hasHeader = hasHeader
    options.columnNames = columnNames
    options.nullTokens = nullTexts
    options.encoding = encoding
    options.skipLines = max(0, skippedLines)
    options.skipLastLines = max(0, skippedLastLines)
    options.ragged = raggedRecords.policy
    options.pointer = pointer
    options.elements = elements
    options.inputLimit = sizeLimit.map(InputLimit.atMost) ?? .automatic
    return options
  }

  private func byte(_ character: Character?, _ name: String) throws -> UInt8? {
    guard let character else { return nil }
    guard let byte = character.asciiValue, character.utf8.count == 1 else {
      throw LunaDiffError(.request, "the \(name) must be one character of ASCII, not '\(character)'")
    }
    return byte
  }
}

extension Input.Format {
  var inputFormat: InputFormat {
    switch self {
    case .csv: .csv
    case .tsv: .tsv
    case .json: .json
    case .jsonLines: .jsonl
    }
  }
}

extension Input.RaggedRecords {
  fileprivate var policy: RaggedPolicy {
    switch self {
    case .refused: .error
    case .padded: .pad
    case .skipped: .skip
    }
  }
}

extension Input {
  /// Values of a program's, each of which encodes itself as a record: a structure with properties, or a dictionary.
  ///
  /// A task that is cancelled meanwhile encodes no further values, and who compares the input gets a
  /// `CancellationError`.
  ///
  /// Where the other side is delimited text, its cells are taken for what the values are: numbers, or truth values, in
  /// columns that have nothing else.
  ///
  /// A property that is `nil` and is left out by its type's encoding is a value that the record lacks: beside a file's
  /// empty cells, `luna.compare.null_as("")` calls both the same. Such a property is a column even if it is `nil` in
  /// all rows, because `encodeIfPresent`, which Swift calls for it, names it. The members of a dictionary are columns in
  /// order of their names.
  ///
  /// - Parameters:
  ///   - rows: The values, which are encoded at once.
  ///   - name: What messages and reports call them.
  ///   - datesAsText: Whether a `Date` is text in ISO 8601, to be compared with a file's by
  ///     ``Rules/Comparator/date(within:formats:)``; else it is a number, as `JSONEncoder` has it.
  /// - Complexity: O(*n*), where *n* is the size of all values.
  public static func rows<Rows: Sequence>(_ rows: Rows, name: String = "rows", datesAsText: Bool = false) -> Input
  where Rows.Element: Encodable {
    let isSorted = Rows.Element.self is any Unordered.Type
    return Input(rows, name, isSorted: isSorted) { try ValueEncoder.tree(of: $0, datesAsText) }
  }

  /// Dictionaries of values by column.
  ///
  /// - Parameters:
  ///   - rows: The records; their columns are taken in order of their names.
  ///   - name: What messages and reports call them.
  public static func rows(_ rows: some Sequence<[String: any Encodable]>, name: String = "rows") -> Input {
    Input(rows, name, isSorted: true) { try ValueEncoder.tree(ofMembers: $0.lazy.map { ($0.key, $0.value) }) }
  }

  /// Values of any type, of which each column is computed.
  ///
  /// ```swift
  /// let users = Input.rows(model.users, columns: ["id": \.id, "name": { $0.first + " " + $0.last }])
  /// ```
  ///
  /// - Parameters:
  ///   - rows: The values.
  ///   - columns: For each column, in this order, how a record's value is made; `nil` is none.
  ///   - name: What messages and reports call them.
  public static func rows<Rows: Sequence>(
    _ rows: Rows, columns: KeyValuePairs<String, (Rows.Element) -> (any Encodable)?>, name: String = "rows"
  ) -> Input {
    Input(rows, name, columns: columns.map(\.key)) { row in
      try ValueEncoder.tree(ofMembers: columns.lazy.map { ($0.key, $0.value(row)) })
    }
  }

  /// Encodes records as JSON Lines.
  private init<Rows: Sequence>(
    _ rows: Rows, _ name: String, isSorted: Bool = false, columns: [String] = [],
    _ encode: (Rows.Element) throws -> ValueTree
  ) {
    let lines = OutputBuffer()
    let json = JSONEmitter(lines)
    json.begin(.stream)
    var count = 0
    var types = ColumnTypes(columns)
    do {
      for row in rows {
        try Task.checkCancellation()
        let tree = try encode(row)
        if isSorted { tree.sortMembers() }
        guard case .members(let members) = tree.content else {
          throw EncodingError.invalidValue(
            row, .init(codingPath: [], debugDescription: "it is encoded as one value, and has no columns"))
        }
        tree.write(to: json)
        for (column, value) in members { types.see(value, in: column) }
        count += 1
      }
      let rows = Input.Rows(lines: lines.takeBytes(from: 0), columns: types.columns, types: types.known)
      self.init(source: .rows(.success(rows)), name: name)
    } catch let error as CancellationError { self.init(source: .rows(.failure(error)), name: name) } catch {
      let error = LunaDiffError(encoding: error, record: count, of: name)
      self.init(source: .rows(.failure(error)), name: name)
    }
  }
}

/// The columns, and the types that their values have, as far as all of a column have one.
private struct ColumnTypes {
  private(set) var columns: [String]
  private var seen: Set<String>
  private var types: [String: KeyType?] = [:]

  init(_ columns: [String]) { (self.columns, seen) = (columns, Set(columns)) }

  var known: [String: KeyType] { types.compactMapValues { $0 } }

  mutating func see(_ tree: ValueTree, in column: String) {
    if seen.insert(column).inserted { columns.append(column) }
    guard case .value(let value) = tree.content, value != .null else { return }
    let type: KeyType? =
      switch value {
      case .number: .number
      case .boolean: .text
      default: nil
      }
    types.updateValue(types[column, default: type] == type ? type : nil, forKey: column)
  }
}

/// What has no order of its own.
private protocol Unordered {}
extension Dictionary: Unordered {}
