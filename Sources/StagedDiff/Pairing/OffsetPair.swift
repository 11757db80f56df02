/// One element that both collections hold: its offset in the source and in the target.
public struct OffsetPair: Sendable, Hashable {
  @usableFromInline package var source32: Int32
  @usableFromInline package var target32: Int32

  @inlinable package init(source: Int32, target: Int32) {
    source32 = source
    target32 = target
  }

  /// Creates a pair of 0-based offsets; those beyond 32 bits are brought within.
  @inlinable public init(source: Int, target: Int) {
    self.init(source: Int32(clamping: source), target: Int32(clamping: target))
  }

  /// The 0-based offset in the source.
  @inlinable public var source: Int {
    get { Int(source32) }
    set { source32 = Int32(clamping: newValue) }
  }

  /// The 0-based offset in the target.
  @inlinable public var target: Int {
    get { Int(target32) }
    set { target32 = Int32(clamping: newValue) }
  }

  /// The same pair seen from the other side.
  @inlinable public var swapped: OffsetPair { OffsetPair(source: target32, target: source32) }
}

extension OffsetPair: Codable {
  private enum CodingKeys: String, CodingKey {
    case source32 = "source"
    case target32 = "target"
  }
}

extension OffsetPair: CustomStringConvertible {
  /// For example `3→5`.
  public var description: String { "\(source32)→\(target32)" }
}
