import Platform
import Comparing
import Records
import Reports
import Requests
import Scripting

extension TestExpectation.Report {
  /// What came of looking at a report.
  enum Finding {
    case same
    /// It was written anew.
    case written
    case different([String])
  }

  /// Compares the report with the file that holds what it was.
  ///
  /// - Parameters:
  ///   - options: How the comparison was made, with the plug-ins that a format may come from.
  ///   - updates: Whether the file is written anew where it differs.
  /// - Throws: What the report throws, or `RecordError` or `OutputError` for the file.
  func check(
    _ comparison: Comparison, _ options: ComparisonOptions, updates: Bool
  ) throws -> Finding {
    let bytes = try bytes(of: comparison, options)
    let isThere = FilePath.size(of: path) != nil
    let known = isThere ? try TextFile.read(path) : []
    if isThere, known == bytes { return .same }
    if updates {
      try write(bytes)
      return .written
    }
    guard isThere else {
      return .different([
        "report: there is no file \(path)", "  hint: \(Setting("update")) writes it",
      ])
    }
    return .different(Self.difference(known, bytes, path))
  }

  private func bytes(
    of comparison: Comparison, _ options: ComparisonOptions
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    switch format {
    case .builtIn(let format): try Reports.write(comparison, as: format, to: &bytes)
    case .plugin(let name):
      var report = ReportOptions()
      report.formatOptions = settings
      try checkPluginFormat(
        name, options: report, plugins: options.plugins, limits: options.limits)
      try Scripting.write(
        comparison, asPluginFormat: name, options: report, of: options, to: &bytes)
    }
    return bytes
  }

  private func write(_ bytes: [UInt8]) throws {
    try Directory.make(FilePath.directory(of: path))
    try OutputPlace(path, inputs: []).write { try $0.write(bytes) }
  }

  /// The first line that differs.
  private static func difference(_ old: [UInt8], _ new: [UInt8], _ path: String) -> [String] {
    let lines = [old, new].map { bytes in
      bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        .map { String(decoding: $0, as: UTF8.self) }
    }
    let number = zip(lines[0], lines[1]).enumerated().first { $1.0 != $1.1 }?.offset
    let place = number ?? min(lines[0].count, lines[1].count)
    func line(_ lines: [String]) -> String {
      lines.indices.contains(place) ? lines[place] : "(the end)"
    }
    return [
      "report: \(path) differs in line \(place + 1)", "  expected: \(line(lines[0]))",
      "  got:      \(line(lines[1]))", "  hint: \(Setting("update")) writes it anew",
    ]
  }
}
