import Analysis
import Comparing
import Records

/// What `text` and `summary` say beside the changes: names, counts, columns, duplicates, hints.
struct ReportFooter {
  let comparison: Comparison
  let options: ReportOptions
  let out: OutputBuffer

  var palette: Palette { Palette(isOn: options.color) }

  /// `old.csv → new.csv`, and below it the rules that held.
  func appendNames() {
    let names = Side.allCases.map { DisplayText(comparison.tables[$0].name) }
    palette.paint(.bold, out, names[0].text(within: 200))
    palette.paint(.dim, out, " → ")
    palette.paintLine(.bold, out, names[1].text(within: 200))
    for line in TermsText(comparison, options).lines { palette.paintLine(.dim, out, line) }
  }

  func appendSummary(mostFindings: Int = Finding.mostTold) {
    appendCounts()
    appendRecords()
    appendRemarks(mostFindings: mostFindings)
  }

  func appendCounts() {
    let summary = comparison.summary
    if comparison.isSame {
      palette.paint(.bold, out, comparison.hasRecords ? "no differences" : "nothing to compare")
    } else {
      append(summary)
    }
    out.append("\n")
    guard let sections = comparison.sectionSummary else { return }
    out.append("sections: ")
    append(sections)
    out.append("\n")
  }

  private func append(_ summary: Summary) {
    let counts =
      Change.Kind.reading.map { (summary[$0], $0.rawValue, $0.role) } + [(summary.unchanged, "unchanged", .dim)]
    var used = 0
    for (index, (count, name, role)) in counts.enumerated() {
      let text = "\(Grouped.number(count)) \(name)"
      let comma = index + 1 < counts.count ? 1 : 0
      let fits = used + text.count + comma <= options.width ?? .max
      if index > 0 { palette.paint(.dim, out, fits ? ", " : ",\n  ") }
      palette.paint(count > 0 ? role : .dim, out, text)
      used = (fits ? used : 2) + text.count + 2
    }
  }

  private func appendRecords() {
    let time = options.elapsed.map { " · \(Grouped.time($0))" } ?? ""
    palette.paintLine(.dim, out, comparison.recordWords + time)
  }

  /// Sections, columns, duplicates, notes and the hint, as far as there is something to say.
  ///
  /// - Parameter mostFindings: How many findings are told.
  func appendRemarks(mostFindings: Int = Finding.mostTold) {
    if let words = comparison.moveWords { remark("moved", words) }
    for kind in Change.Kind.allCases {
      append("sections \(kind.rawValue)", names: comparison.sectionWords(changed: kind))
    }
    if !options.isOfOneVersion {
      append("columns removed", names: comparison.columnChanges.deleted)
      append("columns added", names: comparison.columnChanges.inserted)
    }
    for words in comparison.duplicateWords { remark("duplicates", words) }
    appendFindings(most: mostFindings)
    for note in options.isOfOneVersion ? comparison.terms.warnings : comparison.terms.notes {
      remark(note.title, DisplayText(note.message).text(within: 400))
    }
  }

  /// The findings with a command below each, and how to have several at once.
  ///
  /// - Parameter most: How many are told; of the others it is said what they are about, and what tells them.
  private func appendFindings(most: Int) {
    let all = options.shownFindings
    for shown in all.prefix(most) {
      remark("finding", DisplayText(shown.words.text).text(within: 400))
      if let again = shown.again { palette.paintLine(.dim, out, "  \(again)") } else { shown.trial.map(append) }
    }
    if all.count > most {
      let left = all.dropFirst(most)
      let names = left.flatMap(\.words.subjects).unique.joined(separator: ", ")
      remark("findings", "\(left.count) more\(names.isEmpty ? "" : ", about \(names)")")
      (options.commands.map { $0.comparing + ["-f", "summary"] }?.shellLine).map(append)
    }
    guard let (text, command) = options.together(all) else { return }
    let colon = text.firstIndex(of: ":") ?? text.endIndex
    remark(String(text[..<colon]), String(text[colon...].dropFirst(2)))
    append(command.shellLine)
  }

  /// Writes a command on a line of its own, which is not broken, so that it can be copied.
  private func append(_ command: String) {
    out.append(text: "  \(DisplayText(command).text(within: 4000))\n")
  }

  private func append(_ title: String, names: [String]) {
    guard !names.isEmpty else { return }
    let shown = Array(names.prefix(12)).listed(within: 60)
    remark(title, names.count > 12 ? "\(shown) (+\(names.count - 12))" : shown)
  }

  private func remark(_ title: String, _ text: String) {
    palette.paint(.updated, out, title + ":")
    let lines = "\(title): \(text)".wrapped(to: options.width)
    out.append(text: lines.dropFirst(title.count + 1) + "\n")
  }
}
