import Comparing
import Records

extension CheckReport {
  /// The report for a program: one JSON object.
  package var json: String {
    let bytes = JSONEmitter.bytes { json in
      json.object {
        json.member("lunadiff", 1)
        json.member("plan") { json.list(steps) { $0.write(to: json) } }
        if let trial { json.member("data") { trial.write(to: json) } }
        json.member("findings") { json.list(findings) { $0.write(to: json) } }
      }
    }
    return String(decoding: bytes, as: UTF8.self) + "\n"
  }
}

extension CheckReport.Step {
  fileprivate func write(to json: JSONEmitter) {
    json.object {
      json.member("rule", rule)
      json.member("summary", summary)
      json.member("native", place == nil)
      json.member("place", place)
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

extension CheckReport.Finding {
  fileprivate func write(to json: JSONEmitter) {
    json.object {
      json.member("rule", rule)
      json.member("problem", problem.rawValue)
      json.member("message", message)
      json.member("examples", examples)
    }
  }
}
