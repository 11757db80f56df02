import Analysis
import Comparing
import Records

/// The result of a share of the records: lines with the numbers of both records, the number and the name of the section
/// of both, and a JSON value, with tabs between.
///
/// The first line has no numbers: it has the beginning and the end of a report. The changes follow, then the keys of
/// pairs that did not change, if the caller wants them.
private struct ShareReport {
  let comparison: Comparison
  let options: ReportOptions
  let out: OutputBuffer
  let json: JSONEmitter

  func write(withPairs: Bool) throws {
    let report = JSONReport(comparison, ReportOptions(), out)
    try line(source: -1, target: -1, section: nil) {
      try json.object {
        report.appendIntroduction()
        try json.member("summary") {
          try json.object {
            report.appendCounts()
            if options.statistics { try appendStatistics() }
          }
        }
        appendLimits()
      }
    }
    let isListed = try writeChanges()
    if withPairs { try writePairs { !isListed[$0] } }
  }

  /// Writes what else adds up: without the columns that updated records have in common, which take all records.
  private func appendStatistics() throws {
    let reader = ChangeReader(comparison)
    let statistics = try ColumnStatistics.collect(reader, withSubgroups: false)
    statistics.writeMembers(to: json, names: reader.columns.map(\.name))
  }

  /// Writes what counts, and of each limit, be it given or not, what was seen.
  private func appendLimits() {
    let limits = options.thresholds.limits(comparison, isShare: true)
    json.member("counts") {
      json.object {
        json.member("counted", CountedChange.allCases.filter(options.thresholds.counted.contains).map(\.rawValue))
        json.member("ignored", ignoredColumns)
        json.member("limits") {
          json.list(limits) { limit in
            json.object {
              json.appendCounts(limit)
              json.member("given", limit.isGiven)
            }
          }
        }
      }
    }
  }

  /// The columns of one side that rules leave out, so that it is no difference that the other lacks them.
  private var ignoredColumns: [String] {
    let (all, counted) = (comparison.columns, comparison.oneSidedColumns)
    return all.deleted.filter { !counted.deleted.contains($0) } + all.inserted.filter { !counted.inserted.contains($0) }
  }

  /// Writes the changes; returns for each offset of the target whether its record is one of them.
  private func writeChanges() throws -> [Bool] {
    let reader = ChangeReader(comparison)
    let writer = JSONChangeWriter(comparison, out)
    var isListed = [Bool](repeating: false, count: comparison.orders.target.count)
    for index in 0..<comparison.changeCount {
      let entry = comparison.entry(at: index)
      if entry.kind == .updated || entry.kind == .moved { isListed[Int(entry.target)] = true }
      let section = entry.isMoved ? nil : stay(entry.source, entry.target)
      try line(source: reader.record(of: entry, .source), target: reader.record(of: entry, .target), section: section) {
        try writer.append(entry, .stream, behind: 0)
      }
    }
    return isListed
  }

  private func writePairs(_ isWanted: (Int) -> Bool) throws {
    let reader = ChangeReader(comparison)
    for (target, source) in comparison.pairing.targetToSource.enumerated() where source >= 0 && isWanted(target) {
      let orders = comparison.orders
      let section = stay(source, Int32(truncatingIfNeeded: target))
      try line(source: orders.source[Int(source)], target: orders.target[target], section: section) {
        try json.list { try reader.forEachKeyPart(.source, source) { json.value($0) } }
      }
    }
  }

  /// The section that both records of a pair are in; `nil` where there is none.
  private func stay(_ source: Int32, _ target: Int32) -> SectionPlace? {
    source < 0 || target < 0 ? nil : comparison.section(of: Int(target), .target)
  }

  private func line(source: Int, target: Int, section: SectionPlace?, _ value: () throws -> Void) throws {
    for number in [source, target, section?.number ?? -1] {
      if number >= 0 { out.append(number) }
      out.append("\t")
    }
    if let section { out.append(JSONEmitter.bytes { $0.value(comparison.name(of: section)) }) }
    out.append("\t")
    json.begin(.stream)
    try value()
    out.append("\n")
    try out.checkpoint()
  }
}

/// Writes the result of a share: a line for the whole and for each change, and if `withPairs` for each other pair.
///
/// Only the thresholds and the statistics of the options count.
///
/// - Throws: What the sink throws, or a rule that is asked again; `RecordError` where an input changed meanwhile.
/// - Complexity: O(*c* · *l*) for *c* changes of records of length *l*; with pairs O(*n*) for *n* records more.
package func writeShare(
  _ comparison: Comparison, _ options: ReportOptions, withPairs: Bool, to sink: inout some ReportSink
) throws {
  try sink.collect { out in
    let report = ShareReport(comparison: comparison, options: options, out: out, json: JSONEmitter(out))
    try comparison.guarding { try report.write(withPairs: withPairs) }
  }
}
