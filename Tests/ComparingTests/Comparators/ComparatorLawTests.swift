import TestSupport
import Testing

@testable import Comparing
@testable import Records

@Suite struct ComparatorLawTests {
  static let comparators: [any Comparator] = {
    do {
      return try [
        ExactComparator(), NumberComparator(), NumberComparator(absolute: "0.01"),
        NumberComparator(absolute: "0", relative: "0.1"), TextComparator(.nocase),
        TextComparator(.trim), TextComparator(.spaces), DateComparator(),
        DateComparator(tolerance: "3600", formats: ["iso", "%d/%m/%Y"], zone: "+02:00"),
        ListComparator(), ListComparator(separator: ", ", trim: true), NullComparator(["", "n/a"]),
        PatternComparator("(%d+)()"), PatternComparator("^%s*(.-)%s*$"),
        CombinedComparator(.any, of: [NumberComparator(), TextComparator(.nocase)]),
        CombinedComparator(.all, of: [TextComparator(.trim), NullComparator([])]),
        JSONComparator(), PhoneticComparator(.soundex), PhoneticComparator(.cologne),
      ] + LikenessMethod.allCases.map { try LikenessComparator($0.rawValue, threshold: 0.6) }
    } catch {
      Issue.record(error)
      return []
    }
  }()

  @Test("every comparator is reflexive and symmetric", arguments: comparators.indices)
  func lawful(index: Int) {
    let comparator = Self.comparators[index]
    var samples = SampleGenerator(random: .announced("comparator \(index)"))
    for _ in 0..<4000 {
      let (one, other) = (samples.next(), samples.next())
      #expect(comparator.calls(one, equalTo: one), "\(one)")
      #expect(
        comparator.calls(one, equalTo: other) == comparator.calls(other, equalTo: one),
        "\(one), \(other)")
    }
  }

  @Test("values that are equal exactly are equal under every one", arguments: comparators.indices)
  func looser(index: Int) {
    var samples = SampleGenerator(random: .announced("looser \(index)"))
    for _ in 0..<4000 {
      let (one, other) = (samples.next(), samples.next())
      guard ExactComparator().calls(one, equalTo: other) else { continue }
      #expect(Self.comparators[index].calls(one, equalTo: other), "\(one), \(other)")
    }
  }

  static let summaries = [
    "exact", "number", "number within 0.01", "number within 0.1 of the greater",
    "without regard to case", "without spaces at the ends",
    "without regard to the number of spaces", "date (iso)",
    "date (iso, %d/%m/%Y, zone +02:00) within 3600 s", "list in any order, separated by ','",
    "list in any order, separated by ', ', trimmed", "null, absent, '', 'n/a' are the same",
    "by what the pattern '(%d+)()' finds", "by what the pattern '^%s*(.-)%s*$' finds",
    "any of (number; without regard to case)",
    "all of (without spaces at the ends; null, absent are the same)", "JSON by meaning",
    "equal by Soundex", "equal by Kölner Phonetik", "Jaro likeness of at least 0.6",
    "Jaro-Winkler likeness of at least 0.6", "Levenshtein likeness of at least 0.6",
    "Damerau-Levenshtein likeness of at least 0.6", "likeness of words of at least 0.6",
    "cosine likeness of at least 0.6", "Jaccard likeness of at least 0.6",
  ]

  @Test("a comparator says in words what it does", arguments: zip(comparators.indices, summaries))
  func words(index: Int, words: String) {
    #expect(Self.comparators[index].summary == words)
  }
}
