import Comparing
import Platform
import Records

/// The result as a workbook: what came of it, what explains it, and a sheet for each kind of change.
struct WorkbookReport {
  private let comparison: Comparison
  private let options: ReportOptions
  private let context: ContextColumns
  private let listing: ChangeListing
  private let reader: ChangeReader
  private let keys: [String]
  /// The listed changes by kind, of the kinds that have some.
  private let places: [(kind: Change.Kind, places: [Int32])]
  /// Whether anything differs inside nested values.
  private let hasPaths: Bool
  private let workbook: Workbook

  private static let paths = "Paths"
  private static let widest = 50
  /// So many changes of a kind say how wide the columns are.
  private static let measured = 50

  init(_ comparison: Comparison, _ options: ReportOptions, _ out: OutputBuffer, context: ContextColumns) throws {
    self.comparison = comparison
    self.options = options
    self.context = context
    listing = ChangeListing(comparison, options, order: .byKind)
    reader = ChangeReader(comparison)
    keys = try reader.keyTitles
    let places = listing.places
    self.places = Change.Kind.reading.map { [listing] kind in
      (kind, places.filter { listing.kind(of: comparison.entry(at: Int($0))) == kind })
    }.filter { !$0.places.isEmpty }
    for (kind, places) in self.places where places.count >= Workbook.mostRows {
      throw WorkbookError.tooManyRows(kind.title, places.count + 1)
    }
    let findings = options.findingWords.isEmpty ? [] : ["Findings"]
    let hasPaths = try self.places.first { $0.kind == .updated }?.places.contains { [reader] place in
      let entry = comparison.entry(at: Int(place))
      return try reader.differingColumns(of: entry).contains { column in
        try reader.nestedChanges(of: entry, column: Int(column))?.isEmpty == false
      }
    }
    self.hasPaths = hasPaths ?? false
    let paths = self.hasPaths ? [Self.paths] : []
    workbook = try Workbook(out, sheets: ["Summary"] + findings + self.places.map(\.kind.title) + paths)
  }

  func write() throws {
    for (kind, entries) in places {
      switch kind {
      case .updated:
        try addUpdated(entries)
        if hasPaths { try addPaths(of: entries) }
      case .deleted: try addRecords(entries, kind, .source)
      case .inserted: try addRecords(entries, kind, .target)
      case .moved: try addMoved(entries)
      }
    }
    if !options.findingWords.isEmpty { try addFindings() }
    try addSummary()
    try workbook.finish()
  }

  // MARK: Changes

  /// Updated records: of each column that changed in any of them the old and the new value side by side, those that
  /// differ marked; then the others.
  private func addUpdated(_ places: [Int32]) throws {
    var isChanged = [Bool](repeating: false, count: reader.columns.count)
    for place in places {
      for number in reader.differingColumns(of: comparison.entry(at: Int(place))) { isChanged[Int(number)] = true }
    }
    let changed = isChanged.indices.filter { isChanged[$0] }
    let hasMoved = places.contains { comparison.entry(at: Int($0)).isMoved }
    let other = isChanged.indices.filter { !isChanged[$0] }
    let moved = hasMoved ? ["moved"] : []
    let names = { (numbers: [Int]) in numbers.map { reader.columns[$0].name } }
    let pairs = names(changed).flatMap { ["\($0) (old)", "\($0) (new)"] }
    let titles = leadTitles + moved + pairs + names(other) + context.columns.map(\.name)
    try addSheet(.updated, titles, places) { sheet, entry in
      try addLead(of: entry, to: sheet)
      if hasMoved { if entry.isMoved { sheet.add("moved") } else { sheet.skip() } }
      let differing = Set(reader.differingColumns(of: entry))
      for number in changed {
        let values = values(of: entry, number)
        let isMarked = differing.contains(Int32(number))
        sheet.add(values.source, isMarked ? .old : .plain)
        sheet.add(values.target, isMarked ? .new : .plain)
      }
      for number in other { sheet.add(values(of: entry, number).target) }
      for column in context.columns { sheet.add(reader.value(of: column, entry)) }
    }
  }

