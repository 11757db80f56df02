import Comparing
import StagedDiff

extension JSONReport {
  /// Writes the stages, one a line.
  func appendStages() throws {
    try json.list(.lines) {
      switch comparison.edits {
      case .linear(let changes): for stage in changes.stages { try append(stage) }
      case .sectioned(let changes): for stage in changes.stages { try append(stage) }
      }
    }
  }

  private func append(_ stage: LinearStage) throws {
    try json.object {
      try append("updated", stage.updated, append)
      try append("deleted", stage.deleted, append)
      try append("inserted", stage.inserted, append)
      try append("moved", stage.moved, append)
    }
  }

  private func append(_ stage: SectionedStage) throws {
    let (sections, elements) = (stage.sections, stage.elements)
    try json.object {
      json.member("sections")
      try json.object {
        try append("deleted", sections.deleted, append)
        try append("inserted", sections.inserted, append)
        try append("updated", sections.updated, append)
        try append("moved", sections.moved, append)
      }
      json.member("elements")
      try json.object {
        try append("deleted", elements.deleted, append)
        try append("inserted", elements.inserted, append)
        try append("updated", elements.updated, append)
        try append("moved", elements.moved) { move in
          json.list {
            append(move.from)
            append(move.to)
          }
        }
      }
    }
  }

  /// Writes edits of one kind.
  private func append<Edits: Sequence>(
    _ kind: StaticString, _ edits: Edits, _ body: (Edits.Element) -> Void
  ) throws {
    json.member(kind)
    try json.list(edits) { edit in
      body(edit)
      try out.checkpoint()
    }
  }

  private func append(_ offset: Int) { json.value(offset) }

  private func append(_ move: LinearStage.Move) {
    json.list {
      append(move.from)
      append(move.to)
    }
  }

  private func append(_ path: ElementPath) {
    json.list {
      append(path.section)
      append(path.element)
    }
  }
}
