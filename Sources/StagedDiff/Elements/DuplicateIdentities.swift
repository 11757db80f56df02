/// Identities that occur more than once, where that is taken for an error.
public struct DuplicateIdentities: Error, Sendable, Hashable {
  /// How many there are on each side, with examples.
  public let duplicates: Duplicates
}

extension Duplicates: IdentifiableDiffing {
  /// Takes duplicates for an error.
  ///
  /// ```swift
  /// try Duplicates(from: old, to: new).requireNone()
  /// ```
  ///
  /// - Throws: ``DuplicateIdentities`` if an identity occurs more than once on one side.
  /// - Complexity: O(1).
  public func requireNone() throws(DuplicateIdentities) {
    guard isEmpty else { throw DuplicateIdentities(duplicates: self) }
  }

  /// Counts the duplicates in collections of ``Diffable`` elements.
  ///
  /// - Complexity: O(*n* + *m*) expected.
  @inlinable public init<Element: Diffable>(from source: some Collection<Element>, to target: some Collection<Element>)
  { self.init(Array(source), Array(target), DiffableRule<Element>()) }

  /// Counts the duplicates in collections of hashable values.
  ///
  /// - Complexity: O(*n* + *m*) expected.
  @_disfavoredOverload @inlinable public init<Element: Hashable>(
    from source: some Collection<Element>, to target: some Collection<Element>
  ) { self.init(Array(source), Array(target), ValueRule<Element>()) }

  /// Counts the duplicates in collections of elements that a closure or key path identifies.
  ///
  /// - Complexity: O(*n* + *m*) expected.
  @inlinable public init<Element, Identity: Hashable>(
    from source: some Collection<Element>, to target: some Collection<Element>, identity: (Element) -> Identity
  ) { self.init(source.map(identity), target.map(identity), ValueRule<Identity>()) }

  @inlinable init<Rule: ElementRule>(_ source: [Rule.Element], _ target: [Rule.Element], _ rule: Rule)
  where Rule.Failure == Never {
    self = Pairing(source, target, rule, countsDuplicates: true).duplicates
  }
}

extension IdentifiableDiffing where Self == Duplicates {
  /// Counts the duplicates in collections of identifiable elements.
  @inlinable public init<Element: Identifiable & Equatable>(
    from source: some Collection<Element>, to target: some Collection<Element>
  ) { self.init(Array(source), Array(target), IdentifiableRule<Element>()) }
}

extension DuplicateIdentities: CustomStringConvertible {
  /// For example `identities are not unique: 2 in the source (first at 0 and 4), none in the target`.
  public var description: String {
    "identities are not unique: \(Self.spell(duplicates.source)) in the source, "
      + "\(Self.spell(duplicates.target)) in the target"
  }

  private static func spell(_ side: Duplicates.Side) -> String {
    guard let example = side.examples.first else { return "none" }
    return "\(side.identities) (first at \(example.first) and \(example.second))"
  }
}
