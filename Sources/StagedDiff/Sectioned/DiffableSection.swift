/// A section of a sectioned collection: what it is, and the elements in it.
///
/// The model says which section it is and whether its own content has changed; the elements are no
/// part of that. The name is its own: SwiftUI and others have a `Section` too.
public struct DiffableSection<Model, Element> {
  /// The section itself: its identity and its own content, a title for instance.
  public var model: Model
  /// The elements in the section.
  public var elements: [Element]

  /// Creates a section.
  ///
  /// - Complexity: O(*n*) for *n* elements, O(1) if they come as an array.
  @inlinable public init(_ model: Model, elements: some Collection<Element>) {
    self.model = model
    self.elements = Array(elements)
  }
}

extension DiffableSection: Sendable where Model: Sendable, Element: Sendable {}
extension DiffableSection: Equatable where Model: Equatable, Element: Equatable {}
extension DiffableSection: Hashable where Model: Hashable, Element: Hashable {}
extension DiffableSection: Encodable where Model: Encodable, Element: Encodable {}
extension DiffableSection: Decodable where Model: Decodable, Element: Decodable {}

extension DiffableSection: CustomStringConvertible {
  /// For example `fruits: [apple, pear]`.
  public var description: String { "\(model): \(elements)" }
}
