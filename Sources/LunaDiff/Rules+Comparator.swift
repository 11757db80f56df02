import Comparing
import Records
import Rules

extension Rules {
  /// Decides whether two values of a column are equal.
  public struct Comparator: Sendable {
    /// Finds the comparator among those of a host's.
    private let resolve: @Sendable (HostRules) throws -> any Comparing.Comparator

    func resolved(_ host: HostRules) throws -> any Comparing.Comparator {
      try resolve(host)
    }

    /// The same value, whatever its spelling; as without a rule.
    public static let exact = Comparator { _ in ExactComparator() }
    /// Texts are equal that differ in case alone.
    public static let ignoringCase = Comparator { _ in TextComparator(.nocase) }
    /// Texts are equal that differ in white space alone: at their ends, and how much there is between words.
    public static let ignoringSpaces = Comparator { _ in TextComparator(.spaces) }
    /// Texts that are JSON are equal if their values are.
    public static let json = Comparator { _ in JSONComparator() }

    /// Numbers are equal that are no further apart, in exact decimal arithmetic.
    ///
    /// - Parameters:
    ///   - distance: How far apart they may be.
    ///   - share: How far apart they may be as a part of the greater one: 0.05 is five per cent.
    public static func number(within distance: Double = 0, share: Double? = nil) -> Comparator {
      Comparator { _ in
        try NumberComparator(absolute: "\(distance)", relative: share.map { "\($0)" })
      }
    }

    /// Dates and times are equal that are no further apart.
    ///
    /// - Parameters:
    ///   - seconds: How far apart they may be.
    ///   - formats: How they are written, as in `%d.%m.%Y`; none for ISO 8601.
    public static func date(within seconds: Double = 0, formats: [String] = []) -> Comparator {
      Comparator { _ in try DateComparator(tolerance: "\(seconds)", formats: formats, zone: nil) }
    }

    /// A comparator that the host has by this name: see ``LunaHost/comparator(_:_:)``.
    public static func named(_ name: String) -> Comparator {
      Comparator { try $0.comparator(name) }
    }

    /// A function of the old and the new value, called on any thread; the same value is equal without a call.
    ///
    /// A value that is missing or null equals nothing else, unless the function takes optionals.
    public static func function<Operand: Decodable & SendableMetatype>(
      _ body: @escaping @Sendable (Operand, Operand) throws -> Bool
    ) -> Comparator {
      Comparator { _ in HostComparator("a function of the program's", typed(body)) }
    }

    /// A function of values as one of what they are decoded as.
    static func typed<Operand: Decodable & SendableMetatype>(
      _ body: @escaping @Sendable (Operand, Operand) throws -> Bool
    ) -> @Sendable (Records.Value, Records.Value) throws -> Bool {
      { old, new in
        guard takes(old, as: Operand.self), takes(new, as: Operand.self) else { return false }
        return try body(ValueDecoder.decode(old), ValueDecoder.decode(new))
      }
    }
  }

  /// Whether a function that takes such operands is asked about a value.
  static func takes<Operand>(_ value: Records.Value, as type: Operand.Type) -> Bool {
    value != .absent && value != .null || type == Value.self
      || type is any ExpressibleByNilLiteral.Type
  }
}
