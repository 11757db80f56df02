import Analysis
import Comparing
import Records

/// What `lunadiff check` has to say of a set of rules.
package struct CheckReport: Sendable, Equatable {
  package struct Step: Sendable, Equatable {
    /// The rule: `identity`, `equal.price`, `normalize.name` and so on.
    package let rule: String
    package let summary: String
    /// The file and line of a function of the script's; `nil` for what runs natively.
    package let place: String?
    /// Whether a function runs without Lua, and if not, what keeps it from that; `nil` for what is no function.
    package internal(set) var compilation: FunctionCompilation?
    /// The rule to write in place of a function that needs none.
    package var declared: DeclaredRule?
    /// The columns that the function has read; `nil` where it is not known or nothing calls Lua.
    package internal(set) var columns: [String]?
  }

  /// What is wrong with a rule.
  package enum Problem: String, Sendable, CaseIterable {
    /// Several records have one identity.
    case duplicates
    /// A filter lets no record of an input pass.
    case nothingLeft = "nothing_left"
    /// It does nothing: what it is for does not occur, or another rule keeps it from being asked.
    case noEffect = "no_effect"
    /// Two calls for the same gave two answers.
    case unstable
    /// The function writes to a variable that outlives the call.
    case state
    /// A record or value is not equal to itself.
    case irreflexive
    /// Which of the two comes first decides.
    case asymmetric
    /// Fewer of the planted faults are noticed than are to be.
    case undetected
    /// The rules cannot be loaded, or fail.
    case error
  }

  /// Something that is not as it should be.
  package struct Finding: Sendable, Equatable {
    package let rule: String
    package let problem: Problem
    package let message: String
    /// What would help, if that is known.
    package var hint: String?
    /// Where it shows, a line each.
    package var examples: [String] = []
  }

  package struct Trial: Sendable, Equatable {
    package let inputs: [InputSummary]
    package let compared: [String]
    package let records: Int
    /// How many pairs of records were given to functions.
    package let pairs: Int
  }

  /// The rules in the order in which they matter.
  package internal(set) var steps: [Step]
  package internal(set) var trial: Trial?
  package internal(set) var findings: [Finding] = []
  /// Which of the faults that were planted the rules notice; `nil` where none were.
  package internal(set) var faults: FaultReport?
  /// Where the rules are written.
  var positions = RulePositions()
}

extension CheckReport {
  /// The report on rules that cannot be checked: the error is its only finding.
  ///
  /// - Parameters:
  ///   - file: The file that the error is in.
  ///   - line: The line, counted from 1, if it is known.
  package init(error: String, hint: String?, in file: String, line: Int?) {
    let place = line.map { "\(file):\($0)" } ?? file
    let prefix = "\(place): "
    let text: [UInt8]
    // A file that cannot be read has no columns.
    do { text = try TextFile.read(file) } catch { text = [] }
    self.init(steps: [])
    positions = RulePositions([RuleProgram.Source(name: file, text: text)])
    let message = error.hasPrefix(prefix) ? String(error.dropFirst(prefix.count)) : error
    findings = [Finding(rule: place, problem: .error, message: message, hint: hint)]
  }

  /// Makes a finding of each kind of fault of which too few are noticed.
  ///
  /// - Parameter least: How many are to be noticed, in words.
  package mutating func demand(_ least: String, _ isReached: (FaultReport.Rate) -> Bool) {
    for (fault, rate) in faults?.classes ?? [] where !isReached(rate) {
      let message = "\(rate.detected) of \(rate.planted) are noticed, and \(least) have to be"
      findings.append(Finding(rule: "faults.\(fault.rawValue)", problem: .undetected, message: message))
    }
  }

  /// The report for a program: one JSON object, with each finding on a line of its own.
  package var json: String {
    let bytes = JSONEmitter.bytes { json in
      json.object {
        json.member("lunadiff", 1)
        json.member("plan") { json.list(steps) { $0.write(to: json) } }
        if let trial { json.member("data") { trial.write(to: json) } }
        json.member("findings") { json.list(findings, findings.isEmpty ? .row : .lines) { write($0, to: json) } }
        if let faults { json.member("faults") { faults.write(to: json) } }
      }
    }
    return String(decoding: bytes, as: UTF8.self) + "\n"
  }

  private func write(_ finding: Finding, to json: JSONEmitter) {
    let place = steps.first { $0.rule == finding.rule }?.place
    let position = positions.position(of: finding.rule, message: finding.message, place: place)
    json.object {
      json.member("file", path: position.file)
      json.member("line", position.line)
      json.member("column", position.column)
      json.member("severity", finding.problem == .error ? "error" : "warning")
      json.member("rule", finding.rule)
      json.member("problem", finding.problem.rawValue)
      json.member("message", finding.message)
      json.member("hint", finding.hint)
      json.member("examples", finding.examples)
    }
  }
}

extension CheckReport.Step {
  fileprivate func write(to json: JSONEmitter) {
    json.object {
      json.member("rule", rule)
      json.member("summary", summary)
      json.member("native", place == nil)
      json.member("place", place)
      if let compilation {
        json.member("compiled", compilation == .compiled)
        json.member("interpreted", compilation.reason)
      }
      json.member("declared", declared?.line)
      json.member("difference", declared?.difference)
      if let columns { json.member("columns", columns) }
    }
  }
}

extension CheckReport.Trial {
  fileprivate func write(to json: JSONEmitter) {
    json.object {
      json.member("inputs") { json.list(inputs) { $0.write(to: json) } }
      json.member("compared", compared)
      json.member("records", records)
      json.member("pairs", pairs)
    }
  }
}

extension InputSummary {
  fileprivate func write(to json: JSONEmitter) {
    json.object {
      json.member("path", name)
      json.member("records", records)
      if !notes.isEmpty { json.member("notes", notes) }
    }
  }
}

extension CheckReport {
  /// The report for a person: the plan, what it was tried on, and what is wrong.
  package var text: String {
    var lines = planLines
    for step in steps {
      guard let place = step.place, let declared = step.declared else { continue }
      let difference = declared.difference.map { ", but for this: \($0)" } ?? ""
      lines.append("hint: \(declared.line) does without Lua what the function of \(place) does\(difference)")
    }
    if let trial { lines += [""] + trial.lines }
    if !findings.isEmpty { lines.append("") }
    for finding in findings {
      lines.append("! \(finding.rule): \(finding.message)")
      lines += finding.examples.map { "    \($0)" }
    }
    if let faults { lines += [""] + faults.lines }
    lines += ["", verdict]
    return lines.map { $0 + "\n" }.joined()
  }

  private var planLines: [String] {
    let ruleWidth = steps.map(\.rule.count).max() ?? 0
    let summaryWidth = min(40, steps.map(\.summary.count).max() ?? 0)
    return steps.map { step in
      var line = step.rule.padded(to: ruleWidth) + "  " + step.summary.padded(to: summaryWidth)
      line += "  " + (step.place.map { "\(step.compilation == .compiled ? "compiled" : "Lua"), \($0)" } ?? "native")
      if let columns = step.columns {
        line += columns.isEmpty ? ", reads no column" : ", reads \(columns.joined(separator: ", "))"
      }
      if let reason = step.compilation?.reason { line += "; \(reason)" }
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
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
