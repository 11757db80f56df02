import Comparing
import Analysis
import Records

/// Why records are paired, equal or moved, as JSON.
package struct ExplanationJSON {
  let comparison: Comparison
  private let out: OutputBuffer
  let json: JSONEmitter
  let first: Int

  /// - Parameter first: The number of an input's first record: 0 in JSON, 1 in Lua.
  package init(_ comparison: Comparison, _ out: OutputBuffer, first: Int = 0) {
    self.comparison = comparison
    self.out = out
    json = JSONEmitter(out)
    self.first = first
  }

  func write(_ explanations: Explanations) {
    out.document { json in
      for side in Side.allCases {
        json.object(side.jsonName) {
          json.member("path", comparison.readTables[side].name)
          json.member("records", comparison.tables[side].count)
        }
      }
      json.member("explanations") { json.list(explanations.records, .lines) { write($0) } }
      if let unpaired = explanations.unpaired { json.member("unpaired") { write(unpaired) } }
    }
  }

  /// `text` is the explanation for a person, where that is to be a member.
  package func write(_ explanation: RecordExplanation, text: String? = nil) {
    json.object {
      json.member("text", text)
      add(explanation.verdict)
      let groups = GroupReader(comparison)?.groups(Sides { explanation.records[$0]?.record ?? -1 })
      for side in Side.allCases {
        guard let findings = explanation.records[side] else { continue }
        json.member(side.jsonName) { write(findings, side, groups?[side] ?? nil) }
      }
      if let namesakes = explanation.namesakes {
        json.object("same") {
          json.member("source", namesakes.counts.source)
          json.member("target", namesakes.counts.target)
          json.member("duplicates", namesakes.policy.rawValue)
        }
      }
      if let pass = explanation.pass {
        json.members(of: pass.match)
        json.member("by", pass.name)
        if let score = pass.score { write(score) }
      }
      if let absence = explanation.absence { json.member("absence") { write(absence, explanation) } }
      if let content = explanation.content { add(content) }
      if let move = explanation.move { json.member("move") { write(move) } }
    }
  }

  private func add(_ verdict: RecordExplanation.Verdict) {
    json.member("verdict", verdict.word)
    if case .paired(_, let isMoved) = verdict { json.member("moved", isMoved) }
  }

  private func write(_ findings: RecordFindings, _ side: Side, _ group: GroupReader.Group?) {
    let table = comparison.tables[side]
    json.object {
      json.member("record", findings.record + first)
      if let group { json.member("group") { json.value(group, first: first) } }
      json.member("line", table.hasLines ? table.line(of: findings.record) : nil)
      json.member("kept", findings.isKept)
      json.member("wanted", findings.refusal)
      json.member("identity", ifAny: findings.identity) { part in
        json.object {
          json.member("column", part.column)
          json.member("raw", part.raw)
          add(part.steps, "steps")
          json.member("value", part.value)
        }
      }
      json.member("problem", findings.identityProblem)
      json.member("section", findings.section)
    }
  }

  private func write(_ absence: Absence, _ explanation: RecordExplanation) {
    json.object {
      add(absence.cause)
      json.member("candidates", ifAny: absence.passes.isEmpty ? absence.candidates : [], write)
      json.member("passes", ifAny: absence.passes, write)
      json.member("rule", explanation.remedy(in: comparison)?.rule)
    }
  }

  private func add(_ cause: Absence.Cause) {
    json.member("cause", cause.word)
    switch cause {
    case .spelling(let parts):
      json.member("parts", ifAny: parts) { part in
        json.object {
          add(part: part.part)
          add(part.spellings.map(\.rawValue), "spellings")
        }
      }
    case .part(let part): add(part: part)
    case .alike(let likeness): json.member("but", likeness.rawValue)
    case .content(let columns, let other):
      json.member("columns", columns)
      json.member("except", other)
    case .empty(let parts): json.member("parts", ifAny: parts) { part in json.object { add(part: part) } }
    case .filtered, .partnerFiltered, .duplicate, .section, .other, .unsearched, .passes: break
    }
  }

  private func write(_ pass: PassAbsence) {
    json.object {
      json.member("pass", pass.pass)
      json.member("by", pass.name)
      json.member("cause", pass.cause.word)
      if pass.isScore, !pass.cause.isOfBlock {
        if let amount = pass.amount { member("score", Double(amount) / 1000) }
      } else {
        json.member(pass.cause.isOfBlock ? "records" : "distance", pass.amount)
      }
      if let candidate = pass.candidate { json.member("candidate") { write(candidate) } }
    }
  }

  private func write(_ score: ScoreFindings) {
    if let odds = score.odds { member("odds", odds) }
    member("sum", score.sum)
    member("least", score.least)
    json.member("steps", ifAny: score.steps) { step in
      json.object {
        json.member("column", step.column)
        json.member("level", "\(step.grade.level)")
        member("likeness", step.grade.likeness)
        member("points", step.points)
      }
    }
  }

  private func member(_ name: StaticString, _ number: Double) { json.member(name, decimal: number.inThousandths) }

  private func add(part: Int) {
    json.member("part", part + first)
    json.member("column", comparison.partName(part))
  }

  private func write(_ candidate: Absence.Candidate) {
    json.object {
      json.member("record", candidate.record + first)
      add(candidate.key)
      json.member("partner", candidate.partner.map { $0 + first })
    }
  }

  private func write(_ unpaired: UnpairedCauses) {
    json.object {
      json.member("source", unpaired.counts.source)
      json.member("target", unpaired.counts.target)
      if !unpaired.groups.isEmpty { json.member("causes") { json.list(unpaired.groups, .lines, write) } }
    }
  }

  private func write(_ group: UnpairedCauses.Group) {
    json.object {
      add(group.cause)
      json.member("source", group.counts.source)
      json.member("target", group.counts.target)
      if let example = group.examples.first { json.member("example") { write(example) } }
      if group.examples.count > 1 { json.member("examples", ifAny: group.examples, write) }
      json.member("rule", group.remedy(in: comparison)?.rule)
    }
  }

  private func write(_ example: UnpairedCauses.Example) {
    json.object {
      json.member("side", example.side.rawValue)
      json.member("record", example.record + first)
      add(example.key)
      if let nearest = example.nearest { json.member("nearest") { write(nearest) } }
    }
  }

  func add(_ key: [Value]) { json.member("key", ifAny: key) { json.value($0) } }

  func add(_ texts: [String], _ name: StaticString) { json.member(name, ifAny: texts) }
}

