import Comparing
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
    case file(path: String, reader: ReaderChoice?)
    case bytes([UInt8], Format)
    /// Records as JSON Lines, or why there are none.
    case rows(Result<[UInt8], any Error>)
  }

  let source: Source
  /// What messages and reports call the input.
  let name: String
  /// How it is read; what is not said here follows the file's name, its content and the rules.
  public var options = Options()

  /// A file: CSV, TSV, JSON or JSON Lines, also compressed by gzip or zstd; `-` is standard input.
  ///
  /// A directory, and a pattern such as `out/*.csv`, are the records of all their files.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - reader: The name of a reader of the host's or of a plug-in's; without one the host's reader for the file's
  ///     extension reads it, if there is one.
  ///   - settings: What the reader is told.
  public static func file(
    _ path: String, reader: String? = nil, settings: [String: String] = [:]
  ) -> Input {
    let choice = reader.map { name in
      ReaderChoice(
        name: name,
        settings: settings.sorted { $0.key < $1.key }.map { .init(name: $0.key, value: $0.value) })
    }
    return Input(source: .file(path: path, reader: choice), name: path)
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
    case .file(let path, let choice):
      if let reader = host.reader(of: path, choice) {
        let text = try PlainText(path: path, options: options)
        let input = try reader.input(of: text, choice).named(text.name)
        return try input.open(rules, work, LunaHost())
      }
      guard let choice else { return try RecordInput.openTable(path: path, options: options) }
      var input = ReaderInput(path: path)
      input.settings = choice.values
      input.options = options
      return try host.pluginProgram(work).read(input, by: choice.name).records
        ?? RecordInput.openTable(path: path, options: options)
    case .bytes(let bytes, let format):
      options.format = format.inputFormat
      return try RecordInput.read(bytes: bytes, name: name, options: options)
    case .rows(let rows):
      options.format = .jsonl
      options.hasLines = false
      return try RecordInput.read(bytes: rows.get(), name: name, options: options)
    }
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
    case .file(let path, _): FileSize.inflated(path)
    case .bytes(let bytes, _): bytes.count
    case .rows(let rows): (try? rows.get().count) ?? 0
    }
  }

  /// Whether it is standard input, which can be read once.
  var isStandardInput: Bool {
    if case .file("-", _) = source { true } else { false }
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
