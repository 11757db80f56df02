extension CheckReport {
  /// The report for a person: the plan, what it was tried on, and what is wrong.
  package var text: String {
    var lines = planLines
    for step in steps {
      guard let place = step.place, let declared = step.declared else { continue }
      let difference = declared.difference.map { ", but for this: \($0)" } ?? ""
      lines.append(
        "hint: \(declared.line) does without Lua what the function of \(place) does\(difference)")
    }
    if let trial { lines += [""] + trial.lines }
    if !findings.isEmpty { lines.append("") }
    for finding in findings {
      lines.append("! \(finding.rule): \(finding.message)")
      lines += finding.examples.map { "    \($0)" }
    }
    lines += ["", verdict]
    return lines.map { $0 + "\n" }.joined()
  }

  private var planLines: [String] {
    let ruleWidth = steps.map(\.rule.count).max() ?? 0
    let summaryWidth = min(40, steps.map(\.summary.count).max() ?? 0)
    return steps.map { step in
      var line = step.rule.padded(to: ruleWidth) + "  " + step.summary.padded(to: summaryWidth)
      line += "  " + (step.place.map { "Lua, \($0)" } ?? "native")
      if let columns = step.columns {
        line += columns.isEmpty ? ", reads no column" : ", reads \(columns.joined(separator: ", "))"
      }
      return line
    }
  }

  private var verdict: String {
    switch findings.count {
    case 0: trial == nil ? "sound as far as it shows without data" : "sound"
    case 1: "1 finding"
    default: "\(findings.count) findings"
    }
  }
}

extension CheckReport.Trial {
  fileprivate var lines: [String] {
    let names = inputs.map { "\($0.name) (\($0.records) records)" }.joined(separator: ", ")
    return [
      "compared: " + (compared.isEmpty ? "no column" : compared.joined(separator: ", ")),
      "tried on \(names): \(records) records, \(pairs) pairs",
    ] + inputs.flatMap(\.notes).map { "note: \($0)" }
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
