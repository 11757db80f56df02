import RecordDiff
import Records

/// Writes changes as JSON objects; one thread's own.
///
/// Whatever it counts references to is its own too: threads that count references to one object wait for each other.
final class JSONChangeWriter {
  private let reader: ChangeReader
  private let names: JSONColumnNames
  private let out: OutputBuffer

  init(_ comparison: Comparison, _ out: OutputBuffer) {
    reader = ChangeReader(comparison)
    names = JSONColumnNames(comparison)
    self.out = out
  }

  /// Writes one change as an object.
  func append(_ entry: ChangeEntry) {
    switch entry.kind {
    case .deleted: out.append("{\"kind\":\"deleted\",\"key\":[")
    case .inserted: out.append("{\"kind\":\"inserted\",\"key\":[")
    case .updated: out.append("{\"kind\":\"updated\",\"key\":[")
    case .moved: out.append("{\"kind\":\"moved\",\"key\":[")
    }
    appendKey(entry)
    out.append("]")
    appendSections(entry)
    appendRecord(",\"source\":", entry, .source)
    appendRecord(",\"target\":", entry, .target)
    switch entry.kind {
    case .deleted: appendFields(.source, entry)
    case .inserted: appendFields(.target, entry)
    case .updated: appendDifferences(entry)
    case .moved: break
    }
    out.append("}")
  }

  private func appendKey(_ entry: ChangeEntry) {
    var isFirst = true
    reader.forEachKeyPart(of: entry) { field in
      if !isFirst { out.append(",") }
      isFirst = false
      out.append(jsonValue: field)
    }
  }

  private func appendSections(_ entry: ChangeEntry) {
    guard let sections = reader.sections(of: entry) else { return }
    out.append(",\"section\":")
    reader.name(of: sections.own).withField { out.append(jsonValue: $0) }
    guard let from = sections.from else { return }
    out.append(",\"fromSection\":")
    reader.name(of: from).withField { out.append(jsonValue: $0) }
  }

  private func appendRecord(_ name: StaticString, _ entry: ChangeEntry, _ side: Side) {
    let record = reader.record(of: entry, side)
    guard record >= 0 else { return }
    out.append(name)
    out.append(record)
  }

  private func appendFields(_ side: Side, _ entry: ChangeEntry) {
    out.append(",\"record\":{")
    var isFirst = true
    reader.forEachField(side, reader.record(of: entry, side)) { column, field in
      guard field.kind != .absent else { return }
      if !isFirst { out.append(",") }
      isFirst = false
      appendName(column, side)
      out.append(jsonValue: field)
    }
    out.append("}")
  }

  private func appendDifferences(_ entry: ChangeEntry) {
    out.append(entry.isMoved ? ",\"moved\":true,\"fields\":{" : ",\"moved\":false,\"fields\":{")
    var isFirst = true
    reader.forEachDifference(of: entry) { column, old, new in
      if !isFirst { out.append(",") }
      isFirst = false
      names.compared.append(column, to: out)
      out.append("{")
      if old.kind != .absent {
        out.append("\"old\":")
        out.append(jsonValue: old)
      }
      if new.kind != .absent {
        out.append(old.kind == .absent ? "\"new\":" : ",\"new\":")
        out.append(jsonValue: new)
      }
      if let changes = reader.nestedChanges(of: entry, column: column) { appendPaths(changes) }
      out.append("}")
    }
    out.append("}")
  }

  private func appendPaths(_ changes: [NestedChange]) {
    out.append(",\"paths\":[")
    for (number, change) in changes.enumerated() {
      out.append(number == 0 ? "{\"kind\":" : ",{\"kind\":")
      out.append(jsonString: change.kind.rawValue)
      out.append(",\"path\":")
      appendPointer(change.path)
      if let from = change.from {
        out.append(",\"from\":")
        appendPointer(from)
      }
      if change.kind != .moved {
        appendValue(",\"old\":", change.old)
        appendValue(",\"new\":", change.new)
      }
      out.append("}")
    }
    out.append("]")
  }

  private func appendPointer(_ path: NestedPath) {
    path.pointer.withUnsafeBytes { out.append(jsonString: $0) }
  }

  private func appendValue(_ name: StaticString, _ value: Field?) {
    guard let value else { return }
    out.append(name)
    out.append(jsonValue: value)
  }

  private func appendName(_ column: Int, _ side: Side) {
    switch side {
    case .source: names.source.append(column, to: out)
    case .target: names.target.append(column, to: out)
    }
  }
}
