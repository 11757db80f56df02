import Records

/// The results of tests for a program.
struct TestJSONReport {
  let summary: TestSummary
  private let out: OutputBuffer
  private let json: JSONEmitter

  init(_ summary: TestSummary, _ out: OutputBuffer) {
    self.summary = summary
    self.out = out
    json = JSONEmitter(out)
  }

  /// Writes one object, a file a line.
  func write() {
    json.object(.lines) {
      json.member("lunadiff", 1)
      json.member("files") {
        json.list(summary.files, .lines) { file in
          json.object {
            json.member("path", file.path)
            json.member("problem", file.problem)
            json.member("tests") { json.list(file.tests) { write($0) } }
          }
        }
      }
      json.member("passed", summary.count(.passed))
      json.member("failed", summary.count(.failed))
      json.member("updated", summary.count(.updated))
      if let mutants = summary.mutants { json.member("mutants") { write(mutants) } }
      if let coverage = summary.coverage {
        json.member("coverage") { json.list(coverage.files, .lines) { write($0) } }
      }
      if !summary.requirements.isEmpty {
        json.member("required") { json.list(summary.requirements) { write($0) } }
      }
    }
    out.append("\n")
  }

  private func write(_ mutants: TestSummary.Mutants) {
    json.object {
      json.member("count", mutants.count)
      json.member("unnoticed") {
        json.list(mutants.unnoticed) { mutant in
          json.object {
            json.member("rules", mutant.rules)
            json.member("change", mutant.change)
          }
        }
      }
    }
  }

  private func write(_ requirement: TestSummary.Requirement) {
    json.object {
      json.member("of", requirement.subject.rawValue)
      json.member("least", requirement.least.words)
      json.member("count", requirement.count)
      json.member("hit", requirement.hit)
      json.member("met", requirement.isMet)
    }
  }

  private func write(_ file: CoverageSummary.File) {
    json.object {
      json.member("path", path: file.path)
      json.member("lines") { writeShare(file.hitLines, file.lines.count) }
      json.member("branches") { writeShare(file.hitBranches, file.branches.count) }
      json.member("functions") { writeShare(file.hitFunctions, file.functions.count) }
      json.member("neverRun") { json.list(file.missedLines) { json.value($0) } }
    }
  }

  private func writeShare(_ hit: Int, _ count: Int) {
    json.object {
      json.member("count", count)
      json.member("hit", hit)
    }
  }

  private func write(_ test: TestSummary.Test) {
    json.object {
      json.member("name", test.name)
      json.member("outcome", test.outcome.rawValue)
      if !test.messages.isEmpty { json.member("messages", test.messages) }
    }
  }
}
