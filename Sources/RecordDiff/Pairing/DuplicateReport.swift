import Records
import StagedDiff

/// Identities that occur more than once, on each side.
///
/// How such records pair is the plan's to say; they are reported because the key then is none.
public struct DuplicateReport: Sendable, Equatable {
  /// The duplicates of one side.
  public struct Count: Sendable, Equatable {
    /// How many identities occur more than once.
    public let identities: Int
    /// How many records repeat an identity that an earlier record has.
    public let repetitions: Int
    /// Some of them: the record numbers, counted from 0, of an identity's first two records.
    public let examples: [Example]
  }

  /// Two records of one identity.
  public struct Example: Sendable, Equatable {
    /// The number of the identity's first record, counted from 0.
    public let first: Int
    /// The number of its second record.
    public let second: Int
    /// The identity.
    public let key: [Value]
  }

  /// Duplicates within the source.
  public let source: Count
  /// Duplicates within the target.
  public let target: Count

  /// The duplicates of a side.
  public subscript(side: Side) -> Count { side == .source ? source : target }

  /// Whether every identity occurs at most once on each side.
  public var isEmpty: Bool { source.identities == 0 && target.identities == 0 }

  init(_ duplicates: Duplicates, _ orders: Sides<RecordOrder>, key: (Side, Int) -> [Value]) {
    func count(_ side: Side, _ found: Duplicates.Side) -> Count {
      let examples = found.examples.map { example in
        Example(
          first: orders[side][example.first], second: orders[side][example.second],
          key: key(side, example.first))
      }
      return Count(
        identities: found.identities, repetitions: found.repetitions, examples: examples)
    }
    source = count(.source, duplicates.source)
    target = count(.target, duplicates.target)
  }
}
