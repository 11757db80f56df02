extension ColumnStatistics {
  /// Writes an object with a member for each column that changed.
  func append(to out: OutputBuffer, names: [String]) {
    out.append("{")
    out.append(listing: columns) { column in
      out.append(jsonString: names[column.number])
      out.append(":{\"changed\":")
      out.append(column.changed)
      out.append(",\"appeared\":")
      out.append(column.appeared)
      out.append(",\"vanished\":")
      out.append(column.vanished)
      append(column.numeric, to: out)
      append(column.frequent, to: out)
      append(column.paths, below: names[column.number], to: out)
      out.append("}")
    }
    out.append("}")
  }

  private func append(_ sample: Sample, to out: OutputBuffer) {
    guard let outline = sample.outline else { return }
    out.append(",\"difference\":{\"count\":")
    out.append(sample.count)
    out.append(",\"median\":")
    out.append(text: outline.median.description)
    out.append(",\"least\":")
    out.append(text: outline.least.description)
    out.append(",\"greatest\":")
    out.append(text: outline.greatest.description)
    out.append("}")
  }

  private func append(_ paths: PathStatistics?, below column: String, to out: OutputBuffer) {
    guard let paths else { return }
    out.append(",\"paths\":[")
    out.append(listing: paths.paths) { path in
      out.append("{\"path\":")
      out.append(jsonString: path.path.text(below: column))
      out.append(",\"records\":")
      out.append(path.records)
      out.append("}")
    }
    out.append("]")
    guard paths.more > 0 else { return }
    out.append(",\"morePaths\":")
    out.append(paths.more)
  }

  private func append(_ frequent: Frequent?, to out: OutputBuffer) {
    guard let frequent else { return }
    out.append(",\"frequent\":{\"old\":")
    frequent.old.withField { out.append(jsonValue: $0) }
    out.append(",\"new\":")
    frequent.new.withField { out.append(jsonValue: $0) }
    out.append(",\"count\":")
    out.append(frequent.count)
    out.append("}")
  }
}
