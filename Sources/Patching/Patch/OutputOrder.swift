import Comparing

/// Which record stands where in the output.
struct OutputOrder {
  /// A record of the output.
  enum Item: Equatable {
    /// The record of the input with this number, as it is or updated.
    case kept(Int)
    /// The new record of this number among the inserted ones.
    case made(Int)
  }

  private(set) var items: [Item] = []

  /// Places the changed records where the result says, and the others in their order between them.
  ///
  /// - Throws: `PatchError` where two records want one place, or one is mentioned twice.
  init(_ changes: RecordedChanges) throws {
    let counts = changes.counts
    var places = [Item?](repeating: nil, count: counts.output)
    var isMentioned = [Bool](repeating: false, count: counts.input)
    var inserted = 0
    func damaged(_ what: String) -> PatchError {
      PatchError(.notAResult(what), input: changes.document.name)
    }
    func place(_ item: Item, _ target: Int?) throws {
      guard let target, target < places.count, places[target] == nil else {
        throw damaged("two changes or none have the same \"target\"")
      }
      places[target] = item
    }
    try changes.forEach { change in
      if change.kind == .inserted {
        try place(.made(inserted), change.target)
        inserted += 1
        return
      }
      guard let source = change.source, source < counts.input, !isMentioned[source] else {
        throw damaged("two changes or none have the same \"source\"")
      }
      isMentioned[source] = true
      if change.kind != .deleted { try place(.kept(source), change.target) }
    }
    var next = 0
    for place in places {
      if let place {
        items.append(place)
        continue
      }
      while next < counts.input, isMentioned[next] { next += 1 }
      guard next < counts.input else { throw damaged("its counts do not add up") }
      items.append(.kept(next))
      next += 1
    }
    guard isMentioned.dropFirst(next).allSatisfy({ $0 }) else {
      throw damaged("its counts do not add up")
    }
  }
}
