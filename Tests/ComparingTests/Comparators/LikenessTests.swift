import TestSupport
import Testing

@testable import Comparing
@testable import Records

@Suite struct LikenessTests {
  /// Values of jellyfish 1.3.0 (MIT licence, github.com/jamesturk/jellyfish): Jaro, Jaro-Winkler, and the distances of
  /// Levenshtein and Damerau; the pairs are of FEBRL's data set 4, and of the papers.
  static let published: [(String, String, jaro: Double, winkler: Double, levenshtein: Int, damerau: Int)] = [
    ("albermarle place", "albermarl place", 0.912500, 0.947500, 1, 1),
    ("archibald street", "kirkton street", 0.586971, 0.586971, 9, 8),
    ("axon street", "axon sctreet", 0.972222, 0.983333, 1, 1),
    ("brawn place", "weekes close", 0.557071, 0.557071, 9, 9),
    ("callaway crescent", "callaway c rescent", 0.981481, 0.988889, 1, 1),
    ("carranballac", "carraqnballac", 0.974359, 0.984615, 1, 1), ("clarke", "clarek", 0.944444, 0.966667, 2, 1),
    ("cumpston place", "cumpston mplace", 0.977778, 0.986667, 1, 1),
    ("eaton", "bonny hills", 0.527273, 0.527273, 11, 11),
    ("ermington", "lower templestowe", 0.483224, 0.483224, 12, 12),
    ("fimister circuit", "fimistermircuit", 0.912302, 0.947381, 2, 2),
    ("gazzola", "luke", 0.000000, 0.000000, 7, 7), ("genovese", "genovvese", 0.962963, 0.977778, 1, 1),
    ("graham street", "graham tsreet", 0.974359, 0.984615, 2, 1), ("kaitlin", "katilin", 0.952381, 0.961905, 2, 1),
    ("kyle", "kylwc", 0.783333, 0.848333, 2, 2), ("lakemba", "lakebma", 0.952381, 0.971429, 2, 1),
    ("lochlan", "lochlano", 0.958333, 0.975000, 1, 1), ("luke", "gazzola", 0.000000, 0.000000, 7, 7),
    ("marmong point", "marmongppoint", 0.948718, 0.969231, 1, 1), ("maynard", "mayhard", 0.904762, 0.933333, 1, 1),
    ("michael", "reid", 0.464286, 0.464286, 7, 6), ("michelmore", "michelmroe", 0.966667, 0.980000, 2, 1),
    ("mooroolbark", "moorooblark", 0.969697, 0.981818, 2, 1),
    ("newman morris circuit", "newman morr is circuit", 0.968975, 0.981385, 1, 1),
    ("osburn drive", "osburndrive", 0.972222, 0.983333, 1, 1),
    ("port lincoln", "port luincoln", 0.974359, 0.984615, 1, 1), ("reid", "michael", 0.464286, 0.464286, 7, 6),
    ("rosebud", "rosbeud", 0.952381, 0.966667, 2, 1), ("ryley", "ryly", 0.933333, 0.953333, 1, 1),
    ("south grafton", "south qrafton", 0.948718, 0.969231, 1, 1),
    ("springwood", "sprinwgood", 0.966667, 0.980000, 2, 1),
    ("stubbs crescent", "leebold hill farm", 0.333987, 0.333987, 15, 15),
    ("upton street", "terramora", 0.416667, 0.416667, 11, 11), ("martha", "marhta", 0.944444, 0.961111, 2, 1),
    ("dixon", "dicksonx", 0.766667, 0.813333, 4, 4), ("dwayne", "duane", 0.822222, 0.840000, 2, 2),
    ("jones", "johnson", 0.790476, 0.832381, 4, 4), ("ca", "abc", 0.000000, 0.000000, 3, 2),
    ("teh", "the", 0.555556, 0.555556, 2, 1), ("abcvwxyz", "cabvwxyz", 0.958333, 0.958333, 2, 2),
    ("a", "b", 0.000000, 0.000000, 1, 1), ("ab", "ba", 0.000000, 0.000000, 2, 1),
    ("", "x", 0.000000, 0.000000, 1, 1), ("müller", "mueller", 0.782540, 0.804286, 2, 2),
    ("jon", "john", 0.916667, 0.933333, 1, 1),
  ]

  private func likeness(_ method: LikenessMethod, _ one: String, _ other: String) -> Double {
    var measure = LikenessMeasure()
    return Sample.text(one).withField { one in
      Sample.text(other).withField { measure.likeness(method.text(one), method.text($0), by: method) }
    }
  }

  @Test("likeness by characters is that of jellyfish", arguments: published)
  func likenessByCharacters(
    pair: (one: String, other: String, jaro: Double, winkler: Double, levenshtein: Int, damerau: Int)
  ) {
    let length = Double(max(pair.one.unicodeScalars.count, pair.other.unicodeScalars.count))
    for (method, expected) in [
      (LikenessMethod.jaro, pair.jaro), (.jaroWinkler, pair.winkler),
      (.levenshtein, 1 - Double(pair.levenshtein) / length), (.damerau, 1 - Double(pair.damerau) / length),
    ] {
      #expect(abs(likeness(method, pair.one, pair.other) - expected) < 1e-6, "\(method)")
      #expect(abs(likeness(method, pair.other, pair.one) - expected) < 1e-6, "\(method), the other way round")
    }
  }

