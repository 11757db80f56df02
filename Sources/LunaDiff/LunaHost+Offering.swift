import Comparing
import Records
import Rules

extension LunaHost {
  /// Offers a function to rules and plug-ins, as `luna.host.acme.rate(…)`.
  ///
  /// ```swift
  /// host.function("acme.rate") { (country: String) in rates[country] }
  /// ```
  ///
  /// It is called on any thread, several at once. What it throws is an error of the script's line that called it.
  ///
  /// - Parameters:
  ///   - name: Words of letters, digits and `_`, with dots between them.
  ///   - body: Takes what the script gives, as far as it can be decoded so; what it returns is encoded for Lua, `nil` as
  ///     nil.
  public mutating func function<
    each Argument: Decodable & SendableMetatype, Result: Encodable & SendableMetatype
  >(
    _ name: String, _ body: @escaping @Sendable (repeat each Argument) throws -> Result
  ) {
    offered.add(name) { values in
      var arguments = HostArguments(values)
      return try ValueEncoder.value(of: body(repeat arguments.next(as: (each Argument).self)))
    }
  }

  /// Offers a comparator to rules: `equal = { account = "acme.iban" }`, or `luna.host.acme.iban` as a value.
  ///
  /// - Parameters:
  ///   - name: Words of letters, digits and `_`, with dots between them.
  ///   - body: Whether the old and the new value are equal; called on any thread. The same value is equal without a call,
  ///     and one that is missing or null equals nothing else, unless the function takes optionals.
  public mutating func comparator<Operand: Decodable & SendableMetatype>(
    _ name: String, _ body: @escaping @Sendable (Operand, Operand) throws -> Bool
  ) {
    offered.add(name, HostComparator(name, Rules.Comparator.typed(body)))
  }

  /// Offers a normalizer to rules: `normalize = { account = "acme.compact" }`, or `luna.host.acme.compact` as a value.
  ///
  /// - Parameters:
  ///   - name: Words of letters, digits and `_`, with dots between them.
  ///   - body: Rewrites a value before anything looks at it; called on any thread. A value that is missing or null stays
  ///     as it is, unless the function takes an optional.
  public mutating func normalizer<
    Operand: Decodable & SendableMetatype, Result: Encodable & SendableMetatype
  >(
    _ name: String, _ body: @escaping @Sendable (Operand) throws -> Result
  ) {
    offered.add(name, HostNormalizer(name, Rules.Normalizer.typed(body)))
  }
}

/// The arguments of a function that a script calls, taken one after another.
private struct HostArguments {
  private let values: [Records.Value]
  private var taken = 0

  init(_ values: [Records.Value]) { self.values = values }

  mutating func next<T: Decodable>(as type: T.Type) throws -> T {
    let value = taken < values.count ? values[taken] : .null
    taken += 1
    do { return try ValueDecoder.decode(value) } catch let error as DecodingError {
      throw HostRules.BadArgument(taken, error.words)
    }
  }
}
