import StagedDiff
import Synchronization

/// Keeps the error of the earliest record for which rules failed, whatever the order of the work is.
final class EarliestFailure: Sendable {
  private let found = Mutex<(record: Int, error: any Error)?>(nil)

  /// Works on a record, unless rules have failed for an earlier one.
  func attempt(_ record: Int, _ work: () throws -> Void) {
    guard found.withLock({ record < $0?.record ?? .max }) else { return }
    do { try work() } catch {
      found.withLock { found in
        if record < found?.record ?? .max { found = (record, error) }
      }
    }
  }

  /// Throws the error, if there is one.
  func check() throws { if let error = found.withLock({ $0?.error }) { throw error } }
}

/// Pairs the records of one partition, which has all records of each of its identities.
///
/// Records that share an identity pair as ``DuplicatePairing`` says. Only records whose sections stay have partners.
struct PartitionJoin {
  /// All records of one identity, as lists that `next` goes on.
  private struct Group {
    var source: (first: Int32, last: Int32) = (-1, -1)
    var target: (first: Int32, last: Int32) = (-1, -1)

    /// A record that has the identity; those of the target are counted behind those of the source.
    var any: Int32 { source.first >= 0 ? source.first : target.first }
  }

  private let records: Sides<[SpilledRecord]>
  private let matching: DuplicatePairing
  private let worker: ComparisonWorker
  private let comparesAll: Bool
  private var sections: SectionPairs { matching.sections }
  private let hollow: OffsetSet?
  private let failure: EarliestFailure
  private var groups: [Group] = []
  /// For each record, the target's behind the source's, the next one of its identity on its side, or −1.
  private var next: [Int32]
  private(set) var pairs: [SpilledPair] = []
  /// How many pairs are of identities that occur once on each side, and not of hollow ones.
  private(set) var certainCount = 0
  private(set) var duplicates = Duplicates()

  /// - Parameters:
  ///   - records: The partition's records, in the order of their offsets.
  ///   - matching: How records of one identity pair.
  ///   - comparesAll: Whether equal contents say nothing of what the rules compare.
  ///   - hollow: The target's records whose identity says nothing.
  ///   - failure: Takes what rules throw.
  init(
    _ records: Sides<[SpilledRecord]>, _ matching: DuplicatePairing, _ worker: ComparisonWorker, comparesAll: Bool,
    hollow: OffsetSet?, failure: EarliestFailure
  ) {
    (self.hollow, self.failure) = (hollow, failure)
    self.records = records
    (self.matching, self.worker) = (matching, worker)
    self.comparesAll = comparesAll
    next = [Int32](repeating: -1, count: records.source.count + records.target.count)
    group()
    pair()
  }

  private func record(_ number: Int32) -> SpilledRecord {
    let index = Int(number)
    let count = records.source.count
    return index < count ? records.source[index] : records.target[index - count]
  }

  // MARK: Grouping

  private mutating func group() {
    let count = next.count
    var bits = 4
    while 1 << bits < 2 * count { bits += 1 }
    var slots = [Int32](repeating: -1, count: 1 << bits)
    let sourceCount = records.source.count
    for number in 0..<count {
      let isSource = number < sourceCount
      let identity = isSource ? records.source[number].identity : records.target[number - sourceCount].identity
      var slot = Int(truncatingIfNeeded: identity.second) & (slots.count - 1)
      while slots[slot] >= 0, record(groups[Int(slots[slot])].any).identity != identity {
        slot = (slot + 1) & (slots.count - 1)
      }
      if slots[slot] < 0 {
        slots[slot] = Int32(truncatingIfNeeded: groups.count)
        groups.append(Group())
      }
      add(Int32(truncatingIfNeeded: number), isSource, to: Int(slots[slot]))
    }
  }

  private mutating func add(_ number: Int32, _ isSource: Bool, to group: Int) {
    let list = isSource ? groups[group].source : groups[group].target
    if list.last >= 0 { next[Int(list.last)] = number }
    let longer = (first: list.first < 0 ? number : list.first, last: number)
    if isSource { groups[group].source = longer } else { groups[group].target = longer }
  }

  // MARK: Pairing

  private mutating func pair() {
    pairs.reserveCapacity(min(records.source.count, records.target.count))
    for group in groups {
      if group.source.first != group.source.last || group.target.first != group.target.last {
        pairDuplicates(group)
      } else if group.source.first >= 0, group.target.first >= 0 {
        pair(group.source.first, group.target.first)
        if hollow?.contains(record(group.target.first).offset) != true { certainCount += 1 }
      }
    }
  }

  /// Pairs two records, if the sections of both stay.
  private mutating func pair(_ source: Int32, _ target: Int32) {
    let (old, new) = (record(source), record(target))
    guard sections.survives(.source, old.offset), sections.survives(.target, new.offset) else { return }
    let mayDiffer = comparesAll || old.content != new.content
    pairs.append(SpilledPair(target: new.offset, partner: Partner(source: old.offset, mayDiffer: mayDiffer)))
  }

  private mutating func pairDuplicates(_ group: Group) {
    var sources = members(from: group.source.first)
    var targets = members(from: group.target.first)
    count(sources, in: &duplicates.source)
    count(targets, in: &duplicates.target)
    if matching.isNeeded || !sections.pairsAcrossAll {
      sources.removeAll { !sections.survives(.source, record($0).offset) }
      targets.removeAll { !sections.survives(.target, record($0).offset) }
    }
    let offsets = Sides(source: sources.map { record($0).offset }, target: targets.map { record($0).offset })
    guard let first = offsets.source.first else { return }
    failure.attempt(matching.input.orders.source[Int(first)]) {
      for found in try matching.pairs(offsets, worker) { pair(sources[found.source], targets[found.target]) }
    }
  }

  private func members(from first: Int32) -> [Int32] {
    var members: [Int32] = []
    var number = first
    while number >= 0 {
      members.append(number)
      number = next[Int(number)]
    }
    return members
  }

  private func count(_ members: [Int32], in side: inout Duplicates.Side) {
    guard members.count > 1 else { return }
    side.identities += 1
    side.repetitions += members.count - 1
    side.examples.append(
      Duplicates.Example(first: Int(record(members[0]).offset), second: Int(record(members[1]).offset)))
  }
}
