import LuaRuntime
import Comparing
import Patching
import Platform
import Records
import Reports
import Requests
import Rules

/// Writes a report through a plug-in's format.
///
/// - Parameters:
///   - options: What the format is told: kinds, limits, context columns, colour and width.
///   - compared: How it was compared: where the plug-in is looked for, and who watches it.
/// - Throws: `LunaDiffError` where the format fails; what the sink throws comes out as it is.
package func write<Sink: ReportSink>(
  _ comparison: Comparison, asPluginFormat format: String, options: ReportOptions = .init(),
  of compared: ComparisonOptions, to sink: inout Sink
) throws {
  do { try compared.pluginProgram.write(comparison, as: format, options: options, to: &sink) } catch let error
    as RuleError
  { throw LunaDiffError(error) }
}

extension PluginProgram {
  package func write<Sink: ReportSink>(
    _ comparison: Comparison, as format: String, options: ReportOptions, to sink: inout Sink
  ) throws {
    let box = SinkBox(sink)
    defer { sink = box.sink }
    try comparison.guarding {
      try write(comparison, as: format, options: options) { try box.write($0) }
      try box.flush()
    }
  }
}

/// Makes sure that a plug-in has such a format, before any work is done.
///
/// - Parameter compared: Where plug-ins are looked for, and what loading them may use.
/// - Throws: `LunaDiffError` if none has, or several.
package func checkPluginFormat(_ format: String, options: ReportOptions = .init(), of compared: ComparisonOptions)
  throws(LunaDiffError)
{
  do {
    try PluginProgram(in: compared.environment.unobserved).check(
      format: format, options, besides: ReportFormat.allCases.map(\.rawValue))
  } catch { throw LunaDiffError(error) }
}

/// A sink that a closure can hold; gathers small pieces.
private final class SinkBox<Sink: ReportSink> {
  private(set) var sink: Sink
  private var buffer: [UInt8] = []
  private static var size: Int { 1 << 16 }

  init(_ sink: Sink) { self.sink = sink }

  func write(_ bytes: BytesView) throws {
    buffer.append(contentsOf: bytes)
    if buffer.count >= Self.size { try flush() }
  }

  func flush() throws {
    guard !buffer.isEmpty else { return }
    try sink.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}

extension PluginProgram {
  /// Writes a report through a plug-in's format; what `write` throws comes out of here as it is.
  package func write(
    _ comparison: Comparison, as name: String, options: ReportOptions = .init(),
    to write: @escaping (BytesView) throws -> Void
  ) throws {
    let (state, outcomes) = try load()
    try naming(outcomes) {
      let names = PluginNames(kind: .formats, state: state, outcomes: outcomes)
      let format = try names.format(name)
      if !format.takesMasks {
        try PatchScript.checkMask(of: comparison, for: "what the format '\(format.name)' writes")
      }
      let given = try format.options(options.settings, besides: options.forPlugins)
      let changes = try ChangesObject(comparison, in: state, context: ScriptContext(writesFiles: false))
      try RuleError.locating(part: "format '\(format.name)'") { () throws(LuaError) in
        _ = try state.call(format.write, [.object(changes), .object(OutputObject(write)), given])
      }
    }
  }

  package func hasFormat(_ format: String) throws -> Bool {
    try PluginNames(kind: .formats, state: load().state).has(format)
  }

  /// Makes sure that there is such a format, before any work is done.
  ///
  /// - Parameter others: The formats that need no plug-in, for the message.
  package func check(format: String, _ options: ReportOptions, besides others: [String]) throws {
    let (state, outcomes) = try load()
    try naming(outcomes) {
      let names = PluginNames(kind: .formats, state: state, others: others, outcomes: outcomes)
      _ = try names.format(format).options(options.settings, besides: [])
    }
  }
}
