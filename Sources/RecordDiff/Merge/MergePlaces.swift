/// Where a column is in each of the three inputs.
struct MergePlaces {
  let name: String
  let base: Int?
  let ours: Int?
  let theirs: Int?

  init(_ name: String, base: Int?, ours: Int?, theirs: Int?) {
    self.name = name
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }
}
