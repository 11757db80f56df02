import Comparing
import Records

extension TextReport {
  /// A record on one line: the columns beside the key that have a value, as many as fit.
  func appendRecord(_ entry: ChangeEntry, _ side: Side, _ layout: Layout) {
    var line = RecordLine(left: layout.room, widest: max(min(60, layout.room / 2), 12))
    reader.forEachField(side, reader.record(of: entry, side)) { column, field in
      guard !field.isVoid, let label = labels.values[side][column] else { return }
      append(label, field, entry.kind.role, &line)
    }
    if line.hidden > 0 { palette.paint(.dim, out, ", +\(line.hidden)") }
    out.append("\n")
  }

  /// How far a record's line is filled.
  private struct RecordLine {
    /// Columns of the terminal that are left.
    var left: Int
    /// Columns that a value takes at most.
    let widest: Int
    /// Values that have no room.
    var hidden = 0
    var isEmpty = true
  }

  /// Appends a column and its value, or takes it back if it does not fit.
  private func append(
    _ label: ColumnLabels.Label, _ field: Field, _ role: Palette.Role, _ line: inout RecordLine
  ) {
    guard line.hidden == 0 else { return line.hidden += 1 }
    let start = out.count
    if !line.isEmpty { out.append(", ") }
    palette.paint(.dim, out, label.text)
    var width = label.width + (line.isEmpty ? 0 : 2)
    palette.paint(role, out) {
      width += out.append(shown: field, within: line.widest)
    }
    guard line.isEmpty || width + 6 <= line.left else {
      out.truncate(to: start)
      return line.hidden += 1
    }
    line.left -= width
    line.isEmpty = false
  }
}

extension ChangeReader {
  /// Appends the key as a person sees it, its parts with commas between them.
  ///
  /// - Parameter limit: The columns that it is cut to.
  /// - Returns: How many columns the whole key takes.
  func appendKey(of entry: ChangeEntry, to out: OutputBuffer, within limit: Int) -> Int {
    let start = out.count
    var width = 0
    var isPlain = true
    forEachKeyPart(of: entry) { part in
      guard isPlain, let text = PrintableText(part) else { return isPlain = false }
      if width > 0 { out.append(", ") }
      out.append(text.bytes)
      width += text.width + (width > 0 ? 2 : 0)
    }
    if isPlain, width <= limit { return width }
    out.truncate(to: start)
    let key = displayKey(of: entry)
    out.append(text: key.text(within: limit))
    return key.width
  }

  /// The key as a person sees it, its parts with commas between them.
  func displayKey(of entry: ChangeEntry) -> DisplayText {
    var parts: [DisplayText] = []
    forEachKeyPart(of: entry) { parts.append(DisplayText($0)) }
    return parts.count == 1 ? parts[0] : DisplayText(joining: parts)
  }

  /// A section's name as a person sees it.
  func displayName(of section: SectionPlace) -> String {
    name(of: section).withField { DisplayText($0).text(within: 120) }
  }
}
