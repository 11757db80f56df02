/// The results of tests for a program.
struct TestJSONReport {
  let summary: TestSummary
  let out: OutputBuffer

  /// Writes one object, a file a line.
  func write() {
    out.append("{\n\"lunadiff\":1,\n\"files\":[")
    out.append(listing: summary.files) { file in
      out.append("\n")
      JSONObjectWriter.write(to: out) { object in
        object.add("path", file.path)
        object.add("problem", file.problem)
        object.add("tests", listing: file.tests, write)
      }
    }
    out.append("\n]")
    for outcome in [TestSummary.Test.Outcome.passed, .failed, .updated] {
      out.append(text: ",\n\"\(outcome.rawValue)\":")
      out.append(summary.count(outcome))
    }
    if let mutants = summary.mutants { append(mutants) }
    out.append("\n}\n")
  }

  private func append(_ mutants: TestSummary.Mutants) {
    out.append(",\n\"mutants\":")
    JSONObjectWriter.write(to: out) { object in
      object.add("count", mutants.count)
      object.add("unnoticed", listing: mutants.unnoticed) { mutant in
        JSONObjectWriter.write(to: out) { object in
          object.add("rules", mutant.rules)
          object.add("change", mutant.change)
        }
      }
    }
  }

  private func write(_ test: TestSummary.Test) {
    JSONObjectWriter.write(to: out) { object in
      object.add("name", test.name)
      object.add("outcome", test.outcome.rawValue)
      object.add("messages", listing: test.messages) { out.append(jsonString: $0) }
    }
  }
}
