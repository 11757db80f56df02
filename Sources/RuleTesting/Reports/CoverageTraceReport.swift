import Records
import Reports

/// Writes coverage as tools for it read it: the trace files of lcov, from which `genhtml` makes pages.
///
/// - Throws: What the sink throws.
package func writeTrace(_ coverage: CoverageSummary, to sink: inout some ReportSink) throws {
  try sink.collect { out in for file in coverage.files { CoverageTraceReport(file: file, out: out).write() } }
}

/// One file's part of a trace file.
private struct CoverageTraceReport {
  let file: CoverageSummary.File
  let out: OutputBuffer

  func write() {
    line("TN:")
    line("SF:\(file.path)")
    for function in file.functions { line("FN:\(function.line),\(function.name)") }
    for function in file.functions { line("FNDA:\(function.count),\(function.name)") }
    line("FNF:\(file.functions.count)")
    line("FNH:\(file.hitFunctions)")
    let missed = Set(file.missedLines)
    var number = 0
    for (place, branch) in file.branches.enumerated() {
      let isFirst = place == 0 || file.branches[place - 1].line != branch.line
      number = isFirst ? 0 : number + 1
      // A dash says that there was nothing to choose.
      let count = missed.contains(branch.line) ? "-" : "\(branch.count)"
      line("BRDA:\(branch.line),0,\(number),\(count)")
    }
    line("BRF:\(file.branches.count)")
    line("BRH:\(file.hitBranches)")
    for (number, count) in file.lines { line("DA:\(number),\(count)") }
    line("LF:\(file.lines.count)")
    line("LH:\(file.hitLines)")
    line("end_of_record")
  }

  private func line(_ text: String) { out.append(text: text + "\n") }
}
