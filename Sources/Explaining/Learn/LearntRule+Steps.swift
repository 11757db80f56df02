import Comparing
import Records

extension LearntRule.Step {
  /// What does the step.
  func normalizer() throws(OptionError) -> any Normalizer {
    switch self {
    case .trim: TextNormalizer(.trim)
    case .squeeze: TextNormalizer(.squeeze)
    case .nfc: TextNormalizer(.nfc)
    case .lower: TextNormalizer(.lower)
    case .dropZeros:
      try ReplaceNormalizer(Text(Self.zeros.pattern), with: Text(Self.zeros.replacement))
    case .dropGroupMarks(let mark):
      try ReplaceNormalizer(
        Text(Self.groups(after: mark).pattern), with: Text(Self.groups(after: mark).replacement))
    case .commaToPoint: try ReplaceNormalizer(Text(","), with: Text("."))
    case .number: NumberNormalizer.plain
    case .map(let codes):
      try MapNormalizer(codes.map { (from: Text($0.old), to: Text($0.new)) })
    }
  }

  /// The pattern of the zeros that go, and what stays.
  package static let zeros = (pattern: "^0+(%w)", replacement: "%1")

  /// The pattern of a mark before a group of digits, and what stays.
  package static func groups(after mark: String) -> (pattern: String, replacement: String) {
    ("\(mark == "." ? "%." : mark)(%d%d%d)", "%1")
  }
}
