import Analysis
import Comparing
import Records

extension TextReport {
  /// Lines for what differs inside one value, at most.
  private static let mostPaths = 20

  /// What differs in a record: `column: old → new`, a line each; inside nested values a line for each path.
  ///
  /// What many records have in common has been said before them.
  ///
  /// - Returns: `false` if that is all.
  func appendDifferences(_ entry: ChangeEntry, _ layout: Layout) throws -> Bool {
    lazy var words = contextWords(of: entry, layout)
    let repeated = repeated
    var (isFirst, isLeftOut) = (true, false)
    func appendLine(_ body: (_ room: Int) throws -> Void) rethrows {
      if !isFirst { appendIndent(layout) }
      try body(layout.room - (isFirst ? words?.width ?? 0 : 0))
      end(isFirst ? words : nil)
      isFirst = false
    }
    try reader.forEachDifference(of: entry) { column, old, new in
      let all = try reader.nestedChanges(of: entry, column: column) ?? []
      let changes =
        repeated.map { known in all.filter { !known.has(ChangeReader.hash(column, $0)) } } ?? all
      let isKnown = repeated?.has(ChangeReader.hash(column, old, new)) ?? false
      guard changes.count > 0 || all.isEmpty, !isKnown else { return isLeftOut = true }
      for change in changes.prefix(Self.mostPaths) {
        appendLine { append(change, in: reader.columns[column].name, room: $0) }
      }
      if changes.isEmpty {
        try appendLine { try append(column, of: entry, old, new, room: $0) }
      } else if changes.count > Self.mostPaths {
        appendLine { _ in appendMore(changes.count - Self.mostPaths, labels.compared[column]) }
      }
    }
    if entry.isMoved {
      appendLine { _ in appendPlaces(entry) }
    } else if isFirst {
      guard !isLeftOut else { return false }
      appendLine { _ in palette.paint(.dim, out, "differs by the rules") }
    }
    return true
  }

  /// What differs in many records: how many they are, some of their keys, and below them the things.
  func append(_ group: RepeatedChanges.Group) throws {
    palette.paint(Change.Kind.updated.role, out) { out.append(Change.Kind.updated.mark) }
    let count = " in \(Grouped.number(group.records)) records"
    palette.paint(.bold, out, count)
    let room = (options.width ?? Self.usualWidth) - count.count - 1
    if comparison.hasKey { palette.paint(.dim, out, try keyWords(of: group, within: room)) }
    out.append("\n")
    let entry = comparison.entry(at: group.first)
    let layout = Layout(indent: 6, width: options.width)
    try reader.forEachDifference(of: entry) { column, old, new in
      let changes = try reader.nestedChanges(of: entry, column: column) ?? []
      for change in changes where group.things.contains(ChangeReader.hash(column, change)) {
        appendIndent(layout)
        append(change, in: reader.columns[column].name, room: layout.room)
        out.append("\n")
      }
      guard changes.isEmpty, group.things.contains(ChangeReader.hash(column, old, new)) else { return }
      appendIndent(layout)
      try append(column, of: entry, old, new, room: layout.room)
      out.append("\n")
    }
  }

  /// Some keys of a group, as many as fit; where keys repeat, which records they are, too.
  private func keyWords(of group: RepeatedChanges.Group, within room: Int) throws -> String {
    let names = try keyNames(of: group)
    let isRepeated = hasRepeatedKeys || Set(names.map(\.key)).count < group.places.count
    // What is between the parts of a key is not between keys.
    let separator = reader.keyNames?.count ?? 1 > 1 ? "; " : ", "
    var (words, shown) = (": ", 0)
    for (index, name) in names.enumerated() {
      let numbers = name.records.map(Grouped.number).joined(separator: ", ")
      let thing = name.records.count == 1 ? "record" : "records"
      let places = index == 0 ? " (\(thing) \(numbers) of the new input)" : " (\(numbers))"
      let word = (index == 0 ? "" : separator) + name.key + (isRepeated ? places : "")
      guard index == 0 || DisplayText(words + word).width + 3 <= room else { break }
      words += word
      shown += name.records.count
    }
    return group.records > shown ? words + separator + "…" : words
  }

  /// The keys of the records that are named of a group, those of one key in a row once, with the records' numbers.
  private func keyNames(of group: RepeatedChanges.Group) throws -> [(key: String, records: [Int])] {
    try group.places.reduce(into: []) { names, place in
      let entry = comparison.entry(at: place)
      let key = try reader.displayKey(of: entry).text(within: 24)
      if names.last?.key != key { names.append((key, [])) }
      names[names.count - 1].records.append(reader.record(of: entry, .target) + 1)
    }
  }

  private static let usualWidth = 200

  private func appendMore(_ count: Int, _ label: ColumnLabels.Label) {
    palette.paint(.dim, out, "\(label.text)+\(Grouped.number(count)) more")
  }

