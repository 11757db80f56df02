import Comparing
import Platform

/// How often values of records that are the same, and of others, are equal, alike or different, and what that says of a
/// pair.
///
/// The model is that of Fellegi and Sunter (1969, doi:10.1080/01621459.1969.10501049); columns count as independent.
/// What others are like is seen on pairs drawn at random; what records that are the same are like is found without
/// labels by expectation maximisation, A. P. Dempster, N. M. Laird and D. B. Rubin, "Maximum likelihood from incomplete
/// data via the EM algorithm", Journal of the Royal Statistical Society B 39, 1977
/// (doi:10.1111/j.2517-6161.1977.tb01600.x), in each block by the columns that are no part of it.
struct LinkageModel {
  /// For each column the shares of the levels equal, alike and different, among values that are there.
  private(set) var same: [[Double]]
  private(set) var other: [[Double]]
  /// How many pairs are of the same record, of all that there are.
  private(set) var matches: Double
  let total: Double

  static let levels = 3
  private static let missing = 3

  init(other: [[Double]], matches: Double, total: Double) {
    self.other = other
    self.matches = matches
    self.total = total
    // What errors are usually like, as a beginning.
    same = other.map { _ in [0.85, 0.08, 0.07] }
  }

  /// The level of a column in a pattern, which has two bits for each.
  @inline(__always) static func level(_ pattern: UInt64, _ column: Int) -> Int {
    Int(pattern >> UInt64(2 * column) & 3)
  }

  /// The evidence of a level, in bits.
  func weight(_ column: Int, _ level: Int) -> Double { log2(same[column][level] / other[column][level]) }

  var odds: Double { log2(matches / max(total - matches, 1)) }

  /// The evidence of all columns and levels, four for each column, of which what is missing has none.
  var weights: [Double] { same.indices.flatMap { column in (0..<Self.levels).map { weight(column, $0) } + [0] } }

  func sum(_ pattern: UInt64) -> Double { odds + Self.sum(pattern, weights, Array(same.indices)) }

  func probability(_ pattern: UInt64) -> Double { 1 / (1 + exp2(-sum(pattern))) }

  /// What some columns of a pattern come to, given all weights.
  @inline(__always) static func sum(_ pattern: UInt64, _ weights: [Double], _ columns: [Int]) -> Double {
    var sum = 0.0
    for column in columns { sum += weights[4 * column + level(pattern, column)] }
    return sum
  }

  /// One block: the patterns that occur, and the columns that are free there.
  struct Block {
    /// How often a pattern occurs, the share of what speaks for its pairs that is left beside better partners of their
    /// records, and how many more pairs are known to be the same.
    struct Count {
      let pattern: UInt64
      let count: Double
      let share: Double
      let sure: Double
    }

    let counts: [Count]
    let columns: [Int]
  }

  /// Finds what records that are the same are like, from the pairs of all blocks.
  ///
  /// - Complexity: O(*r p c*) for *r* rounds, *p* patterns and *c* columns.
  mutating func fit(_ blocks: [Block]) {
    var shares = blocks.map { block -> Double in
      let count = block.counts.reduce(0) { $0 + $1.count }
      return min(0.5, max(1e-6, matches / max(count * Double(blocks.count), 1)))
    }
    for _ in 0..<Self.mostRounds {
      var sums = same.map { _ in [1.0, 0.5, 0.5] }
      var change = 0.0
      let weights = weights
      for (number, block) in blocks.enumerated() {
        let prior = log2(shares[number] / (1 - shares[number]))
        var (found, all) = (0.0, 0.0)
        for own in block.counts {
          let chance = own.share / (1 + exp2(-prior - Self.sum(own.pattern, weights, block.columns)))
          let expected = own.count * chance + own.sure
          found += expected
          all += own.count + own.sure
          guard expected > 1e-6 else { continue }
          for column in block.columns {
            let level = Self.level(own.pattern, column)
            if level != Self.missing { sums[column][level] += expected }
          }
        }
        shares[number] = min(0.999, max(1e-9, found / max(all, 1)))
      }
      for column in same.indices {
        let whole = sums[column].reduce(0, +)
        for level in 0..<Self.levels {
          let share = max(sums[column][level] / whole, 1e-4)
          change = max(change, abs(share - same[column][level]))
          same[column][level] = share
        }
      }
      if change < 1e-4 { break }
    }
  }

  private static let mostRounds = 40

  /// Takes how many pairs of a record there are, and what pairs of others are like without these.
  mutating func update(matches: Double, other: [[Double]]) {
    self.matches = max(matches, 1)
    self.other = other
  }
}
