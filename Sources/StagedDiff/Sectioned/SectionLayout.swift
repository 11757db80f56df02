/// The sections of one side, as ranges of its elements.
///
/// Elements are counted through all sections, section after section: these are *flattened*
/// offsets. Where elements come in another order than their sections (rows of a file that name
/// their section in a column), ``element(atFlattened:)`` leads from a flattened offset to the element.
public struct SectionLayout: Sendable, Hashable {
  /// The flattened offset of each section's first element, and at the end the number of elements.
  @usableFromInline package let starts: [Int32]
  /// For each flattened offset the element's own offset; empty where both are the same.
  @usableFromInline package let order: [Int32]

  /// Lays out elements that come section after section.
  ///
  /// - Parameter counts: how many elements each section has; negative counts are taken for 0.
  /// - Complexity: O(*s*) for *s* sections.
  @inlinable public init(counts: some Sequence<Int>) {
    var starts: [Int32] = []
    starts.reserveCapacity(counts.underestimatedCount + 1)
    starts.append(0)
    var end: Int32 = 0
    for count in counts {
      end &+= Int32(clamping: max(0, count))
      starts.append(end)
    }
    self.starts = starts
    order = []
  }

  @usableFromInline static let empty = SectionLayout(counts: EmptyCollection())

  /// Lays out elements that each name their section; elements of one section keep their order.
  ///
  /// - Parameters:
  ///   - sections: for each element the offset of its section.
  ///   - sectionCount: how many sections there are.
  /// - Returns: nil if an element's section is not in 0 ..< `sectionCount`.
  /// - Complexity: O(*n* + *s*) for *n* elements and *s* sections.
  public init?(sectionOfElements sections: some Collection<Int>, sectionCount: Int) {
    var starts = [Int32](repeating: 0, count: max(0, sectionCount) + 1)
    for section in sections {
      guard section >= 0, section < sectionCount else { return nil }
      starts[section + 1] += 1
    }
    for section in 1..<max(1, starts.count) { starts[section] += starts[section - 1] }
    var next = starts
    var order = [Int32](repeating: 0, count: sections.count)
    for (element, section) in sections.enumerated() {
      order[Int(next[section])] = Int32(truncatingIfNeeded: element)
      next[section] += 1
    }
    self.starts = starts
    let isFlattened = zip(order, order.indices).allSatisfy { $0 == Int32(truncatingIfNeeded: $1) }
    self.order = isFlattened ? [] : order
  }

  /// The number of sections.
  @inlinable public var sectionCount: Int { starts.count - 1 }

  /// The number of elements in all sections.
  @inlinable public var elementCount: Int { Int(starts.last ?? 0) }

  /// The element's own offset at a flattened offset, or nil if there is none.
  public func element(atFlattened offset: Int) -> Int? {
    guard offset >= 0, offset < elementCount else { return nil }
    return order.isEmpty ? offset : Int(order[offset])
  }

  /// The element's own offset at a path, or nil if there is none.
  public func element(at path: ElementPath) -> Int? {
    guard path.section >= 0, path.section < sectionCount, path.element >= 0 else { return nil }
    let offset = Int(starts[path.section]) + path.element
    guard offset < Int(starts[path.section + 1]) else { return nil }
    return element(atFlattened: offset)
  }

  /// The path of a flattened offset, or nil if there is no such element.
  ///
  /// - Complexity: O(log *s*) for *s* sections.
  public func path(ofFlattened offset: Int) -> ElementPath? {
    guard offset >= 0, offset < elementCount else { return nil }
    return path(Int32(truncatingIfNeeded: offset))
  }

  /// The path of a flattened offset that is known to be in range.
  func path(_ offset: Int32) -> ElementPath {
    let section = starts.countBelow(offset + 1) - 1
    return ElementPath(section: Int32(truncatingIfNeeded: section), element: offset - starts[section])
  }

  /// The paths of ascending flattened offsets that are known to be in range.
  func paths(_ offsets: some Sequence<Int32>) -> [ElementPath] {
    var section = 0
    return offsets.map { offset in
      while starts[section + 1] <= offset { section += 1 }
      return ElementPath(section: Int32(truncatingIfNeeded: section), element: offset - starts[section])
    }
  }

  /// The flattened offsets of a section.
  @inlinable package func elements(ofSection section: Int) -> Range<Int32> { starts[section]..<starts[section + 1] }

  /// The section of a flattened offset that is known to be in range.
  ///
  /// - Parameter guess: the section that it is most likely in, or −1.
  @inlinable package func section(of offset: Int32, guess: Int32) -> Int {
    if guess >= 0, elements(ofSection: Int(guess)).contains(offset) { return Int(guess) }
    return starts.countBelow(offset &+ 1) &- 1
  }
}
