/// A shortest script of deletes and inserts that turns one sequence into another.
///
/// For plain sequences of equatable elements, where nothing has an identity and nothing moves.
///
/// ```swift
/// let script = EditScript(from: "ADFGT", to: "AFOXT")
/// script.deleted  // D at 1, G at 3
/// script.inserted // O at 2, X at 3
/// script.apply(to: "ADFGT") // A, F, O, X, T
/// ```
///
/// The algorithm is E. W. Myers' in linear space, "An O(ND) difference algorithm and its variations", Algorithmica 1,
/// 1986 ([doi:10.1007/BF01840446](https://doi.org/10.1007/BF01840446)).
public struct EditScript<Element> {
  /// One element that goes or comes.
  public struct Edit {
    /// For a delete the offset in the source, for an insert that in the target.
    public var offset: Int
    /// The element.
    public var element: Element
  }

  /// The number of the source's elements.
  public let sourceCount: Int
  /// The deleted elements, by ascending offset in the source.
  public let deleted: [Edit]
  /// The inserted elements, by ascending offset in the target.
  public let inserted: [Edit]

  private init(sourceCount: Int, deleted: [Edit], inserted: [Edit]) {
    self.sourceCount = sourceCount
    self.deleted = deleted
    self.inserted = inserted
  }

  /// Finds a shortest script.
  ///
  /// - Parameters:
  ///   - source: the old sequence.
  ///   - target: the new sequence.
  /// - Complexity: O((*n* + *m*) · *d*) time for a script of *d* edits, O(*n* + *m*) space.
  public init(from source: some Collection<Element>, to target: some Collection<Element>) where Element: Equatable {
    self.init(from: source, to: target, by: ==)
  }

  /// Finds a shortest script between sequences of elements that a closure compares.
  ///
  /// - Parameters:
  ///   - source: the old sequence.
  ///   - target: the new sequence.
  ///   - areEqual: whether two elements are equal. An equivalence relation.
  /// - Complexity: O((*n* + *m*) · *d*) time for a script of *d* edits, O(*n* + *m*) space.
  public init(
    from source: some Collection<Element>, to target: some Collection<Element>, by areEqual: (Element, Element) -> Bool
  ) {
    let source = Array(source)
    let target = Array(target)
    let edits = withoutActuallyEscaping(areEqual) { areEqual in
      let edits = ShortestEdits(source, target, areEqual: areEqual)
      return (edits.isDeleted, edits.isInserted)
    }
    self.init(
      sourceCount: source.count,
      deleted: source.indices.filter { edits.0[$0] }.map { Edit(offset: $0, element: source[$0]) },
      inserted: target.indices.filter { edits.1[$0] }.map { Edit(offset: $0, element: target[$0]) })
  }

  /// The number of edits; no script has fewer.
  public var editCount: Int { deleted.count + inserted.count }

  /// The script that turns the target back into the source.
  public var inverted: EditScript {
    EditScript(sourceCount: sourceCount - deleted.count + inserted.count, deleted: inserted, inserted: deleted)
  }

  /// Applies the script.
  ///
  /// - Parameter collection: a sequence equal to the source.
  /// - Returns: the target, or nil if `collection` has another length than the source.
  /// - Complexity: O(*n* + *m*).
  public func apply(to collection: some Collection<Element>) -> [Element]? {
    guard collection.count == sourceCount else { return nil }
    var result: [Element] = []
    result.reserveCapacity(sourceCount - deleted.count + inserted.count)
    var arrivals = inserted[...]
    var departures = deleted[...]
    func insertWhatIsDue() {
      while let next = arrivals.first, next.offset == result.count {
        result.append(next.element)
        arrivals.removeFirst()
      }
    }
    for (offset, element) in collection.enumerated() {
      if departures.first?.offset == offset {
        departures.removeFirst()
      } else {
        insertWhatIsDue()
        result.append(element)
      }
    }
    insertWhatIsDue()
    return result
  }
}

extension EditScript.Edit: Sendable where Element: Sendable {}
extension EditScript.Edit: Equatable where Element: Equatable {}
extension EditScript.Edit: Hashable where Element: Hashable {}
extension EditScript: Sendable where Element: Sendable {}
extension EditScript: Equatable where Element: Equatable {}
extension EditScript: Hashable where Element: Hashable {}

extension EditScript: CustomStringConvertible {
  /// One line for each edit, for example `- 1: D`, the deletes first.
  public var description: String {
    let deletes = deleted.map { "- \($0.offset): \($0.element)" }
    return (deletes + inserted.map { "+ \($0.offset): \($0.element)" }).joined(separator: "\n")
  }
}

/// Finds a shortest edit script in linear space.
///
/// After E. W. Myers, "An O(ND) difference algorithm and its variations", Algorithmica 1, 1986
/// ([doi:10.1007/BF01840446](https://doi.org/10.1007/BF01840446)).
struct ShortestEdits<Element> {
  let source: [Element]
  let target: [Element]
  let areEqual: (Element, Element) -> Bool
  private(set) var isDeleted: [Bool]
  private(set) var isInserted: [Bool]

  /// A part of the edit graph that is still to be searched.
  private struct Box {
    var source: Range<Int>
    var target: Range<Int>
  }

