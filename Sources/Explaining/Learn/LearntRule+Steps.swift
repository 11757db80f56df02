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
    case .digits: TextNormalizer(.digits)
    case .number: NumberNormalizer.plain
    case .prefix(let count): try PrefixNormalizer(count)
    case .replace(let pattern, let replacement):
      try ReplaceNormalizer(Text(pattern), with: Text(replacement))
    case .map(let codes):
      try MapNormalizer(codes.map { (from: Text($0.old), to: Text($0.new)) })
    }
  }

  /// Zeros before another character at the beginning go.
  static let dropZeros = Self.replace("^0+(%w)", with: "%1")
  /// A comma becomes a point.
  static let commaToPoint = Self.replace(",", with: ".")

  /// A mark before three digits goes.
  static func dropGroupMarks(_ mark: String) -> Self {
    .replace("\(mark.inPattern)(%d%d%d)", with: "%1")
  }

  /// A text becomes another one wherever it stands.
  static func exchange(_ text: String, by other: String) -> Self {
    .replace(text.inPattern, with: other.replacing("%", with: "%%"))
  }
}

extension String {
  /// The text as a Lua pattern that finds nothing else.
  var inPattern: String {
    String(flatMap { "^$()%.[]*+-?".contains($0) ? ["%", $0] : [$0] })
  }
}
