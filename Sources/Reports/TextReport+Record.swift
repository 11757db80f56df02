import RecordDiff
import Records

extension TextReport {
  /// A record on one line: the columns beside the key that have a value, as many as fit.
  func appendRecord(_ entry: ChangeEntry, _ side: Side) {
    var left = room
    var hidden = 0
    var isFirst = true
    let names = comparison.collections.tables[side].columns
    let keys = Set(reader.rawKeyColumns?.compactMap { $0.places[side] } ?? [])
    reader.forEachField(side, reader.record(of: entry, side)) { column, field in
      guard !field.isVoid, !keys.contains(column) else { return }
      let name = DisplayText(names[column]).text(within: 24) + ": "
      let value = DisplayText(field).text(within: max(min(60, room / 2), 12))
      let width = DisplayText(name).width + DisplayText(value).width + (isFirst ? 0 : 2)
      guard hidden == 0, isFirst || width + 6 <= left else {
        hidden += 1
        return
      }
      left -= width
      if !isFirst { out.append(", ") }
      isFirst = false
      palette.paint(.dim, out, name)
      palette.paint(entry.kind.role, out, value)
    }
    if hidden > 0 { palette.paint(.dim, out, ", +\(hidden)") }
    out.append("\n")
  }
}

/// Two values side by side within a width.
struct ShortenedPair {
  let old: String
  let new: String

  /// - Parameter width: Columns for both together.
  init(_ old: DisplayText, _ new: DisplayText, width: Int) {
    let half = max(width / 2, 8)
    let oldLimit = max(half, width - new.width)
    let newLimit = max(half, width - old.width)
    let same = old.commonStart(with: new)
    let start = same > 12 ? same - 8 : 0
    self.old = old.text(within: oldLimit, from: start)
    self.new = new.text(within: newLimit, from: start)
  }
}

extension ChangeReader {
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
