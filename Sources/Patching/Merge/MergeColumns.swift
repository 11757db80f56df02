import Comparing
import Records

/// The columns of a merged file in rows: those of ours, without those that theirs deleted and with those that theirs
/// inserted.
///
/// A column is disputed if one side deleted it and the other side changed a value in it. It stays in the result unless
/// the side that deleted it is favored.
struct MergeColumns {
  let names: [String]
  /// The columns with which records are written; `nil` if they are the columns of ours.
  let layout: SpelledColumns?
  /// Columns of the result that ours lacks.
  private(set) var gained: [String] = []
  private(set) var insertedByBoth: [String] = []
  private(set) var deletedByOurs: Set<ColumnName> = []
  private(set) var deletedByTheirs: Set<ColumnName> = []
  private(set) var notes: [String] = []

  var areChanged: Bool { layout != nil || !insertedByBoth.isEmpty || !deletedByTheirs.isEmpty }

  /// - Complexity: Linear in the number of records if a side deleted a column.
  init(_ toOurs: PairView, _ toTheirs: PairView, favor: MergeFavor) {
    let (base, ours, theirs) = (toOurs.comparison.source, toOurs.comparison.target, toTheirs.comparison.target)
    guard ours.format.hasRows else {
      (names, layout) = (ours.columns, nil)
      return
    }
    let (mine, others) = (toOurs.comparison.oneSidedColumns, toTheirs.comparison.oneSidedColumns)
    func among(_ names: [String], _ tables: RecordTable...) -> Set<ColumnName> {
      Set(named: names.filter { name in tables.allSatisfy { $0.ownColumnIndex(of: name) != nil } })
    }
    // A file without a header does not say that columns are deleted.
    if !ours.columns.isEmpty { deletedByOurs = among(mine.deleted, base, theirs) }
    if !theirs.columns.isEmpty { deletedByTheirs = among(others.deleted, base, ours) }
    let inserted = among(ours.columns.isEmpty ? theirs.columns : others.inserted, theirs)
    insertedByBoth = mine.inserted.filter(inserted.contains)
    let dropped = favor == .theirs ? deletedByTheirs : deletedByTheirs.subtracting(toOurs.changed(deletedByTheirs))
    let restored = favor == .ours ? [] : toTheirs.changed(deletedByOurs)
    let new = inserted.subtracting(insertedByBoth.map(ColumnName.init)).union(restored)
    let kept = ours.columns.filter { !dropped.contains($0) }
    // Each new column follows the one that it follows in theirs.
    let places = Set(named: kept)
    var (place, followers) = (ColumnName?.none, [ColumnName?: [String]]())
    for name in theirs.columns {
      if new.contains(name) { followers[place, default: []].append(name) }
      if places.contains(name) { place = ColumnName(name) }
    }
    names = followers[nil, default: []] + kept.flatMap { [$0] + followers[ColumnName($0), default: []] }
    layout = names.areSameNames(as: ours.columns) ? nil : SpelledColumns(names)
    gained = theirs.columns.filter(new.contains)
    let changes = [
      ("inserted", gained.filter { !restored.contains($0) }), ("deleted", ours.columns.filter(dropped.contains)),
    ]
    notes = changes.filter { !$1.isEmpty }.map { "columns \($0) by \(theirs.name): \(ComparisonError.list($1))" }
  }
}

extension PairView {
  /// Those of some columns in which a record of the target differs from its match.
  fileprivate func changed(_ names: Set<ColumnName>) -> Set<ColumnName> {
    guard !names.isEmpty else { return [] }
    let changed = (0..<comparison.target.count).lazy.flatMap(changedColumns).map(\.name)
    return Set(named: changed).intersection(names)
  }
}
