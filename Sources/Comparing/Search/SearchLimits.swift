/// How far the search for keys goes before it stops and reports that it did.
package struct SearchLimits: Sendable, Equatable {
  package var width = 3
  /// The most columns that are combined; those with the most different values are taken.
  package var columns = 32
  package var sets = 20_000
  /// The most records of the samples that are looked at, counted anew for each set; more in large inputs.
  package var visits = 1 << 22
  /// How many sets of each width are tried on every record; of large inputs, fewer of the wider ones.
  package var finalists = 8

  package init() {}
}
