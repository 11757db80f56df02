/// One of the two collections that are compared.
package enum Side: String, Sendable, CaseIterable {
  /// The old collection.
  case source
  /// The new collection.
  case target

  /// What users call it: the beginning of its flags, and the global at the prompt that holds its data.
  package var ruleName: String { self == .source ? "old" : "new" }

  package var other: Side { self == .source ? .target : .source }
}

/// A pair of equals: one value for the source and one for the target.
package struct Sides<Element> {
  package var source: Element
  package var target: Element

  package init(source: Element, target: Element) {
    self.source = source
    self.target = target
  }

  package init(_ make: (Side) throws -> Element) rethrows {
    source = try make(.source)
    target = try make(.target)
  }

  package subscript(side: Side) -> Element {
    get {
      // Not compared, for that would go through the text that each is.
      switch side {
      case .source: source
      case .target: target
      }
    }
    // In place: an array that is appended to would else be copied each time.
    _modify { if side == .source { yield &source } else { yield &target } }
  }
}

extension Sides: Sendable where Element: Sendable {}
extension Sides: Equatable where Element: Equatable {}
