import Records

extension ColumnStatistics {
  /// Writes an object with a member for each column that changed.
  func write(to json: JSONEmitter, names: [String]) {
    json.object {
      for column in columns {
        let name = names[column.number]
        json.member(named: name)
        json.object {
          json.member("changed", column.changed)
          json.member("appeared", column.appeared)
          json.member("vanished", column.vanished)
          write(column.numeric, to: json)
          write(column.frequent, to: json)
          write(column.paths, below: name, to: json)
        }
      }
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
