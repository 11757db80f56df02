import Comparing
import Records

/// The key, the pairs and the joined columns that `learn` would have for the same inputs.
///
/// So a finding proposes it only for what it does.
///
/// It is made when it is asked for; one belongs to one thread.
final class LearnerPairs {
  private let comparison: Comparison
  private lazy var pairs = findPairs()
  /// A search among its pairs; `nil` where they are those of the comparison, or not known.
  private(set) lazy var search = findSearch()
  /// The worker of that search, to be put back.
  private var worker: ComparisonWorker?
  /// Whether something tells that its key may have other pairs.
  var mayHaveOtherPairs = true

  /// With more records than these on a side nobody asks what it would do, and with fewer what it says of values.
  private static let mostRecords = 20_000, mostSearched = 5_000

  init(_ comparison: Comparison) { self.comparison = comparison }

  /// Whether there are too many records for it to be asked.
  var isOutOfReach: Bool { Side.allCases.contains { comparison.tables[$0].count > Self.mostRecords } }

  deinit { if let worker, let pairs { pairs.comparison.put(back: worker) } }

  /// Whether it finds columns that are one under two names.
  var joins: Bool { pairs.map { !$0.renames.isEmpty && $0.comparison.key.columns?.isEmpty == false } ?? false }

  /// The key of other columns that it has, which is one in another form alone and pairs more records, each once.
  var formedKey: (columns: [String], noises: [Noise], paired: Int)? {
    guard let keyed = pairs?.keyed, let columns = keyed.comparison.key.columns, columns != comparison.key.columns,
      keyed.paired > comparison.pairedCount,
      Side.allCases.allSatisfy({ keyed.comparison.duplicates[$0].repetitions == 0 })
    else { return nil }
    let noises = keyed.rules.filter { $0.isOfKey && columns.contains($0.column) }.flatMap(\.noises)
    return noises.isEmpty ? nil : (columns, noises, keyed.paired)
  }

  /// The comparison with columns joined, and the renames that join them.
  var joined: (comparison: Comparison, renames: [LearntRule])? { pairs.map { ($0.comparison, $0.renames) } }

  private typealias Pairs = (keyed: KeyLearning, comparison: Comparison, renames: [LearntRule])

  private func findPairs() -> Pairs? {
    guard !isOutOfReach else { return nil }
    var plan = comparison.plan(identifiedAs: comparison.key)
    if comparison.key.isSearched { plan.identity = .automatic }
    let (source, target) = (comparison.source, comparison.target)
    // Where it fails, it proposes nothing.
    do { return try Learner.pairs(source: source, target: target, plan: plan) } catch { return nil }
  }

  /// A key has other pairs only where records on both sides have none.
  private func findSearch() -> FindingSearch? {
    let mayPair = Side.allCases.allSatisfy {
      comparison.tables[$0].count <= Self.mostSearched && comparison.orders[$0].count > comparison.pairedCount
    }
    guard mayHaveOtherPairs, mayPair, let pairs, pairs.comparison.pairedCount != comparison.pairedCount else {
      return nil
    }
    let worker = pairs.comparison.takeWorker()
    self.worker = worker
    do { try worker.prepare() } catch { return nil }
    return FindingSearch(pairs.comparison, worker)
  }
}
