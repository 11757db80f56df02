import StagedDiff

/// What a view would crash on.
struct BatchRefused: Error, CustomStringConvertible {
  var description: String
}

/// A list that takes batches as a table view does, and refuses what a real one would crash on:
/// offsets out of range or used twice, moves out of deleted places, counts that do not add up.
struct StrictList<Element: Equatable>: BatchConsumer {
  private(set) var elements: [Element]
  private(set) var reloads = 0
  private(set) var batches = 0
  private(set) var refusal: BatchRefused?

  init(_ elements: [Element]) { self.elements = elements }

  mutating func reload(with data: [Element]) {
    elements = data
    reloads += 1
  }

  mutating func perform(_ batch: LinearStage, data: [Element]) {
    batches += 1
    do {
      try take(batch, data)
    } catch {
      refusal = refusal ?? (error as? BatchRefused)
    }
  }

  private mutating func take(_ batch: LinearStage, _ data: [Element]) throws {
    for offset in batch.updated {
      guard elements.indices.contains(offset), batch.updated.count == batch.changeCount else {
        throw BatchRefused(description: "update of \(offset) in \(batch)")
      }
      elements[offset] = data[offset]
    }
    let arrangement = try StrictArrangement(
      count: elements.count, deleted: batch.deleted, inserted: batch.inserted,
      moved: batch.moved.map { ($0.from, $0.to) })
    guard arrangement.origins.count == data.count else {
      throw BatchRefused(description: "\(data.count) elements after \(batch)")
    }
    elements = arrangement.origins.enumerated().map { place, origin in
      origin.map { elements[$0] } ?? data[place]
    }
    guard elements == data else {
      throw BatchRefused(description: "\(batch) gives \(elements), not \(data)")
    }
  }
}

/// Where each place after a batch comes from; nil: inserted.
struct StrictArrangement {
  var origins: [Int?]

  init(count: Int, deleted: Offsets, inserted: Offsets, moved: [(Int, Int)]) throws {
    let gone = deleted + moved.map(\.0)
    let taken = inserted + moved.map(\.1)
    let countAfter = count - deleted.count + inserted.count
    guard Set(gone).count == gone.count, Set(taken).count == taken.count,
      gone.allSatisfy({ (0..<count).contains($0) }),
      taken.allSatisfy({ (0..<countAfter).contains($0) })
    else { throw BatchRefused(description: "offsets \(gone) → \(taken) of \(count)") }
    var slots = [Int??](repeating: nil, count: countAfter)
    for place in inserted { slots[place] = .some(nil) }
    for (from, to) in moved { slots[to] = .some(from) }
    let isGone = Set(gone)
    var kept = (0..<count).filter { !isGone.contains($0) }.makeIterator()
    origins = []
    for slot in slots {
      if let slot {
        origins.append(slot)
      } else if let next = kept.next() {
        origins.append(next)
      } else {
        throw BatchRefused(description: "nothing is left for place \(origins.count)")
      }
    }
  }
}
