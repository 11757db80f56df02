import Comparing
import Records

/// One page with everything in it: nothing is loaded, and data never becomes markup.
struct HTMLReport {
  let comparison: Comparison
  let options: ReportOptions
  let out: OutputBuffer
  let json: JSONEmitter
  let reader: ChangeReader
  let columns: PageColumns
  let context: ContextColumns
  let reasons: PageReasons
  /// How much of what is equal inside nested values the page still takes.
  private let equalParts = PageAllowance()

  static let blockSize = 500

  init(_ comparison: Comparison, _ options: ReportOptions, _ out: OutputBuffer, context: ContextColumns) throws {
    self.comparison = comparison
    self.options = options
    self.out = out
    json = JSONEmitter(page: out)
    reader = ChangeReader(comparison)
    columns = PageColumns(reader)
    reasons = try PageReasons(reader, columns)
    self.context = context
  }

  func write() throws {
    for part in PageTemplate.parts {
      switch part {
      case .text(let bytes): out.append(bytes)
      case .title: out.append(markup: DisplayText(title).text(within: 400))
      case .style:
        out.appendTheme()
        out.append(Self.style)
      case .data: try appendData()
      case .script: out.append(Self.script)
      }
      try out.checkpoint()
    }
  }

  private var title: String {
    options.title ?? PageTitle.of(comparison.tables.source.name, comparison.tables.target.name)
  }

  private func appendData() throws {
    let listing = ChangeListing(forPeople: comparison, options)
    let room = PageRoom(listing, options)
    let data = PageData(out)
    var places: [Int] = []
    var kinds: [UInt8] = []
    for place in self.places(of: listing) {
      let entry = comparison.entry(at: place)
      guard room.hasPlace(for: listing.kind(of: entry), in: data) else { continue }
      if kinds.count % Self.blockSize == 0 {
        data.begin()
        out.append("[")
      }
      json.begin(.row, isFirst: kinds.count % Self.blockSize == 0)
      reasons.change = kinds.count
      try append(entry)
      places.append(place)
      kinds.append(Self.letter(of: entry))
      if kinds.count % Self.blockSize == 0 { try end(block: data) }
    }
    if kinds.count % Self.blockSize != 0 { try end(block: data) }
    try appendMeta(kinds: kinds, places, listing)
  }

  private func end(block data: PageData) throws {
    out.append("]")
    try data.end("class=\"changes-data\"")
  }

  /// The listed changes' places in the comparison; with sections, section by section.
  private func places(of listing: ChangeListing) -> [Int] {
    comparison.hasSections ? SectionGroups(listing).groups.flatMap(\.places) : listing.places.map(Int.init)
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
}

extension HTMLReport {
  /// `[source, target, row, differences, key, section, fromSection]`, the end left out where there is none of it; with
  /// columns for context, their values stand before the key, and behind these, with several passes, which one has
  /// paired it.
  func append(_ entry: ChangeEntry) throws {
    let hasRow = columns.showsContext || entry.kind == .deleted || entry.kind == .inserted
    try json.list {
      json.value(reader.record(of: entry, .source))
      json.value(reader.record(of: entry, .target))
      if hasRow { try appendRow(entry) } else { json.value(0) }
      try appendDifferences(entry)
      appendContext(entry)
      let pass = comparison.match(of: entry).flatMap { $0.pass > 1 ? $0.words : nil }
      if comparison.passes != nil { json.value(pass ?? "") }
      // The row has the new key, which a later pass may have paired with another one.
      let hasKey = comparison.hasKey && (!(hasRow && columns.key != nil) || pass != nil)
      if hasKey { try appendKey(entry) } else if comparison.hasSections { json.value(0) }
      appendSections(entry)
    }
  }

  /// A record's values; absent ones at the end are left out, of sparse records all of them.
  private func appendRow(_ entry: ChangeEntry) throws {
    let side = reader.side(of: entry)
    guard !comparison.tables[side].isSparse else { return appendSparseRow(entry, side) }
    let isPaired = entry.source >= 0 && entry.target >= 0
    let differing = isPaired && columns.hasPartners ? differingColumns(of: entry) : []
    try json.list {
      var end = out.count
      try reader.forEachField(side, reader.record(of: entry, side)) { column, field in
        let old = isPaired && !differing.contains(column) ? partner(of: column, in: entry) : nil
        if isPaired { try append(field, equalTo: old, column, entry) } else { json.value(page: field) }
        if !field.isAbsent || old.map({ !$0.isAbsent }) == true { end = out.count }
      }
      if isPaired { end = appendOwnFields(entry) ?? end }
      out.truncate(to: end)
    }
  }

  /// Appends the values that a record of both sides has in columns of the source alone.
  ///
  /// - Returns: The place behind the last one that is there; `nil` if none is.
  private func appendOwnFields(_ entry: ChangeEntry) -> Int? {
    var end: Int?
    for column in columns.sourcePlaces {
      let field = reader.field(.source, reader.record(of: entry, .source), column)
      append(equal: field)
      if !field.isAbsent { end = out.count }
    }
    return end
  }

  /// The page's numbers of the columns that a record's differences are listed of.
  private func differingColumns(of entry: ChangeEntry) -> Set<Int> {
    Set(reader.differingColumns(of: entry).map { columns.compared[Int($0)] })
  }

