import Comparing
import Records

/// What a share of the records comes to, for who puts shares together: lines of the numbers of both records and a JSON
/// value, with tabs between.
///
/// The first line has no numbers, and says what a report begins and ends with. Behind it are the changes, and then the
/// keys of the pairs that did not change, if they are asked for.
private struct ShareReport {
  let comparison: Comparison
  let out: OutputBuffer
  private let json: JSONEmitter

  init(_ comparison: Comparison, _ out: OutputBuffer) {
    self.comparison = comparison
    self.out = out
    json = JSONEmitter(out)
  }

  func write(withPairs: Bool) throws {
    let report = JSONReport(comparison, ReportOptions(), out)
    try line(source: -1, target: -1) {
      try json.object {
        report.appendIntroduction()
        try json.member("summary") { try report.appendSummary() }
      }
    }
    let isUpdated = try writeChanges()
    if withPairs { try writePairs { !isUpdated[$0] } }
  }

  /// Writes the changes; returns for each offset of the target whether its record is updated.
  private func writeChanges() throws -> [Bool] {
    let reader = ChangeReader(comparison)
    let writer = JSONChangeWriter(comparison, out)
    var isUpdated = [Bool](repeating: false, count: comparison.orders.target.count)
    for index in 0..<comparison.changeCount {
      let entry = comparison.entry(at: index)
      if entry.kind == .updated { isUpdated[Int(entry.target)] = true }
      try line(source: reader.record(of: entry, .source), target: reader.record(of: entry, .target)) {
        try writer.append(entry, .stream, behind: 0)
      }
    }
    return isUpdated
  }

  private func writePairs(_ isWanted: (Int) -> Bool) throws {
    let reader = ChangeReader(comparison)
    for (target, source) in comparison.pairing.targetToSource.enumerated() where source >= 0 && isWanted(target) {
      let orders = comparison.orders
      try line(source: orders.source[Int(source)], target: orders.target[target]) {
        try json.list { try reader.forEachKeyPart(.source, source) { json.value($0) } }
      }
    }
  }

  private func line(source: Int, target: Int, _ value: () throws -> Void) throws {
    for record in [source, target] {
      if record >= 0 { out.append(record) }
      out.append("\t")
    }
    json.begin(.stream)
    try value()
    out.append("\n")
    try out.checkpoint()
  }
}

/// Writes what a share comes to: a line for the whole, for each change, and if `withPairs` for each other
/// pair, of the numbers of both records and JSON, with tabs between.
///
/// - Throws: What the sink throws, or a rule that is asked again; `RecordError` where an input changed meanwhile.
/// - Complexity: O(*c* · *l*) for *c* changes of records of length *l*; with pairs O(*n*) for *n* records more.
package func writeShare(_ comparison: Comparison, withPairs: Bool, to sink: inout some ReportSink) throws {
  try sink.collect { out in
    try comparison.guarding { try ShareReport(comparison, out).write(withPairs: withPairs) }
  }
}
