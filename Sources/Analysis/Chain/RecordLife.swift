import Comparing
import Platform
import Records

/// What became of one record through the exports of a chain.
package struct RecordLife: Sendable {
  package struct Event: Sendable {
    package enum Kind: Sendable, Equatable {
      /// It was there in the export with which looking begins.
      case present
      /// It came, or came back.
      case came
      case changed
      case went
    }

    package let kind: Kind
    /// The number of the export in which it is seen.
    package let export: Int
    /// The identity as it is from now on, where that is another one than before.
    package var key: [Value]?
    package var formerKey: [Value]?
    /// The values as they are then; empty for what changed or went.
    package var values: [(column: String, value: Value)] = []
    package var fields: [Change.FieldChange] = []
  }

  package private(set) var events: [Event] = []
  /// The identity that was asked for, as it may be shown.
  package private(set) var shownKey: [String]
  /// Whether the record was seen under another identity before it had the one that was asked for.
  package private(set) var hadOtherKey: [Value]?
  /// Whether the chain begins where the table does, so that nothing is older than its first export.
  private let beginsWithTable: Bool
  private let key: [String]
  /// How the identity is written, in every way that was seen.
  private var spellings: Set<[String]>
  /// The number of the record in the newest export.
  private var record: Int?
  private var lastKey: [Value]?
  private var knowsSpelling = false

  /// - Parameter key: The identity, its parts as text: as they stand, or as the rules make them.
  package init(of key: [String], beginsWithTable: Bool) {
    self.key = key
    shownKey = key
    self.beginsWithTable = beginsWithTable
    spellings = [key]
  }

  // MARK: Following

  /// Looks for the record in a comparison's source, which has no export before it.
  mutating func begin(_ comparison: Comparison, at export: Int) throws {
    guard comparison.hasKey else { throw ChainError.wholeRecords }
    try learnSpelling(comparison)
    record = try find(comparison, .source, among: 0..<comparison.orders.source.count)
    guard let record else { return }
    let kind: Event.Kind = export == 0 && !beginsWithTable ? .present : .came
    try appear(record, kind, comparison, .source, at: export)
  }

  /// Notes that an export has no records.
  mutating func end(at export: Int) {
    if record != nil { events.append(Event(kind: .went, export: export)) }
    record = nil
  }

  /// Follows the record from a comparison's source to its target.
  mutating func follow(_ comparison: Comparison, to export: Int) throws {
    try learnSpelling(comparison)
    let before = record
    let partner = before.map { comparison.partners(of: .source)[$0] }
    record = partner.flatMap { $0 < 0 ? nil : Int($0) }
    let came = try find(comparison, .target, among: comparison.unpairedOffsets(.target).map(Int.init))
    if record != nil, let came { throw severalRecords(came, comparison, .target) }
    if let record { return try change(to: record, comparison, at: export) }
    if before != nil { events.append(Event(kind: .went, export: export)) }
    if let came {
      record = came
      return try appear(came, .came, comparison, .target, at: export)
    }
    try join(comparison, at: export)
  }

  /// Takes up a record that has the identity from now on, paired by a later pass with one that had another.
  private mutating func join(_ comparison: Comparison, at export: Int) throws {
    guard let passes = comparison.passes else { return }
    let later = comparison.pairing.targetToSource.indices.filter {
      comparison.pairing.targetToSource[$0] >= 0 && (passes.match(of: Int32(truncatingIfNeeded: $0)).pass > 1)
    }
    guard let found = try find(comparison, .target, among: later) else { return }
    let offset = Int(comparison.orders.target.offsets(ofRecords: comparison.target.count)[found])
    hadOtherKey = try comparison.keyValues(.source, Int(comparison.pairing.targetToSource[offset]))
    record = found
    try appear(found, .present, comparison, .target, at: export)
  }

  private mutating func appear(
    _ record: Int, _ kind: Event.Kind, _ comparison: Comparison, _ side: Side, at export: Int
  )
    throws
  {
    var event = Event(kind: kind, export: export)
    try renewKey(of: &event, record, comparison, side)
    if comparison.keyMask != nil { shownKey = lastKey?.map(\.description) ?? [] }
    let table = comparison.tables[side]
    var cursor = table.makeCursor()
    event.values = table.columns.enumerated().compactMap { index, name in
      let value = cursor.field(record, index).value
      return value == .absent ? nil : (name, value)
    }
    events.append(event)
  }

  private mutating func change(to record: Int, _ comparison: Comparison, at export: Int) throws {
    var event = Event(kind: .changed, export: export)
    let offset = comparison.orders.target.offsets(ofRecords: comparison.target.count)[record]
    event.fields = try comparison.allFieldChanges(ofTarget: offset)
    if !comparison.pairsExactly { try renewKey(of: &event, record, comparison, .target) }
    if !event.fields.isEmpty || event.key != nil { events.append(event) }
  }

  /// Takes down the identity of a record, where it is another one than at the last time; the rules' own word for it
  /// counts.
  private mutating func renewKey(of event: inout Event, _ record: Int, _ comparison: Comparison, _ side: Side) throws {
    let offset = Int(comparison.orders[side].offsets(ofRecords: comparison.tables[side].count)[record])
    let explainer = try Explainer(comparison, holdsIdentities: false)
    spellings.formUnion(try explainer.spelledKeys(side, record))
    let key = try comparison.keyValues(side, offset)
    if let lastKey, lastKey != key { (event.formerKey, event.key) = (lastKey, key) }
    lastKey = key
  }

  // MARK: Finding

  /// The record of the identity among some offsets; `nil` if there is none.
  ///
  /// - Throws: ``ChainError`` where there are several, or what a rule throws.
  private func find(_ comparison: Comparison, _ side: Side, among offsets: some Sequence<Int>) throws -> Int? {
    let explainer = try Explainer(comparison, holdsIdentities: false)
    let order = comparison.orders[side]
    var found: Int?
    for offset in offsets {
      let record = order[offset]
      guard try explainer.spelledKeys(side, record).contains(where: spellings.contains) else { continue }
      if found != nil { throw severalRecords(record, comparison, side) }
      found = record
    }
    return found
  }

  private func severalRecords(_ record: Int, _ comparison: Comparison, _ side: Side) -> ChainError {
    .severalRecords(comparison.keyMask == nil ? key : nil, place: comparison.tables[side].place(of: record))
  }

  /// Takes the identity as the rules would make it of what was asked for, so that every spelling leads to it.
  private mutating func learnSpelling(_ comparison: Comparison) throws {
    let columns = comparison.resolvedPlan.key.map(\.name)
    guard !knowsSpelling, comparison.hasKey, !columns.isEmpty, !comparison.resolvedPlan.hasRawKey,
      columns.count == key.count
    else { return }
    knowsSpelling = true
    spellings.formUnion(try comparison.spellings(of: key))
  }
}