  func appendMoved(_ entry: ChangeEntry, _ layout: Layout) {
    if !comparison.hasKey {
      appendRecord(entry, .target, layout)
      appendIndent(layout)
    }
    appendPlaces(entry)
    end(contextWords(of: entry, layout))
  }

  private func appendPlaces(_ entry: ChangeEntry) {
    let indices = placeWords(of: entry)
    guard indices[0] != indices[1] || comparison.sectionPlaces(of: entry)?.from != nil else {
      palette.paint(.dim, out, Change.Kind.pastOthers)
      palette.paint(.moved, out, "record \(indices[0])")
      return
    }
    palette.paint(.dim, out, "moved from ")
    if let sections = comparison.sectionPlaces(of: entry), let from = sections.from {
      palette.paint(.moved, out, "§ " + reader.displayName(of: from))
      return
    }
    palette.paint(.moved, out, "record \(indices[0])")
    palette.paint(.dim, out, " to ")
    palette.paint(.moved, out, "record \(indices[1])")
  }

  /// The numbers of a record on both sides, counted from 1.
  func placeWords(of entry: ChangeEntry) -> [String] {
    Side.allCases.map { Grouped.number(reader.record(of: entry, $0) + 1) }
  }

  /// A column's values as they stand; where that is not what differs, also as they were compared.
  private func append(_ column: Int, of entry: ChangeEntry, _ old: Field, _ new: Field, room: Int) throws {
    let texts = try reader.ruledTexts(of: entry, column: column, old, new)
    let words = texts.map { ", compared as \($0.source) and \($0.target)" }
    append(labels.compared[column], old, new, room: max(room - (words?.count ?? 0), 12))
    if let words { palette.paint(.dim, out, words) }
  }

  /// `column: old → new`, both shortened around the place where they differ.
  func append(_ label: ColumnLabels.Label, _ old: Field, _ new: Field, room: Int) {
    palette.paint(.dim, out, label.text)
    let width = room - label.width - 3
    if let old = PrintableText(old), let new = PrintableText(new), old.width + new.width <= width, isPlain(old, new),
      old.isText == new.isText
    {
      palette.paint(.deleted, out) { out.append(old.bytes) }
      appendArrow()
      palette.paint(.inserted, out) { out.append(new.bytes) }
    } else {
      append(ValuePair(old, new, width: width, isMarked: palette.isOn))
    }
  }

  private func append(_ pair: ValuePair) {
    append(pair.old, .deleted)
    appendArrow()
    append(pair.new, .inserted)
  }

  /// Whether there is nothing to mark in two values: colours mark words, of which there may be one each; white space is
  /// marked where nothing else differs.
  private func isPlain(_ old: PrintableText, _ new: PrintableText) -> Bool {
    palette.isOn ? old.isWord && new.isWord : !old.differsInBlanksAlone(from: new)
  }

  func append(_ runs: [DisplayText.Run], _ role: Palette.Role) {
    for run in runs { palette.paint(run.isChanged ? role : .plain, out, run.text) }
  }

  private func appendArrow() { palette.paint(.dim, out) { out.append(" → ") } }

  /// What tells a person which record it is, and the terminal columns that it takes.
  typealias Words = (text: String, width: Int)

  /// `  (name: Awl)`, or `nil` where there is nothing to say.
  func contextWords(of entry: ChangeEntry, _ layout: Layout) -> Words? {
    var parts: [DisplayText] = []
    reader.forEachContext(context, of: entry) { number, field in
      let name = DisplayText(context.columns[number].name).text(within: 24)
      parts.append(DisplayText("\(name): \(DisplayText(field).text(within: 40))"))
    }
    if hasRepeatedKeys, entry.kind == .updated {
      let words = placeWords(of: entry)
      parts.append(DisplayText("record " + (words[0] == words[1] ? words[0] : words.joined(separator: " → "))))
    }
    if let match = comparison.match(of: entry), match.pass > 1 || match.nearness != nil {
      parts.append(DisplayText(match.words))
    }
    guard !parts.isEmpty else { return nil }
    let text = "  (\(DisplayText(joining: parts).text(within: max(layout.room / 2, 12))))"
    return (text, DisplayText(text).width)
  }

  func end(_ words: Words?) {
    if let words { palette.paint(.dim, out, words.text) }
    out.append("\n")
  }
}

extension ChangeReader {
  /// As what two values of an updated record were compared, where that is not how they stand: if they are the same, or
  /// a rule for one side makes them others.
  func ruledTexts(of entry: ChangeEntry, column: Int, _ old: Field, _ new: Field) throws -> Sides<String>? {
    let isSame = old.isEqual(to: new)
    guard isSame || isSided[column], let values = try ruledValues(of: entry, column: column) else { return nil }
    func text(_ field: Field) -> String { DisplayText(field).text(within: 20) }
    let texts = Sides { values[$0].withField(text) }
    return isSame || texts.source != text(old) || texts.target != text(new) ? texts : nil
  }
}
