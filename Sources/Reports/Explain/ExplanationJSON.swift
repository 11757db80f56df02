import RecordDiff
import Records

/// Explanations for a program.
package struct ExplanationJSON {
  let comparison: Comparison
  let out: OutputBuffer
  /// The number of an input's first record.
  let first: Int

  /// - Parameter first: The number of an input's first record: 0 in JSON, 1 in Lua.
  package init(_ comparison: Comparison, _ out: OutputBuffer, first: Int = 0) {
    self.comparison = comparison
    self.out = out
    self.first = first
  }

  /// Writes one object, an explanation a line.
  func write(_ explanations: Explanations) {
    out.append("{\n\"lunadiff\":1")
    for side in Side.allCases {
      out.append(text: ",\n\"\(side.rawValue)\":")
      JSONObjectWriter.write(to: out) { object in
        object.add("path", comparison.tables[side].name)
        object.add("records", comparison.tables[side].count)
      }
    }
    out.append(",\n\"explanations\":[")
    out.append(listing: explanations.records) { record in
      out.append("\n")
      write(record)
    }
    out.append("\n]")
    if let unpaired = explanations.unpaired {
      out.append(",\n\"unpaired\":")
      write(unpaired)
    }
    out.append("\n}\n")
  }

  /// Writes one explanation as an object.
  ///
  /// - Parameter text: The explanation for a person, where that is to be a member.
  package func write(_ explanation: RecordExplanation, text: String? = nil) {
    JSONObjectWriter.write(to: out) { object in
      object.add("text", text)
      add(explanation.verdict, &object)
      for side in Side.allCases {
        if let findings = explanation.records[side] {
          object.add(side == .source ? "source" : "target") { write(findings, side) }
        }
      }
      if let namesakes = explanation.namesakes {
        object.add("same") {
          JSONObjectWriter.write(to: out) { object in
            object.add("source", namesakes.counts.source)
            object.add("target", namesakes.counts.target)
            object.add("duplicates", namesakes.policy.rawValue)
          }
        }
      }
      if let absence = explanation.absence {
        object.add("absence") { write(absence, explanation) }
      }
      if let content = explanation.content { add(content, &object) }
      if let move = explanation.move { object.add("move") { write(move) } }
    }
  }

  private func add(_ verdict: RecordExplanation.Verdict, _ object: inout JSONObjectWriter) {
    object.add("verdict", verdict.word)
    if case .paired(_, let isMoved) = verdict { object.add("moved", isMoved) }
  }

  private func write(_ findings: RecordFindings, _ side: Side) {
    let table = comparison.tables[side]
    JSONObjectWriter.write(to: out) { object in
      object.add("record", findings.record + first)
      object.add("line", table.hasLines ? table.line(of: findings.record) : nil)
      object.add("kept", findings.isKept)
      object.add("identity", listing: findings.identity) { part in
        JSONObjectWriter.write(to: out) { object in
          object.add("column", part.column)
          object.add("raw", part.raw)
          add(part.steps, "steps", &object)
          object.add("value", part.value)
        }
      }
      object.add("problem", findings.identityProblem)
      object.add("section", findings.section)
    }
  }

  // MARK: Records without a partner

  private func write(_ absence: Absence, _ explanation: RecordExplanation) {
    JSONObjectWriter.write(to: out) { object in
      add(absence.cause, &object)
      object.add("candidates", listing: absence.candidates, write)
      object.add("rule", explanation.remedy(in: comparison)?.rule)
    }
  }

  private func add(_ cause: Absence.Cause, _ object: inout JSONObjectWriter) {
    object.add("cause", cause.word)
    switch cause {
    case .spelling(let parts):
      object.add("parts", listing: parts) { part in
        JSONObjectWriter.write(to: out) { object in
          add(part: part.part, &object)
          add(part.spellings.map(\.rawValue), "spellings", &object)
        }
      }
    case .part(let part): add(part: part, &object)
    case .filtered, .partnerFiltered, .duplicate, .section, .other: break
    }
  }

  private func add(part: Int, _ object: inout JSONObjectWriter) {
    object.add("part", part + first)
    object.add("column", comparison.partName(part))
  }

  private func write(_ candidate: Absence.Candidate) {
    JSONObjectWriter.write(to: out) { object in
      object.add("record", candidate.record + first)
      add(candidate.key, &object)
      object.add("partner", candidate.partner.map { $0 + first })
    }
  }

  private func write(_ unpaired: UnpairedCauses) {
    JSONObjectWriter.write(to: out) { object in
      object.add("source", unpaired.counts.source)
      object.add("target", unpaired.counts.target)
      object.add("causes", listing: unpaired.groups) { group in
        out.append("\n")
        write(group)
      }
    }
  }

  private func write(_ group: UnpairedCauses.Group) {
    let example = group.example
    JSONObjectWriter.write(to: out) { object in
      add(group.cause, &object)
      object.add("source", group.counts.source)
      object.add("target", group.counts.target)
      object.add("example") {
        JSONObjectWriter.write(to: out) { object in
          object.add("side", example.side.rawValue)
          object.add("record", example.record + first)
          add(example.key, &object)
          if let nearest = example.nearest { object.add("nearest") { write(nearest) } }
        }
      }
      object.add("rule", group.remedy(in: comparison)?.rule)
    }
  }

  // MARK: Parts

  func add(_ key: [Value], _ object: inout JSONObjectWriter) {
    object.add("key", listing: key) { $0.withField { out.append(jsonValue: $0) } }
  }

  func add(_ texts: [String], _ name: StaticString, _ object: inout JSONObjectWriter) {
    object.add(name, listing: texts) { out.append(jsonString: $0) }
  }
}

extension RecordExplanation.Verdict {
  /// The verdict as reports name it.
  var word: String {
    switch self {
    case .filtered: "filtered"
    case .unpaired(.source): "deleted"
    case .unpaired(.target): "inserted"
    case .paired(isUpdated: true, _): "updated"
    case .paired(_, isMoved: true): "moved"
    case .paired: "unchanged"
    }
  }
}

extension Absence.Cause {
  /// The cause as reports for programs name it.
  var word: String {
    switch self {
    case .filtered: "filtered"
    case .partnerFiltered: "partner filtered"
    case .duplicate: "duplicate"
    case .section: "section"
    case .spelling: "spelling"
    case .part: "part"
    case .other: "other"
    }
  }
}

extension Comparison {
  /// The column that a part of the identity is; `nil` where a function makes it.
  func partName(_ part: Int) -> String? {
    let columns = keyColumns
    return columns.indices.contains(part) ? columns[part].name : nil
  }
}
