import Platform
import Comparing
import Reports
import Requests
import Rules
import Scripting

extension ComparisonResult {
  /// The result in some form, as text.
  ///
  /// - Parameters:
  ///   - report: The form.
  ///   - adjust: Says what the report holds.
  /// - Throws: `LunaDiffError` for an unknown form, a column that is none, or an input that changed; what the
  ///   host's own format throws; `CancellationError` in a task that was cancelled.
  public func report(
    _ report: Report, adjust: (inout Report.Options) -> Void = { _ in }
  ) throws -> String {
    var bytes: [UInt8] = []
    try write(report, adjust: adjust) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the result in some form; the whole is never in memory.
  ///
  /// - Parameters:
  ///   - report: The form.
  ///   - adjust: Says what the report holds.
  ///   - sink: Takes the bytes, some tens of kilobytes at a time; what it throws ends the writing and comes out as it is.
  /// - Throws: As ``report(_:adjust:)``.
  public func write(
    _ report: Report, adjust: (inout Report.Options) -> Void = { _ in },
    to sink: ([UInt8]) throws -> Void
  ) throws {
    try withoutActuallyEscaping(sink) { sink in
      try write(
        report, Self.options(adjust),
        through: { bytes in try AppFailure.marking { try sink(Array(bytes)) } })
    }
  }

  /// Writes the result to a file, which appears whole or not at all; directories that it needs are made.
  ///
  /// - Parameters:
  ///   - report: The form.
  ///   - path: The file's path.
  ///   - adjust: Says what the report holds.
  /// - Throws: As ``report(_:adjust:)``, and `LunaDiffError` where the file cannot be written.
  public func write(
    _ report: Report, toFile path: String, adjust: (inout Report.Options) -> Void = { _ in }
  ) throws {
    let options = Self.options(adjust)
    let inputs = [comparison.source.name, comparison.target.name]
    do {
      try Directory.make(FilePath.directory(of: path))
      try OutputPlace(path, inputs: inputs).write { file in
        try write(report, options, through: file.write)
      }
    } catch  where error is SystemError || error is OutputError {
      throw LunaDiffError(error)
    }
  }

  private static func options(_ adjust: (inout Report.Options) -> Void) -> ReportOptions {
    var options = Report.Options()
    adjust(&options)
    return options.reportOptions
  }

  private func write(
    _ report: Report, _ options: ReportOptions,
    through receive: @escaping (BytesView) throws -> Void
  ) throws {
    let take: (BytesView) throws -> Void = { bytes in
      try AppFailure.marking { try Task.checkCancellation() }
      try receive(bytes)
    }
    var sink = AnySink(take)
    do {
      if let format = report.format {
        try Reports.write(comparison, as: format, options: options, to: &sink)
      } else if case .named(let name) = report {
        if let format = host.formats[name] { return try write(format, to: take) }
        try host.pluginProgram().write(comparison, as: name, options: options, to: &sink)
      }
    } catch let failure as AppFailure {
      throw failure.error
    } catch {
      throw LunaDiffError(error)
    }
  }

  /// Gathers the small pieces of a host's own format.
  private func write(
    _ format: HostFormat, to take: @escaping (BytesView) throws -> Void
  ) throws {
    var bytes: [UInt8] = []
    try comparison.guarding {
      try AppFailure.marking {
        try format(self) { text in
          bytes += text.utf8
          guard bytes.count >= 1 << 16 else { return }
          try bytes.withBytes(take)
          bytes.removeAll(keepingCapacity: true)
        }
      }
      try bytes.withBytes(take)
    }
  }
}

/// What the app's own code threw, wrapped so that no module on the way makes a message of it.
private struct AppFailure: Error {
  let error: any Error

  static func marking(_ body: () throws -> Void) throws {
    do { try body() } catch let failure as AppFailure { throw failure } catch {
      throw AppFailure(error: error)
    }
  }
}
