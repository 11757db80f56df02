import Comparing

/// An identity by score that was learned, and what it is expected to do.
package struct LearntIdentity: Sendable {
  package struct Column: Sendable {
    package let column: LinkageColumn
    /// Evidence in bits.
    package let equal: Double
    package let alike: Double
    package let different: Double
  }

  package let blocks: [LinkageBlock]
  /// The most telling first.
  package let columns: [Column]
  package let odds: Double
  package let threshold: Double
  /// How many pairs it makes, and which share of them, and of all that there are, is estimated to be right.
  package let pairs: Int
  package let precision: Double
  package let recall: Double
  package let labels: (same: Int, different: Int)
  package let records: Sides<Int>
}