  /// A run of equal elements in the middle of a shortest path, relative to its box.
  private struct Snake {
    var start: (x: Int, y: Int)
    var end: (x: Int, y: Int)
  }

  init(_ source: [Element], _ target: [Element], areEqual: @escaping (Element, Element) -> Bool) {
    self.source = source
    self.target = target
    self.areEqual = areEqual
    isDeleted = Array(repeating: false, count: source.count)
    isInserted = Array(repeating: false, count: target.count)
    var boxes = [Box(source: 0..<source.count, target: 0..<target.count)]
    while let box = boxes.popLast() {
      let rest = trimmed(box)
      guard !rest.source.isEmpty, !rest.target.isEmpty else {
        for offset in rest.source { isDeleted[offset] = true }
        for offset in rest.target { isInserted[offset] = true }
        continue
      }
      boxes += split(rest)
    }
  }

  /// A box without the equal elements at its ends.
  private func trimmed(_ box: Box) -> Box {
    var low = (box.source.lowerBound, box.target.lowerBound)
    var high = (box.source.upperBound, box.target.upperBound)
    while low.0 < high.0, low.1 < high.1, areEqual(source[low.0], target[low.1]) { low = (low.0 + 1, low.1 + 1) }
    while low.0 < high.0, low.1 < high.1, areEqual(source[high.0 - 1], target[high.1 - 1]) {
      high = (high.0 - 1, high.1 - 1)
    }
    return Box(source: low.0..<high.0, target: low.1..<high.1)
  }

  /// The parts of a box before and after the middle of a shortest path.
  private func split(_ box: Box) -> [Box] {
    let (x, y) = (box.source.lowerBound, box.target.lowerBound)
    let snake = middleSnake(box)
    return [
      Box(source: x..<x + snake.start.x, target: y..<y + snake.start.y),
      Box(source: x + snake.end.x..<box.source.upperBound, target: y + snake.end.y..<box.target.upperBound),
    ]
  }

  /// Searches from both corners at once until the paths meet.
  private func middleSnake(_ box: Box) -> Snake {
    let (width, height) = (box.source.count, box.target.count)
    var fronts = Fronts(width: width, height: height)
    for depth in 0...(width + height + 1) / 2 {
      for isForward in [true, false] {
        let lowest = -(depth - 2 * max(0, depth - height))
        let highest = depth - 2 * max(0, depth - width)
        for diagonal in stride(from: lowest, through: highest, by: 2) {
          let start = fronts.start(diagonal, depth, isForward)
          var x = start
          while x < width, x - diagonal < height, isMatch(box, x, x - diagonal, isForward) { x += 1 }
          fronts.set(x, diagonal, isForward)
          guard fronts.meet(x, diagonal, depth, isForward) else { continue }
          return snake(box, (start, x), diagonal, isForward)
        }
      }
    }
    return Snake(start: (width, 0), end: (width, 0))
  }

  private func isMatch(_ box: Box, _ x: Int, _ y: Int, _ isForward: Bool) -> Bool {
    isForward
      ? areEqual(source[box.source.lowerBound + x], target[box.target.lowerBound + y])
      : areEqual(source[box.source.upperBound - 1 - x], target[box.target.upperBound - 1 - y])
  }

  private func snake(_ box: Box, _ x: (Int, Int), _ diagonal: Int, _ isForward: Bool) -> Snake {
    if isForward { return Snake(start: (x.0, x.0 - diagonal), end: (x.1, x.1 - diagonal)) }
    let (width, height) = (box.source.count, box.target.count)
    return Snake(start: (width - x.1, height - x.1 + diagonal), end: (width - x.0, height - x.0 + diagonal))
  }
}

/// How far the paths from both corners of a box have come on each diagonal.
private struct Fronts {
  private let width: Int
  private let difference: Int
  private let size: Int
  private var forward: [Int]
  private var backward: [Int]

  init(width: Int, height: Int) {
    self.width = width
    difference = width - height
    size = 2 * min(width, height) + 2
    forward = Array(repeating: 0, count: size)
    backward = forward
  }

  private func place(_ diagonal: Int) -> Int {
    let rest = diagonal % size
    return rest < 0 ? rest + size : rest
  }

  private func value(_ diagonal: Int, _ isForward: Bool) -> Int {
    isForward ? forward[place(diagonal)] : backward[place(diagonal)]
  }

  /// Where a path of this depth enters a diagonal: from below or from the left.
  func start(_ diagonal: Int, _ depth: Int, _ isForward: Bool) -> Int {
    let below = value(diagonal + 1, isForward)
    let left = value(diagonal - 1, isForward)
    return diagonal == -depth || (diagonal != depth && left < below) ? below : left + 1
  }

  mutating func set(_ x: Int, _ diagonal: Int, _ isForward: Bool) {
    if isForward { forward[place(diagonal)] = x } else { backward[place(diagonal)] = x }
  }

  /// Whether the path that has come to `x` meets one from the other corner.
  func meet(_ x: Int, _ diagonal: Int, _ depth: Int, _ isForward: Bool) -> Bool {
    let isOdd = difference % 2 != 0
    guard isOdd == isForward else { return false }
    let other = difference - diagonal
    let reach = isForward ? depth - 1 : depth
    return abs(other) <= reach && x + value(other, !isForward) >= width
  }
}
