/// Which parts of two texts differ, word by word, as git's word diff tells them.
///
/// Texts are a number a character. Cost is linear: where many words differ, all from the first to the last of them do.
package struct WordDifference {
  package let old: [Range<Int>]
  package let new: [Range<Int>]

  private static let mostPairs = 4096

  package init(_ old: [UInt32], _ new: [UInt32]) {
    let words = (old: Self.words(of: old), new: Self.words(of: new))
    let common = Self.common(old, words.old, new, words.new)
    let shorter = min(Self.weight(old, words.old), Self.weight(new, words.new))
    let kept = words.old.indices.filter { common.old[$0] }.map { words.old[$0] }
    let shared = Self.weight(old, kept)
    // A word here and there in texts that are otherwise unlike is no help.
    guard 5 * shared >= 2 * shorter else {
      self.old = old.isEmpty ? [] : [old.indices]
      self.new = new.isEmpty ? [] : [new.indices]
      return
    }
    self.old = Self.parts(old, words.old, common.old)
    self.new = Self.parts(new, words.new, common.new)
  }

  package static func isWhiteSpaceAlone(_ old: some Collection<UInt32>, _ new: some Collection<UInt32>) -> Bool {
    old.lazy.filter { !CharacterClass($0).isBlank }.elementsEqual(new.lazy.filter { !CharacterClass($0).isBlank })
  }

  /// Runs of letters and digits, numbers with their points, runs of white space, and single other characters.
  private static func words(of text: [UInt32]) -> [Range<Int>] {
    var words: [Range<Int>] = []
    var start = 0
    while start < text.count {
      var end = start + 1
      let first = CharacterClass(text[start])
      while end < text.count, first.continues(in: text, at: end) { end += 1 }
      words.append(start..<end)
      start = end
    }
    return words
  }

  private static func weight(_ text: [UInt32], _ words: [Range<Int>]) -> Int {
    words.reduce(0) { $0 + (CharacterClass(text[$1.lowerBound]).isBlank ? 0 : $1.count) }
  }

  /// The parts that words which are not common make; white space between two of them belongs to both.
  private static func parts(_ text: [UInt32], _ words: [Range<Int>], _ isCommon: [Bool]) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    for (number, word) in words.enumerated() where !isCommon[number] {
      if let last = parts.last, isBlank(text[last.upperBound..<word.lowerBound]) {
        parts[parts.count - 1] = last.lowerBound..<word.upperBound
      } else {
        parts.append(word)
      }
    }
    return parts
  }

  private static func isBlank(_ text: ArraySlice<UInt32>) -> Bool { text.allSatisfy { CharacterClass($0).isBlank } }

  /// Which words of each text the other has, too, in one order.
  private static func common(_ old: [UInt32], _ oldWords: [Range<Int>], _ new: [UInt32], _ newWords: [Range<Int>]) -> (
    old: [Bool], new: [Bool]
  ) {
    func areEqual(_ first: Int, _ second: Int) -> Bool { old[oldWords[first]] == new[newWords[second]] }
    let most = min(oldWords.count, newWords.count)
    var head = 0
    while head < most, areEqual(head, head) { head += 1 }
    var tail = 0
    while tail < most - head, areEqual(oldWords.count - 1 - tail, newWords.count - 1 - tail) { tail += 1 }
    var flags = (
      old: oldWords.indices.map { $0 < head || $0 >= oldWords.count - tail },
      new: newWords.indices.map { $0 < head || $0 >= newWords.count - tail }
    )
    let middle = (head..<oldWords.count - tail, head..<newWords.count - tail)
    guard middle.0.count * middle.1.count <= mostPairs else { return flags }
    for (first, second) in longestCommon(middle.0, middle.1, areEqual) {
      flags.old[first] = true
      flags.new[second] = true
    }
    return flags
  }

  private static func longestCommon(_ old: Range<Int>, _ new: Range<Int>, _ areEqual: (Int, Int) -> Bool) -> [(
    Int, Int
  )] {
    let width = new.count + 1
    // The length of what the rests from each pair on have in common.
    var lengths = [Int](repeating: 0, count: (old.count + 1) * width)
    for first in old.indices.reversed() {
      for second in new.indices.reversed() {
        let place = (first - old.lowerBound) * width + second - new.lowerBound
        lengths[place] =
          areEqual(first, second) ? lengths[place + width + 1] + 1 : max(lengths[place + width], lengths[place + 1])
      }
    }
    var pairs: [(Int, Int)] = []
    var (first, second) = (old.lowerBound, new.lowerBound)
    while first < old.upperBound, second < new.upperBound {
      let place = (first - old.lowerBound) * width + second - new.lowerBound
      if areEqual(first, second) {
        pairs.append((first, second))
        (first, second) = (first + 1, second + 1)
      } else if lengths[place + width] >= lengths[place + 1] {
        first += 1
      } else {
        second += 1
      }
    }
    return pairs
  }
}

private enum CharacterClass {
  case letter, digit, blank, other

  package init(_ character: UInt32) {
    switch character {
    case 0x30...0x39: self = .digit
    case 0x41...0x5A, 0x61...0x7A, 0x5F: self = .letter
    case 0x09...0x0D, 0x20, 0x85, 0xA0: self = .blank
    case 0..<0x80: self = .other
    default: self.init(beyondASCII: character)
    }
  }

  private init(beyondASCII character: UInt32) {
    guard let properties = Unicode.Scalar(character)?.properties, !properties.isIdeographic else {
      self = .other
      return
    }
    let isLetter = properties.isAlphabetic || properties.isGraphemeExtend
    self = properties.isWhitespace ? .blank : isLetter ? .letter : .other
  }

  package var isBlank: Bool { self == .blank }

  /// Whether the word that begins with such a character goes on at a place.
  package func continues(in text: [UInt32], at place: Int) -> Bool {
    let next = CharacterClass(text[place])
    switch self {
    case .blank: return next == .blank
    case .other: return false
    case .letter, .digit:
      if next == .letter || next == .digit { return true }
      // A point or comma within a number.
      return (text[place] == 0x2E || text[place] == 0x2C) && place + 1 < text.count
        && CharacterClass(text[place - 1]) == .digit && CharacterClass(text[place + 1]) == .digit
    }
  }
}
