import Comparing
import Records

/// A way in which the values of a column differ although they mean the same.
package enum Noise: String, Sendable, CaseIterable {
  case letterCase = "case"
  case whiteSpace = "white space"
  case normalization = "Unicode normalization"
  case leadingZeros = "leading zeros"
  case number = "spelling of numbers"
  case decimalComma = "decimal comma"
  case groupMarks = "group marks in numbers"
  case rounding
  case dateFormat = "date format"
  case timeZone = "time zone"
  case nothing = "words for null"
  case codes = "codes"
  case listOrder = "list order"
  case renamed = "renamed column"
  case renamedMember = "renamed member"
  case truth = "words for true and false"
  case json = "spelling of JSON"
  case binaryFraction = "binary fractions"
  case entities = "HTML entities"
  case typography = "typographic marks"
  case separators
  case trailingDot = "trailing dot"
  case scheme = "URL scheme"
  case marksBetweenDigits = "marks between digits"
  case currency = "currency sign"
  case trailingMinus = "trailing minus"
  case timeOfDay = "time of day"
  case affix = "what stands before or after"
  case percent = "per cent"
  case nameOrder = "order of names"
  case cutOff = "text that is cut off"
  case unit = "another unit or sign"
  case type = "text in place of a number"
  case numeral = "marks of numbers"
  case umlauts = "umlauts in two letters"
  case accents
  case ledgerSign = "brackets for a minus"
  case gaps = "blanks or hyphens in codes"
  case telephone = "country code of telephone numbers"
  case noDigit = "what is no digit"
  case listText = "lists in texts"
  case renumbered = "numbers that begin elsewhere"
  case invisible = "invisible characters"

  /// Whether it is seen in each two values that nothing else tells them apart.
  var isPlain: Bool { [.letterCase, .whiteSpace, .normalization, .accents].contains(self) }

  /// The same in the words of reports.
  package var words: String { self == .affix ? "prefix or suffix" : rawValue }

  /// Whether a column has it in one way: records that have it in another one differ in more than how they are written.
  var isOfOneWay: Bool { [.timeZone, .telephone, .cutOff, .entities].contains(self) }
}

/// A rule that was learned from what differs.
package struct LearntRule: Sendable {
  /// One step of a column's rewriting.
  package indirect enum Step: Sendable, Equatable {
    case trim, squeeze, nfc, lower, upper, digits, number, percent, unaccent
    /// Numbers that are written with these marks.
    case numeral(decimal: Character, group: Character?)
    /// Numbers times this one.
    case scale(String)
    /// What stands at the ends of texts goes.
    case strip(prefix: String, suffix: String)
    case date(String)
    /// The values of one side, or of each, go through something of their own.
    case sided(Sides<[Step]>)
    /// What a Lua pattern finds becomes another text.
    case replace(String, with: String)
    /// The first characters stay.
    case prefix(Int)
    /// Codes become others, in the order of the old ones.
    case map([Code])
    /// Whole numbers grow by this one.
    case add(Int)
    /// Texts become lists of what stands between separators.
    case split(String)
  }

  /// A code of the old side and the one that stands for it on the new side.
  package struct Code: Sendable, Equatable {
    package let old: String
    package let new: String
  }

  /// What the rule does to its column.
  package indirect enum Change: Sendable, Equatable {
    case normalize([Step])
    /// Numbers are no further apart than this.
    case tolerance(String)
    /// Numbers are no further apart than this part of the greater one.
    case relative(String)
    /// JSON by meaning.
    case json
    /// Dates of these formats, those without a zone taken in one.
    case date(formats: [String], zone: String?)
    /// These texts mean nothing.
    case nullAs([String])
    /// Lists with a separator, in any order.
    case list(separator: String?)
    /// Values are equal by one of several comparators.
    case any([Change])
    /// The column has this name now.
    case rename(String)

    /// What values go through; nothing where they are compared as they are.
    package var steps: [Step] { if case .normalize(let steps) = self { steps } else { [] } }
  }

  /// Two values that the rule makes one.
  package struct Example: Sendable, Hashable {
    package let old: Value
    package let new: Value

    /// How many bytes there are of text.
    var size: Int {
      [old, new].reduce(0) { if case .text(let text) = $1 { $0 + text.utf8.count } else { $0 } }
    }
  }

  /// The column, by its new name; of a rename by its old one.
  package let column: String
  /// In what the values differ.
  package let noises: [Noise]
  package let change: Change
  /// Whether the column is one of the key, so that the rule makes pairs.
  package var isOfKey = false
  /// Of a renamed column whose values other rules make one: in how many pairs they are one then.
  package internal(set) var explainedWithRules: Int?
  /// How many cells of the column differ; of a key's column, how many records of the side with fewer have no partner.
  package let differing: Int
  package internal(set) var explained: Int
  package let examples: [Example]
}

extension [LearntRule.Example] {
  /// How many bytes there are of text.
  var size: Int { reduce(0) { $0 + $1.size } }
}

extension LearntRule.Change {
  /// The comparator in Lua that reads dates; `nil` where the change is another one.
  var dates: String? { if case .date(let formats, let zone) = self { Self.dates(of: formats, in: zone) } else { nil } }

