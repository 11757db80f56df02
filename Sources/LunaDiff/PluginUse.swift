import RecordDiff
import Records
import Reports
import Rules

/// A reader of a plug-in's, and what it is told.
public struct ReaderChoice: Sendable, Equatable {
  /// Something that the reader is told.
  public struct Setting: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// Its value.
    public let value: String

    /// A setting.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The reader's name, or `plugin:name`.
  public var name: String
  /// What the reader finds in its options.
  public var settings: [Setting]

  /// A reader by its name.
  public init(name: String, settings: [Setting] = []) {
    self.name = name
    self.settings = settings
  }
}

/// Writes a report through a plug-in's format.
///
/// - Parameters:
///   - format: The format's name, or `plugin:name`.
///   - options: What the format is told: kinds, limits, context columns, colour and width.
///   - plugins: Where the plug-in is looked for.
///   - limits: What loading plug-ins may use; of the format only the memory is limited.
///   - print: Takes what the format prints, a line at a time.
///   - sink: Takes the bytes.
/// - Throws: `LunaDiffError` where the format fails; what the sink throws comes out as it is.
public func write<Sink: ReportSink>(
  _ comparison: Comparison, asPluginFormat format: String, options: ReportOptions = .init(),
  plugins: PluginSearch,
  limits: ScriptLimits = ScriptLimits(),
  print: @escaping @Sendable (UnsafeRawBufferPointer) -> Void = { _ in }, to sink: inout Sink
) throws {
  let box = SinkBox(sink)
  defer { sink = box.sink }
  var program = PluginProgram(plugins.sources())
  program.limits = limits.bridged
  program.print = print
  program.host = .texts
  do {
    try comparison.guarding {
      try program.write(comparison, as: format, options: options.forPlugins) {
        try box.write($0)
      }
      try box.flush()
    }
  } catch let error as RuleError {
    throw LunaDiffError(error)
  }
}

/// Makes sure that a plug-in has such a format, before any work is done.
///
/// - Parameter limits: What loading plug-ins may use.
/// - Throws: `LunaDiffError` if none has, or several.
public func checkPluginFormat(
  _ format: String, plugins: PluginSearch, limits: ScriptLimits = ScriptLimits()
) throws(LunaDiffError) {
  do {
    var program = PluginProgram(plugins.sources())
    program.limits = limits.bridged
    try program.check(
      format: format, besides: ReportFormat.allCases.map(\.rawValue))
  } catch {
    throw LunaDiffError(error)
  }
}

extension ReportOptions {
  /// What of it plug-ins are told.
  fileprivate var forPlugins: PluginReportOptions {
    var options = PluginReportOptions()
    options.show = show
    for kind in Change.Kind.allCases { options.limit[kind] = limit[kind] }
    options.context = context
    options.color = color
    options.width = width
    return options
  }
}

/// A sink that a closure can hold; gathers small pieces.
private final class SinkBox<Sink: ReportSink> {
  private(set) var sink: Sink
  private var buffer: [UInt8] = []
  private static var size: Int { 1 << 16 }

  init(_ sink: Sink) { self.sink = sink }

  func write(_ bytes: UnsafeRawBufferPointer) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.size { try flush() }
  }

  func flush() throws {
    guard !buffer.isEmpty else { return }
    try buffer.withUnsafeBytes { try sink.write($0) }
    buffer.removeAll(keepingCapacity: true)
  }
}
