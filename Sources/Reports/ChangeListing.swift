import RecordDiff

/// Which changes a report lists: those of the kinds to show, up to the limit.
struct ChangeListing {
  /// How many changes are of the kinds to show.
  let matching: Int
  /// How many of them are listed.
  let listed: Int
  let comparison: Comparison
  private let shows: (ChangeEntry) -> Bool

  /// The changes of the kinds to show; a record that is updated and moved is of both kinds.
  init(_ comparison: Comparison, _ options: ReportOptions) {
    let kinds = options.show
    let showsAll = kinds.count == Change.Kind.allCases.count
    self.init(comparison, limit: options.limit) { entry in
      showsAll || kinds.contains(entry.kind) || (entry.isMoved && kinds.contains(.moved))
    }
  }

  /// The changes that a closure shows, up to a limit.
  init(_ comparison: Comparison, limit: Int?, shows: @escaping (ChangeEntry) -> Bool) {
    self.comparison = comparison
    self.shows = shows
    matching = (0..<comparison.changeCount).count { shows(comparison.entry(at: $0)) }
    listed = min(matching, max(0, limit ?? matching))
  }

  /// How many changes of the kinds to show are left out.
  var remaining: Int { matching - listed }

  /// The places of the listed changes.
  var places: [Int32] {
    var places: [Int32] = []
    places.reserveCapacity(listed)
    forEach { place, _ in places.append(Int32(truncatingIfNeeded: place)) }
    return places
  }

  /// Calls `body` with each listed change and its place.
  func forEach(_ body: (Int, ChangeEntry) throws -> Void) rethrows {
    var left = listed
    for place in 0..<comparison.changeCount where left > 0 {
      let entry = comparison.entry(at: place)
      guard shows(entry) else { continue }
      left -= 1
      try body(place, entry)
    }
  }
}
