import Comparing
import Records

/// The records of a comparison that have no partner, grouped by why.
package struct UnpairedCauses: Sendable {
  /// The records of one cause.
  package struct Group: Sendable {
    package let cause: Absence.Cause
    package internal(set) var counts: Sides<Int>
    /// The first ones, but for those that stand beside another one as what comes nearest.
    package fileprivate(set) var examples: [Example] = []
    /// How many records stand neither among the examples nor beside one.
    package fileprivate(set) var hidden = 0
  }

  /// A record without a partner, and the one that comes nearest.
  package struct Example: Sendable {
    package let side: Side
    /// The record's number in its table, counted from 0.
    package let record: Int
    package let key: [Value]
    /// The record that comes nearest on the other side; `nil` for none.
    package let nearest: Absence.Candidate?
  }

  /// The groups, the one with most records first.
  package private(set) var groups: [Group] = []
  /// How many records have no partner on each side.
  package private(set) var counts = Sides(source: 0, target: 0)

  /// How many examples there are of a group if nobody says.
  package static let usualExamples = 5

  /// How much is done for all records together to find identities that are alike.
  private static let mostWork = 4 * NearKeys.mostWork

  /// Finds the cause of every record that has no partner.
  ///
  /// - Parameter most: How many examples there are of a group at the most.
  /// - Throws: What a rule throws.
  /// - Complexity: O(*n* log *n*) for *n* records, times the parts of an identity.
  package init(_ explainer: Explainer, examples most: Int = usualExamples) throws {
    var (places, work) = ([Absence.Cause: Int](), Self.mostWork)
    for side in Side.allCases {
      for offset in explainer.unpairedOffsets[side].map(Int.init) {
        let absence = try explainer.absence(side, offset, &work)
        counts[side] += 1
        let index = places[absence.cause] ?? groups.count
        if index == groups.count {
          places[absence.cause] = index
          groups.append(Group(cause: absence.cause, counts: Sides(source: 0, target: 0)))
        }
        groups[index].counts[side] += 1
        let record = explainer.orders[side][offset]
        guard !groups[index].examples.contains(where: { $0.side != side && $0.nearest?.record == record }) else {
          continue
        }
        if groups[index].examples.count < most {
          let key = try explainer.keyValues(side, offset)
          groups[index].examples.append(
            Example(side: side, record: record, key: key, nearest: absence.candidates.first))
        } else {
          groups[index].hidden += 1
        }
      }
    }
    // Stable: what comes first in the files comes first of equals.
    groups.sort { $0.total > $1.total }
  }
}

extension UnpairedCauses {
  func showing(_ shown: (Example) -> Example) -> UnpairedCauses {
    var causes = self
    for index in groups.indices { causes.groups[index].examples = groups[index].examples.map(shown) }
    return causes
  }
}

extension UnpairedCauses.Group {
  fileprivate var total: Int { counts.source + counts.target }
}
