import RecordDiff
import Records
import StagedDiff

extension HTMLReport {
  /// Collections of up to this many records in all are played record by record.
  private static let playedRecords = 2000

  /// Writes what the page knows beside the changes.
  func appendMeta(kinds: [UInt8], matching: Int) throws {
    out.append("<script type=\"application/json\" id=\"meta\">{\"block\":")
    out.append(Self.blockSize)
    member("changes") { out.append(matching) }
    member("all") { out.append(comparison.changeCount) }
    member("kinds") {
      out.append("\"")
      out.append(kinds)
      out.append("\"")
    }
    if let title = options.title { member("title") { append(title) } }
    if let elapsed = options.elapsed { member("elapsed") { append(Grouped.time(elapsed)) } }
    for side in Side.allCases { appendTable(side) }
    appendColumns()
    member("summary") { appendSummary() }
    member("statistics") { appendStatistics() }
    member("duplicates") { appendDuplicates() }
    member("context") { appendList(context.columns) { append($0.name) } }
    member("moves") { append(comparison.moveWords ?? "") }
    appendTerms()
    appendSections()
    appendKeys()
    out.append("}</script>\n")
  }

  private func member(_ name: StaticString, _ body: () -> Void) {
    out.append(",\"")
    out.append(name)
    out.append("\":")
    body()
  }

  private func append(_ text: String) { out.append(jsonString: text, safety: .markup) }

  private func appendList<Element>(_ elements: [Element], _ body: (Element) -> Void) {
    out.append("[")
    out.append(listing: elements, body)
    out.append("]")
  }

  private func appendNumbers(_ numbers: [Int]) { appendList(numbers) { out.append($0) } }

  /// What held: rules by name, and notes, each with whether it is a warning.
  private func appendTerms() {
    member("rules") {
      appendList(TermsText(comparison, options).rules) { rule in
        appendList([rule.name] + (rule.words.map { [$0] } ?? [])) { append($0) }
      }
    }
    member("notes") {
      appendList(comparison.terms.notes) { note in
        out.append("{\"warning\":")
        out.append(note.isWarning ? "true" : "false")
        member("message") { append(note.message) }
        out.append("}")
      }
    }
  }

  private func appendTable(_ side: Side) {
    let table = comparison.tables[side]
    member(side == .source ? "source" : "target") {
      out.append("{\"path\":")
      append(table.name)
      member("records") { out.append(table.count) }
      out.append("}")
    }
  }

  private func appendColumns() {
    member("columns") { appendList(columns.names) { append($0) } }
    member("sourceColumns") { appendNumbers(columns.places.source) }
    member("targetColumns") { appendNumbers(columns.places.target) }
    member("deletedColumns") { appendNumbers(columns.deleted) }
    member("insertedColumns") { appendNumbers(columns.inserted) }
    member("renamedColumns") {
      appendList(columns.renamed) { renamed in
        out.append("[")
        out.append(renamed.number)
        out.append(",")
        append(renamed.old)
        out.append("]")
      }
    }
    if let key = columns.key { member("keyColumns") { appendNumbers(key) } }
    if let names = reader.keyNames { member("keyNames") { appendList(names) { append($0) } } }
  }

  private func appendSummary() {
    out.append("{\"kinds\":4")
    append(comparison.summary)
    if let sections = comparison.sectionSummary {
      member("sections") {
        out.append("{\"kinds\":4")
        append(sections)
        out.append("}")
      }
    }
    out.append("}")
  }

  private func append(_ summary: Summary) {
    member("deleted") { out.append(summary.deleted) }
    member("inserted") { out.append(summary.inserted) }
    member("updated") { out.append(summary.updated) }
    member("moved") { out.append(summary.moved) }
    member("unchanged") { out.append(summary.unchanged) }
  }

  private func appendStatistics() {
    let statistics = ColumnStatistics.collect(reader)
    out.append("{\"updated\":")
    out.append(statistics.updated)
    member("columns") { appendList(statistics.columns) { append($0) } }
    out.append("}")
  }

