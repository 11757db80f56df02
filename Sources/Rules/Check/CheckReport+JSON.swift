import Records

extension CheckReport {
  /// The report for a program: one JSON object.
  package var json: String {
    var members: [(String, JSONFragment)] = [
      ("lunadiff", .number(1)),
      ("plan", .list(steps.map(\.json))),
    ]
    if let trial { members.append(("data", trial.json)) }
    members.append(("findings", .list(findings.map(\.json))))
    return JSONFragment.object(members).text + "\n"
  }
}

extension CheckReport.Step {
  fileprivate var json: JSONFragment {
    var members: [(String, JSONFragment)] = [
      ("rule", .text(rule)), ("summary", .text(summary)), ("native", .flag(place == nil)),
    ]
    if let place { members.append(("place", .text(place))) }
    if let declared { members.append(("declared", .text(declared))) }
    if let columns { members.append(("columns", .list(columns.map(JSONFragment.text)))) }
    return .object(members)
  }
}

extension CheckReport.Trial {
  fileprivate var json: JSONFragment {
    .object([
      (
        "inputs",
        .list(inputs.map(\.json))
      ),
      ("compared", .list(compared.map(JSONFragment.text))), ("records", .number(records)),
      ("pairs", .number(pairs)),
    ])
  }
}

extension CheckReport.Input {
  fileprivate var json: JSONFragment {
    var members: [(String, JSONFragment)] = [("path", .text(name)), ("records", .number(records))]
    if !notes.isEmpty { members.append(("notes", .list(notes.map(JSONFragment.text)))) }
    return .object(members)
  }
}

extension CheckReport.Finding {
  fileprivate var json: JSONFragment {
    .object([
      ("rule", .text(rule)), ("problem", .text(problem.rawValue)), ("message", .text(message)),
      ("examples", .list(examples.map(JSONFragment.text))),
    ])
  }
}

/// A piece of JSON to be spelled.
private indirect enum JSONFragment {
  case text(String)
  case number(Int)
  case flag(Bool)
  case list([JSONFragment])
  case object([(String, JSONFragment)])

  var text: String {
    switch self {
    case .text(let text):
      var bytes: [UInt8] = []
      JSONWriter.appendString(text.utf8, to: &bytes)
      return String(decoding: bytes, as: UTF8.self)
    case .number(let number): return String(number)
    case .flag(let flag): return flag ? "true" : "false"
    case .list(let items): return "[" + items.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      return "{"
        + members.map { JSONFragment.text($0.0).text + ":" + $0.1.text }.joined(separator: ",")
        + "}"
    }
  }
}
