/// Measures how alike two texts are, by one method; keeps its memory from one pair to the next.
package struct LikenessMeasure {
  private let method: LikenessMethod
  private var damerau = DamerauDistance()
  private var jaro = JaroLikeness()

  package init(_ method: LikenessMethod) { self.method = method }

  /// The likeness of two texts that the method took apart, from 0 to 1.
  ///
  /// - Parameter least: Below this, any likeness that is too small will do: edits beyond it are not counted.
  /// - Complexity: O(*a b*) for texts of at most 1,024 characters; O(*a* + *b*) for sets.
  package mutating func likeness(_ first: LikenessText, _ second: LikenessText, atLeast least: Double = 0) -> Double {
    switch (first, second) {
    case (.characters(let first), .characters(let second)): likeness(first, second, least)
    case (.pairs(let first), .pairs(let second)): method == .cosine ? cosine(first, second) : jaccard(first, second)
    case (.words(let first), .words(let second)): dice(first, second)
    default: 0
    }
  }

  // MARK: Characters

  private mutating func likeness(_ first: [UInt32], _ second: [UInt32], _ least: Double) -> Double {
    let length = max(first.count, second.count)
    guard first != second else { return 1 }
    guard length <= method.longestText else { return 0 }
    // Jaro's way to find partners may depend on who comes first.
    let isInOrder = first.count == second.count ? first.lexicographicallyPrecedes(second) : first.count < second.count
    let (first, second) = isInOrder ? (first, second) : (second, first)
    switch method {
    case .jaro: return jaro.likeness(first, second)
    case .jaroWinkler: return winkler(jaro.likeness(first, second), first, second)
    case .damerau: return Double(length - damerau.between(first, second)) / Double(length)
    default:
      // One more than fits, since rounding must not hide the last edit that does.
      var distances = EditDistance(limit: min(length, Int((1 - least) * Double(length)) + 1))
      return distances.between(first, second).map { Double(length - $0) / Double(length) } ?? 0
    }
  }

  private func winkler(_ likeness: Double, _ first: [UInt32], _ second: [UInt32]) -> Double {
    guard likeness > 0.7 else { return likeness }
    let prefix = zip(first, second).prefix(4).prefix { $0 == $1 }.count
    return likeness + Double(prefix) * 0.1 * (1 - likeness)
  }

  // MARK: Sets

  private func dice(_ first: [[UInt32]], _ second: [[UInt32]]) -> Double {
    guard first != second else { return 1 }
    let shared = Self.shared(first, second) { $0.lexicographicallyPrecedes($1) }
    return 2 * Double(shared) / Double(max(first.count + second.count, 1))
  }

  private func jaccard(_ first: [UInt64], _ second: [UInt64]) -> Double {
    let (first, second) = (Self.unique(first), Self.unique(second))
    guard first != second else { return 1 }
    let shared = Self.shared(first, second, <)
    return Double(shared) / Double(first.count + second.count - shared)
  }

  private func cosine(_ first: [UInt64], _ second: [UInt64]) -> Double {
    guard first != second else { return 1 }
    let (mine, theirs) = (Self.counts(first), Self.counts(second))
    var (product, place) = (0.0, 0)
    for (pair, count) in mine {
      while place < theirs.count, theirs[place].pair < pair { place += 1 }
      if place < theirs.count, theirs[place].pair == pair { product += count * theirs[place].count }
    }
    let length = Self.square(mine) * Self.square(theirs)
    return length > 0 ? min(1, product / length.squareRoot()) : 0
  }

  private static func square(_ counts: [(pair: UInt64, count: Double)]) -> Double {
    counts.reduce(0) { $0 + $1.count * $1.count }
  }

  private static func counts(_ sorted: [UInt64]) -> [(pair: UInt64, count: Double)] {
    var counts: [(pair: UInt64, count: Double)] = []
    for pair in sorted {
      if counts.last?.pair == pair { counts[counts.count - 1].count += 1 } else { counts.append((pair, 1)) }
    }
    return counts
  }

  private static func unique(_ sorted: [UInt64]) -> [UInt64] { counts(sorted).map(\.pair) }

  /// How many elements two ascending lists share.
  private static func shared<Element: Equatable>(
    _ first: [Element], _ second: [Element], _ precedes: (Element, Element) -> Bool
  ) -> Int {
    var (mine, theirs, shared) = (0, 0, 0)
    while mine < first.count, theirs < second.count {
      if first[mine] == second[theirs] {
        (mine, theirs, shared) = (mine + 1, theirs + 1, shared + 1)
      } else if precedes(first[mine], second[theirs]) {
        mine += 1
      } else {
        theirs += 1
      }
    }
    return shared
  }
}

