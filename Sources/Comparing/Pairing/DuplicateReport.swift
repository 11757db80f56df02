import Records
import StagedDiff

/// Identities that occur more than once, on each side.
///
/// How such records pair is the plan's to say; they are reported because the key then is none.
package struct DuplicateReport: Sendable, Equatable {
  /// The duplicates of one side.
  package struct Count: Sendable, Equatable {
    /// How many identities occur more than once.
    package let identities: Int
    /// How many records repeat an identity that an earlier record has.
    package let repetitions: Int
    /// Some of them: the record numbers, counted from 0, of an identity's first two records.
    package let examples: [Example]
  }

  /// Two records of one identity.
  package struct Example: Sendable, Equatable {
    /// The number of the identity's first record, counted from 0.
    package let first: Int
    /// The number of its second record.
    package let second: Int
    package let key: [Value]
  }

  /// Duplicates within the source.
  package let source: Count
  /// Duplicates within the target.
  package let target: Count

  package subscript(side: Side) -> Count { side == .source ? source : target }

  /// Whether every identity occurs at most once on each side.
  package var isEmpty: Bool { source.identities == 0 && target.identities == 0 }

  init(_ duplicates: Duplicates, _ orders: Sides<RecordOrder>, key: (Side, Int) throws -> [Value]) throws {
    func count(_ side: Side, _ found: Duplicates.Side) throws -> Count {
      let examples = try found.examples.map { example in
        Example(
          first: orders[side][example.first], second: orders[side][example.second], key: try key(side, example.first))
      }
      return Count(identities: found.identities, repetitions: found.repetitions, examples: examples)
    }
    source = try count(.source, duplicates.source)
    target = try count(.target, duplicates.target)
  }
}
