/// The distance of Levenshtein by its definition, all cells computed: slow, and independent of what is tested.
public func editDistance<Element: Equatable>(_ one: [Element], _ other: [Element]) -> Int {
  var row = Array(0...other.count)
  for (line, element) in one.enumerated() {
    var next = [line + 1]
    for (place, another) in other.enumerated() {
      next.append(min(row[place] + (element == another ? 0 : 1), row[place + 1] + 1, next[place] + 1))
    }
    row = next
  }
  return row[other.count]
}