  /// What differs inside nested values: a row for each path; of an element that moved, with its old and its new path.
  private func addPaths(of places: [Int32]) throws {
    let titles = leadTitles + ["path", "change", "old", "new"]
    var rows = 1
    try workbook.addSheet(Self.paths, widths: titles.map { max($0.count + 3, 12) }, frozen: (1, keys.count)) { sheet in
      try sheet.addRow { for title in titles { sheet.add(title, .heading) } }
      for entry in places.lazy.map({ comparison.entry(at: Int($0)) }) {
        for number in reader.differingColumns(of: entry).map(Int.init) {
          let name = reader.columns[number].name
          for change in try reader.nestedChanges(of: entry, column: number) ?? [] {
            rows += 1
            guard rows <= Workbook.mostRows else { throw WorkbookError.tooManyRows(Self.paths, rows) }
            let path = change.path.text(below: name)
            try sheet.addRow {
              try addLead(of: entry, to: sheet)
              sheet.add(path)
              sheet.add(change.kind.rawValue)
              if change.kind == .moved {
                sheet.add(change.from?.text(below: name) ?? name)
                sheet.add(path)
              } else {
                sheet.add(change.old ?? .absent, .old)
                sheet.add(change.new ?? .absent, .new)
              }
            }
          }
        }
      }
    }
  }

  private func values(of entry: ChangeEntry, _ number: Int) -> Sides<Field> {
    let places = reader.columns[number].places
    return Sides { side in reader.field(side, reader.record(of: entry, side), places[side] ?? -1) }
  }

  /// Records that came or went, whole.
  private func addRecords(_ places: [Int32], _ kind: Change.Kind, _ side: Side) throws {
    let keyPlaces = Set((reader.rawKeyColumns ?? []).compactMap { $0.places[side] })
    let columns = comparison.tables[side].columns.indices.filter { !keyPlaces.contains($0) }
    let made = context.columns.filter { reader.isDerived($0, side) || reader.isGroup($0) }
    let titles = leadTitles(of: side) + columns.map { comparison.tables[side].columns[$0] } + made.map(\.name)
    try addSheet(kind, titles, places) { sheet, entry in
      try addLead(of: entry, to: sheet, side)
      let record = reader.record(of: entry, side)
      for column in columns { sheet.add(reader.field(side, record, column)) }
      for column in made { sheet.add(reader.value(of: column, entry)) }
    }
  }

  private func addMoved(_ places: [Int32]) throws {
    try addSheet(.moved, leadTitles + context.columns.map(\.name), places) { sheet, entry in
      try addLead(of: entry, to: sheet)
      for column in context.columns { sheet.add(reader.value(of: column, entry)) }
    }
  }

  private func addSheet(
    _ kind: Change.Kind, _ titles: [String], _ places: [Int32],
    _ add: (WorkbookSheet, ChangeEntry) throws -> Void
  ) throws {
    guard titles.count <= Workbook.mostColumns else { throw WorkbookError.tooManyColumns(kind.title, titles.count) }
    let widths = try widths(of: titles, places, add)
    try workbook.addSheet(kind.title, widths: widths, frozen: (1, keys.count)) { sheet in
      try sheet.addRow { for title in titles { sheet.add(title, .heading) } }
      for place in places { try sheet.addRow { try add(sheet, comparison.entry(at: Int(place))) } }
    }
  }

  // MARK: Beside the changes

  private var leadTitles: [String] {
    keys + (comparison.hasSections ? ["section", "from section"] : []) + ["old record", "new record"] + acceptedTitles
  }

  private var acceptedTitles: [String] { comparison.acceptance == nil ? [] : ["accepted"] }

  private func leadTitles(of side: Side) -> [String] {
    keys + (comparison.hasSections ? ["section"] : []) + [side == .source ? "old record" : "new record"]
      + acceptedTitles
  }

