import Comparing

/// The listed changes by section, in order of their first change in the result; each section's by kind.
struct SectionGroups {
  struct Group {
    let section: SectionPlace
    var places: [Int]

    fileprivate mutating func sort(_ listing: ChangeListing) {
      let ranked = places.map { (listing.kind(of: listing.comparison.entry(at: $0)).rank, $0) }
      places = ranked.sorted(by: <).map(\.1)
    }
  }

  private(set) var groups: [Group] = []

  init(_ listing: ChangeListing) {
    let comparison = listing.comparison
    var numbers: [UInt32: Int] = [:]
    listing.forEach { index, entry in
      guard let section = comparison.sectionPlaces(of: entry)?.own else { return }
      let identity = comparison.identity(of: section)
      if let number = numbers[identity] {
        groups[number].places.append(index)
      } else {
        numbers[identity] = groups.count
        groups.append(Group(section: section, places: [index]))
      }
    }
    for number in groups.indices { groups[number].sort(listing) }
  }
}
