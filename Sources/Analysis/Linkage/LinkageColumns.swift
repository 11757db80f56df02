import Comparing
import Platform
import Records

/// A column as identities by score may use it: how its values are compared, and how the comparator is spelled in Lua.
package struct LinkageColumn: Sendable {
  package let name: String
  package let comparator: any Comparator
  package let lua: String
  /// Whether its values are names or words, which may be blocked by how they sound.
  let isWords: Bool
}

/// What may be blocked by.
package struct LinkageBlock: Sendable, Equatable {
  package struct Part: Sendable, Equatable {
    package let column: String
    package let isSound: Bool
  }

  package let parts: [Part]

  var matching: [ScoredMatching.BlockPart] {
    parts.map { ScoredMatching.BlockPart($0.column, $0.isSound ? [SpellingNormalizer(.sound(.soundex))] : []) }
  }
}

/// The columns of two sides that may tell records apart, and what may be blocked by.
struct LinkageColumns {
  private(set) var columns: [LinkageColumn] = []
  private(set) var blocks: [LinkageBlock] = []

  private static let mostColumns = 16
  private static let mostBlocks = 16
  private static let looked = 2_500

  /// Looks at the values of all columns that rules leave, of some of the records.
  ///
  /// - Throws: What a normalizer that is a script throws.
  /// - Complexity: O(*c n*) for *c* columns and *n* records.
  init(_ input: ComparisonInput) throws {
    let names = input.plan.columns.common.map(\.name).filter { name in
      !input.plan.rules.isMasked(name) && !input.plan.rules.ignored.contains(name)
        && input.plan.rules.only?.contains(name) ?? true
    }
    let identified = try input.identified(by: .columns(names), permitsGaps: true)
    let orders = identified.orders
    let values = try Sides { side in
      let step = max(1, orders[side].count / Self.looked)
      let places = Array(stride(from: 0, to: orders[side].count, by: step))
      let found = try identified.map(count: places.count) { range, worker in
        try range.map { try worker.keyValues(side, orders[side][places[$0]]) }
      }
      return Array(found.joined())
    }
    let whole = Sides { Double(max(orders[$0].count, 1)) / Double(max(values[$0].count, 1)) }
    var atoms: [(parts: [LinkageBlock.Part], pairs: Double)] = []
    for (place, name) in names.enumerated() where columns.count < Self.mostColumns {
      let known = Sides { values[$0].map { $0[place] }.filter { !$0.withField(\.isVoid) } }
      let counts = Sides { known[$0].reduce(into: [Value: Int]()) { $0[$1, default: 0] += 1 } }
      guard let column = try Self.column(name, known, counts) else { continue }
      columns.append(column)
      let factor = whole.source * whole.target
      atoms.append(([.init(column: name, isSound: false)], Self.pairs(counts) * factor))
      if column.isWords { atoms.append(([.init(column: name, isSound: true)], Self.pairs(counts.bySound) * factor)) }
    }
    choose(atoms, orders)
  }

  /// Takes blocks of few pairs, and joins two of those that have many.
  private mutating func choose(_ atoms: [(parts: [LinkageBlock.Part], pairs: Double)], _ orders: Sides<RecordOrder>) {
    let all = Double(orders.source.count) * Double(orders.target.count)
    let most = Double(orders.source.count + orders.target.count) + 1000
    var found = atoms.filter { $0.pairs > 0 && $0.pairs <= most }
    let large = atoms.filter { $0.pairs > most && $0.pairs < all / 3 }
    for (number, one) in large.enumerated() {
      for other in large[(number + 1)...] where one.parts[0].column != other.parts[0].column {
        let pairs = one.pairs * other.pairs / max(all, 1)
        if pairs <= most { found.append((one.parts + other.parts, pairs)) }
      }
    }
    // Those of many pairs find what others miss, but for what a sound finds that has its column too.
    found.sort { ($0.parts.count, -$0.pairs) < ($1.parts.count, -$1.pairs) }
    blocks = found.prefix(Self.mostBlocks).map { LinkageBlock(parts: $0.parts) }
  }

  /// The share of pairs of one record that no block has, if the columns err independently of each other.
  ///
  /// - Parameter agreeing: For each column how likely such a pair has equal values.
  func missed(agreeing: [Double]) -> Double {
    let sets = blocks.map { block in
      columns.indices.reduce(0) { bits, place in
        block.parts.contains { $0.column == columns[place].name } ? bits | 1 << place : bits
      }
    }
    let all = sets.reduce(0, |)
    func share(from place: Int, _ equal: Int) -> Double {
      if sets.contains(where: { $0 & ~equal == 0 }) { return 0 }
      guard place < columns.count else { return 1 }
      guard all >> place & 1 == 1 else { return share(from: place + 1, equal) }
      return agreeing[place] * share(from: place + 1, equal | 1 << place)
        + (1 - agreeing[place]) * share(from: place + 1, equal)
    }
    return share(from: 0, 0)
  }

  /// How many pairs of records have equal values.
  private static func pairs(_ counts: Sides<[Value: Int]>) -> Double {
    counts.target.reduce(0) { $0 + Double($1.value * (counts.source[$1.key] ?? 0)) }
  }

  /// How a column is compared; `nil` for one that tells nothing: with no value on both sides, or always the same.
  ///
  /// - Parameter counts: How often each of the values is there.
  private static func column(
    _ name: String, _ known: Sides<[Value]>, _ counts: Sides<[Value: Int]>
  ) throws -> LinkageColumn? {
    let distinct = Sides { counts[$0].count }
    let isShared = counts.source.keys.contains { counts.target[$0] != nil }
    guard isShared, distinct.source > 1 || distinct.target > 1 else { return nil }
    let texts = [known.source, known.target].joined().prefix(2000).map { Array($0.description.utf8) }
    let length = Double(texts.reduce(0) { $0 + $1.count }) / Double(max(texts.count, 1))
    let digits = texts.reduce(0) { $0 + $1.count(where: \.isDigit) }
    let isOfDigits = Double(digits) > 0.6 * length * Double(texts.count)
    guard length > 3, max(distinct.source, distinct.target) > 12 else {
      return LinkageColumn(name: name, comparator: ExactComparator(), lua: "compare.exact", isWords: false)
    }
    // Of digits one may be wrong, or two swapped.
    let threshold = isOfDigits ? Double(Int((1 - 1 / length) * 100 - 2)) / 100 : 0.88
    let method = isOfDigits ? LikenessMethod.damerau : .jaroWinkler
    let comparator = try LikenessComparator(method.rawValue, threshold: max(threshold, 0.5))
    return LinkageColumn(
      name: name, comparator: comparator, lua: "similar(\"\(method.rawValue)\", \(comparator.threshold))",
      isWords: !isOfDigits)
  }
}

extension Sides<[Value: Int]> {
  /// The same by how the values sound; each value is listened to once.
  fileprivate var bySound: Sides<[Value: Int]> {
    let buffer = FieldBuffer()
    let sound = SpellingNormalizer(.sound(.soundex))
    return Sides { side in
      self[side].reduce(into: [:]) { counts, value in
        value.key.withField { buffer.load($0) }
        sound.normalize(buffer)
        if !buffer.field.isVoid { counts[buffer.field.value, default: 0] += value.value }
      }
    }
  }
}
