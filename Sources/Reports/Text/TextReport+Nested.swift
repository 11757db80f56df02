import Comparing
import Records

extension TextReport {
  /// One thing that differs inside a value: `items[sku=A1].qty: 1 → 2`, `borders: + "BLR"`.
  func append(_ change: NestedChange, in column: String, room: Int) {
    let isWhole = change.kind == .updated
    let name = (isWhole ? change.path : change.path.named).text(below: column)
    let label = ColumnLabels.Label(name, within: max(room / 2, 12))
    let left = max(room - label.width, 12)
    switch change.kind {
    case .updated: append(label, change.old ?? .absent, change.new ?? .absent, room: room)
    case .inserted: append(change.new, "+ ", .inserted, label, room: left)
    case .deleted: append(change.old, "- ", .deleted, label, room: left)
    case .moved: appendMoved(change, label, room: left)
    }
  }

  /// A value that came or went.
  private func append(
    _ value: Field?, _ mark: StaticString, _ role: Palette.Role, _ label: ColumnLabels.Label,
    room: Int
  ) {
    palette.paint(.dim, out, label.text)
    palette.paint(role, out) {
      out.append(mark)
      appendSpelled(value, within: room - 2)
    }
  }

  /// Where an element of a list was and is; without a name of its own, which one it is.
  private func appendMoved(_ change: NestedChange, _ label: ColumnLabels.Label, room: Int) {
    let places = [change.from, change.path].map { "[\($0?.place ?? 0)]" }
    palette.paint(.dim, out, label.text + "moved ")
    if change.path.named != change.path {
      palette.paint(.moved, out) { appendSpelled(change.new, within: max(room - 30, 12)) }
      out.append(" ")
    }
    guard places[0] != places[1] else {
      // The others around it changed: it is behind another one than before.
      palette.paint(.dim, out, "among others, still at ")
      palette.paint(.moved, out, places[1])
      return
    }
    palette.paint(.dim, out, "from ")
    palette.paint(.moved, out, places[0])
    palette.paint(.dim, out, " to ")
    palette.paint(.moved, out, places[1])
  }

  private func appendSpelled(_ value: Field?, within limit: Int) {
    let value = value ?? .absent
    guard !value.isNested else {
      _ = out.append(shown: value, within: limit)
      return
    }
    Value.text(Text(utf8: value.compactSpelling)).withField {
      _ = out.append(shown: $0, within: limit)
    }
  }
}
