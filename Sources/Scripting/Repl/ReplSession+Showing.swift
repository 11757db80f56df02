import Comparing
import Probing
import Records
import Reports
import Requests
import Rules

extension ReplSession {
  /// How reports look here.
  var reportOptions: ReportOptions {
    var options = ReportOptions()
    options.width = width
    options.color = isColored
    options.limit = ChangeLimits(each: settings.limit)
    return options
  }

  /// What there is at the beginning: each side's name, size and columns.
  package var greeting: String {
    guard let tables = try? tables() else { return "" }
    return Side.allCases.compactMap { side in
      tables[side].map { "\(side.globalName): \(display(reportOptions).headline($0))\n" }
    }.joined()
  }

  /// What shows values, under some options.
  func display(_ options: ReportOptions) -> PromptDisplay {
    PromptDisplay(options: options, limit: settings.limit, say: say)
  }

  func showColumns(_ tables: Sides<RecordTable?>) {
    say(.text(Listing.columns(tables.source, tables.target, reportOptions)))
  }

  /// How well keys identify the records.
  func probe(_ keys: [String]) throws {
    let tables = try tables()
    guard let old = tables.source ?? tables.target else {
      throw LunaDiffError("there are no records\n  hint: old = luna.load \"old.csv\"")
    }
    let new = tables.source == nil ? nil : tables.target
    var plan = try plan()
    plan.identity = .record
    let candidates = keys.map { KeyCandidate(columns: ReplWords.columns($0)) }
    let report = try KeyProbe(source: old, target: new, plan: plan)
      .report(on: candidates, searching: keys.isEmpty ? SearchLimits() : nil)
    var bytes: [UInt8] = []
    try write(report, as: .text, options: reportOptions, to: &bytes)
    say(.text(String(decoding: bytes, as: UTF8.self)))
  }
}
