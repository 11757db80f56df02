import Comparing

/// Changes, each made when it is asked for: what a loop does not keep takes no memory.
public struct ChangeList: RandomAccessCollection, Sendable {
  private let comparison: Comparison
  /// Which of the comparison's changes they are; `nil` for all.
  private let places: [Int]?

  init(_ comparison: Comparison, places: [Int]? = nil) {
    self.comparison = comparison
    self.places = places
  }

  /// The place of the first change.
  public var startIndex: Int { 0 }
  /// The place after the last change.
  public var endIndex: Int { places?.count ?? comparison.changeCount }

  /// Makes the change at a place; where a rule fails now that has not failed before, without its key and paths.
  public subscript(position: Int) -> Change {
    do { return try change(at: position) } catch {
      return Change(comparison.plainChange(at: places?[position] ?? position))
    }
  }

  func change(at position: Int) throws -> Change { Change(try comparison.change(at: places?[position] ?? position)) }
}
