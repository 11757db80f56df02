import Comparing
import Explaining
import Records

/// What is said of two paired records.
extension ExplanationJSON {
  func add(_ content: ContentFindings) {
    json.member("equal", content.areEqual)
    json.member("decided", content.ground.word)
    json.member("columns", ifAny: content.columns, write)
    json.member("omitted", ifAny: content.omitted) { column in
      json.object {
        json.member("column", column.name)
        json.member("reason", column.reason.rawValue)
      }
    }
  }

  private func write(_ column: ColumnFindings) {
    json.object {
      json.member("column", column.name)
      json.member("equal", column.areEqual)
      json.member("by", column.judge)
      json.member("old", column.values.source)
      json.member("new", column.values.target)
      if !column.steps.isEmpty {
        add(column.steps, "steps")
        json.member("raw") {
          json.object {
            json.member("old", column.raw.source)
            json.member("new", column.raw.target)
          }
        }
      }
      json.member("paths", ifAny: column.paths ?? [], write)
    }
  }

  private func write(_ change: PathChange) {
    json.object {
      json.member("kind", change.kind.rawValue)
      json.member("path", change.path)
      json.member("from", change.from)
      json.member("old", change.old)
      json.member("new", change.new)
    }
  }

  func write(_ move: MoveFindings) {
    json.object {
      json.member("rule", move.rule.rawValue)
      json.member("fromSection", move.fromSection)
      for (name, neighbour) in [("previous", move.previous), ("next", move.next)]
        as [(StaticString, MoveFindings.Neighbour?)]
      {
        guard let neighbour else { continue }
        json.member(name) {
          json.object {
            json.member("source", neighbour.records.source + first)
            json.member("target", neighbour.records.target + first)
            add(neighbour.key)
          }
        }
      }
      json.member("kept", move.kept.count)
      json.member("paired", move.kept.of)
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