extension RecordLife {
  /// The key of a newest export's record that was probably meant.
  package static func nearest(to key: [String], in comparison: Comparison) throws -> String? {
    guard comparison.keyMask == nil, comparison.hasKey else { return nil }
    let explainer = try Explainer(comparison, holdsIdentities: false)
    let spelling = ExplanationError.spelling(key)
    // One that is spelled so, and was not found, is left out by a filter.
    let known = try explainer.spelledForSuggestion().filter { $0 != spelling }
    return Suggestion.nearest(to: spelling, among: known)
  }
}

extension Comparison {
  /// What the rules make of texts as the key's values.
  fileprivate func spellings(of key: [String]) throws -> [[String]] {
    let names = resolvedPlan.key.map(\.name)
    let line = JSONEmitter.bytes { json in
      json.object {
        for (name, text) in zip(names, key) {
          json.member(named: name)
          json.value(text)
        }
      }
    }
    var options = ReadOptions()
    options.format = .jsonl
    let record = try RecordInput.read(bytes: line, name: "the key", options: options).table()
    let bound = try ResolvedPlan(resolvedPlan.given, source: record, target: comparedTables.target)
    let asked = ComparisonInput(source: record, target: comparedTables.target, plan: bound)
    return try asked.workers.withWorker { [try $0.keyValues(.source, 0).map(\.description)] }
  }
}

/// Why there is nothing to say of a record's life.
package enum ChainError: HintedError {
  case severalRecords([String]?, place: String)
  case noRecord([String], exports: Int, nearest: String?)
  case noKey
  case wholeRecords
  case unknownName(String, nearest: String?)
  /// A rule holds for one side: all exports but two are an old input once, and a new one once.
  case sidedRule(String)
  /// A value inside of another one has another name, which exports would have to have as a column.
  case renamedPlace(String)

  package var finding: String {
    switch self {
    case .severalRecords(let key, let place):
      "\(place) is not the only one there with \(key.map { "the key \($0.joined(separator: ","))" } ?? "its key")"
    case .noRecord(let key, let exports, let nearest):
      (exports == 1 ? "the export has no record" : "none of \(exports) exports has a record")
        + " with the key \(key.joined(separator: ","))" + Suggestion.phrase(nearest)
    case .noKey: "no key was found that leads from one export to the next"
    case .wholeRecords: "a record that is its own identity has no history"
    case .sidedRule(let rule):
      "\(rule) holds for one side alone, and each export is compared as the new and as the old one"
    case .renamedPlace(let name): "'\(name)' is inside of a value, where a history renames nothing"
    case .unknownName(let name, let nearest):
      "no export has a column '\(name)', which rules name" + Suggestion.phrase(nearest)
    }
  }

  package var hint: Hint? {
    switch self {
    case .severalRecords: "\(.key) names the columns that tell all records apart"
    case .noRecord: "the key is written as it stands or as the rules make it, with commas between its parts"
    case .noKey, .wholeRecords: "\(.key) names the columns that identify a record"
    case .unknownName: nil
    case .renamedPlace: "leave out the rename, or rename the members of older exports first"
    case .sidedRule: "a rule for both sides holds for all exports"
    }
  }
}
