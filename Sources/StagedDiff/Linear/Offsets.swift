/// 0-based offsets into a collection.
///
/// They read as `Int` and are stored in half the room: the offsets of a diff are most of what it keeps.
public struct Offsets: Sendable, Hashable {
  @usableFromInline package var numbers: [Int32]

  @inlinable package init(numbers: [Int32]) { self.numbers = numbers }

  /// Takes over offsets; those beyond 32 bits are brought within.
  ///
  /// - Complexity: O(*n*).
  public init(_ offsets: some Sequence<Int>) { numbers = offsets.map { Int32(clamping: $0) } }
}

extension Offsets: RandomAccessCollection {
  /// Always 0.
  ///
  /// - Complexity: O(1).
  @inlinable public var startIndex: Int { 0 }

  /// The number of offsets.
  ///
  /// - Complexity: O(1).
  @inlinable public var endIndex: Int { numbers.count }

  /// The offset at an index among them.
  ///
  /// - Complexity: O(1).
  @inlinable public subscript(index: Int) -> Int { Int(numbers[index]) }
}

extension Offsets: ExpressibleByArrayLiteral {
  /// Takes over listed offsets.
  ///
  /// - Complexity: O(*n*).
  public init(arrayLiteral offsets: Int...) { self.init(offsets) }
}

extension Offsets: Codable {
  /// Reads a list of numbers.
  ///
  /// - Throws: `DecodingError` if it is none, or a number needs more than 32 bits.
  /// - Complexity: O(*n*).
  public init(from decoder: any Decoder) throws { numbers = try [Int32](from: decoder) }

  /// Writes a list of numbers.
  ///
  /// - Complexity: O(*n*).
  public func encode(to encoder: any Encoder) throws { try numbers.encode(to: encoder) }
}

extension Offsets: CustomStringConvertible {
  /// For example `[1, 3]`.
  public var description: String { numbers.description }
}
