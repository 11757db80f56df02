import Comparing
import Explaining
import Records
import StagedDiff

/// What is said of two paired records.
extension ExplanationText {
  func append(_ content: ContentFindings) {
    switch content.ground {
    case .sameBytes: item("content", "the same byte for byte, so that no rule is asked")
    case .function:
      item("content", "the function 'equal' says \(content.areEqual ? "equal" : "different")")
    case .columns: item("content", content.areEqual ? "equal" : "different")
    }
    append(content.columns)
    if !content.omitted.isEmpty {
      let columns = content.omitted.map { "\(safe($0.name)) (\($0.reason.rawValue))" }
      item("not compared", columns.joined(separator: ", "))
    }
  }

  private func append(_ columns: [ColumnFindings]) {
    guard !columns.isEmpty else { return }
    var table = TextTable(columns: [.left, .left, .left, .left])
    for column in columns {
      let mark = column.areEqual ? "=" : "≠"
      table.add([mark, safe(column.name), safe(column.judge), words(of: column)])
    }
    for (column, row) in zip(columns, table.lines) {
      out.append("    ")
      palette.paint(column.areEqual ? .plain : .updated, out, row)
      line()
      for change in column.paths ?? [] { line("        \(words(of: change))") }
    }
  }

  /// Both values of a column, and as what they were compared where that is something else.
  private func words(of column: ColumnFindings) -> String {
    let raw = words(of: column.raw)
    guard column.raw.source != column.values.source || column.raw.target != column.values.target
    else { return raw }
    return "\(raw), as \(words(of: column.values)) (\(column.steps.joined(separator: ", ")))"
  }

  private func words(of values: Sides<Value>) -> String {
    let texts = [shown(values.source), shown(values.target)]
    return values.source == values.target && texts[0] == texts[1]
      ? texts[0] : texts.joined(separator: " → ")
  }

  private func words(of change: PathChange) -> String {
    let path = "\(change.kind.rawValue) \(safe(change.path))"
    let values = [change.old, change.new].compactMap { $0 }.map(shown)
    return values.isEmpty ? path : "\(path): \(values.joined(separator: " → "))"
  }

  // MARK: Moves

  func append(_ move: MoveFindings) {
    if let section = move.fromSection {
      return item("moved", "it was in section \(shown(section))")
    }
    let neighbours = [(move.previous, "behind"), (move.next, "before")].compactMap { found, word in
      found.map { "\(word) \(shown($0.key)) (record \(places(of: $0)))" }
    }
    let among = neighbours.isEmpty ? "" : "it stands \(neighbours.joined(separator: " and ")); "
    item("moved", among + reason(move))
  }

  private func places(of neighbour: MoveFindings.Neighbour) -> String {
    Side.allCases.map { Grouped.number(neighbour.records[$0] + 1) }.joined(separator: " → ")
  }

  private func reason(_ move: MoveFindings) -> String {
    let kept = "\(Grouped.number(move.kept.count)) of \(Grouped.number(move.kept.of)) pairs"
    return move.rule == .minimal
      ? "\(kept) keep their order, and this one would break it"
      : "by the rule '\(move.rule.rawValue)' \(kept) keep their places"
  }
}
