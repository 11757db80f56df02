/// How many insertions, deletions, replacements and swaps of neighbours turn a text into another: the text grows at its
/// end and can be cut back, as it does on the way through a list in alphabetical order.
struct EditRows {
  private let wanted: [Unicode.Scalar]
  private var text: [Unicode.Scalar] = []
  /// For each beginning of the text its distances to all beginnings of what is wanted.
  private var rows: [[Int]]
  private var least = [0]

  init(to wanted: [Unicode.Scalar]) {
    self.wanted = wanted
    rows = [Array(0...wanted.count)]
  }

  var distance: Int { rows[text.count][wanted.count] }

  var count: Int { text.count }

  /// Whether the text, or a longer one, may be as near as this.
  func canComeNear(_ limit: Int) -> Bool {
    // A swap goes on from the row before the last one.
    least[text.count] <= limit || (text.count > 0 && least[text.count - 1] < limit)
  }

  mutating func append(_ scalar: Unicode.Scalar) {
    let previous = rows[text.count]
    var row = [text.count + 1]
    row.reserveCapacity(wanted.count + 1)
    for column in wanted.indices {
      let replaced = previous[column] + (scalar == wanted[column] ? 0 : 1)
      var distance = min(replaced, previous[column + 1] + 1, row[column] + 1)
      if column > 0, let last = text.last, scalar == wanted[column - 1], last == wanted[column] {
        distance = min(distance, rows[text.count - 1][column - 1] + 1)
      }
      row.append(distance)
    }
    least.append(row.min() ?? 0)
    rows.append(row)
    text.append(scalar)
  }

  mutating func shorten(to count: Int) {
    let surplus = max(0, text.count - count)
    text.removeLast(surplus)
    rows.removeLast(surplus)
    least.removeLast(surplus)
  }
}
