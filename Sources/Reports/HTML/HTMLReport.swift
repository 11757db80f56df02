import RecordDiff
import Records

/// One page with everything in it: nothing is loaded, and data never becomes markup.
struct HTMLReport {
  let comparison: Comparison
  let options: ReportOptions
  let out: OutputBuffer
  let reader: ChangeReader
  let columns: PageColumns
  let context: ContextColumns

  /// Changes that the page parses at a time.
  static let blockSize = 500

  init(
    _ comparison: Comparison, _ options: ReportOptions, _ out: OutputBuffer,
    context: ContextColumns = ContextColumns()
  ) {
    self.comparison = comparison
    self.options = options
    self.out = out
    reader = ChangeReader(comparison)
    columns = PageColumns(reader)
    self.context = context
  }

  /// Writes the whole page.
  func write() throws {
    for part in PageTemplate.parts {
      switch part {
      case .text(let bytes): out.append(bytes)
      case .title: out.append(markup: DisplayText(title).text(within: 400))
      case .style:
        out.append(PackageResources.theme_css)
        out.append(PackageResources.page_css)
      case .data: try appendData()
      case .script: appendScript()
      }
      try out.checkpoint()
    }
  }

  private var title: String {
    let names = Side.allCases.map { comparison.collections.tables[$0].name }
    return options.title ?? "\(names[0]) → \(names[1])"
  }

  private func appendScript() {
    let scripts = [
      PackageResources.data_js, PackageResources.diff_js, PackageResources.list_js,
      PackageResources.changes_js, PackageResources.pages_js, PackageResources.stages_js,
      PackageResources.main_js,
    ]
    out.append("(() => {\n\"use strict\";\n")
    for script in scripts { out.append(script) }
    out.append("})();\n")
  }

  private func appendData() throws {
    let listing = ChangeListing(forPeople: comparison, options)
    let places = places(of: listing)
    var kinds: [UInt8] = []
    kinds.reserveCapacity(places.count)
    for place in places {
      let entry = comparison.entry(at: place)
      let isFirst = kinds.count % Self.blockSize == 0
      if isFirst {
        out.append(kinds.isEmpty ? "" : "]</script>\n")
        out.append("<script type=\"application/json\" class=\"changes-data\">[")
      } else {
        out.append(",")
      }
      append(entry)
      kinds.append(Self.letter(of: entry))
      try out.checkpoint()
    }
    if !kinds.isEmpty { out.append("]</script>\n") }
    try PageStages(comparison, listed: places, out).write()
    try appendMeta(kinds: kinds, matching: listing.matching)
  }

  /// The listed changes' places in the comparison; with sections, section by section.
  private func places(of listing: ChangeListing) -> [Int] {
    comparison.sections == nil
      ? listing.places.map(Int.init) : SectionGroups(listing, reader).groups.flatMap(\.places)
  }

  /// `d`, `i`, `u`, `m`, or `U` for what is updated and moved.
  private static func letter(of entry: ChangeEntry) -> UInt8 {
    switch entry.kind {
    case .deleted: UInt8(ascii: "d")
    case .inserted: UInt8(ascii: "i")
    case .updated: entry.isMoved ? UInt8(ascii: "U") : UInt8(ascii: "u")
    case .moved: UInt8(ascii: "m")
    }
  }

  /// `[source, target, row, differences, key, section, fromSection]`, the end left out where there is none of it; with
  /// columns for context, their values stand before the key.
  private func append(_ entry: ChangeEntry) {
    let side = reader.side(of: entry)
    let hasRow = columns.showsContext || entry.kind == .deleted || entry.kind == .inserted
    out.append("[")
    out.append(reader.record(of: entry, .source))
    out.append(",")
    out.append(reader.record(of: entry, .target))
    out.append(",")
    if hasRow { appendRow(side, reader.record(of: entry, side)) } else { out.append("0") }
    appendDifferences(entry)
    appendContext(entry)
    let hasKey = comparison.hasKey && !(hasRow && columns.key != nil)
    if hasKey { appendKey(entry) } else if comparison.sections != nil { out.append(",0") }
    appendSections(entry)
    out.append("]")
  }

  /// A record's values; absent ones at the end are left out.
  private func appendRow(_ side: Side, _ record: Int) {
    out.append("[")
    var end = out.count
    var place = 0
    reader.forEachField(side, record) { column, field in
      while place < column {
        out.append(",")
        place += 1
      }
      out.append(pageValue: field)
      if field.kind != .absent { end = out.count }
    }
    out.truncate(to: end)
    out.append("]")
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
      for change in changes {
        appendComma()
        append(change, number)
      }
      guard changes.isEmpty else { return }
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

  /// A path into a nested value, `[column, path, kind]`, and its two values; of what moved, its places.
  private func append(_ change: NestedChange, _ number: Int) {
    out.append("[")
    out.append(columns.compared[number])
    out.append(",")
    out.append(jsonString: change.path.text(below: reader.columns[number].name), safety: .markup)
    out.append(",")
    out.append(jsonString: change.kind.rawValue)
    out.append("]")
    guard change.kind == .moved else { return change.withShownValues { appendPair($0, $1) } }
    for path in [change.from, change.path] {
      out.append(",[\"")
      out.append(path?.place ?? 0)
      out.append("\"]")
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
