extension SectionedChangeset {
  /// The sections of the source, the elements that the target has being the target's already.
  ///
  /// - Parameter keepsUnpaired: whether what the target lacks is still there.
  @inlinable
  func updated(keepsUnpaired: Bool) -> [DiffableSection<Model, Element>] {
    let places = changes.sections.targetOffsets
    let partners = self.partners.isEmpty ? changes.elementPartners : self.partners
    return source.indices.filter { keepsUnpaired || places[$0] >= 0 }.map {
      section($0, places, partners, keepsUnpaired: keepsUnpaired)
    }
  }

  /// The target, of whose sections a closure replaces those that are not new.
  ///
  /// - Parameter section: what takes the place of a section, given its partner's offset in the
  ///   source and how many sections before that have partners, too.
  @inlinable
  func arranged(
    _ section: (_ place: Int, _ origin: Int, _ survivor: Int) -> DiffableSection<Model, Element>
  ) -> [DiffableSection<Model, Element>] {
    let origins = origins(changes.sections.targetOffsets)
    return target.indices.map { place in
      let origin = Int(origins[place])
      if origin < 0 { return target[place] }
      let deletedBefore = changes.sections.deleted.numbers.countBelow(origins[place])
      return section(place, origin, origin &- deletedBefore)
    }
  }

  /// For each section of the target its partner in the source, or −1.
  @usableFromInline
  func origins(_ places: [Int32]) -> [Int32] {
    var origins = filled(target.count, with: Int32(-1))
    for (section, place) in places.enumerated() where place >= 0 {
      origins[Int(place)] = Int32(truncatingIfNeeded: section)
    }
    return origins
  }

  /// A section of the source with the elements of the target that take the places of its own.
  ///
  /// Where these are just those of its partner, or its own, in the same order, they are not copied.
  @inlinable
  func section(
    _ section: Int, _ places: [Int32], _ partners: [Int32], keepsUnpaired: Bool
  ) -> DiffableSection<Model, Element> {
    let range = changes.source.elements(ofSection: section)
    let place = places[section]
    var elements = source[section].elements
    if place >= 0, range.count == changes.target.elements(ofSection: Int(place)).count,
      areInOrder(partners, range, from: changes.target.starts[Int(place)])
    {
      elements = target[Int(place)].elements
    } else if range.contains(where: { partners[Int($0)] >= 0 }) || !keepsUnpaired {
      elements = replaced(elements, range, place, partners, keepsUnpaired: keepsUnpaired)
    }
    return DiffableSection(source[section].model, elements: elements)
  }

  /// Whether the partners of some elements count up from an offset.
  @inlinable
  func areInOrder(_ partners: [Int32], _ range: Range<Int32>, from first: Int32) -> Bool {
    for offset in range where partners[Int(offset)] != offset &- range.lowerBound &+ first {
      return false
    }
    return true
  }

  /// The elements of a section, those that have partners replaced by them.
  @inlinable
  func replaced(
    _ elements: [Element], _ range: Range<Int32>, _ guess: Int32, _ partners: [Int32],
    keepsUnpaired: Bool
  ) -> [Element] {
    var result: [Element] = []
    result.reserveCapacity(keepsUnpaired ? range.count : range.count { partners[Int($0)] >= 0 })
    var place = range.lowerBound
    while place < range.upperBound {
      let stretch = changes.target.stretch(of: partners, place..<range.upperBound, guess: guess)
      place = stretch.end
      if stretch.section >= 0 {
        let first = changes.target.starts[stretch.section]
        let others = target[stretch.section].elements
        for place in stretch.start..<stretch.end {
          result.append(others[Int(partners[Int(place)] &- first)])
        }
      } else if keepsUnpaired {
        for place in stretch.start..<stretch.end {
          result.append(elements[Int(place &- range.lowerBound)])
        }
      }
    }
    return result
  }
}
