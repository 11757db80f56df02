import Comparing
import Records

/// The changes of a recorded result, in the direction in which they are applied.
///
/// Backwards, what was inserted is taken out, what was deleted comes back, and new values become old ones.
struct RecordedChanges {
  /// One record of the input that is to be changed or moved, or one that is to come in.
  struct Change {
    let kind: Comparing.Change.Kind
    /// The record's number in the input.
    let source: Int?
    /// Its number in the output.
    let target: Int?
    let key: Field
    let record: Field
    private let fields: Field
    private let isReverse: Bool

    init(_ change: PatchDocument.Change, isReverse: Bool) {
      switch (change.kind, isReverse) {
      case (.deleted, true): kind = .inserted
      case (.inserted, true): kind = .deleted
      default: kind = change.kind
      }
      source = isReverse ? change.target : change.source
      target = isReverse ? change.source : change.target
      key = change.key
      record = change.record
      fields = change.fields
      self.isReverse = isReverse
    }

    /// The values that the record has in the input, as far as the result knows them.
    var oldValues: [Field.Member] {
      kind == .updated ? values(isReverse ? "new" : "old") : record.members
    }

    /// The values that an updated record gets.
    var newValues: [Field.Member] { values(isReverse ? "old" : "new") }

    private func values(_ side: String) -> [Field.Member] {
      fields.members.map { Field.Member(name: $0.name, value: $0.value[side]) }
    }
  }

  let document: PatchDocument
  let isReverse: Bool

  /// The numbers of records of the input and of the output.
  var counts: (input: Int, output: Int) {
    let counts = document.counts
    return isReverse ? (counts.target, counts.source) : (counts.source, counts.target)
  }

  /// The columns that the input alone has.
  var lostColumns: [String] { isReverse ? document.inserted : document.deleted }
  /// The columns that the output alone has.
  var gainedColumns: [String] { isReverse ? document.deleted : document.inserted }

  /// All columns that the output has, in the order that the result gives them.
  var outputColumns: [String] { document.common + gainedColumns }

  /// Whether a record of the input stays in the output.
  var keepsRecords: Bool {
    counts.input > (isReverse ? document.totals.inserted : document.totals.deleted)
  }

  /// Calls `body` with every change.
  func forEach(_ body: (Change) throws -> Void) throws {
    try document.forEachChange { try body(Change($0, isReverse: isReverse)) }
  }

  /// Refuses a result that does not hold what is needed to apply it by its values.
  func checkCompleteness() throws(PatchError) {
    let totals = document.totals
    func refuse(_ reason: PatchError.Reason) -> PatchError {
      PatchError(reason, input: document.name)
    }
    guard document.masked.isEmpty else { throw refuse(.maskedResult(document.masked)) }
    if document.isSectioned { throw refuse(.sectioned) }
    // A record that is updated and moved is one change and two counts.
    let most = totals.deleted + totals.inserted + totals.updated + totals.moved
    let least = totals.deleted + totals.inserted + max(totals.updated, totals.moved)
    if document.count < least || document.count > most {
      throw refuse(.incomplete(listed: document.count, total: least))
    }
    if document.counts.source - totals.deleted + totals.inserted != document.counts.target {
      throw refuse(.filtered)
    }
    if document.counts.source != totals.deleted + paired(totals) { throw refuse(.filtered) }
  }

  /// How many records are paired: unchanged ones, and those that were updated, moved or both.
  private func paired(_ totals: Summary) -> Int {
    let changed = document.count - totals.deleted - totals.inserted
    return totals.unchanged + changed
  }
}
