import Platform
import RecordDiff
import Records
import Reports
import Rules

extension DriverHost {
  /// Directories and reports as the command line has them.
  static let files = DriverHost(
    formats: ReportFormat.allCases.map(\.rawValue),
    formatOfPath: { ReportFormat(path: $0)?.rawValue },
    compare: { old, new, read, rules, plan in
      var request = DiffRequest(old: old, new: new)
      request.read = read
      return try watchingInputs(of: request) { try Inputs($0, rules).compare(plan) }
    },
    pairs: { old, new, patterns, isRecursive in
      var pairs = DirectoryPairs()
      pairs.patterns = patterns
      pairs.isRecursive = isRecursive
      let base = BatchPair(name: "", old: nil, new: nil)
      return try pairs.pairs(old: old, new: new, base: base)
        .map { pair in
          var driven = DriverHost.Pair(name: pair.name, old: pair.old, new: pair.new)
          driven.problem = pair.problem
          return driven
        }
    },
    text: { comparison, report in
      var sink: [UInt8] = []
      try Reports.write(
        comparison, as: report.knownFormat, options: report.options, to: &sink)
      return sink
    },
    write: { comparison, report, path in
      try ReportFile.write(
        comparison, as: report.knownFormat, options: report.options, to: path)
    },
    save: { path, bytes in
      try OutputPlace(path, inputs: []).write { write in try bytes.withUnsafeBytes(write) }
    },
    makeTally: { ScriptTally() })

  /// The same where nothing may be written but a report: for formats of plug-ins.
  static let texts = DriverHost(
    formats: files.formats, formatOfPath: files.formatOfPath, compare: files.compare,
    pairs: files.pairs, text: files.text, write: { _, _, path in try refuseFile(path) },
    save: { path, _ in try refuseFile(path) }, makeTally: files.makeTally)

  private static func refuseFile(_ path: String) throws {
    throw LunaDiffError(
      "cannot write \(path): a format writes to its output, and to nothing else\n"
        + "  hint: out:write(changes:report(…))")
  }
}

extension DriverHost.Report {
  fileprivate var knownFormat: ReportFormat { ReportFormat(rawValue: format) ?? .text }

  fileprivate var options: ReportOptions {
    var options = ReportOptions()
    options.title = title
    options.patchable = isPatchable
    return options
  }
}

/// The results of a script's batch.
private final class ScriptTally: DriverTally {
  private var summary = BatchSummary([])

  func add(_ pair: DriverHost.Pair, _ result: Result<Comparison, any Error>?) -> String {
    let result = outcome(pair, result)
    summary.results.append(result)
    return result.outcome.rawValue
  }

  private func outcome(
    _ pair: DriverHost.Pair, _ result: Result<Comparison, any Error>?
  ) -> BatchResult {
    switch result {
    case .success(let comparison):
      var result = BatchResult(name: pair.name, comparison, thresholds: ChangeThresholds())
      // A document that the script may ask for is made of what is kept now; it cannot fail in memory.
      try? result.keepSuite(of: comparison, options: ReportOptions())
      return result
    case .failure(let error):
      return BatchResult(
        failed: BatchPair(name: pair.name, old: pair.old, new: pair.new), LunaDiffError(error))
    case nil:
      return BatchResult(
        name: pair.name, old: pair.old, new: pair.new,
        outcome: pair.old == nil ? .onlyNew : .onlyOld, isDifferent: true)
    }
  }

  var status: Int { summary.status }
  var headline: String { summary.headline }
  var formats: [String] { BatchFormat.allCases.map(\.rawValue) }

  func text(format: String) throws -> [UInt8]? {
    guard let format = BatchFormat(rawValue: format) else { return nil }
    var sink: [UInt8] = []
    try Reports.write(summary, as: format, to: &sink)
    return sink
  }
}
