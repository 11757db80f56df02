/// One element that both collections hold: its offset in the source and in the target.
public struct OffsetPair: Sendable, Hashable, Codable {
  /// The 0-based offset in the source.
  public var source: Int32
  /// The 0-based offset in the target.
  public var target: Int32

  /// Creates a pair of 0-based offsets.
  ///
  /// - Complexity: O(1).
  @inlinable
  public init(source: Int32, target: Int32) {
    self.source = source
    self.target = target
  }

  /// The same pair seen from the other side.
  ///
  /// - Complexity: O(1).
  @inlinable
  public var swapped: OffsetPair { OffsetPair(source: target, target: source) }
}

extension OffsetPair: CustomStringConvertible {
  /// For example `3→5`.
  public var description: String { "\(source)→\(target)" }
}
