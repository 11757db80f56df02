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
  public func apply<Element>(
    to source: some Collection<Element>, targetElement: (Int) -> Element
  ) -> [Element]? {
    var current = Array(source)
    guard current.count == sourceCount else { return nil }
    for pair in updated { current[Int(pair.source)] = targetElement(Int(pair.target)) }
    return arranged(current, targetElement)
  }

  /// Takes out, moves and puts in; updates are done already.
  private func arranged<Element>(_ current: [Element], _ targetElement: (Int) -> Element)
    -> [Element]
  {
    var isGone = [Bool](repeating: false, count: sourceCount)
    for source in deleted { isGone[Int(source)] = true }
    for pair in moved { isGone[Int(pair.source)] = true }
    var result: [Element] = []
    result.reserveCapacity(targetCount)
    var insertedPlace = 0
    var movedPlace = 0
    var kept = 0
    for target in 0..<targetCount {
      if insertedPlace < inserted.count, Int(inserted[insertedPlace]) == target {
        result.append(targetElement(target))
        insertedPlace += 1
      } else if movedPlace < moved.count, Int(moved[movedPlace].target) == target {
        result.append(current[Int(moved[movedPlace].source)])
        movedPlace += 1
      } else {
        while isGone[kept] { kept += 1 }
        result.append(current[kept])
        kept += 1
      }
    }
    return result
  }

  /// A stage's place among the three that there can be.
  enum Step: Int, Sendable, CaseIterable { case updates, deletes, insertsAndMoves }

  /// What a collection holds after a step.
  func data<Element>(after step: Step, source: [Element], target: [Element]) -> [Element] {
    var current = source
    if moves == .none {
      for pair in updated { current[Int(pair.source)] = target[Int(pair.target)] }
    } else {
      for (offset, partner) in targetOffsets.enumerated() where partner >= 0 {
        current[offset] = target[Int(partner)]
      }
    }
    switch step {
    case .updates: return current
    case .deletes: return removing(deleted, from: current)
    case .insertsAndMoves: return arranged(current) { target[$0] }
    }
  }
}

/// The elements but those at some ascending offsets.
func removing<Element>(_ offsets: [Int32], from elements: [Element]) -> [Element] {
  var next = 0
  var rest: [Element] = []
  rest.reserveCapacity(elements.count - offsets.count)
  for (offset, element) in elements.enumerated() {
    if next < offsets.count, Int(offsets[next]) == offset {
      next += 1
    } else {
      rest.append(element)
    }
  }
  return rest
}