  @Test("what sets share is counted as slow and obvious code counts it")
  func sets() {
    var random = SeededGenerator.announced("likeness of sets")
    for _ in 0..<2000 {
      let (one, other) = (text(&random), text(&random))
      #expect(abs(likeness(.tokenSet, one, other) - dice(one, other)) < 1e-12, "\(one), \(other)")
      #expect(abs(likeness(.jaccard, one, other) - jaccard(one, other)) < 1e-12, "\(one), \(other)")
      #expect(abs(likeness(.cosine, one, other) - cosine(one, other)) < 1e-9, "\(one), \(other)")
    }
  }

  private func text(_ random: inout SeededGenerator) -> String {
    String((0..<Int.random(in: 1..<12, using: &random)).map { _ in "ab ü,".randomElement(using: &random) ?? "a" })
  }

  private func dice(_ one: String, _ other: String) -> Double {
    if one == other { return 1 }
    let (one, other) = (words(one), words(other))
    return one == other ? 1 : 2 * Double(one.intersection(other).count) / Double(max(one.count + other.count, 1))
  }

  private func words(_ text: String) -> Set<Substring> { Set(text.split { $0 == " " || $0 == "," }) }

  private func grams(_ text: String) -> [String] {
    let characters = text.map(String.init)
    return characters.count < 2 ? characters : zip(characters, characters.dropFirst()).map(+)
  }

  private func jaccard(_ one: String, _ other: String) -> Double {
    let (one, other) = (Set(grams(one)), Set(grams(other)))
    return Double(one.intersection(other).count) / Double(one.union(other).count)
  }

  private func cosine(_ one: String, _ other: String) -> Double {
    let (one, other) = (grams(one), grams(other))
    func dot(_ one: [String], _ other: [String]) -> Double {
      Double(one.reduce(0) { sum, gram in sum + other.count { $0 == gram } })
    }
    return dot(one, other) / (dot(one, one) * dot(other, other)).squareRoot()
  }

  @Test(
    "numbers and dates that are too far apart are alike by the allowed share of their distance",
    arguments: [
      ("1", "1.5", 1.0), ("1", "2", 0.5), ("-1", "4", 0.1), ("1", "x", 0.0), ("1", "1.0", 1.0), ("x", "x", 1.0),
      ("2020-01-01", "2020-01-02", 1.0),
      ("2020-01-01", "2020-01-03", 0.5), ("2020-01-11", "2020-01-01", 0.1),
    ])
  func distances(one: String, other: String, likeness: Double) throws {
    let comparator: any Comparator =
      one.contains("20") ? try DateComparator(tolerance: "86400") : try NumberComparator(absolute: "0.5")
    let found = try Sample.text(one).withField { one in
      try Sample.text(other).withField { try comparator.likeness(one, $0) }
    }
    #expect(abs(found - likeness) < 1e-12)
  }

  @Test("what a glance says of two texts is never below their likeness")
  func bounds() {
    var random = SeededGenerator.announced("bounds of likeness")
    for _ in 0..<2000 {
      let (one, other) = (text(&random), text(&random))
      for method in LikenessMethod.allCases {
        let texts = [one, other].map { Sample.text($0).withField(method.text) }
        let bound = method.bound(LikenessGlance(texts[0]), LikenessGlance(texts[1]))
        #expect(bound >= likeness(method, one, other) - 1e-12, "\(method): \(one), \(other)")
      }
    }
  }

  @Test("a threshold decides as the whole distance does", arguments: [0.5, 0.75, 0.8, 0.9, 1.0])
  func thresholds(threshold: Double) throws {
    var random = SeededGenerator.announced("thresholds of likeness")
    for method in LikenessMethod.allCases {
      let comparator = try LikenessComparator(method.rawValue, threshold: threshold)
      for _ in 0..<400 {
        let (one, other) = (text(&random), text(&random))
        #expect(
          comparator.calls(one, equalTo: other) == (likeness(method, one, other) >= threshold), "\(one), \(other)")
      }
    }
  }

  @Test("long texts are compared exactly by characters, and in linear time by sets", arguments: LikenessMethod.allCases)
  func longTexts(method: LikenessMethod) throws {
    let comparator = try LikenessComparator(method.rawValue)
    let long = String(repeating: "lorem ipsum ", count: 20_000)
    #expect(comparator.calls(long, equalTo: long))
    #expect(comparator.calls(long, equalTo: long + "x") == (method.longestText == .max && method != .tokenSet))
  }

  @Test("an option that cannot be used is an error")
  func options() {
    #expect(throws: OptionError.self) { try LikenessComparator("jaro_winker") }
    for threshold in [0, -1, 1.01, .nan, .infinity] {
      #expect(throws: OptionError.self) { try LikenessComparator(threshold: threshold) }
    }
  }
}
