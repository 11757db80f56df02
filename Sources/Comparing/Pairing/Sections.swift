import Platform
import Records
import StagedDiff

/// How both sides are divided into sections; an element's offset counts through all sections in turn.
struct Sections: Sendable {
  struct Division: Sendable {
    var names: [Value] = []
    /// The number of each section's identity, the same on both sides.
    var identities: [UInt32] = []
    /// Where each section's elements begin, and one more: the number of elements.
    var starts: [Int] = [0]

    /// The section that an element is in.
    ///
    /// - Complexity: O(log *n*) for *n* sections.
    func section(of offset: Int) -> Int {
      max(0, starts[..<names.count].partitioningIndex { $0 > offset } - 1)
    }
  }

  let divisions: Sides<Division>
  /// Sections of the target, by number, whose own content differs from their partner's.
  let updated: [Int32]
  /// Identities that several sections of one side have, where sections have identities of their own.
  let duplicates: DuplicateReport?

  var pairing: Pairing {
    Pairing(sourceIdentities: divisions.source.identities, targetIdentities: divisions.target.identities)
  }

  var layouts: Sides<SectionLayout> {
    Sides { side in
      let starts = divisions[side].starts
      return SectionLayout(counts: zip(starts.dropFirst(), starts).map { $0 - $1 })
    }
  }
}
