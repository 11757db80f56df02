import RecordDiff
import Records

/// What is said of two paired records.
extension ExplanationJSON {
  func add(_ content: ContentFindings, _ object: inout JSONObjectWriter) {
    object.add("equal", content.areEqual)
    object.add("decided", content.ground.word)
    object.add("columns", listing: content.columns, write)
    object.add("omitted", listing: content.omitted) { column in
      JSONObjectWriter.write(to: out) { object in
        object.add("column", column.name)
        object.add("reason", column.reason.rawValue)
      }
    }
  }

  private func write(_ column: ColumnFindings) {
    JSONObjectWriter.write(to: out) { object in
      object.add("column", column.name)
      object.add("equal", column.areEqual)
      object.add("by", column.judge)
      object.add("old", column.values.source)
      object.add("new", column.values.target)
      if !column.steps.isEmpty {
        add(column.steps, "steps", &object)
        object.add("raw") {
          JSONObjectWriter.write(to: out) { object in
            object.add("old", column.raw.source)
            object.add("new", column.raw.target)
          }
        }
      }
      object.add("paths", listing: column.paths ?? [], write)
    }
  }

  private func write(_ change: PathChange) {
    JSONObjectWriter.write(to: out) { object in
      object.add("kind", change.kind.rawValue)
      object.add("path", change.path)
      object.add("from", change.from)
      object.add("old", change.old)
      object.add("new", change.new)
    }
  }

  func write(_ move: MoveFindings) {
    JSONObjectWriter.write(to: out) { object in
      object.add("rule", move.rule.rawValue)
      object.add("from_section", move.fromSection)
      for (name, neighbour) in [("previous", move.previous), ("next", move.next)]
        as [(StaticString, MoveFindings.Neighbour?)]
      {
        guard let neighbour else { continue }
        object.add(name) {
          JSONObjectWriter.write(to: out) { object in
            object.add("source", neighbour.records.source + first)
            object.add("target", neighbour.records.target + first)
            add(neighbour.key, &object)
          }
        }
      }
      object.add("kept", move.kept.count)
      object.add("paired", move.kept.of)
    }
  }
}

extension ContentFindings.Ground {
  /// Who decided, as reports for programs name it.
  var word: String {
    switch self {
    case .sameBytes: "same bytes"
    case .columns: "columns"
    case .function: "function"
    }
  }
}
