/// Measures how alike two texts are; keeps its memory from one pair to the next.
package struct LikenessMeasure {
  private var damerau = DamerauDistance()

  package init() {}

  /// The likeness of two texts that a method took apart, from 0 to 1.
  ///
  /// - Parameter least: Below this, any likeness that is too small will do: edits beyond it are not counted.
  /// - Complexity: O(*a b*) for texts of at most 1,024 characters; O(*a* + *b*) for sets.
  package mutating func likeness(
    _ first: LikenessText, _ second: LikenessText, by method: LikenessMethod, atLeast least: Double = 0
  ) -> Double {
    switch (first, second) {
    case (.characters(let first), .characters(let second)): likeness(first.span, second.span, method, least)
    case (.pairs(let first), .pairs(let second)): method == .cosine ? cosine(first, second) : jaccard(first, second)
    case (.words(let first), .words(let second)): dice(first, second)
    default: 0
    }
  }

  // MARK: Characters

  mutating func likeness(
    _ first: Span<UInt32>, _ second: Span<UInt32>, _ method: LikenessMethod, _ least: Double
  ) -> Double {
    let length = max(first.count, second.count)
    let prefix = Self.sharedPrefix(first, second)
    guard prefix < length || first.count != second.count else { return 1 }
    guard length <= method.longestText else { return 0 }
    switch method {
    case .jaro: return Self.jaro(first, second, prefix)
    case .jaroWinkler:
      let jaro = Self.jaro(first, second, prefix)
      return jaro > 0.7 ? jaro + Double(min(prefix, 4)) * 0.1 * (1 - jaro) : jaro
    case .damerau: return Double(length - damerau.between(first, second, sharing: prefix)) / Double(length)
    default:
      // One more than fits, since rounding must not hide the last edit that does.
      var distances = EditDistance(limit: min(length, Int((1 - least) * Double(length)) + 1))
      let (first, second) = (first.indices.map { first[$0] }, second.indices.map { second[$0] })
      return distances.between(first, second).map { Double(length - $0) / Double(length) } ?? 0
    }
  }

  private static func sharedPrefix(_ first: Span<UInt32>, _ second: Span<UInt32>) -> Int {
    var count = 0
    while count < min(first.count, second.count), first[count] == second[count] { count += 1 }
    return count
  }

  /// Jaro's way to find partners may depend on who comes first: it is the shorter, or of two that are as long the one
  /// that sorts first.
  private static func jaro(_ first: Span<UInt32>, _ second: Span<UInt32>, _ prefix: Int) -> Double {
    let isInOrder = first.count == second.count ? first[prefix] < second[prefix] : first.count < second.count
    return isInOrder ? JaroLikeness.likeness(first, second) : JaroLikeness.likeness(second, first)
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

/// A text at a glance: what tells quickly that two are not alike.
struct LikenessGlance: Sendable {
  /// A bit for each character that occurs, of which several share one.
  fileprivate var letters: UInt64 = 0
  fileprivate var beginning = SIMD4<UInt32>(repeating: .max)
  fileprivate let count: Int

  /// Looks at a text; one that is none by characters shows nothing.
  init(_ text: LikenessText) {
    guard case .characters(let characters) = text else {
      count = 0
      return
    }
    count = characters.count
    for character in characters { letters |= 1 << UInt64(character & 63) }
    for place in 0..<min(count, 4) { beginning[place] = characters[place] }
  }
}

extension LikenessMethod {
  /// What the likeness of two texts is at most, by a glance at their lengths, letters and beginnings; 1 where that does
  /// not tell.
  func bound(_ first: LikenessGlance, _ second: LikenessGlance) -> Double {
    guard first.count > 0, second.count > 0 else { return 1 }
    let shared = min(
      first.count - (first.letters & ~second.letters).nonzeroBitCount,
      second.count - (second.letters & ~first.letters).nonzeroBitCount)
    guard shared > 0 else { return 0 }
    switch self {
    case .levenshtein, .damerau: return Double(shared) / Double(max(first.count, second.count))
    case .jaro, .jaroWinkler:
      let jaro = (Double(shared) / Double(first.count) + Double(shared) / Double(second.count) + 1) / 3
      guard self == .jaroWinkler, jaro > 0.7 else { return jaro }
      let differs = first.beginning .!= second.beginning
      let prefix = (0..<4).first { differs[$0] } ?? 4
      return jaro + Double(prefix) * 0.1 * (1 - jaro)
    case .tokenSet, .cosine, .jaccard: return 1
    }
  }
}

private struct Marks {
  private var first: UInt64 = 0
  private var rest: [UInt64]

  init(count: Int) { rest = count > 64 ? [UInt64](repeating: 0, count: (count - 1) / 64) : [] }

  @inline(__always) subscript(place: Int) -> Bool {
    (place < 64 ? first : rest[place / 64 - 1]) >> UInt64(place % 64) & 1 == 1
  }

  @inline(__always) mutating func mark(_ place: Int) {
    if place < 64 { first |= 1 << UInt64(place) } else { rest[place / 64 - 1] |= 1 << UInt64(place % 64) }
  }
}

private enum JaroLikeness {
  static func likeness(_ first: Span<UInt32>, _ second: Span<UInt32>) -> Double {
    guard !first.isEmpty, !second.isEmpty else { return 0 }
    let reach = max(max(first.count, second.count) / 2 - 1, 0)
    var (mine, theirs) = (Marks(count: first.count), Marks(count: second.count))
    var matched = 0
    for place in 0..<first.count {
      let character = first[place]
      var other = max(0, place - reach)
      let end = min(second.count, place + reach + 1)
      while other < end, second[other] != character || theirs[other] { other += 1 }
      guard other < end else { continue }
      theirs.mark(other)
      mine.mark(place)
      matched += 1
    }
    guard matched > 0 else { return 0 }
    var (swapped, place) = (0, 0)
    for other in 0..<second.count where theirs[other] {
      while !mine[place] { place += 1 }
      if first[place] != second[other] { swapped += 1 }
      place += 1
    }
    let common = Double(matched)
    return (common / Double(first.count) + common / Double(second.count) + (common - Double(swapped / 2)) / common) / 3
  }
}

/// The least insertions, deletions, replacements and swaps of neighbours that make one text of another.
private struct DamerauDistance {
  private var cells: [Int32] = []
  /// For each place of the second text the first place of its character there, and for such a place the last line that
  /// had the character.
  private var firsts: [Int] = []
  private var lastLines: [Int] = []

  /// - Parameter prefix: How many characters both begin with.
  /// - Complexity: O(*a b*) time and memory.
  mutating func between(_ first: Span<UInt32>, _ second: Span<UInt32>, sharing prefix: Int) -> Int {
    var (mine, theirs) = (first.count, second.count)
    while mine > prefix, theirs > prefix, first[mine - 1] == second[theirs - 1] {
      (mine, theirs) = (mine - 1, theirs - 1)
    }
    return rest(first.extracting(prefix..<mine), second.extracting(prefix..<theirs))
  }

  private mutating func rest(_ first: Span<UInt32>, _ second: Span<UInt32>) -> Int {
    guard !first.isEmpty, !second.isEmpty else { return max(first.count, second.count) }
    let width = begin(first, second)
    for line in 0..<first.count {
      let mine = first[line]
      var lastColumn = 0
      for column in 0..<second.count {
        let isSame = mine == second[column]
        let (above, left) = (lastLines[firsts[column]], lastColumn)
        let corner = (line + 1) * width + column + 1
        let replaced = cells[corner] + (isSame ? 0 : 1)
        let inserted = min(cells[corner + width], cells[corner + 1]) + 1
        let swapped = cells[above * width + left] + Int32(line - above + column - left + 1)
        cells[corner + width + 1] = min(replaced, inserted, swapped)
        if isSame { lastColumn = column + 1 }
      }
      if lastColumn > 0 { lastLines[firsts[lastColumn - 1]] = line + 1 }
    }
    return Int(cells[(first.count + 1) * width + second.count + 1])
  }

  /// Fills the edges; returns how many cells a line has.
  private mutating func begin(_ first: Span<UInt32>, _ second: Span<UInt32>) -> Int {
    let width = second.count + 2
    let beyond = Int32(first.count + second.count)
    cells.removeAll(keepingCapacity: true)
    cells.append(contentsOf: repeatElement(beyond, count: (first.count + 2) * width))
    for line in 0...first.count { cells[(line + 1) * width + 1] = Int32(line) }
    for column in 0...second.count { cells[width + column + 1] = Int32(column) }
    firsts.removeAll(keepingCapacity: true)
    lastLines.removeAll(keepingCapacity: true)
    for column in 0..<second.count {
      var place = 0
      while second[place] != second[column] { place += 1 }
      firsts.append(place)
      lastLines.append(0)
    }
    return width
  }
}
