import Platform
import Records

/// Texts are equal when they are alike enough: `luna.compare.similar("jaro_winkler", 0.9)`.
///
/// Values that are no text, and texts that a method finds too long, are compared exactly.
package struct LikenessComparator: Comparator {
  package let method: LikenessMethod
  /// From which likeness on two texts are equal: above 0, at most 1.
  package let threshold: Double

  /// What two texts have to be like, where nothing is said.
  package static let usualThreshold = 0.9

  /// - Throws: ``OptionError`` for a method that is not known, and a threshold that is not above 0 and at most 1.
  package init(_ method: String = LikenessMethod.jaroWinkler.rawValue, threshold: Double = usualThreshold)
    throws(OptionError)
  {
    let function = "compare.similar"
    guard let known = LikenessMethod(rawValue: method) else {
      throw OptionError(function, .unknownWord("method", got: method, known: LikenessMethod.allCases.map(\.rawValue)))
    }
    guard threshold > 0, threshold <= 1 else { throw OptionError(function, .notAShare("threshold", got: threshold)) }
    (self.method, self.threshold) = (known, threshold)
  }

  package var summary: String { "\(method.words) of at least \(threshold)" }

  package func fits(_ value: Field) -> Bool { value.kind.isText }

  package func areEqual(_ old: Field, _ new: Field) -> Bool { likeness(old, new) >= threshold }

  package func likeness(_ old: Field, _ new: Field) -> Double {
    guard old.kind.isText, new.kind.isText, !old.isEqual(to: new) else { return old.isEqual(to: new) ? 1 : 0 }
    var measure = LikenessMeasure()
    return measure.likeness(method.text(old), method.text(new), by: method, atLeast: threshold)
  }
}

/// How the likeness of two texts is measured: from 0, nothing in common, to 1, the same.
package enum LikenessMethod: String, Sendable, CaseIterable {
  /// Characters that both have near the same place, and in the same order: M. A. Jaro, "Advances in record-linkage
  /// methodology as applied to matching the 1985 census of Tampa, Florida", 1989 (doi:10.1080/01621459.1989.10478785).
  case jaro
  /// Jaro's, raised where it is above 0.7 and texts begin alike: W. E. Winkler, "String comparator metrics and enhanced
  /// decision rules in the Fellegi–Sunter model of record linkage", Proceedings of the Section on Survey Research
  /// Methods, American Statistical Association, 1990.
  case jaroWinkler = "jaro_winkler"
  /// The share of the longer text that insertions, deletions and replacements leave: ``EditDistance``.
  case levenshtein
  /// The same where two neighbours that are swapped are one edit: R. Lowrance and R. A. Wagner, "An extension of the
  /// string-to-string correction problem", Journal of the ACM 22, 1975 (doi:10.1145/321879.321880).
  case damerau
  /// Twice the words that both have, of all words of each, their order and repetitions aside: L. R. Dice, "Measures of
  /// the amount of ecologic association between species", Ecology 26, 1945 (doi:10.2307/1932409).
  case tokenSet = "token_set"
  /// The cosine of the angle between how often each pair of neighbouring characters occurs: G. Salton et al., "A vector
  /// space model for automatic indexing", Communications of the ACM 18, 1975 (doi:10.1145/361219.361220).
  case cosine
  /// The pairs of neighbouring characters that both have, of those that either has: P. Jaccard, "The distribution of
  /// the flora in the alpine zone", New Phytologist 11, 1912 (doi:10.1111/j.1469-8137.1912.tb05611.x).
  case jaccard

  var words: String {
    switch self {
    case .jaro: "Jaro likeness"
    case .jaroWinkler: "Jaro-Winkler likeness"
    case .levenshtein: "Levenshtein likeness"
    case .damerau: "Damerau-Levenshtein likeness"
    case .tokenSet: "likeness of words"
    case .cosine: "cosine likeness"
    case .jaccard: "Jaccard likeness"
    }
  }

  package static let longestOfCharacters = 1024

  /// How many characters a text may have; methods whose time grows with the product of two lengths compare longer ones
  /// exactly.
  var longestText: Int {
    switch self {
    case .jaro, .jaroWinkler, .levenshtein, .damerau: Self.longestOfCharacters
    case .tokenSet, .cosine, .jaccard: .max
    }
  }

  /// What a text is to the method, so that it is taken apart once however often it is compared.
  ///
  /// - Complexity: O(*n*) for a text of *n* characters, O(*n* log *n*) for sets.
  package func text(_ field: Field) -> LikenessText {
    field.withSpelling { bytes in
      switch self {
      case .jaro, .jaroWinkler, .levenshtein, .damerau: .characters(Self.characters(bytes))
      case .tokenSet: .words(Self.words(bytes))
      case .cosine, .jaccard: .pairs(Self.pairs(bytes))
      }
    } ?? .characters([])
  }

  /// Unicode scalars; a byte that is no part of one counts as a character of its own.
  static func characters(_ bytes: BytesView) -> [UInt32] {
    var characters: [UInt32] = []
    characters.reserveCapacity(bytes.count)
    var reader = ScalarReader(bytes)
    var offset = 0
    while let step = reader.next() {
      characters.append(step.scalar?.value ?? malformed | UInt32(bytes[offset]))
      offset = reader.offset
    }
    return characters
  }

  /// Above all scalars.
  private static let malformed: UInt32 = 0x11_0000

  /// Each pair of neighbours, ascending; a text of a single character is a pair by itself.
  private static func pairs(_ bytes: BytesView) -> [UInt64] {
    let characters = characters(bytes)
    guard characters.count > 1 else { return characters.map { UInt64($0) } }
    return zip(characters, characters.dropFirst()).map { UInt64($0) << 32 | UInt64($1) }.sorted()
  }

  /// Each run of letters, digits and marks, ascending and once.
  private static func words(_ bytes: BytesView) -> [[UInt32]] {
    let words = characters(bytes).split { character in
      guard let scalar = Unicode.Scalar(character) else { return false }
      return !scalar.isOfWords
    }
    var found: [[UInt32]] = []
    for word in words.map(Array.init).sorted(by: { $0.lexicographicallyPrecedes($1) }) where found.last != word {
      found.append(word)
    }
    return found
  }
}

extension Unicode.Scalar {
  /// Whether it is a letter, a digit or a mark, and so a part of words.
  var isOfWords: Bool {
    if isASCII { return UInt8(truncatingIfNeeded: value).isLetter || UInt8(truncatingIfNeeded: value).isDigit }
    switch properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
      .spacingMark, .enclosingMark, .decimalNumber, .letterNumber, .otherNumber:
      return true
    default: return false
    }
  }
}

/// A text as a method of likeness sees it.
package enum LikenessText: Sendable, Equatable {
  case characters([UInt32])
  case pairs([UInt64])
  case words([[UInt32]])
}