extension RecordExplanation.Verdict {
  /// The kind of change that it is; `nil` for a record that is left out, or the same.
  var change: Change.Kind? {
    switch self {
    case .unpaired(.source): .deleted
    case .unpaired(.target): .inserted
    case .paired(isUpdated: true, _): .updated
    case .paired(_, isMoved: true): .moved
    case .filtered, .paired: nil
    }
  }

  var word: String { self == .filtered ? "filtered" : change?.rawValue ?? "unchanged" }
}

extension Absence.Cause {
  var word: String {
    switch self {
    case .filtered: "filtered"
    case .partnerFiltered: "partner filtered"
    case .duplicate: "duplicate"
    case .section: "section"
    case .spelling: "spelling"
    case .part: "part"
    case .alike: "alike"
    case .content: "content"
    case .empty: "empty"
    case .other: "other"
    case .unsearched: "unsearched"
    case .passes: "passes"
    }
  }
}

extension PassAbsence.Cause {
  fileprivate var isOfBlock: Bool { if case .largeBlock = self { true } else { false } }

  fileprivate var word: String {
    switch self {
    case .empty: "empty"
    case .noRecord: "no record"
    case .alike(let cause): cause.word
    case .filtered: "filtered"
    case .pairedEarlier: "paired earlier"
    case .pairedHere: "paired here"
    case .section: "section"
    case .longText: "long text"
    case .low: "low"
    case .ambiguous: "ambiguous"
    case .largeBlock: "large block"
    case .far: "far"
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
        json.object("raw") {
          json.member("old", column.raw.source)
          json.member("new", column.raw.target)
        }
      }
      json.member("paths", ifAny: column.paths ?? []) { json.value($0) }
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
        json.object(name) {
          json.member("source", neighbour.records.source + first)
          json.member("target", neighbour.records.target + first)
          add(neighbour.key)
        }
      }
      json.member("kept", move.kept.count)
      json.member("paired", move.kept.of)
    }
  }
}

extension ContentFindings.Ground {
  var word: String {
    switch self {
    case .sameBytes: "same bytes"
    case .columns: "columns"
    case .function: "function"
    }
  }
}
