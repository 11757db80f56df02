import Platform
import Records

/// The pairs that a score makes of two sides' records, each record once, whatever the order of the files.
struct ScoredMatches {
  private(set) var matches: [NearMatches.Match] = []
  /// Pairs that would do, of records of which others would do as well.
  private(set) var ambiguous: [NearMatches.Match] = []
  let omissions: NearMatches.Omissions

  /// Compares all records of collections that are identified by the rule's columns.
  ///
  /// - Throws: What a normalizer or comparator throws.
  /// - Complexity: O(*n b c*) for *n* records in blocks of at most *b*, and *c* for a comparison of two records.
  init(_ input: ComparisonInput, _ rule: ScoredMatching) throws {
    let table = try ScoreTable(input, rule)
    omissions = table.omissions
    let work = table.blocks.enumerated().flatMap { place, blocks in blocks.map { (place, $0) } }
    let (meter, least) = (input.plan.run.meter, rule.least)
    let found = try Parallel.map(count: work.count, workers: input.plan.run.workers, grain: 1) { range in
      var (candidates, measure): ([ScoreAssignment.Candidate], _) = ([], LikenessMeasure())
      for (place, block) in work[range] {
        try meter?.check()
        try table.forEachPair(place, block) { source, target in
          do throws(MatchingError) {
            guard let sum = try table.sum(Int(source), Int(target), least, &measure) else { return }
            candidates.append(ScoreAssignment.Candidate(source: source, target: target, sum: sum))
          } catch {
            throw ComparisonError(
              .unmatched(error, rule: "identity.score"), table: input.tables.source,
              record: input.orders.source[Int(source)])
          }
        }
      }
      return candidates
    }
    let assignment = ScoreAssignment(Array(found.joined()), margin: rule.margin)
    func matches(_ candidates: [ScoreAssignment.Candidate]) -> [NearMatches.Match] {
      candidates.map {
        NearMatches.Match(source: $0.source, target: $0.target, nearness: .init(score: rule.score(of: $0.sum)))
      }
    }
    self.matches = matches(assignment.pairs)
    ambiguous = matches(assignment.contested)
  }
}

/// Which candidates become pairs, each record once: the best first, where no other comes as near.
///
/// Where the best partner of a record is not ahead of the next by a margin, all that come into question stay without a
/// partner. Candidates of one sum are looked at together, so that the result depends on nothing but sums.
struct ScoreAssignment {
  struct Candidate: Sendable, Equatable {
    let source: Int32
    let target: Int32
    let sum: Double
  }

  private(set) var pairs: [Candidate] = []
  /// Candidates that came as near as others, by their records.
  private(set) var contested: [Candidate] = []

  private let candidates: [Candidate]
  private let margin: Double
  /// The candidates of each record, by number, those of the highest sums first.
  private var of = Sides<[Int32: [Int]]>(source: [:], target: [:])
  private var isPaired = Sides<Set<Int32>>(source: [], target: [])
  /// The highest sum of a contested candidate of each record that has one.
  private var contestedSums = Sides<[Int32: Double]>(source: [:], target: [:])

  /// - Complexity: O(*c* log *c*) for *c* candidates, if records have few each.
  init(_ unsorted: [Candidate], margin: Double) {
    candidates = unsorted.sorted { ($1.sum, $0.source, $0.target) < ($0.sum, $1.source, $1.target) }
    self.margin = margin
    for (number, candidate) in candidates.enumerated() {
      of.source[candidate.source, default: []].append(number)
      of.target[candidate.target, default: []].append(number)
    }
    var start = 0
    while start < candidates.count {
      let end = candidates[start...].firstIndex { $0.sum != candidates[start].sum } ?? candidates.count
      settle(start..<end)
      start = end
    }
    contested.sort { ($0.source, $0.target) < ($1.source, $1.target) }
  }

  /// Settles candidates of one sum.
  private mutating func settle(_ range: Range<Int>) {
    var (paired, open): ([Candidate], [Candidate]) = ([], [])
    for number in range where isLeft(candidates[number]) {
      let candidate = candidates[number]
      if let sum = contestedSum(candidate) {
        if candidate.sum >= sum - margin { contested.append(candidate) }
      } else if hasRival(number) {
        open.append(candidate)
      } else {
        paired.append(candidate)
      }
    }
    pairs += paired
    contested += open
    for candidate in paired {
      isPaired.source.insert(candidate.source)
      isPaired.target.insert(candidate.target)
    }
    for candidate in open {
      contestedSums.source[candidate.source] = candidate.sum
      contestedSums.target[candidate.target] = candidate.sum
    }
  }

  /// The sum from which on a candidate comes near one that is contested of either record, but for the margin.
  private func contestedSum(_ candidate: Candidate) -> Double? {
    switch (contestedSums.source[candidate.source], contestedSums.target[candidate.target]) {
    case (let one?, let other?): min(one, other)
    case (let one, let other): one ?? other
    }
  }

  private func isLeft(_ candidate: Candidate) -> Bool {
    !isPaired.source.contains(candidate.source) && !isPaired.target.contains(candidate.target)
  }

  /// Whether another candidate of either record comes as near.
  private func hasRival(_ number: Int) -> Bool {
    let candidate = candidates[number]
    return [of.source[candidate.source], of.target[candidate.target]].contains { numbers in
      (numbers ?? []).prefix { candidates[$0].sum >= candidate.sum - margin }.contains {
        $0 != number && isLeft(candidates[$0])
      }
    }
  }
}
