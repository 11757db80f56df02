/// A section of a sectioned collection: what it is, and the elements in it.
///
/// The model says which section it is and whether its own content has changed; the elements are no
/// part of that.
public struct Section<Model, Element> {
  /// The section itself: its identity and its own content, a title for instance.
  public var model: Model
  /// The elements in the section.
  public var elements: [Element]

  /// Creates a section.
  ///
  /// - Complexity: O(*n*) for *n* elements, O(1) if they come as an array.
  @inlinable
  public init(_ model: Model, elements: some Collection<Element>) {
    self.model = model
    self.elements = Array(elements)
  }
}

extension Section: Sendable where Model: Sendable, Element: Sendable {}
extension Section: Equatable where Model: Equatable, Element: Equatable {}
extension Section: Hashable where Model: Hashable, Element: Hashable {}
extension Section: Encodable where Model: Encodable, Element: Encodable {}
extension Section: Decodable where Model: Decodable, Element: Decodable {}

extension Section: CustomStringConvertible {
  /// For example `fruits: [apple, pear]`.
  public var description: String { "\(model): \(elements)" }
}
