import Comparing
import Platform
import Records
import Requests
import Rules

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
    case place(Place, path: String, reader: ReaderChoice?)
    case bytes([UInt8], Format)
    /// Records as JSON Lines, or why there are none.
    case rows(Result<[UInt8], any Error>)
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

  /// A file: CSV, TSV, JSON or JSON Lines, also compressed by gzip or zstd; of a directory, the records of all its files.
  ///
  /// The path is taken as it stands, wherever it comes from: neither as a pattern, nor for standard input, a version in
  /// git or an address, whatever it looks like. A reader that runs a program does so only where
  /// ``LunaHost/allowsPrograms`` says so.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - reader: The name of a reader of the host's or of a plug-in's; without one the reader that claims the file reads
  ///     it, if there is one: the host's own for its extension, then those of ``LunaHost/plugins``.
  ///   - settings: What the reader is told.
  public static func file(
    _ path: String, reader: String? = nil, settings: [String: String] = [:]
  ) -> Input { at(path, .file, reader, settings) }

  /// The files that a pattern such as `out/*.csv` matches, also those in a zip archive, as `all.zip!*.csv`: one table, in
  /// the order of their paths.
  ///
  /// `*`, `?` and `[…]` match within one name, `**` any folders. What is at the path itself is taken as it stands.
  public static func pattern(
    _ pattern: String, reader: String? = nil, settings: [String: String] = [:]
  ) -> Input { at(pattern, .pattern, reader, settings) }

  /// What the process reads as standard input.
  public static func standardInput(
    reader: String? = nil, settings: [String: String] = [:]
  ) -> Input { at("-", .named, reader, settings) }

  /// A version of a file that git keeps, in the repository of the current directory; this runs git.
  ///
  /// - Parameters:
  ///   - revision: As git names it, such as `HEAD~1`; empty for what is staged.
  ///   - path: The file's path from the top of the repository, or `./` and its path from the current directory.
  public static func revision(
    _ revision: String, of path: String, reader: String? = nil, settings: [String: String] = [:]
  ) -> Input { at("\(revision):\(path)", .named, reader, settings) }

  /// An address such as `s3://bucket/key`, which the reader of a plug-in reads that claims its scheme, by running a program.
  public static func address(
    _ address: String, reader: String? = nil, settings: [String: String] = [:]
  ) -> Input { at(address, .named, reader, settings) }

  private static func at(
    _ path: String, _ place: Place, _ reader: String?, _ settings: [String: String]
  ) -> Input {
    let choice = reader.map { name in
      ReaderChoice(
        name: name,
        settings: settings.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value) })
    }
    return Input(source: .place(place, path: path, reader: choice), name: path)
  }

  /// Bytes that are already there, such as a download; they may be compressed.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, or a string's `utf8`.
  ///   - format: What they are.
  ///   - name: What messages and reports call them.
  public static func bytes(
    _ bytes: some Sequence<UInt8>, _ format: Format, name: String = "bytes"
  ) -> Input { Input(source: .bytes(Array(bytes), format), name: name) }

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
    case .place(let place, let path, let choice):
      return try open(path, place, choice, options, rules, work, host)
    case .bytes(let bytes, let format):
      options.format = format.inputFormat
      return try RecordInput.read(bytes: bytes, name: name, options: options)
    case .rows(let rows):
      options.format = .jsonl
      options.hasLines = false
      return try RecordInput.read(bytes: rows.get(), name: name, options: options)
    }
  }

  /// Opens a file, or what a path stands for.
  private func open(
    _ given: String, _ place: Place, _ choice: ReaderChoice?, _ options: ReadOptions,
    _ rules: RuleSet, _ work: HostedWork, _ host: LunaHost
  ) throws -> RecordInput {
    let plugins = host.pluginProgram(work)
    if let name = choice?.name, host.readers[name] == nil { try plugins.checkReader(name) }
    let path = try place.path(given)
    if let reader = host.reader(of: path, choice) {
      let text = try PlainText(path: path, options: options)
      let input = try reader.input(of: text, choice).named(text.name)
      return try input.open(rules, work, LunaHost())
    }
    @Sendable func read(_ path: String, _ options: ReadOptions) throws -> RecordInput? {
      var input = ReaderInput(path: path)
      input.settings = choice?.values ?? .nil
      input.options = options
      input.allowsPrograms = host.allowsPrograms
      guard choice != nil || input.mayBeClaimed && (input.allowsPrograms || !host.plugins.isEmpty)
      else { return nil }
      return try plugins.read(input, by: choice?.name).records
    }
    if place != .named, case .parts = InputGlance(path: path) {
      return try RecordInput.openParts(path: path, options: options, by: read)
    }
    return try read(path, options) ?? RecordInput.openTable(path: path, options: options)
  }

  /// The same under another name.
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
    case .rows(let rows): (try? rows.get().count) ?? 0
    }
  }

  /// Whether it is standard input, which can be read once.
  var isStandardInput: Bool {
    if case .place(.named, "-", _) = source { true } else { false }
  }
}

extension Input.Place {
  /// A path that can mean nothing but what it has to.
  ///
  /// - Throws: `RecordError` where there is nothing at it.
  fileprivate func path(_ path: String) throws(RecordError) -> String {
    guard self != .named else { return path }
    let plain = path == "-" ? "./-" : path
    let isPattern =
      if self == .pattern, case .parts = InputGlance(path: plain) { true } else { false }
    if !isPattern, !FilePath.exists(plain) { _ = try TextFile.read(plain) }
    return plain
  }
}

extension HostReader {
  /// Runs the reader over a file's content.
  fileprivate func input(of text: PlainText, _ choice: ReaderChoice?) throws -> Input {
    let settings = choice?.settings.map { ($0.name, $0.value) } ?? []
    do {
      return try read(
        String(decoding: text.bytes, as: UTF8.self), Dictionary(settings) { _, last in last })
    } catch {
      throw LunaDiffError(.script, "\(text.name): \(error)", file: text.name, underlying: error)
    }
  }
}