extension LikenessMethod {
  /// What the likeness of two texts is at most, by a glance at their lengths, letters and beginnings; 1 where that does
  /// not tell.
  ///
  /// - Parameters:
  ///   - letters: ``LikenessText/letters`` of the first text.
  ///   - others: The same of the second.
  func bound(_ first: LikenessText, _ letters: UInt64, _ second: LikenessText, _ others: UInt64) -> Double {
    guard case .characters(let mine) = first, case .characters(let theirs) = second, !mine.isEmpty, !theirs.isEmpty
    else { return 1 }
    let shared = min(
      mine.count - (letters & ~others).nonzeroBitCount, theirs.count - (others & ~letters).nonzeroBitCount)
    guard shared > 0 else { return 0 }
    let length = max(mine.count, theirs.count)
    switch self {
    case .levenshtein, .damerau: return Double(shared) / Double(length)
    case .jaro, .jaroWinkler:
      let jaro = (Double(shared) / Double(mine.count) + Double(shared) / Double(theirs.count) + 1) / 3
      guard self == .jaroWinkler, jaro > 0.7 else { return jaro }
      let prefix = zip(mine, theirs).prefix(4).prefix { $0 == $1 }.count
      return jaro + Double(prefix) * 0.1 * (1 - jaro)
    case .tokenSet, .cosine, .jaccard: return 1
    }
  }
}

extension LikenessText {
  /// A bit for each character that occurs, of which several share one; none of what is no text by characters.
  var letters: UInt64 {
    guard case .characters(let characters) = self else { return 0 }
    return characters.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }
}

/// Jaro's likeness.
private struct JaroLikeness {
  private var isTaken: [Bool] = []
  private var matched: [UInt32] = []

  mutating func likeness(_ first: [UInt32], _ second: [UInt32]) -> Double {
    guard !first.isEmpty, !second.isEmpty else { return 0 }
    let reach = max(max(first.count, second.count) / 2 - 1, 0)
    isTaken.removeAll(keepingCapacity: true)
    isTaken.append(contentsOf: repeatElement(false, count: second.count))
    matched.removeAll(keepingCapacity: true)
    for (place, character) in first.enumerated() {
      let near = max(0, place - reach)..<max(min(second.count, place + reach + 1), max(0, place - reach))
      guard let other = near.first(where: { !isTaken[$0] && second[$0] == character }) else { continue }
      isTaken[other] = true
      matched.append(character)
    }
    guard !matched.isEmpty else { return 0 }
    var (swapped, place) = (0, 0)
    for (other, character) in second.enumerated() where isTaken[other] {
      if matched[place] != character { swapped += 1 }
      place += 1
    }
    let common = Double(matched.count)
    return (common / Double(first.count) + common / Double(second.count) + (common - Double(swapped / 2)) / common) / 3
  }
}

/// The least insertions, deletions, replacements and swaps of neighbours that make one text of another.
private struct DamerauDistance {
  private var cells: [Int32] = []
  private var lastLine: [UInt32: Int] = [:]

  /// - Complexity: O(*a b*) time and memory.
  mutating func between(_ first: [UInt32], _ second: [UInt32]) -> Int {
    let width = second.count + 2
    let beyond = Int32(first.count + second.count)
    cells.removeAll(keepingCapacity: true)
    cells.append(contentsOf: repeatElement(beyond, count: (first.count + 2) * width))
    lastLine.removeAll(keepingCapacity: true)
    for line in 0...first.count { cells[(line + 1) * width + 1] = Int32(line) }
    for column in 0...second.count { cells[width + column + 1] = Int32(column) }
    for (line, mine) in first.enumerated() {
      var lastColumn = 0
      for (column, theirs) in second.enumerated() {
        let (above, left) = (lastLine[theirs] ?? 0, lastColumn)
        let corner = (line + 1) * width + column + 1
        let replaced = cells[corner] + (mine == theirs ? 0 : 1)
        let inserted = min(cells[corner + width], cells[corner + 1]) + 1
        let swapped = cells[above * width + left] + Int32(line - above + column - left + 1)
        cells[corner + width + 1] = min(replaced, inserted, swapped)
        if mine == theirs { lastColumn = column + 1 }
      }
      lastLine[mine] = line + 1
    }
    return Int(cells[(first.count + 1) * width + second.count + 1])
  }
}
