import Comparing
import Records

/// The columns of both sides, numbered together for the page: the target's first, then those of the source alone.
struct PageColumns {
  private(set) var names: [String]
  /// The page's number for each column of each side.
  let places: Sides<[Int]>
  /// For each column of the target the place of the source's, whose value may be another one that the rules call equal;
  /// −1 where there is none, or a value that is not listed as different is the same.
  let partners: [Int]
  let hasPartners: Bool
  /// The page's number for each compared column.
  let compared: [Int]
  /// The page's numbers for the key's columns, if the key is values of the record as they stand.
  let key: [Int]?
  let deleted: [Int]
  let inserted: [Int]
  /// The page's numbers of the columns that one side alone has, and that are not compared: what they hold is no
  /// difference, and nothing that stayed as it was.
  let alone: Sides<[Int]>
  /// The source's place for each of its columns that it alone has.
  let sourcePlaces: [Int]
  /// Columns whose names differ, with the source's name.
  let renamed: [(number: Int, old: String)]

  /// Whether updated and moved records are shown whole.
  let showsContext: Bool

  /// Wider tables show unchanged columns only where they have few values in all, so that the page stays small.
  private static let widestContext = 40
  private static let mostContextValues = 200_000

  init(_ reader: ChangeReader) {
    let comparison = reader.comparison
    var names = comparison.target.columns
    let common = Dictionary(
      comparison.columns.common.map { ($0.source, $0.target) }, uniquingKeysWith: { first, _ in first })
    var source: [Int] = []
    for (index, name) in comparison.source.columns.enumerated() {
      source.append(common[index] ?? names.count)
      if common[index] == nil { names.append(name) }
    }
    let target = Array(comparison.target.columns.indices)
    places = Sides(source: source, target: target)
    let sources = Dictionary(
      comparison.columns.common.map { ($0.target, $0.source) }, uniquingKeysWith: { first, _ in first })
    let exact = Self.exactColumns(reader)
    partners = target.map { exact.contains($0) ? -1 : sources[$0] ?? -1 }
    hasPartners = partners.contains { $0 >= 0 }
    let old = comparison.source.columns
    renamed = comparison.columns.common.compactMap { pair in
      old[pair.source] == names[pair.target] ? nil : (pair.target, old[pair.source])
    }
    let paired = Set(common.values)
    // A column that the other side makes of others is neither.
    let ownSided = Sides(
      source: Set(named: comparison.columns.deleted), target: Set(named: comparison.columns.inserted))
    let all = names
    inserted = target.filter { !paired.contains($0) && ownSided.target.contains(all[$0]) }
    deleted = (target.count..<names.count).filter { ownSided.source.contains(all[$0]) }
    compared = reader.columns.map { column in
      if let place = Self.number(of: column, target.count, source) { return place }
      names.append(column.name)
      return names.count - 1
    }
    let known = paired.union(compared)
    let own = source.indices.filter { !known.contains(source[$0]) }
    sourcePlaces = own
    alone = Sides(source: own.map { source[$0] }, target: target.filter { !known.contains($0) })
    let key = (reader.rawKeyColumns ?? []).compactMap { Self.number(of: $0, target.count, source) }
    self.key = key.isEmpty || key.count != reader.rawKeyColumns?.count ? nil : key
    self.names = names
    let records = comparison.summary.updated + comparison.summary.moved
    showsContext = names.count <= Self.widestContext || names.count * records <= Self.mostContextValues
  }

  /// The target's places of the columns whose values are the same wherever they are not listed as different.
  private static func exactColumns(_ reader: ChangeReader) -> Set<Int> {
    let comparison = reader.comparison
    let compared = comparison.comparedColumns.filter(comparison.comparesExactly)
    let key = comparison.pairsExactly ? comparison.keyColumns : []
    return Set((compared + key).compactMap(\.target))
  }

  /// A path into nested values is no column of the table and has no number yet.
  private static func number(of column: ChangeReader.Column, _ targetCount: Int, _ source: [Int]) -> Int? {
    if let place = column.places.target { return place < targetCount ? place : nil }
    guard let place = column.places.source, place < source.count else { return nil }
    return source[place]
  }
}

extension JSONEmitter {
  /// Writes JSON for a page, in which no text ends the script that it stands in.
  init(page out: OutputBuffer) { self.init(out, safety: .markup) }

  /// Writes a value as the page's script reads it: text as a string, a number as `["1.0"]`, an object or array without
  /// white space as `["{}",1]`, what is absent as `0`.
  func value(page field: Field) {
    switch field.kind {
    case .absent: value(0)
    case .null: null()
    case .true: value(true)
    case .false: value(false)
    case .text: value(utf8: field.bytes)
    case .escapedText: _ = field.withText { value(utf8: $0) }
    case .number: list { value(utf8: field.bytes) }
    case .object, .array:
      list {
        value(utf8: field.compactSpelling)
        value(1)
      }
    }
  }

  func value(pageKey key: [Value]) { list(key) { part in part.withField { value(page: $0) } } }
}