  /// The comparator in Lua that reads dates of some formats.
  package static func dates(of formats: [String], in zone: String?) -> String {
    let list = formats.map(ProbeReport.quoted).joined(separator: ", ")
    if let zone { return "luna.compare.date { formats = { \(list) }, zone = \(ProbeReport.quoted(zone)) }" }
    return formats == ["iso"] ? "luna.compare.date()" : "luna.compare.date(0, \(list))"
  }
}

/// Something that is to be known of the cells of a column, and that no rule hides.
package struct LearningNote: Sendable {
  /// What many cells have in common that the rules leave.
  package enum Kind: Sendable, Hashable {
    /// The new value is the old one times this number.
    case factor(String)
    /// Digits were cut off, in `unrounded` cells otherwise than by rounding.
    case cutOff(unrounded: Int)
  }

  package let column: String
  package let kind: Kind
  /// How many cells it holds for.
  package let count: Int
  /// How many cells of the column differ.
  package let differing: Int
  /// The mark that may also stand between groups of digits, where the values do not tell.
  package let ambiguousMark: Character?
  /// The rule that undoes it where it holds for nearly all that differs, and so hides all of it.
  package let rule: LearntRule?
  package let examples: [LearntRule.Example]
}

/// What was learned from two inputs.
package struct LearntRules: Sendable {
  /// What tells the records apart.
  package let key: KeyChoice
  /// Whether a record lacks a part of it.
  package let keyHasGaps: Bool
  /// The rules, in the order of the columns; renames and those of the key first.
  package internal(set) var rules: [LearntRule] = []
  /// What no rule hides, in the order of the columns.
  package internal(set) var notes: [LearningNote] = []
  /// How many records are updated without the rules but for those of the key, and with all of them.
  package internal(set) var updated = (before: 0, after: 0)
  /// How many are where the columns that renames join are compared as well.
  package internal(set) var updatedJoined = 0
  package let paired: Int
  /// Columns of one side that have no partner on the other one.
  package let unmatched: Sides<[String]>
  /// Columns of both sides that were not looked at, because rules ignore or mask them or say how to compare them.
  package let leftAlone: [String]
  /// Where no key was found: one that there is but for records that are repeated.
  package internal(set) var repeated: RepeatedRecords?
  /// Whether the records that a key pairs have nothing in common, and no rule says why.
  package var isKeyDoubtful = false
  /// Some keys of each side where no record is paired; none of them if they are masked.
  package let keysApart: Sides<[String]>?
}

extension LearntRule.Step {
  /// The step as rules hold it.
  var steps: [ComparisonPlan.NormalizerStep] {
    get throws(OptionError) {
      guard case .sided(let sides) = self else { return [.native(try normalizer())] }
      var steps: [ComparisonPlan.NormalizerStep] = []
      for side in Side.allCases {
        for step in sides[side] { steps.append(.native(try step.normalizer(), of: side)) }
      }
      return steps
    }
  }

  private func normalizer() throws(OptionError) -> any Normalizer {
    switch self {
    case .percent: PercentNormalizer()
    case .scale(let factor): try ScaleNormalizer(factor)
    case .strip(let prefix, let suffix): try EndsNormalizer(.strip, prefix: Text(prefix), suffix: Text(suffix))
    case .date(let format): try DateNormalizer(formats: format == "iso" ? [] : [format])
    case .sided: NumberNormalizer.plain
    case .trim: TextNormalizer(.trim)
    case .squeeze: TextNormalizer(.squeeze)
    case .nfc: TextNormalizer(.nfc)
    case .lower: TextNormalizer(.lower)
    case .upper: TextNormalizer(.upper)
    case .digits: TextNormalizer(.digits)
    case .number: NumberNormalizer.plain
    case .unaccent: SpellingNormalizer(.unaccented)
    case .numeral(let decimal, let group):
      try NumberNormalizer(decimal: String(decimal), group: group.map { String($0) })
    case .prefix(let count): try PartNormalizer(.first, count)
    case .replace(let pattern, let replacement): try ReplaceNormalizer(Text(pattern), with: Text(replacement))
    case .add(let number): AddNormalizer(number)
    case .split(let separator): try SplitNormalizer(Text(separator))
    case .map(let codes): try MapNormalizer(codes.map { (from: Text($0.old), to: Text($0.new)) })
    }
  }

  /// Zeros before another character at the beginning go.
  static let dropZeros = Self.replace("^0+(%w)", with: "%1")
  static let commaToPoint = Self.replace(",", with: ".")

  /// A mark before a group of three digits goes.
  static func dropGroupMarks(_ mark: String) -> Self { .replace("\(mark.inPattern)(%d%d%d)%f[^%d]", with: "%1") }

  /// A text becomes another one wherever it stands.
  static func exchange(_ text: String, by other: String) -> Self {
    .replace(text.inPattern, with: other.replacing("%", with: "%%"))
  }
}

extension [LearntRule.Step] {
  /// The steps as plans hold them, with what brings the other side to the same form.
  var normalizers: [ComparisonPlan.NormalizerStep] {
    get throws(OptionError) {
      var all: [ComparisonPlan.NormalizerStep] = []
      for step in self { all += try step.steps }
      return all.withCounterparts
    }
  }
}

extension String {
  /// The text as a Lua pattern that finds nothing else.
  var inPattern: String { String(flatMap { "^$()%.[]*+-?".contains($0) ? ["%", $0] : [$0] }) }
}
