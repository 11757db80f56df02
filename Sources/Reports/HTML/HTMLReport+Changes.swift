import RecordDiff
import Records

extension HTMLReport {
  /// `[source, target, row, differences, key, section, fromSection]`, the end left out where there is none of it; with
  /// columns for context, their values stand before the key.
  func append(_ entry: ChangeEntry) {
    let hasRow = columns.showsContext || entry.kind == .deleted || entry.kind == .inserted
    out.append("[")
    out.append(reader.record(of: entry, .source))
    out.append(",")
    out.append(reader.record(of: entry, .target))
    out.append(",")
    if hasRow { appendRow(entry) } else { out.append("0") }
    appendDifferences(entry)
    appendContext(entry)
    let hasKey = comparison.hasKey && !(hasRow && columns.key != nil)
    if hasKey { appendKey(entry) } else if comparison.sections != nil { out.append(",0") }
    appendSections(entry)
    out.append("]")
  }

  /// A record's values; absent ones at the end are left out, of sparse records all of them.
  private func appendRow(_ entry: ChangeEntry) {
    let side = reader.side(of: entry)
    guard !comparison.tables[side].isSparse else { return appendSparseRow(entry, side) }
    let isPaired = entry.source >= 0 && entry.target >= 0
    out.append("[")
    var end = out.count
    var place = 0
    reader.forEachField(side, reader.record(of: entry, side)) { column, field in
      while place < column {
        out.append(",")
        place += 1
      }
      let isKey = columns.key?.contains(columns.places[side][column]) == true
      if isPaired, !isKey { append(equal: field) } else { out.append(pageValue: field) }
      if field.kind != .absent { end = out.count }
    }
    out.truncate(to: end)
    out.append("]")
  }

  /// The values that a record has, by the places of their columns.
  private func appendSparseRow(_ entry: ChangeEntry, _ side: Side) {
    out.append("{")
    var isFirst = true
    reader.forEachField(side, reader.record(of: entry, side)) { column, field in
      out.append(isFirst ? "\"" : ",\"")
      isFirst = false
      out.append(column)
      out.append("\":")
      out.append(pageValue: field)
    }
    out.append("}")
  }

  /// A value of which the page needs only what is equal in it: a nested one as far as there is room.
  private func append(equal field: Field) {
    if field.isNested, !equalParts.take(field.bytes.count) {
      out.append(field.kind == .object ? "[\"{…}\",2]" : "[\"[…]\",2]")
    } else {
      out.append(pageValue: field)
    }
  }

  private func appendDifferences(_ entry: ChangeEntry) {
    guard entry.kind == .updated else { return out.append(",0") }
    out.append(",[")
    var isFirst = true
    func appendComma() {
      if !isFirst { out.append(",") }
      isFirst = false
    }
    reader.forEachDifference(of: entry) { number, old, new in
      let changes = reader.nestedChanges(of: entry, column: number) ?? []
      let inside = changes.filter { !$0.path.steps.isEmpty }
      for change in inside {
        appendComma()
        append(change, number)
      }
      guard inside.isEmpty else { return }
      appendComma()
      out.append(columns.compared[number])
      appendPair(old, new)
    }
    out.append("]")
  }

  private func appendPair(_ old: Field, _ new: Field) {
    out.append(",")
    out.append(pageValue: old)
    out.append(",")
    out.append(pageValue: new)
  }

  /// What differs inside a nested value, `[column, kind, steps, sizes]`, and its two values; of what moved its old place,
  /// and its value if nothing else names it.
  private func append(_ change: NestedChange, _ number: Int) {
    out.append("[")
    out.append(columns.compared[number])
    out.append(",\"")
    out.append(change.kind.letter)
    out.append("\",[")
    out.append(listing: change.shownSteps) { append($0) }
    out.append("],[")
    out.append(listing: change.sizes) { out.append($0) }
    out.append("]]")
    guard change.kind == .moved else {
      return appendPair(change.old ?? .absent, change.new ?? .absent)
    }
    out.append(",[\"")
    out.append(change.from?.place ?? 0)
    out.append("\"],")
    out.append(pageValue: change.path.named == change.path ? .absent : change.new ?? .absent)
  }

  /// A step of a path: the name of a member, or `[place, label]` of an element.
  private func append(_ step: NestedPath.Step) {
    switch step {
    case .member(let name):
      name.withUnsafeBytes { out.append(jsonString: $0, safety: .markup) }
    case .element(let place, let label):
      out.append("[")
      out.append(place)
      if let label {
        out.append(",")
        out.append(jsonString: label, safety: .markup)
      }
      out.append("]")
    }
  }

  /// What tells which record it is: numbers of context columns and values by turns.
  private func appendContext(_ entry: ChangeEntry) {
    guard !context.columns.isEmpty else { return }
    out.append(",[")
    var isFirst = true
    reader.forEachContext(context, of: entry) { number, field in
      if !isFirst { out.append(",") }
      isFirst = false
      out.append(number)
      out.append(",")
      out.append(pageValue: field)
    }
    out.append("]")
  }

  private func appendKey(_ entry: ChangeEntry) {
    out.append(",[")
    var isFirst = true
    reader.forEachKeyPart(of: entry) { field in
      if !isFirst { out.append(",") }
      isFirst = false
      out.append(pageValue: field)
    }
    out.append("]")
  }

  private func appendSections(_ entry: ChangeEntry) {
    guard let sections = reader.sections(of: entry) else { return }
    out.append(",")
    out.append(Int(reader.identity(of: sections.own)))
    guard let from = sections.from else { return }
    out.append(",")
    out.append(Int(reader.identity(of: from)))
  }
}

extension NestedChange {
  /// The way to the value through the new version, as far as that has it.
  fileprivate var shownSteps: [NestedPath.Step] {
    guard let container else { return path.steps }
    return container.steps + path.steps.suffix(1)
  }
}

extension PathChange.Kind {
  /// The letter that the page has for it.
  fileprivate var letter: StaticString {
    switch self {
    case .deleted: "d"
    case .inserted: "i"
    case .updated: "u"
    case .moved: "m"
    }
  }
}

/// How many bytes of equal parts of nested values a page takes, so that one of many changes can still be opened.
final class PageAllowance {
  private static let largestValue = 16 << 10
  private var left = 8 << 20

  /// Takes room for a value; `false` if there is none for it.
  func take(_ count: Int) -> Bool {
    guard count <= Self.largestValue, count <= left else { return false }
    left -= count
    return true
  }
}
