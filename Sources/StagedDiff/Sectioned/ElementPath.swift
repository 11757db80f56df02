/// The place of an element in a sectioned collection: its section, and its offset in there.
public struct ElementPath: Sendable, Hashable {
  @usableFromInline package var section32: Int32
  @usableFromInline package var element32: Int32

  @inlinable package init(section: Int32, element: Int32) {
    section32 = section
    element32 = element
  }

  /// Creates a path of 0-based offsets; those beyond 32 bits are brought within.
  @inlinable public init(section: Int, element: Int) {
    self.init(section: Int32(clamping: section), element: Int32(clamping: element))
  }

  /// The 0-based offset of the section.
  @inlinable public var section: Int {
    get { Int(section32) }
    set { section32 = Int32(clamping: newValue) }
  }

  /// The 0-based offset of the element in its section.
  @inlinable public var element: Int {
    get { Int(element32) }
    set { element32 = Int32(clamping: newValue) }
  }
}

extension ElementPath: Codable {
  private enum CodingKeys: String, CodingKey {
    case section32 = "section"
    case element32 = "element"
  }
}

extension ElementPath: Comparable {
  /// Orders paths by section, then by element.
  public static func < (left: ElementPath, right: ElementPath) -> Bool {
    (left.section32, left.element32) < (right.section32, right.element32)
  }
}

extension ElementPath: CustomStringConvertible {
  /// For example `[0, 2]`.
  public var description: String { "[\(section32), \(element32)]" }
}
