import Analysis
import Comparing
import Records

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
