import Testing

@testable import Comparing
@testable import Records

@Suite struct OptionErrorTests {
  static let known =
    "known are %Y %y %m %b %B %d %e %j %a %A %H %I %p %M %S %f %z %Z %s %Q %G %V %u %F %T %R %%"

  /// Messages, and factory calls that have to fail with them.
  static let cases: [(String, @Sendable () throws -> any Sendable)] = [
    (
      "compare.number: the tolerance must be a number of at least 0, got -1",
      { try NumberComparator(absolute: "-1") }
    ),
    (
      "compare.number: the tolerance must be a number of at least 0, got empty text",
      { try NumberComparator(absolute: "") }
    ),
    (
      "compare.number: the relative tolerance must be a number of at least 0, got nan",
      { try NumberComparator(relative: "nan") }
    ),
    (
      "compare.date: the tolerance must be a number of at least 0, got 1h",
      { try DateComparator(tolerance: "1h") }
    ),
    (
      "compare.date: the format '%Y-%q' has an unknown directive '%q'; \(known)",
      { try DateComparator(formats: ["%Y-%q"]) }
    ),
    (
      "text.date: the format '%' has an unknown directive '%'; \(known)",
      { try DateNormalizer(formats: ["%"]) }
    ),
    (
      "text.date: the format 'ISO' has no directive; write one such as '%Y-%m-%d', or 'iso'",
      { try DateNormalizer(formats: ["ISO"]) }
    ),
    (
      "compare.date: the zone must be an offset such as '+02:00', or 'UTC', got 'Europe/Berlin'",
      { try DateComparator(zone: "Europe/Berlin") }
    ),
    ("compare.list: the separator must not be empty", { try ListComparator(separator: "") }),
    ("compare.any: at least one comparator is needed", { try CombinedComparator(.any, of: []) }),
    ("compare.all: at least one comparator is needed", { try CombinedComparator(.all, of: []) }),
    (
      "compare.pattern: the pattern '(%d+' is malformed: a ')' is missing",
      { try PatternComparator("(%d+") }
    ),
    (
      "compare.pattern: the pattern 'a)' is malformed: a ')' closes nothing",
      { try PatternComparator("a)") }
    ),
    (
      "compare.pattern: the pattern '[a-z' is malformed: a ']' is missing",
      { try PatternComparator("[a-z") }
    ),
    (
      "compare.pattern: the pattern 'a%' is malformed: it ends with '%'",
      { try PatternComparator("a%") }
    ),
    (
      "compare.pattern: the pattern '(a%1)' is malformed: '%1' refers to no finished capture",
      { try PatternComparator("(a%1)") }
    ),
    (
      "compare.pattern: the pattern '%b(' is malformed: '%b' needs two characters",
      { try PatternComparator("%b(") }
    ),
    (
      "compare.pattern: the pattern '%fa' is malformed: '%f' needs a set in brackets",
      { try PatternComparator("%fa") }
    ),
    (
      "text.replace: the replacement '%2' has a '%' that is followed neither by '%' nor by the"
        + " number of a capture",
      { try ReplaceNormalizer("(a)", with: "%2") }
    ),
    (
      "text.prefix: the number of characters must be at least 1, got 0",
      { try PartNormalizer(.first, 0) }
    ),
    (
      "text.scale: the factor must be a number of at most 18 digits and not 0, got 'x'", { try ScaleNormalizer("x") }
    ), ("text.strip: at least one letter is needed", { try EndsNormalizer(.strip) }),
    (
      "text.number: the decimal mark must be one character that is no letter, digit or sign,"
        + " got '1'", { try NumberNormalizer(decimal: "1") }
    ),
    (
      "text.number: the group mark must be one character that is no letter, digit or sign,"
        + " got ''", { try NumberNormalizer(group: "") }
    ),
    (
      "text.number: the decimal mark and the group mark are both ','",
      { try NumberNormalizer(decimal: ",", group: ",") }
    ),
    ("text.map: at least one value is needed", { try MapNormalizer([]) }),
    ("text.map: 'A' is mapped to two values", { try MapNormalizer([("A", "1"), ("A", nil)]) }),
    ("text.null_if: at least one text is needed", { try NullNormalizer([]) }),
  ]

  @Test("a bad option is named, with what was expected and what was got", arguments: cases.indices)
  func message(index: Int) {
    let (message, make) = Self.cases[index]
    let error = #expect(throws: OptionError.self) { _ = try make() }
    #expect(error?.message == message)
  }

  @Test(
    "a pattern may have 32 captures and 200 items, and no more",
    arguments: [
      ("()", 32, "it has more than 32 captures"), ("a?", 200, "it has more than 200 items"),
    ])
  func limits(part: String, limit: Int, words: String) throws {
    _ = try PatternComparator(Text(String(repeating: part, count: limit)))
    let error = #expect(throws: OptionError.self) {
      _ = try PatternComparator(Text(String(repeating: part, count: limit + 1)))
    }
    #expect(error?.message.hasSuffix("is malformed: \(words)") == true)
  }
}
