import RecordDiff

/// The listed changes section by section, sections in order of their first change.
struct SectionGroups {
  /// One section's changes, by their places.
  struct Group {
    let section: SectionPlace
    var places: [Int]
  }

  private(set) var groups: [Group] = []

  init(_ listing: ChangeListing, _ reader: ChangeReader) {
    var numbers: [UInt32: Int] = [:]
    listing.forEach { place, entry in
      guard let section = reader.sections(of: entry)?.own else { return }
      let identity = reader.identity(of: section)
      if let number = numbers[identity] {
        groups[number].places.append(place)
      } else {
        numbers[identity] = groups.count
        groups.append(Group(section: section, places: [place]))
      }
    }
  }
}