  /// The source's value of a column of the target; `nil` where the source has no such column.
  private func partner(of column: Int, in entry: ChangeEntry) -> Field? {
    let index = columns.partners[column]
    return index < 0 ? nil : reader.field(.source, reader.record(of: entry, .source), index)
  }

  /// A value of the target; with the source's, if that is another one which the rules call equal.
  private func append(_ field: Field, equalTo old: Field?, _ column: Int, _ entry: ChangeEntry) throws {
    if let old, !field.isEqual(to: old) {
      let records = (reader.record(of: entry, .source), reader.record(of: entry, .target))
      try json.object {
        json.member("old") { append(equal: old) }
        json.member("new") { append(equal: field) }
        if let values = try reasons.normalized(target: column, source: records.0, target: records.1) {
          json.member("compared") { json.list { append(values) } }
        }
      }
    } else if columns.key?.contains(column) == true {
      json.value(page: field)
    } else {
      append(equal: field)
    }
  }

  private func appendSparseRow(_ entry: ChangeEntry, _ side: Side) {
    json.object {
      reader.forEachField(side, reader.record(of: entry, side)) { column, field in
        json.member(named: "\(column)")
        json.value(page: field)
      }
      guard entry.source >= 0, entry.target >= 0 else { return }
      for (place, column) in columns.sourcePlaces.enumerated() {
        let field = reader.field(.source, reader.record(of: entry, .source), column)
        guard !field.isAbsent else { continue }
        json.member(named: "\(columns.places.target.count + place)")
        append(equal: field)
      }
    }
  }

  /// A value of which the page needs only what is equal in it: a nested one as far as there is room.
  private func append(equal field: Field) {
    guard field.isNested, !equalParts.take(field.bytes.count) else { return json.value(page: field) }
    json.list {
      json.value(field.kind == .object ? "{…}" : "[…]")
      json.value(2)
    }
  }

  private func appendDifferences(_ entry: ChangeEntry) throws {
    guard entry.kind == .updated else { return json.value(0) }
    try json.list {
      try reader.forEachDifference(of: entry) { number, old, new in
        let changes = try reader.nestedChanges(of: entry, column: number) ?? []
        let inside = changes.filter { !$0.path.steps.isEmpty }
        for change in inside { append(change, number) }
        guard inside.isEmpty else { return }
        try appendColumn(number, of: entry)
        appendPair(old, new)
      }
    }
  }

  /// Writes the number of a column that differs; where its values were compared as something else,
  /// `[column, "n", old, new]` with those values.
  private func appendColumn(_ number: Int, of entry: ChangeEntry) throws {
    let records = (reader.record(of: entry, .source), reader.record(of: entry, .target))
    guard let values = try reasons.normalized(number, source: records.0, target: records.1) else {
      return json.value(columns.compared[number])
    }
    json.list {
      json.value(columns.compared[number])
      json.value("n")
      append(values)
    }
  }

  private func append(_ values: Sides<Value>) {
    for side in Side.allCases { values[side].withField { json.value(page: $0) } }
  }

  private func appendPair(_ old: Field, _ new: Field) {
    json.value(page: old)
    json.value(page: new)
  }

  /// What differs inside a nested value, `[column, kind, steps, sizes]`, and its two values; of what moved its old
  /// place, and its value if nothing else names it.
  private func append(_ change: NestedChange, _ number: Int) {
    json.list {
      json.value(columns.compared[number])
      json.value(String(change.kind.rawValue.prefix(1)))
      json.list(change.shownSteps) { append($0) }
      json.list(change.sizes) { json.value($0) }
    }
    guard change.kind == .moved else { return appendPair(change.old ?? .absent, change.new ?? .absent) }
    json.list { json.value("\(change.from?.place ?? 0)") }
    json.value(page: change.path.named == change.path ? .absent : change.new ?? .absent)
  }

  /// A step of a path: the name of a member, or `[place, label]` of an element.
  private func append(_ step: NestedPath.Step) {
    switch step {
    case .member(let name): json.value(utf8: name)
    case .element(let index, let label):
      json.list {
        json.value(index)
        if let label { json.value(label) }
      }
    }
  }

  /// What tells which record it is: numbers of context columns and values by turns.
  private func appendContext(_ entry: ChangeEntry) {
    guard !context.columns.isEmpty else { return }
    json.list {
      func append(_ number: Int, _ field: Field) {
        json.value(number)
        json.value(page: field)
      }
      reader.forEachContext(context, of: entry, append)
      reader.forEachDerived(context, of: entry, append)
    }
  }

  private func appendKey(_ entry: ChangeEntry) throws {
    try json.list { try reader.forEachKeyPart(of: entry) { json.value(page: $0) } }
  }

  private func appendSections(_ entry: ChangeEntry) {
    guard let sections = comparison.sectionPlaces(of: entry) else { return }
    json.value(Int(comparison.identity(of: sections.own)))
    if let from = sections.from { json.value(Int(comparison.identity(of: from))) }
  }
}

extension NestedChange {
  /// The way to the value through the new version, as far as that has it.
  fileprivate var shownSteps: [NestedPath.Step] {
    guard let container else { return path.steps }
    return container.steps + path.steps.suffix(1)
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
