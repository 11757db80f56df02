import RecordDiff
import Records

extension TextReport {
  /// What differs in a record: `column: old → new`, a line each.
  func appendDifferences(_ entry: ChangeEntry, _ layout: Layout) {
    let words = contextWords(of: entry, layout)
    var isFirst = true
    reader.forEachDifference(of: entry) { column, old, new in
      if !isFirst { appendIndent(layout) }
      let taken = isFirst ? words?.width ?? 0 : 0
      append(labels.compared[column], old, new, room: layout.room - taken)
      end(isFirst ? words : nil)
      isFirst = false
    }
    guard entry.isMoved || isFirst else { return }
    if !isFirst { appendIndent(layout) }
    if entry.isMoved {
      appendPlaces(entry)
    } else {
      palette.paint(.dim, out, "differs by the rules")
    }
    end(isFirst ? words : nil)
  }

  /// Where a record that only moved was and is.
  func appendMoved(_ entry: ChangeEntry, _ layout: Layout) {
    if !comparison.hasKey {
      appendRecord(entry, .target, layout)
      appendIndent(layout)
    }
    appendPlaces(entry)
    end(contextWords(of: entry, layout))
  }

  private func appendPlaces(_ entry: ChangeEntry) {
    palette.paint(.dim, out, "moved from ")
    if let sections = reader.sections(of: entry), let from = sections.from {
      palette.paint(.moved, out, "§ " + reader.displayName(of: from))
      return
    }
    let places = Side.allCases.map { Grouped.number(reader.record(of: entry, $0) + 1) }
    palette.paint(.moved, out, "record \(places[0])")
    palette.paint(.dim, out, " to ")
    palette.paint(.moved, out, "record \(places[1])")
  }

  // MARK: Two values

  /// `column: old → new`, both shortened around the place where they differ.
  private func append(_ label: ColumnLabels.Label, _ old: Field, _ new: Field, room: Int) {
    palette.paint(.dim, out, label.text)
    let width = room - label.width - 3
    if let old = PrintableText(old), let new = PrintableText(new),
      old.width + new.width <= width, isPlain(old, new), old.isText == new.isText
    {
      palette.paint(.deleted, out) { out.append(old.bytes) }
      appendArrow()
      palette.paint(.inserted, out) { out.append(new.bytes) }
    } else {
      let pair = ValuePair(old, new, width: width, isMarked: palette.isOn)
      append(pair.old, .deleted)
      appendArrow()
      append(pair.new, .inserted)
    }
  }

  /// Whether there is nothing to mark in two values: colours mark words, of which there may be one each; white space is
  /// marked where nothing else differs.
  private func isPlain(_ old: PrintableText, _ new: PrintableText) -> Bool {
    palette.isOn ? old.isWord && new.isWord : !old.differsInBlanksAlone(from: new)
  }

  private func append(_ runs: [DisplayText.Run], _ role: Palette.Role) {
    for run in runs { palette.paint(run.isChanged ? role : .plain, out, run.text) }
  }

  private func appendArrow() { palette.paint(.dim, out) { out.append(" → ") } }

  // MARK: Context

  /// What tells a person which record it is, and the terminal columns that it takes.
  private typealias Words = (text: String, width: Int)

  /// `  (name: Awl)`, or `nil` where there is nothing to say.
  private func contextWords(of entry: ChangeEntry, _ layout: Layout) -> Words? {
    var parts: [DisplayText] = []
    reader.forEachContext(context, of: entry) { number, field in
      let name = DisplayText(context.columns[number].name).text(within: 24)
      parts.append(DisplayText("\(name): \(DisplayText(field).text(within: 40))"))
    }
    guard !parts.isEmpty else { return nil }
    let text = "  (\(DisplayText(joining: parts).text(within: max(layout.room / 2, 12))))"
    return (text, DisplayText(text).width)
  }

  private func end(_ words: Words?) {
    if let words { palette.paint(.dim, out, words.text) }
    out.append("\n")
  }
}
