import Analysis
import Comparing
import Records

package enum LearningFormat: String, Sendable, CaseIterable {
  case lua
  case json
}

/// A learned rule, and its line of a rules file.
package struct ProposedRule: Sendable {
  package let rule: LearntRule
  package let field: String
  package let line: String

  package init(_ rule: LearntRule, field: String, line: String) {
    (self.rule, self.field, self.line) = (rule, field, line)
  }
}

/// Writes rules that were learned, for programs.
///
/// - Parameter findings: What is known of the changes that they leave.
package func write(
  _ learnt: LearntRules, _ proposals: [ProposedRule], _ findings: [FindingWords], inputs: Sides<String>,
  to sink: inout some ReportSink
) throws {
  try sink.collect { out in
    out.document { json in
      for side in Side.allCases {
        json.object(side.jsonName) { json.member("path", path: inputs[side]) }
      }
      if let columns = learnt.key.columns { json.member("key", columns, isFound: learnt.key.isFound) }
      json.member("paired", learnt.paired)
      json.member("updated", learnt.updated.before)
      json.member("updatedWithRules", learnt.updated.after)
      json.object("columns") {
        json.member("deleted", learnt.unmatched.source)
        json.member("inserted", learnt.unmatched.target)
        json.member("leftAlone", learnt.leftAlone)
      }
      json.member("rules") { json.list(proposals, .lines) { json.write($0) } }
      if !learnt.notes.isEmpty { json.member("notes") { json.list(learnt.notes, .lines) { json.write($0) } } }
      json.member(findings)
    }
  }
}

/// Writes an identity that was learned, for programs: what a rules file would say, and what it is expected to do.
package func write(_ learnt: LearntIdentity, inputs: Sides<String>, to sink: inout some ReportSink) throws {
  try sink.collect { out in
    out.document { json in
      for side in Side.allCases {
        json.object(side.jsonName) {
          json.member("path", path: inputs[side])
          json.member("records", learnt.records[side])
        }
      }
      json.object("labels") {
        json.member("same", learnt.labels.same)
        json.member("different", learnt.labels.different)
      }
      json.member("blocks") {
        json.list(learnt.blocks) { block in json.list(block.parts) { json.write($0) } }
      }
      json.member("columns") { json.list(learnt.columns, .lines) { json.write($0) } }
      json.write("odds", learnt.odds)
      json.write("threshold", learnt.threshold)
      json.member("pairs", learnt.pairs)
      json.write("precision", learnt.precision)
      json.write("recall", learnt.recall)
    }
  }
}

extension JSONEmitter {
  fileprivate func write(_ proposal: ProposedRule) {
    let rule = proposal.rule
    object {
      member("column", rule.column)
      if rule.isOfKey { member("key", true) }
      member("noise", rule.noises.map(\.rawValue))
      member("field", proposal.field)
      member("line", proposal.line)
      member("explained", rule.explained)
      member("differing", rule.differing)
      write(rule.examples)
    }
  }

  fileprivate func write(_ note: LearningNote) {
    object {
      member("column", note.column)
      switch note.kind {
      case .factor(let factor): member("factor", factor)
      case .cutOff(let unrounded): member("cutOff", unrounded)
      }
      member("cells", note.count)
      member("differing", note.differing)
      if let mark = note.ambiguousMark { member("mark", String(mark)) }
      write(note.examples)
    }
  }

  private func write(_ examples: [LearntRule.Example]) {
    member("examples") {
      list(examples) { example in
        object {
          member("old", example.old)
          member("new", example.new)
        }
      }
    }
  }

  fileprivate func write(_ part: LinkageBlock.Part) {
    object {
      member("column", part.column)
      if part.isSound { member("sound", true) }
    }
  }

  fileprivate func write(_ column: LearntIdentity.Column) {
    object {
      member("column", column.column.name)
      member("comparator", column.column.lua)
      write("equal", column.equal)
      write("alike", column.alike)
      write("different", column.different)
    }
  }
}
