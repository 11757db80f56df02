/// Heckel's diff as one would write it: a dictionary of occurrences, queues of offsets, moves by
/// the first source offset not yet visited.
///
/// Linear, and makes each stage's data, as the published implementations do.
enum Baseline {
  struct Result<Element> {
    var deleted: [Int] = []
    var inserted: [Int] = []
    var updated: [Int] = []
    var moved: [(from: Int, to: Int)] = []
    var afterUpdates: [Element] = []
    var afterDeletes: [Element] = []
  }

  private enum Occurrence {
    case one(Int)
    case several(Queue)
  }

  private final class Queue {
    var offsets: [Int]
    var next = 0

    init(_ offsets: [Int]) { self.offsets = offsets }
  }

  static func pair<Identity: Hashable>(source: [Identity], target: [Identity]) -> [Int?] {
    var occurrences = [Identity: Occurrence](minimumCapacity: source.count)
    for (offset, identity) in source.enumerated() {
      switch occurrences[identity] {
      case nil: occurrences[identity] = .one(offset)
      case .one(let first): occurrences[identity] = .several(Queue([first, offset]))
      case .several(let queue): queue.offsets.append(offset)
      }
    }
    var isTaken = [Bool](repeating: false, count: source.count)
    return target.map { identity in
      switch occurrences[identity] {
      case nil: return nil
      case .one(let offset):
        if isTaken[offset] { return nil }
        isTaken[offset] = true
        return offset
      case .several(let queue):
        guard queue.next < queue.offsets.count else { return nil }
        defer { queue.next += 1 }
        return queue.offsets[queue.next]
      }
    }
  }

  static func diff<Element, Identity: Hashable>(
    source: [Element], target: [Element], identity: (Element) -> Identity,
    isEqual: (Element, Element) -> Bool
  ) -> Result<Element> {
    let partners = pair(source: source.map(identity), target: target.map(identity))
    var targets = [Int?](repeating: nil, count: source.count)
    for (offset, partner) in partners.enumerated() {
      if let partner { targets[partner] = offset }
    }
    var result = Result<Element>()
    var deletedBefore: [Int] = []
    deletedBefore.reserveCapacity(source.count)
    for (offset, partner) in targets.enumerated() {
      deletedBefore.append(result.deleted.count)
      if let partner {
        result.afterUpdates.append(target[partner])
        result.afterDeletes.append(target[partner])
      } else {
        result.deleted.append(offset)
        result.afterUpdates.append(source[offset])
      }
    }
    var isVisited = targets.map { $0 == nil }
    var first = 0
    for (offset, partner) in partners.enumerated() {
      guard let partner else {
        result.inserted.append(offset)
        continue
      }
      while isVisited[first] { first += 1 }
      isVisited[partner] = true
      if !isEqual(source[partner], target[offset]) { result.updated.append(partner) }
      if partner != first { result.moved.append((partner - deletedBefore[partner], offset)) }
    }
    return result
  }
}
