extension LinearChanges {
  /// Applies the changes to a collection.
  ///
  /// - Parameters:
  ///   - source: a collection equal to the source. What is neither updated nor inserted stays
  ///     the element that stands here.
  ///   - targetElement: the target's element at an offset; asked for updates and inserts.
  /// - Returns: a collection equal to the target, or nil if `source` has another length. With
  ///   ``MoveDetection/none`` its order is that of the source, inserts apart.
  /// - Complexity: O(*n* + *m*).
  @inlinable
  public func apply<Element>(
    to source: some Collection<Element>, targetElement: (Int) -> Element
  ) -> [Element]? {
    guard source.count == sourceCount else { return nil }
    return arranged(updating(Array(source), targetElement), targetElement)
  }

  /// The elements with those that are updated in their new form.
  @inlinable
  func updating<Element>(_ elements: [Element], _ targetElement: (Int) -> Element) -> [Element] {
    var current = elements
    for pair in updated { current[pair.source] = targetElement(pair.target) }
    return current
  }

  /// Takes out, moves and puts in; updates are done already.
  @inlinable
  func arranged<Element>(_ current: [Element], _ targetElement: (Int) -> Element) -> [Element] {
    let isGone = goneSources
    var result: [Element] = []
    result.reserveCapacity(targetCount)
    var insertedPlace = 0
    var movedPlace = 0
    var kept = 0
    for target in 0..<targetCount {
      if insertedPlace < inserted.count, inserted[insertedPlace] == target {
        result.append(targetElement(target))
        insertedPlace &+= 1
      } else if movedPlace < moved.count, moved[movedPlace].target == target {
        result.append(current[moved[movedPlace].source])
        movedPlace &+= 1
      } else {
        while isGone[kept] { kept &+= 1 }
        result.append(current[kept])
        kept &+= 1
      }
    }
    return result
  }

  /// Whether each source element leaves its place: it is deleted or moves.
  @usableFromInline
  var goneSources: [Bool] {
    var isGone = filled(sourceCount, with: false)
    for source in deleted { isGone[source] = true }
    for pair in moved { isGone[pair.source] = true }
    return isGone
  }
}

/// The elements but those at some ascending offsets.
@inlinable
func removing<Element>(_ offsets: some Sequence<Int>, from elements: [Element]) -> [Element] {
  var rest: [Element] = []
  rest.reserveCapacity(elements.count)
  var start = 0
  for offset in offsets {
    rest.append(contentsOf: elements[start..<offset])
    start = offset &+ 1
  }
  rest.append(contentsOf: elements[start...])
  return rest
}

/// The elements of a collection, those that have a partner replaced by it.
///
/// - Parameters:
///   - partners: for each element the offset of its partner in `others`, or −1.
///   - count: how many elements there will be: all of them, or those that have a partner.
@inlinable
func replacing<Element>(
  _ elements: ElementsView<Element>, by others: ElementsView<Element>,
  _ partners: [Int32], count: Int
) -> [Element] {
  let keepsUnpaired = count == elements.count
  var result: [Element] = []
  result.reserveCapacity(count)
  for (place, partner) in partners.enumerated() {
    if partner >= 0 {
      result.append(others[Int(partner)])
    } else if keepsUnpaired {
      result.append(elements[place])
    }
  }
  return result
}
