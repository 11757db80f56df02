/// Where a column that both sides changed is in each of the three inputs.
struct MergePlaces {
  let name: String
  let base: Int?
  let ours: Int?
  let theirs: Int?
  /// The conflicts inside its values, where all else inside them is joined.
  var inside: [MergeConflict.Inside] = []

  init(_ name: String, base: Int?, ours: Int?, theirs: Int?) {
    self.name = name
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }
}
