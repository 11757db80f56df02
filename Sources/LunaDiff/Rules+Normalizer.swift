import Comparing
import Records
import Rules

extension Rules {
  /// A rewriting of values that is done before anything looks at them.
  public struct Normalizer: Sendable {
    private let resolve: @Sendable (HostRules) throws -> any Comparing.Normalizer

    func resolved(_ host: HostRules) throws -> any Comparing.Normalizer {
      try resolve(host)
    }

    /// Without white space at the ends.
    public static let trim = Normalizer { _ in TextNormalizer(.trim) }
    /// Without white space at the ends, and with one space between words.
    public static let squeeze = Normalizer { _ in TextNormalizer(.squeeze) }
    /// In small letters.
    public static let lowercase = Normalizer { _ in TextNormalizer(.lower) }

    /// A normalizer that the host has by this name: see ``LunaHost/normalizer(_:_:)``.
    public static func named(_ name: String) -> Normalizer {
      Normalizer { try $0.normalizer(name) }
    }

    /// A function of a value, called on any thread.
    ///
    /// A value that is missing or null stays as it is, unless the function takes an optional.
    public static func function<
      Operand: Decodable & SendableMetatype, Result: Encodable & SendableMetatype
    >(
      _ body: @escaping @Sendable (Operand) throws -> Result
    ) -> Normalizer {
      Normalizer { _ in HostNormalizer("a function of the program's", typed(body)) }
    }

    static func typed<Operand: Decodable & SendableMetatype, Result: Encodable & SendableMetatype>(
      _ body: @escaping @Sendable (Operand) throws -> Result
    ) -> @Sendable (Records.Value) throws -> Records.Value {
      { value in
        guard takes(value, as: Operand.self) else { return value }
        return try ValueEncoder.value(of: body(ValueDecoder.decode(value)))
      }
    }
  }
}
