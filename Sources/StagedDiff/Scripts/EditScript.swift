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
/// The algorithm is E. W. Myers' in linear space, "An O(ND) difference algorithm and its
/// variations", Algorithmica 1, 1986
/// ([doi:10.1007/BF01840446](https://doi.org/10.1007/BF01840446)).
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
  public init(from source: some Collection<Element>, to target: some Collection<Element>)
  where Element: Equatable {
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
    from source: some Collection<Element>, to target: some Collection<Element>,
    by areEqual: (Element, Element) -> Bool
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
  ///
  /// - Complexity: O(1).
  public var editCount: Int { deleted.count + inserted.count }

  /// The script that turns the target back into the source.
  ///
  /// - Complexity: O(1).
  public var inverted: EditScript {
    EditScript(
      sourceCount: sourceCount - deleted.count + inserted.count, deleted: inserted,
      inserted: deleted)
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
