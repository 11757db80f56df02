/// Something that tells which element it is, in DifferenceKit's spelling.
public protocol ContentIdentifiable {
  /// The type of the identity.
  associatedtype DifferenceIdentifier: Hashable

  /// Which element this is.
  var differenceIdentifier: DifferenceIdentifier { get }
}

/// Something that tells whether its content is that of another, in DifferenceKit's spelling.
public protocol ContentEquatable {
  /// Whether the content is that of the element as it was before.
  func isContentEqual(to source: Self) -> Bool
}

/// An element of a list, in DifferenceKit's spelling.
public protocol Differentiable: ContentIdentifiable, ContentEquatable {}

extension ContentIdentifiable where Self: Hashable {
  /// The whole value is its identity.
  public var differenceIdentifier: Self { self }
}

extension ContentEquatable where Self: Equatable {
  /// Compares by `==`.
  public func isContentEqual(to source: Self) -> Bool { self == source }
}

extension Optional: ContentEquatable where Wrapped: ContentEquatable {
  /// Whether both are nil, or both wrap equal content.
  public func isContentEqual(to source: Wrapped?) -> Bool {
    switch (self, source) {
    case (let wrapped?, let source?): wrapped.isContentEqual(to: source)
    case (nil, nil): true
    default: false
    }
  }
}

extension Array: ContentEquatable where Element: ContentEquatable {
  /// Whether both have as many elements, of pairwise equal content.
  public func isContentEqual(to source: [Element]) -> Bool {
    count == source.count && zip(self, source).allSatisfy { $0.isContentEqual(to: $1) }
  }
}

/// A section with its elements, in DifferenceKit's spelling.
public protocol DifferentiableSection: Differentiable {
  /// The collection of elements.
  associatedtype Collection: Swift.Collection where Collection.Element: Differentiable

  /// The elements in the section.
  var elements: Collection { get }

  /// Makes a section like another one with other elements.
  init<C: Swift.Collection>(source: Self, elements: C) where C.Element == Collection.Element
}

/// A section made of a model and an array of elements.
public struct ArraySection<Model: Differentiable, Element: Differentiable>: DifferentiableSection {
  /// The section itself.
  public var model: Model
  /// The elements in the section.
  public var elements: [Element]

  /// Makes a section.
  public init<C: Swift.Collection>(model: Model, elements: C) where C.Element == Element {
    self.model = model
    self.elements = Array(elements)
  }

  /// Makes a section like another one with other elements.
  public init<C: Swift.Collection>(source: ArraySection, elements: C) where C.Element == Element {
    self.init(model: source.model, elements: elements)
  }

  /// The model's identity.
  public var differenceIdentifier: Model.DifferenceIdentifier { model.differenceIdentifier }

  /// Whether the model's content is equal.
  public func isContentEqual(to source: ArraySection) -> Bool { model.isContentEqual(to: source.model) }
}

extension ArraySection: Equatable where Model: Equatable, Element: Equatable {}
extension ArraySection: Sendable where Model: Sendable, Element: Sendable {}

/// An element of any type.
public struct AnyDifferentiable: Differentiable {
  /// The element itself.
  public let base: Any
  /// The element's identity, whatever type it is of.
  public let differenceIdentifier: AnyHashable
  private let isEqual: (Any) -> Bool

  /// Wraps an element; one that is wrapped already is taken as it is.
  public init<Base: Differentiable>(_ base: Base) {
    if let wrapped = base as? AnyDifferentiable {
      self = wrapped
      return
    }
    self.base = base
    differenceIdentifier = AnyHashable(base.differenceIdentifier)
    isEqual = { source in (source as? Base).map { base.isContentEqual(to: $0) } ?? false }
  }

  /// Whether both wrap elements of one type and equal content.
  public func isContentEqual(to source: AnyDifferentiable) -> Bool { isEqual(source.base) }
}

/// The place of an element, in DifferenceKit's spelling.
public struct ElementPath: Hashable, Sendable {
  /// The offset in the section.
  public var element: Int
  /// The offset of the section.
  public var section: Int

  /// Makes a path.
  public init(element: Int, section: Int) {
    self.element = element
    self.section = section
  }
}
