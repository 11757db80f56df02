extension Changeset {
  /// Finds the changes between collections of ``Diffable`` elements, unless it is cancelled meanwhile.
  ///
  /// ```swift
  /// guard let changeset = Changeset(from: old, to: new, isCancelled: { Task.isCancelled }) else { return }
  /// ```
  ///
  /// - Parameters:
  ///   - source: the old collection.
  ///   - target: the new collection.
  ///   - moves: how moves are found.
  ///   - isCancelled: asked at first and then about once for every thousand elements that are looked at; if it says
  ///     true, the result is nil.
  /// - Complexity: O(*n* + *m*) expected; see ``MoveDetection`` for the moves.
  @inlinable public init?(
    from source: some Collection<Element>, to target: some Collection<Element>, moves: MoveDetection = .minimal,
    isCancelled: @escaping () -> Bool
  ) where Element: Diffable {
    self.init(Array(source), Array(target), DiffableRule<Element>(), moves, isCancelled: isCancelled)
  }

  /// Finds the changes between collections of hashable values, which are their own identity, unless it is cancelled.
  ///
  /// - Complexity: O(*n* + *m*) expected; see ``MoveDetection`` for the moves.
  @_disfavoredOverload @inlinable public init?(
    from source: some Collection<Element>, to target: some Collection<Element>, moves: MoveDetection = .minimal,
    isCancelled: @escaping () -> Bool
  ) where Element: Hashable {
    self.init(Array(source), Array(target), ValueRule<Element>(), moves, isCancelled: isCancelled)
  }

  @inlinable init?<Rule: ElementRule>(
    _ source: [Element], _ target: [Element], _ rule: Rule, _ moves: MoveDetection, isCancelled: @escaping () -> Bool
  ) where Rule.Element == Element, Rule.Failure == Never {
    let check = CancellationCheck(isCancelled)
    do throws(SearchCancelled) {
      try self.init(source, target, CancellableRule(rule: rule, check: check), moves)
    } catch {
      return nil
    }
    if isCancelled() { return nil }
  }
}

extension IdentifiableDiffing {
  /// Finds the changes between collections of identifiable elements, compared by `==`, unless it is cancelled.
  @inlinable public init?<Element: Identifiable & Equatable>(
    from source: some Collection<Element>, to target: some Collection<Element>, moves: MoveDetection = .minimal,
    isCancelled: @escaping () -> Bool
  ) where Self == Changeset<Element> {
    self.init(Array(source), Array(target), IdentifiableRule<Element>(), moves, isCancelled: isCancelled)
  }
}

@usableFromInline struct SearchCancelled: Error {
  @inlinable init() {}
}

/// Asks from time to time whether a search is cancelled, and remembers that it is.
@usableFromInline final class CancellationCheck {
  @usableFromInline let ask: () -> Bool
  @usableFromInline var isCancelled = false
  @usableFromInline var steps = 0

  @inlinable init(_ ask: @escaping () -> Bool) { self.ask = ask }

  /// Counts one more look at an element; true as soon as the search is cancelled.
  @inlinable @inline(__always) func step() -> Bool {
    if steps & 1023 == 0, !isCancelled { isCancelled = ask() }
    steps &+= 1
    return isCancelled
  }

  @inlinable @inline(__always) func proceed() throws(SearchCancelled) { if step() { throw SearchCancelled() } }
}

/// A rule that stops when the search is cancelled.
@usableFromInline struct CancellableRule<Rule: ElementRule>: ElementRule where Rule.Failure == Never {
  @usableFromInline typealias Failure = SearchCancelled
  @usableFromInline typealias Input = CancellableInput<Rule.Input>

  @usableFromInline let rule: Rule
  @usableFromInline let check: CancellationCheck

  @inlinable init(rule: Rule, check: CancellationCheck) {
    self.rule = rule
    self.check = check
  }

  @inlinable var isIdentityWhole: Bool { rule.isIdentityWhole }

  @inlinable func proceed() throws(SearchCancelled) { try check.proceed() }

  @inlinable func hasEnded() -> Bool { check.step() }

  @inlinable var isCancelled: (() -> Bool)? { check.ask }

  @inlinable func areIdentical(_ left: Rule.Element, _ right: Rule.Element) throws(SearchCancelled) -> Bool {
    try check.proceed()
    return rule.areIdentical(left, right)
  }

  @inlinable func areContentsEqual(_ left: Rule.Element, _ right: Rule.Element) -> Bool {
    rule.areContentsEqual(left, right)
  }

  @inlinable func withInput<Outcome>(
    _ source: ElementsView<Rule.Element>, _ target: ElementsView<Rule.Element>, from first: Int,
    _ body: (CancellableInput<Rule.Input>) -> Outcome
  ) -> Outcome {
    rule.withInput(source, target, from: first) { body(CancellableInput(input: $0, check: check)) }
  }
}

extension CancellableRule: IdentityElementRule where Rule: IdentityElementRule {
  @inlinable func identity(_ element: Rule.Element) -> Rule.Identity { rule.identity(element) }

  @inlinable func withInput<Outcome>(
    identities source: [Rule.Identity], _ target: [Rule.Identity], from first: Int, _ body: (Input) -> Outcome
  ) -> Outcome {
    rule.withInput(identities: source, target, from: first) { body(CancellableInput(input: $0, check: check)) }
  }
}

/// Elements whose comparison throws once the search is cancelled.
///
/// All hashes are the same then, so that whoever looks
/// one up compares at once.
@usableFromInline struct CancellableInput<Input: PairingInput>: PairingInput where Input.Failure == Never {
  @usableFromInline let input: Input
  @usableFromInline let check: CancellationCheck

  @inlinable init(input: Input, check: CancellationCheck) {
    self.input = input
    self.check = check
  }

  @inlinable package func sourceHash(_ offset: Int) -> UInt64 { check.step() ? 0 : input.sourceHash(offset) }

  @inlinable package func targetHash(_ offset: Int) -> UInt64 { check.step() ? 0 : input.targetHash(offset) }

  @inlinable package func isIdentical(source offset: Int, target other: Int) throws(SearchCancelled) -> Bool {
    try check.proceed()
    return input.isIdentical(source: offset, target: other)
  }

  @inlinable package func isIdentical(source offset: Int, source other: Int) throws(SearchCancelled) -> Bool {
    try check.proceed()
    return input.isIdentical(source: offset, source: other)
  }

  @inlinable package func isIdentical(target offset: Int, target other: Int) throws(SearchCancelled) -> Bool {
    try check.proceed()
    return input.isIdentical(target: offset, target: other)
  }

  @inlinable package func proceed() throws(SearchCancelled) { try check.proceed() }

  @inlinable package var comparesAsFastAsItHashes: Bool { input.comparesAsFastAsItHashes }

  @inlinable package var canReseed: Bool { input.canReseed }

  @inlinable package func reseeded() -> CancellableInput { CancellableInput(input: input.reseeded(), check: check) }

  /// Nothing is read once the search is cancelled: the identities of sections may have been left off then.
  @inlinable @inline(__always) package func touch(source offset: Int) -> UInt32 {
    check.isCancelled ? 0 : input.touch(source: offset)
  }
}