  private func append(_ column: ColumnStatistics.Column) {
    out.append("{\"column\":")
    out.append(columns.compared[column.number])
    member("changed") { out.append(column.changed) }
    member("appeared") { out.append(column.appeared) }
    member("vanished") { out.append(column.vanished) }
    if let (median, least, greatest) = column.numeric.outline {
      member("numeric") {
        out.append("{\"median\":")
        append(median.signed)
        member("least") { append(least.signed) }
        member("greatest") { append(greatest.signed) }
        out.append("}")
      }
    }
    if let paths = column.paths {
      let name = reader.columns[column.number].name
      member("paths") {
        appendList(paths.paths) { path in
          out.append("[")
          append(path.path.text(below: name))
          out.append(",")
          out.append(path.records)
          out.append("]")
        }
      }
      member("morePaths") { out.append(paths.more) }
    }
    if let frequent = column.frequent {
      member("frequent") {
        out.append("[")
        frequent.old.withField { out.append(pageValue: $0) }
        out.append(",")
        frequent.new.withField { out.append(pageValue: $0) }
        out.append(",")
        out.append(frequent.count)
        out.append("]")
      }
    }
    out.append("}")
  }

  private func appendDuplicates() {
    out.append("{\"hasKey\":")
    out.append(comparison.hasKey ? "true" : "false")
    for side in Side.allCases {
      let found = comparison.duplicates[side]
      member(side == .source ? "source" : "target") {
        out.append("{\"identities\":")
        out.append(found.identities)
        member("extra") { out.append(found.repetitions) }
        member("examples") {
          appendList(found.examples) { example in
            out.append("[")
            out.append(pageKey: example.key)
            out.append(",[")
            out.append(example.first)
            out.append(",")
            out.append(example.second)
            out.append("]]")
          }
        }
        out.append("}")
      }
    }
    out.append("}")
  }

  /// Names by identity, and what happened to sections themselves.
  private func appendSections() {
    guard let divisions = comparison.sections?.divisions else { return }
    var names: [Value] = []
    for side in Side.allCases {
      for (name, identity) in zip(divisions[side].names, divisions[side].identities) {
        while names.count <= Int(identity) { names.append(.absent) }
        names[Int(identity)] = name
      }
    }
    member("sections") { out.append(pageKey: names) }
    guard case .sectioned(let changes) = comparison.edits else { return }
    let edits = changes.sections
    let (old, new) = (divisions.source.identities, divisions.target.identities)
    func numbers(_ identities: [UInt32], _ offsets: some Sequence<Int>) {
      appendNumbers(offsets.map { Int(identities[$0]) })
    }
    member("sectionChanges") {
      out.append("{\"kinds\":4")
      member("d") { numbers(old, edits.deleted) }
      member("i") { numbers(new, edits.inserted) }
      member("u") { numbers(new, edits.updated.map(\.target)) }
      member("m") { numbers(new, edits.moved.map(\.target)) }
      out.append("}")
    }
  }

  /// The keys of all records of small collections, so that the stages can be played with them.
  private func appendKeys() {
    let counts = Sides { comparison.tables[$0].count }
    guard case .linear(let changes) = comparison.edits, comparison.hasKey,
      counts.source + counts.target <= Self.playedRecords,
      changes.sourceCount == counts.source, changes.targetCount == counts.target
    else { return }
    member("keys") {
      out.append("{\"kinds\":2")
      for side in Side.allCases {
        member(side == .source ? "source" : "target") {
          appendList(Array(0..<counts[side])) { offset in
            out.append("[")
            var isFirst = true
            reader.forEachKeyPart(side, Int32(truncatingIfNeeded: offset)) { field in
              if !isFirst { out.append(",") }
              isFirst = false
              out.append(pageValue: field)
            }
            out.append("]")
          }
        }
      }
      out.append("}")
    }
  }
}
