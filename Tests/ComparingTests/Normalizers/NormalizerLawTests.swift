import TestSupport
import Testing

@testable import Comparing
@testable import Records

@Suite struct NormalizerLawTests {
  /// The ones that change nothing when they are applied again.
  static let idempotent: [any Normalizer] = {
    do {
      return try TextNormalizer.Form.allCases.map { TextNormalizer($0) } + [
        PartNormalizer(.first, 3), NumberNormalizer(), NumberNormalizer(decimal: ",", group: "."),
        DateNormalizer(), DateNormalizer(formats: ["%d/%m/%Y", "iso"], zone: "+02:00"),
        DateNormalizer(days: true),
        DateNormalizer(formats: ["%d/%m/%Y", "iso"], zone: "+01:00", days: true),
        DefaultNormalizer("none"), NullNormalizer(["", "n/a"]),
        MapNormalizer([("A", "active"), ("1", "one"), ("true", nil)]),
        PercentNormalizer(), SignNormalizer(minus: ["CR"], plus: ["DR"]), PartNormalizer(.last, 3),
        SpellingNormalizer(.words), SpellingNormalizer(.unaccented), SpellingNormalizer(.ascii),
      ]
    } catch {
      Issue.record(error)
      return []
    }
  }()

  @Test("doing it twice changes nothing more", arguments: idempotent.indices)
  func twice(index: Int) {
    let normalizer = Self.idempotent[index]
    var samples = SampleGenerator(random: .announced("normalizer \(index)"))
    for _ in 0..<4000 {
      let sample = samples.next()
      let once = normalizer.normalized(sample)
      #expect(normalizer.normalized(once) == once, "\(sample)")
    }
  }

  @Test("a buffer serves one value after another", arguments: idempotent.indices)
  func reuse(index: Int) throws {
    let normalizer = Self.idempotent[index]
    var samples = SampleGenerator(random: .announced("buffer \(index)"))
    let buffer = FieldBuffer()
    for _ in 0..<2000 {
      let sample = samples.next()
      sample.withField { buffer.load($0) }
      try normalizer.normalize(buffer)
      #expect(Sample(buffer.kind, Array(buffer.bytes)) == normalizer.normalized(sample))
    }
  }

  @Test("text normalizers leave other kinds alone")
  func kinds() {
    for form in TextNormalizer.Form.allCases where form != .digits {
      for sample in [Sample(.null), Sample(.absent), Sample(.true), .number("1E5")] {
        #expect(TextNormalizer(form).normalized(sample) == sample)
      }
    }
  }

  static let summaries = [
    "trim", "squeeze spaces", "lower case", "upper case", "compose accents (NFC)", "digits only",
    "without regard to case", "the first 3 characters", "number", "number (decimal ',', group '.')",
    "date (iso)",
    "date (%d/%m/%Y, iso, zone +02:00)", "day (iso)", "day (%d/%m/%Y, iso, zone +01:00)", "'none' where nothing is",
    "null for '', 'n/a'",
    "map of 3", "per cent as a number", "sign in front ('CR' is minus, 'DR' is plus)", "the last 3 characters",
  ]

  @Test("a normalizer says in words what it does", arguments: zip(idempotent.indices, summaries))
  func words(index: Int, words: String) {
    #expect(Self.idempotent[index].summary == words)
  }
}
