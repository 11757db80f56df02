import Analysis
import Comparing
import Records

/// How the columns of updated records changed, and what these records have in common, as a JSON object for scripts.
///
/// - Throws: What went wrong with an input meanwhile.
package func statisticsJSON(of comparison: Comparison) throws -> [UInt8] {
  try comparison.guarding {
    let reader = ChangeReader(comparison)
    let statistics = ColumnStatistics.collect(reader)
    return JSONEmitter.bytes { json in
      json.object {
        statistics.writeColumns(to: json, names: reader.columns.map(\.name))
        statistics.writeSubgroups(to: json)
      }
    }
  }
}

extension ColumnStatistics {
  /// Writes the members of the summary: the columns that changed, and what updated records have in common, if anything.
  func writeMembers(to json: JSONEmitter, names: [String]) {
    writeColumns(to: json, names: names)
    if !subgroups.isEmpty { writeSubgroups(to: json) }
  }

  fileprivate func writeSubgroups(to json: JSONEmitter) {
    json.member("where") {
      json.list(subgroups) { subgroup in
        json.object {
          json.member("column", subgroup.column)
          json.member("value") { json.value(subgroup.value) }
          json.member("updated", subgroup.updated)
          json.member("paired", subgroup.paired)
        }
      }
    }
  }

  fileprivate func writeColumns(to json: JSONEmitter, names: [String]) {
    json.member("columns") {
      json.object {
        for column in columns {
          json.member(named: names[column.number])
          write(column, names[column.number], to: json)
        }
      }
    }
  }

  private func write(_ column: Column, _ name: String, to json: JSONEmitter) {
    json.object {
      json.member("changed", column.changed)
      json.member("appeared", column.appeared)
      json.member("vanished", column.vanished)
      write(column.numeric, to: json)
      if column.respelled > 0 { json.member("respelled", column.respelled) }
      write(column.frequent, to: json)
      write(column.paths, below: name, to: json)
    }
  }

  private func write(_ sample: Sample, to json: JSONEmitter) {
    guard let outline = sample.outline else { return }
    json.member("difference") {
      json.object {
        json.member("count", sample.count)
        json.member("median") { json.spelled { $0.append(text: outline.median.description) } }
        json.member("least") { json.spelled { $0.append(text: outline.least.description) } }
        json.member("greatest") { json.spelled { $0.append(text: outline.greatest.description) } }
      }
    }
  }

  private func write(_ paths: PathStatistics?, below column: String, to json: JSONEmitter) {
    guard let paths else { return }
    json.member("paths") {
      json.list(paths.paths) { path in
        json.object {
          json.member("path", path.path.text(below: column))
          json.member("records", path.records)
        }
      }
    }
    if paths.more > 0 { json.member("morePaths", paths.more) }
  }

  private func write(_ frequent: Frequent?, to json: JSONEmitter) {
    guard let frequent else { return }
    json.member("frequent") {
      json.object {
        json.member("old") { json.value(frequent.old) }
        json.member("new") { json.value(frequent.new) }
        json.member("count", frequent.count)
      }
    }
  }
}
