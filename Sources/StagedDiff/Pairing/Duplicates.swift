/// The repeated identities of each side, counted.
///
/// Duplicates are no error: elements of one identity pair first-in-first-out. They are counted so
/// that a program which takes an identity for a key can warn that it is none.
public struct Duplicates: Sendable, Hashable, Codable {
  /// Duplicates within the source.
  public var source: Side
  /// Duplicates within the target.
  public var target: Side

  /// Creates counts for both sides.
  public init(source: Side = Side(), target: Side = Side()) {
    self.source = source
    self.target = target
  }

  /// Whether every identity occurs at most once on each side.
  public var isEmpty: Bool { source.identities == 0 && target.identities == 0 }

  /// The duplicates of one side.
  public struct Side: Sendable, Hashable, Codable {
    /// The number of identities that occur more than once.
    public var identities: Int
    /// The number of elements whose identity an earlier element has.
    public var repetitions: Int
    /// Some of them, in order: at most ``exampleLimit``, those that repeat earliest.
    public var examples: [Example]

    /// Creates the counts of one side.
    public init(identities: Int = 0, repetitions: Int = 0, examples: [Example] = []) {
      self.identities = identities
      self.repetitions = repetitions
      self.examples = examples
    }

    /// The most examples that are kept.
    public static let exampleLimit = 8
  }

  /// Two elements of one identity on the same side.
  public struct Example: Sendable, Hashable, Codable {
    /// The 0-based offset of the identity's first element.
    public var first: Int
    /// The 0-based offset of its second element.
    public var second: Int

    /// Creates an example from two 0-based offsets.
    public init(first: Int, second: Int) {
      self.first = first
      self.second = second
    }
  }
}
