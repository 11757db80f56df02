import RecordDiff

extension OutputBuffer {
  /// Appends rules as a JSON object that mirrors a rules file; functions are the text `function`.
  func append(rules: [ComparisonTerms.Rule]) {
    append("{")
    append(listing: rules) { append(member: $0.name, $0.value) }
    append("}")
  }

  /// Appends what is tolerated as a member of a JSON object, `"thresholds":{"max-updated":"10"}`.
  func append(_ thresholds: ChangeThresholds) {
    append("\"thresholds\":{")
    append(listing: thresholds.rules) { rule in
      append(jsonString: String(rule.name.map { $0 == " " ? "-" : $0 }))
      append(":")
      append(jsonString: rule.words ?? "")
    }
    append("}")
  }

  private func append(member name: String, _ value: ComparisonTerms.Value) {
    append(jsonString: name)
    append(":")
    append(value)
  }

  private func append(_ value: ComparisonTerms.Value) {
    switch value {
    case .flag: append("true")
    case .text, .function: append(jsonString: value.words())
    case .list(let texts), .texts(let texts): appendList(texts) { append(jsonString: $0) }
    case .steps(let steps): appendList(steps) { append($0) }
    case .columns(let columns), .renames(let columns):
      append("{")
      append(listing: columns) { append(member: $0.column, $0.value) }
      append("}")
    }
  }

  private func appendList<Element>(_ elements: [Element], _ body: (Element) -> Void) {
    append("[")
    append(listing: elements, body)
    append("]")
  }
}

extension ComparisonTerms.Rule {
  /// Whether it only names the columns of the key, which reports have in a place of their own.
  var isKeyColumns: Bool {
    if name == "identity", case .list = value { true } else { false }
  }
}
