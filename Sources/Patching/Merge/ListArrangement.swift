/// Where the elements of two sides' versions of a list stand once both are joined.
///
/// Elements of the base that neither side moved or deleted stay in their order and part the rest into gaps. What one
/// side put into a gap comes into it; what both put into one can be told apart by a key, or is a conflict.
struct ListArrangement {
  struct Element {
    /// Its index in the base, −1 for none.
    var origin = -1
    var isMoved = false
    /// Whether it is left out: deleted by the other side, or the same as an element of the other side's.
    var isOut = false
    /// Whether one side changed it and the other one deleted it: it stands beside the other version.
    var isDisputed = false
  }

  enum Item: Equatable {
    case own(Int)
    case other(Int)
  }

  private let ours: [Element]
  private let theirs: [Element]
  /// For each index in the base where both have its element; −1 where a side has none.
  private var ownIndices, otherIndices: [Int]

  init(baseCount: Int, ours: [Element], theirs: [Element]) {
    self.ours = ours
    self.theirs = theirs
    ownIndices = [Int](repeating: -1, count: baseCount)
    otherIndices = ownIndices
    for (index, element) in ours.enumerated() where element.origin >= 0 { ownIndices[element.origin] = index }
    for (index, element) in theirs.enumerated() where element.origin >= 0 { otherIndices[element.origin] = index }
  }

  /// Ours in its order, with theirs' new elements behind it: for lists without an order.
  func appended() -> [Item] {
    ours.indices.filter { !ours[$0].isOut }.map(Item.own)
      + theirs.indices.filter { !theirs[$0].isOut && theirs[$0].origin < 0 }.map(Item.other)
  }

  /// The joined list; `nil` where both sides arranged the same elements, or the same gap, in different ways.
  ///
  /// - Parameters:
  ///   - hasKey: Whether elements are told apart by something else than value and index, so that those of both sides
  ///     can stand in one gap.
  ///   - areSame: Whether new elements of ours and theirs, given by their indices, are equal.
  func joined(hasKey: Bool, areSame: (_ own: Int, _ other: Int) throws -> Bool) rethrows -> [Item]? {
    let (gaps, anchors) = ((ours: ownGaps(), theirs: otherGaps()), anchors)
    var items: [Item] = []
    for (number, (own, other)) in zip(gaps.ours, gaps.theirs).enumerated() {
      guard let gap = try joined(own, other, hasKey, areSame) else { return nil }
      items += gap
      if number < anchors.count { items.append(.own(ownIndices[anchors[number]])) }
    }
    let own = Set(items.compactMap { if case .own(let index) = $0 { index } else { nil } })
    let others = items.count { if case .other = $0 { true } else { false } }
    return own.count + others == items.count ? items : nil
  }

  private func joined(_ own: [Item], _ other: [Item], _ hasKey: Bool, _ areSame: (Int, Int) throws -> Bool) rethrows
    -> [Item]?
  {
    if other.isEmpty { return own }
    if own.isEmpty { return other }
    if hasKey {
      let known = Set(own.compactMap { if case .own(let index) = $0 { index } else { nil } })
      return own + other.filter { if case .own(let index) = $0 { !known.contains(index) } else { true } }
    }
    // Whether the sides agree must not depend on whose version of what is disputed stays.
    let (settled, otherSettled) = (own.filter { !isDisputed($0) }, other.filter { !isDisputed($0) })
    if settled.isEmpty { return own + other }
    guard try otherSettled.isEmpty || agree(settled, otherSettled, areSame) else { return nil }
    return own + other.filter(isDisputed)
  }

  private func isDisputed(_ item: Item) -> Bool {
    switch item {
    case .own(let index): ours[index].isDisputed
    case .other(let index): theirs[index].isDisputed
    }
  }

  private func agree(_ own: [Item], _ other: [Item], _ areSame: (Int, Int) throws -> Bool) rethrows -> Bool {
    guard own.count == other.count else { return false }
    for pair in zip(own, other) where pair.0 != pair.1 {
      guard case (.own(let index), .other(let otherIndex)) = pair, ours[index].origin < 0,
        try areSame(index, otherIndex)
      else { return false }
    }
    return true
  }

  /// The indices in the base of the elements that stay where they are, ascending.
  private var anchors: [Int] { ownIndices.indices.filter(isAnchor) }

  private func isAnchor(_ origin: Int) -> Bool {
    let (own, other) = (ownIndices[origin], otherIndices[origin])
    return own >= 0 && other >= 0 && !ours[own].isMoved && !theirs[other].isMoved
  }

  /// What ours has in each gap, but for what theirs alone has moved.
  private func ownGaps() -> [[Item]] {
    gaps(ours) { index in
      let element = ours[index]
      guard element.origin >= 0 else { return .own(index) }
      return element.isMoved ? .own(index) : nil
    }
  }

  /// What theirs has in each gap, but for what ours alone has moved.
  private func otherGaps() -> [[Item]] {
    gaps(theirs) { index in
      let element = theirs[index]
      guard element.origin >= 0 else { return .other(index) }
      return element.isMoved ? .own(ownIndices[element.origin]) : nil
    }
  }

  private func gaps(_ elements: [Element], _ item: (Int) -> Item?) -> [[Item]] {
    var gaps: [[Item]] = [[]]
    for (index, element) in elements.enumerated() where !element.isOut {
      if element.origin >= 0, isAnchor(element.origin) {
        gaps.append([])
      } else if let item = item(index) {
        gaps[gaps.count - 1].append(item)
      }
    }
    return gaps
  }
}
