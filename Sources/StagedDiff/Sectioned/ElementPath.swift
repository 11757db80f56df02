/// The place of an element in a sectioned collection: its section, and its offset in there.
public struct ElementPath: Sendable, Hashable, Codable {
  /// The 0-based offset of the section.
  public var section: Int32
  /// The 0-based offset of the element in its section.
  public var element: Int32

  /// Creates a path.
  ///
  /// - Complexity: O(1).
  @inlinable
  public init(section: Int32, element: Int32) {
    self.section = section
    self.element = element
  }
}

extension ElementPath: Comparable {
  /// Orders paths by section, then by element.
  ///
  /// - Complexity: O(1).
  public static func < (left: ElementPath, right: ElementPath) -> Bool {
    (left.section, left.element) < (right.section, right.element)
  }
}

extension ElementPath: CustomStringConvertible {
  /// For example `[0, 2]`.
  public var description: String { "[\(section), \(element)]" }
}
