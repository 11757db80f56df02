import Comparing
import Platform
import Records

/// Writes changes as JSON objects; one thread's own.
///
/// Whatever it counts references to is its own too: threads that count references to one object wait for each other.
final class JSONChangeWriter {
  private let reader: ChangeReader
  private let names: JSONColumnNames
  private let json: JSONEmitter
  private var lines: Sides<LineCursor>
  /// The columns that rules make of others, if they are to be shown.
  private let derived: [ResolvedPlan.Column]

  init(_ comparison: Comparison, _ out: OutputBuffer, showsDerived: Bool = false) {
    derived = showsDerived ? comparison.resolvedPlan.derived : []
    reader = ChangeReader(comparison)
    names = JSONColumnNames(comparison)
    json = JSONEmitter(out)
    lines = Sides { comparison.tables[$0].makeLineCursor() }
  }

  /// Writes one change as an object, behind as many others.
  func append(_ entry: ChangeEntry, _ layout: JSONEmitter.Layout, behind ordinal: Int) throws {
    json.begin(layout, isFirst: ordinal == 0)
    try json.object {
      json.member("kind") { json.value(word: entry.kind.word) }
      try json.member("key") { try json.list { try reader.forEachKeyPart(of: entry) { json.value($0) } } }
      appendSections(entry)
      appendRecord("source", entry, .source)
      appendRecord("target", entry, .target)
      appendLines(entry)
      if let match = reader.comparison.match(of: entry) { json.members(of: match) }
      if reader.comparison.isAccepted(entry) { json.member("accepted", true) }
      appendGroups(entry)
      switch entry.kind {
      case .deleted: appendFields(.source, entry)
      case .inserted: appendFields(.target, entry)
      case .updated: try appendDifferences(entry)
      case .moved: break
      }
      if !derived.isEmpty { appendDerived(entry) }
    }
  }

  /// Writes the values of derived columns, apart from those of the record, which has none of them.
  private func appendDerived(_ entry: ChangeEntry) {
    json.object("derived") {
      for column in derived {
        json.member(named: column.name)
        json.object {
          for side in Side.allCases {
            guard let place = column.place(in: side), place >= RecordReader.firstDerived else { continue }
            let field = reader.field(side, reader.record(of: entry, side), place)
            if field.kind != .absent { json.member(side == .source ? "old" : "new", field) }
          }
        }
      }
    }
  }

  private func appendSections(_ entry: ChangeEntry) {
    guard let sections = reader.comparison.sectionPlaces(of: entry) else { return }
    json.member("section") { json.value(reader.comparison.name(of: sections.own)) }
    guard let from = sections.from else { return }
    json.member("fromSection") { json.value(reader.comparison.name(of: from)) }
  }

  private func appendRecord(_ name: StaticString, _ entry: ChangeEntry, _ side: Side) {
    let record = reader.record(of: entry, side)
    if record >= 0 { json.member(name, record) }
  }

  /// Writes where the records begin, for who looks at the files; nothing where the inputs have no lines.
  private func appendLines(_ entry: ChangeEntry) {
    func line(_ side: Side) -> Int? {
      let record = reader.record(of: entry, side)
      return record < 0 ? nil : lines[side].line(of: record)
    }
    let (old, new) = (line(.source), line(.target))
    guard old != nil || new != nil else { return }
    json.object("line") {
      json.member("source", old)
      json.member("target", new)
    }
  }

  /// Writes of which records the groups consist, where they are groups.
  private func appendGroups(_ entry: ChangeEntry) {
    guard let groups = reader.groupReader?.groups(reader.records(of: entry)),
      groups.source != nil || groups.target != nil
    else { return }
    json.object("groups") {
      if let group = groups.source { json.member("old") { json.value(group) } }
      if let group = groups.target { json.member("new") { json.value(group) } }
    }
  }

  private func appendFields(_ side: Side, _ entry: ChangeEntry) {
    json.member("record")
    json.object {
      reader.forEachField(side, reader.record(of: entry, side)) { column, field in
        guard field.kind != .absent else { return }
        appendName(column, side)
        json.value(field)
      }
    }
  }

  private func appendDifferences(_ entry: ChangeEntry) throws {
    json.member("moved", entry.isMoved)
    json.member("fields")
    try json.object {
      try reader.forEachDifference(of: entry) { column, old, new in
        json.member { names.compared.append(column, to: $0) }
        try json.object {
          if old.kind != .absent { json.member("old", old) }
          if new.kind != .absent { json.member("new", new) }
          if let changes = try reader.nestedChanges(of: entry, column: column) { appendPaths(changes) }
        }
      }
    }
  }

  private func appendPaths(_ changes: [NestedChange]) {
    json.member("paths")
    json.list(changes) { change in
      json.object {
        json.member("kind", change.kind.rawValue)
        json.member("path") { json.value(utf8: change.path.pointer) }
        if let from = change.from { json.member("from") { json.value(utf8: from.pointer) } }
        guard change.kind != .moved else { return }
        if let old = change.old { json.member("old", old) }
        if let new = change.new { json.member("new", new) }
      }
    }
  }

  private func appendName(_ column: Int, _ side: Side) {
    let names = side == .source ? names.source : names.target
    json.member { names.append(column, to: $0) }
  }
}

extension Change.Kind {
  /// The raw value as text of the program's own, which is written for every change.
  fileprivate var word: StaticString {
    switch self {
    case .deleted: "deleted"
    case .inserted: "inserted"
    case .updated: "updated"
    case .moved: "moved"
    }
  }
}

extension JSONEmitter {
  /// Writes one thing that differs inside a value.
  func value(_ change: PathChange) {
    object {
      member("kind", change.kind.rawValue)
      member("path", change.path)
      member("from", change.from)
      if let old = change.old { member("old") { value(old) } }
      if let new = change.new { member("new") { value(new) } }
    }
  }
}

/// Names of members as JSON spells them, each with the colon that follows.
struct SpelledNames: Sendable {
  private let bytes: [UInt8]
  private let ends: [Int]

  init(_ names: [String]) {
    let bytes = OutputBuffer()
    ends = names.map { name in
      bytes.append(jsonString: name)
      bytes.append(":")
      return bytes.count
    }
    self.bytes = bytes.takeBytes(from: 0)
  }

  func append(_ index: Int, to out: OutputBuffer) {
    let start = index == 0 ? 0 : ends[index - 1]
    bytes.withBytes { out.append($0[part: start..<ends[index]]) }
  }
}

/// The names that the changes of a comparison need.
struct JSONColumnNames: Sendable {
  let compared: SpelledNames
  let source: SpelledNames
  let target: SpelledNames

  init(_ comparison: Comparison) {
    compared = SpelledNames(comparison.comparedColumns.map(\.name))
    source = SpelledNames(comparison.source.columns)
    target = SpelledNames(comparison.target.columns)
  }
}

extension JSONEmitter {
  /// Writes of which records a group consists, the first thousand of them.
  ///
  /// - Parameter first: The number of an input's first record.
  func value(_ group: GroupReader.Group, first: Int = 0) {
    let most = 1000
    object {
      member("count", group.records.count)
      member("records") { list(group.records.prefix(most)) { value(Int($0) + first) } }
      guard let changed = group.changed else { return }
      member("changed") { list(changed.prefix(most)) { value($0 + first) } }
    }
  }
}
