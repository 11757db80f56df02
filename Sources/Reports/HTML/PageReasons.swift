import Comparing
import Analysis
import Records

/// Why the page is as it is: who decided about each column, on which values, and why records have no partner.
final class PageReasons {
  private let comparison: Comparison
  private let columns: PageColumns
  private let words: RuleWords
  private let normalized: NormalizedValues?
  /// The columns that may be normalized by their places in the target.
  private let byTarget: [Int: ResolvedPlan.Column]
  /// How many pairs of values the page takes as they were compared.
  private static let mostNormalized = 20_000
  private var left = mostNormalized
  /// The change that is being written, by its number on the page.
  var change = 0
  /// The first change of which the page does not have all values as they were compared.
  private var firstShortened: Int?

  init(_ reader: ChangeReader, _ columns: PageColumns) throws {
    comparison = reader.comparison
    self.columns = columns
    words = RuleWords(comparison, reader.worker)
    normalized = try NormalizedValues(comparison, reader.worker)
    byTarget = Dictionary(
      (comparison.comparedColumns + comparison.keyColumns).compactMap { column in column.target.map { ($0, column) } },
      uniquingKeysWith: { first, _ in first })
  }

  /// Both values of a compared column, by its number, as they were compared; `nil` where they are as they stand.
  func normalized(_ number: Int, source: Int, target: Int) throws -> Sides<Value>? {
    guard normalized != nil else { return nil }
    return try normalized(comparison.comparedColumns[number], source, target)
  }

  /// The same for a column of the target, given by its place.
  func normalized(target place: Int, source: Int, target: Int) throws -> Sides<Value>? {
    guard normalized != nil else { return nil }
    return try byTarget[place].flatMap { try normalized($0, source, target) }
  }

  private func normalized(_ column: ResolvedPlan.Column, _ source: Int, _ target: Int) throws -> Sides<Value>? {
    guard firstShortened == nil, let values = try normalized?.values(of: column, source: source, target: target) else {
      return nil
    }
    guard left > 0 else {
      firstShortened = change
      return nil
    }
    left -= 1
    return values
  }

  /// Writes who decides about the columns that are not compared as they stand, and which ones nobody compares; and
  /// where the page has room for no more values as they were compared, for how many it has, and the change where that
  /// begins.
  func write(to json: JSONEmitter) {
    if let firstShortened {
      json.member("shortened") { json.list([Self.mostNormalized, firstShortened]) { json.value($0) } }
    }
    json.member("judges") {
      json.list {
        for (number, column) in comparison.comparedColumns.enumerated() where !comparison.comparesExactly(column) {
          let judge = words.judge(column, isNested: !column.inside.isEmpty)
          append(columns.compared[number], [judge] + words.steps(column.name), to: json)
        }
        for column in comparison.keyColumns where comparison.hasKey {
          let steps = words.steps(column.name)
          if let place = column.target, !steps.isEmpty { append(place, [""] + steps, to: json) }
        }
      }
    }
    let numbers = Dictionary(placesOf: columns.names)
    json.member("omitted") {
      json.list {
        for column in words.omittedColumns where column.reason == .ignored || column.reason == .notAmongOnly {
          if let number = numbers[ColumnName(column.name)] { append(number, [column.reason.rawValue], to: json) }
        }
      }
    }
  }

  private func append(_ column: Int, _ texts: [String], to json: JSONEmitter) {
    json.list {
      json.value(column)
      for text in texts { json.value(text) }
    }
  }

  /// Writes why listed records have no partner, or why nobody has looked: causes in words, and by the change's number
  /// on the page its cause and the record that comes nearest: its number, its identity, and its own change if that is
  /// listed.
  func writeAbsences(of listed: [Int], to json: JSONEmitter) throws {
    guard comparison.hasKey else { return }
    let sided = listed.enumerated().compactMap { number, place -> (number: Int, entry: ChangeEntry)? in
      let entry = comparison.entry(at: place)
      return entry.source < 0 || entry.target < 0 ? (number, entry) : nil
    }
    guard !sided.isEmpty else { return }
    if let obstacle = PageAbsences.obstacle(in: comparison) {
      return json.object("absences") { json.member("obstacle", obstacle.words) }
    }
    let found = try PageAbsences(comparison)
    var numbers = Sides(source: [Int: Int](), target: [Int: Int]())
    for (number, entry) in sided {
      let (side, offset) = entry.unpaired
      numbers[side][comparison.orders[side][Int(offset)]] = number
    }
    var causes = CauseNumbers()
    json.object("absences") {
      json.object("of") {
        for (number, entry) in sided {
          let (side, offset) = entry.unpaired
          guard let absence = found.reasons[side][offset] else { continue }
          json.member(named: "\(number)")
          append(absence, causes.number(of: absence.cause), numbers[side.other], to: json)
        }
      }
      json.member("causes", causes.list.map { $0.words(in: comparison) })
    }
  }

  private func append(_ absence: Absence, _ cause: Int, _ changes: [Int: Int], to json: JSONEmitter) {
    json.list {
      json.value(cause)
      guard let nearest = absence.candidates.first else { return }
      json.value(nearest.record)
      json.value(pageKey: nearest.key)
      if let change = changes[nearest.record] { json.value(change) }
    }
  }
}

private struct CauseNumbers {
  private(set) var list: [Absence.Cause] = []
  private var numbers: [Absence.Cause: Int] = [:]

  mutating func number(of cause: Absence.Cause) -> Int {
    if let number = numbers[cause] { return number }
    numbers[cause] = list.count
    list.append(cause)
    return list.count - 1
  }
}

extension ChangeEntry {
  /// The side and the offset of a record without a partner.
  fileprivate var unpaired: (side: Side, offset: Int32) { target < 0 ? (.source, source) : (.target, target) }
}