  /// The key, the sections, the numbers of the records, counted from 1, of one side or of both, and what is accepted.
  private func addLead(of entry: ChangeEntry, to sheet: WorkbookSheet, _ only: Side? = nil) throws {
    if comparison.hasKey {
      var count = 0
      try reader.forEachKeyPart(of: entry) { part in
        if count < keys.count { sheet.add(part, .key) }
        count += 1
      }
      for _ in min(count, keys.count)..<keys.count { sheet.skip() }
    }
    if let sections = comparison.sectionPlaces(of: entry) {
      comparison.name(of: sections.own).withField { sheet.add($0) }
      if only == nil {
        if let from = sections.from { comparison.name(of: from).withField { sheet.add($0) } } else { sheet.skip() }
      }
    }
    for side in Side.allCases where only == nil || only == side {
      let record = reader.record(of: entry, side)
      if record < 0 { sheet.skip() } else { sheet.add(record + 1, .note) }
    }
    guard comparison.acceptance != nil else { return }
    let isWhole = comparison.isAccepted(entry)
    if isWhole || comparison.acceptedParts(of: entry).isPart {
      sheet.add(isWhole ? "yes" : "in part")
    } else {
      sheet.skip()
    }
  }

  private func addFindings() throws {
    try workbook.addSheet("Findings", widths: [100, 12, 12, 40, 40], frozen: (1, 0)) { sheet in
      try sheet.addRow { for title in ["finding", "changes", "of", "columns", "try"] { sheet.add(title, .heading) } }
      for words in options.findingWords {
        try sheet.addRow {
          sheet.add(words.text)
          sheet.add(words.finding.changes)
          sheet.add(words.finding.total)
          sheet.add(words.finding.columns.joined(separator: ", "))
          sheet.add(words.trial(options.commands) ?? "")
        }
      }
    }
  }

  private func addSummary() throws {
    try workbook.addSheet("Summary", widths: [24, 100], frozen: (0, 0)) { sheet in
      func row(_ label: String, _ add: () -> Void) throws {
        try sheet.addRow {
          sheet.add(label, .label)
          add()
        }
      }
      for side in Side.allCases {
        try row(side == .source ? "old" : "new") { sheet.add(comparison.tables[side].name) }
        let (name, grouped) = (side == .source ? "old" : "new", comparison.isGrouped(side))
        if grouped { try row("\(name) records") { sheet.add(comparison.readTables[side].count) } }
        try row("\(name) \(grouped ? "groups" : "records")") { sheet.add(comparison.tables[side].count) }
      }
      for kind in Change.Kind.reading { try row(kind.rawValue) { sheet.add(comparison.summary[kind]) } }
      try row("unchanged") { sheet.add(comparison.summary.unchanged) }
      let columns = comparison.columnChanges
      if !columns.deleted.isEmpty { try row("columns deleted") { sheet.add(columns.deleted.joined(separator: ", ")) } }
      if !columns.inserted.isEmpty {
        try row("columns inserted") { sheet.add(columns.inserted.joined(separator: ", ")) }
      }
      for kind in Change.Kind.allCases where !comparison.sectionNames(changed: kind).isEmpty {
        try row("sections \(kind.rawValue)") {
          sheet.add(comparison.sectionNames(changed: kind).map(\.description).joined(separator: ", "))
        }
      }
      for line in comparison.noteLines(options) { try row("note") { sheet.add(line) } }
      for (kind, count) in listing.remaining {
        try row("not listed") { sheet.add("\(Grouped.number(count)) \(kind.rawValue), beyond the limit") }
      }
      if workbook.cutTexts > 0 {
        let texts = Grouped.count(workbook.cutTexts, "text is cut", "texts are cut")
        try row("cut") { sheet.add("\(texts): a cell holds \(Grouped.number(Workbook.mostUnits)) characters") }
      }
    }
  }

  /// Widths that show the titles and the first values, within reason.
  private func widths(
    of titles: [String], _ places: [Int32], _ add: (WorkbookSheet, ChangeEntry) throws -> Void
  ) throws -> [Int] {
    let scratch = OutputBuffer()
    let sheet = WorkbookSheet(scratch)
    var widths = titles.map { DisplayText($0).width + 3 }
    for place in places.prefix(Self.measured) {
      sheet.measure()
      try add(sheet, comparison.entry(at: Int(place)))
      for (number, width) in sheet.widths.enumerated() where number < widths.count {
        widths[number] = max(widths[number], width + 2)
      }
      scratch.truncate(to: 0)
    }
    return widths.map { min(max($0, 6), Self.widest) }
  }
}

extension Change.Kind {
  /// The name of the sheet.
  fileprivate var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
