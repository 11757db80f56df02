import StagedDiff

extension JSONReport {
  /// Writes the stages, one a line, with commas between them.
  func appendStages() throws {
    switch comparison.edits {
    case .linear(let changes):
      try out.append(listing: changes.stages) { stage in
        out.append("\n")
        try append(stage)
      }
    case .sectioned(let changes):
      try out.append(listing: changes.stages) { stage in
        out.append("\n")
        try append(stage)
      }
    }
  }

  private func append(_ stage: LinearStage) throws {
    out.append("{\"updated\":[")
    try append(offsets: stage.updated)
    out.append("],\"deleted\":[")
    try append(offsets: stage.deleted)
    out.append("],\"inserted\":[")
    try append(offsets: stage.inserted)
    out.append("],\"moved\":[")
    try append(moves: stage.moved)
    out.append("]}")
  }

  private func append(_ stage: SectionedStage) throws {
    out.append("{\"sections\":{\"deleted\":[")
    try append(offsets: stage.sections.deleted)
    out.append("],\"inserted\":[")
    try append(offsets: stage.sections.inserted)
    out.append("],\"updated\":[")
    try append(offsets: stage.sections.updated)
    out.append("],\"moved\":[")
    try append(moves: stage.sections.moved)
    out.append("]},\"elements\":{\"deleted\":[")
    try append(paths: stage.elements.deleted)
    out.append("],\"inserted\":[")
    try append(paths: stage.elements.inserted)
    out.append("],\"updated\":[")
    try append(paths: stage.elements.updated)
    out.append("],\"moved\":[")
    try out.append(listing: stage.elements.moved) { move in
      out.append("[")
      append(move.from)
      out.append(",")
      append(move.to)
      out.append("]")
      try out.checkpoint()
    }
    out.append("]}}")
  }

  private func append(offsets: Offsets) throws {
    try out.append(listing: offsets) { offset in
      out.append(offset)
      try out.checkpoint()
    }
  }

  private func append(moves: [LinearStage.Move]) throws {
    try out.append(listing: moves) { move in
      out.append("[")
      out.append(move.from)
      out.append(",")
      out.append(move.to)
      out.append("]")
      try out.checkpoint()
    }
  }

  private func append(paths: [ElementPath]) throws {
    try out.append(listing: paths) { path in
      append(path)
      try out.checkpoint()
    }
  }

  private func append(_ path: ElementPath) {
    out.append("[")
    out.append(path.section)
    out.append(",")
    out.append(path.element)
    out.append("]")
  }
}
