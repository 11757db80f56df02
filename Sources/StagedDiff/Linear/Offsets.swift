/// 0-based offsets into a collection.
///
/// They read as `Int` and are stored in half the room: the offsets of a diff are most of what it keeps.
public struct Offsets: Sendable, Hashable {
  /// Offsets that count up, where there is no list.
  @usableFromInline let range: Range<Int32>
  @usableFromInline let list: [Int32]

  @inlinable package init(numbers: [Int32]) {
    range = 0..<0
    list = numbers
  }

  @inlinable init(_ range: Range<Int>) {
    self.range = Int32(truncatingIfNeeded: range.lowerBound)..<Int32(truncatingIfNeeded: range.upperBound)
    list = []
  }

  /// Takes over offsets; those beyond 32 bits are brought within.
  ///
  /// - Complexity: O(*n*).
  public init(_ offsets: some Sequence<Int>) { self.init(numbers: offsets.map { Int32(clamping: $0) }) }

  /// The offsets as an array, which takes O(*n*) where they are a range.
  @inlinable package var numbers: [Int32] { range.isEmpty ? list : Array(range) }

  /// Whether both are the same offsets.
  ///
  /// - Complexity: O(*n*).
  public static func == (left: Offsets, right: Offsets) -> Bool { left.elementsEqual(right) }

  /// Hashes the offsets.
  ///
  /// - Complexity: O(*n*).
  public func hash(into hasher: inout Hasher) { hasher.combine(numbers) }
}

extension Offsets: RandomAccessCollection {
  /// Always 0.
  @inlinable public var startIndex: Int { 0 }

  /// The number of offsets.
  @inlinable public var endIndex: Int { list.count &+ range.count }

  /// The offset at an index among them.
  @inlinable public subscript(index: Int) -> Int {
    Int(range.isEmpty ? list[index] : range[range.lowerBound &+ Int32(truncatingIfNeeded: index)])
  }
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
  public init(from decoder: any Decoder) throws { self.init(numbers: try [Int32](from: decoder)) }

  /// Writes a list of numbers.
  ///
  /// - Complexity: O(*n*).
  public func encode(to encoder: any Encoder) throws { try numbers.encode(to: encoder) }
}

extension Offsets: CustomStringConvertible {
  /// For example `[1, 3]`.
  public var description: String { numbers.description }
}
