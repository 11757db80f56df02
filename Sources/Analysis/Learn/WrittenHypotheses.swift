import Comparing
import Platform
import Records

/// That texts, codes and numbers are written as another keyboard, ledger or printer has them.
enum WrittenHypotheses {
  static func all(for cells: [Hypotheses.Cell]) -> [Hypothesis] {
    let texts = cells.flatMap { [$0.old.description, $0.new.description] }
    return ([umlauts(texts), accents(texts)] + blanks(cells) + [ledgerSign, telephone(cells)] + gaps)
      .compactMap(\.self)
  }

  // MARK: Letters

  private static let twoLetters = [
    ("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss"), ("æ", "ae"), ("ø", "oe"), ("å", "aa"), ("œ", "oe"),
    ("Ä", "Ae"), ("Ö", "Oe"), ("Ü", "Ue"), ("ẞ", "SS"), ("Æ", "Ae"), ("Ø", "Oe"), ("Å", "Aa"), ("Œ", "Oe"),
  ].map { (from: $0, to: $1) }

  /// Letters that other alphabets write in two, those that occur.
  static func umlauts(_ texts: [String]) -> Hypothesis? { Hypotheses.exchange(.umlauts, twoLetters, texts) }

  private static func accents(_ texts: [String]) -> Hypothesis? {
    guard texts.contains(where: { !$0.utf8.allSatisfy { $0 < 0x80 } }) else { return nil }
    return Hypothesis([.accents], [.unaccent]) { _, _ in true }
  }

  /// Whether two texts are one without any white space.
  static func areButForSpaces(_ cell: Hypotheses.Cell) -> Bool {
    guard case .text(let old) = cell.old, case .text(let new) = cell.new else { return false }
    let visible = [old, new].map { $0.string.unicodeScalars.lazy.filter { !$0.properties.isWhitespace } }
    return visible[0].elementsEqual(visible[1])
  }

  /// Of so few different texts a blank may be what tells one name from another.
  private static let fewestSpaced = 3

  /// Blanks inside of texts, of which one side has none at all; between digits they may separate numbers.
  ///
  /// If a text of that side has a blank, a missing one may be an edit, and `squeeze` is the rule.
  private static func blanks(_ cells: [Hypotheses.Cell]) -> [Hypothesis?] {
    guard Set(cells.filter(areButForSpaces).map(\.old)).count >= fewestSpaced else { return [] }
    return Side.allCases.map { side in
      func isBare(_ old: Value, _ new: Value) -> Bool {
        !Sides(source: old, target: new)[side].description.unicodeScalars.contains(where: \.properties.isWhitespace)
      }
      return Hypothesis([.whiteSpace], [.replace("%s+", with: "")]) { old, new in
        isBare(old, new)
          && ![old, new].contains { value in
            let parts = value.description.split(whereSeparator: \.isWhitespace)
            return zip(parts, parts.dropFirst()).contains {
              ($0.last?.isNumber ?? false) && ($1.first?.isNumber ?? false)
            }
          }
      }?.holding(
        by: Hypothesis.Witness(
          testimony: { isBare($0, $1) ? nil : false }, isEnough: { _, contra, _ in contra == 0 }))
    }
  }

  // MARK: Numbers

  /// `(12.50)` for `-12.50`.
  static var ledgerSign: Hypothesis? {
    func isInBrackets(_ value: Value) -> Bool { value.description.hasPrefix("(") }
    func areNumbers(_ values: Value...) -> Bool {
      !values.contains { $0.description.contains(where: \.isLetter) }
    }
    return Hypothesis([.ledgerSign], [.replace("^%(%s*([^()-]*%d[^()-]*)%)$", with: "-%1")]) { old, new in
      isInBrackets(old) != isInBrackets(new) && areNumbers(old, new)
    }?.preparing { areNumbers($0, $1) }
  }

  // MARK: Codes

  private static let shortestCode = 6

  /// Codes of letters and digits in groups, as an IBAN is printed.
  static var gaps: [Hypothesis?] {
    [" ", "-"].map { gap in
      Hypothesis([.gaps], [.replace(gap.inPattern, with: "")]) { old, new in
        let texts = [old.description, new.description]
        // Groups on both sides may be others, as in A-1-11 and A-11-1; behind letters alone a hyphen may be a sign.
        guard let plain = texts.first(where: { !$0.contains(gap) }),
          let parts = texts.first(where: { $0.contains(gap) }),
          gap != "-" || parts.split(separator: gap).dropLast().contains(where: { $0.contains(where: \.isNumber) })
        else { return false }
        return plain.count >= shortestCode && plain.contains(where: \.isNumber)
          && (plain.contains(where: \.isLetter) || Hypotheses.marks(plain) != nil)
          && !texts.contains { $0.hasPrefix(gap) || $0.hasSuffix(gap) }
      }
    }
  }

  // MARK: Telephone numbers

  /// With the code of the country that most have on one side, and without it on the other; or with it in two ways.
  private static func telephone(_ cells: [Hypotheses.Cell]) -> Hypothesis? {
    var codes: [String: Int] = [:]
    for cell in cells {
      guard let old = Telephone(cell.old), let new = Telephone(cell.new) else { continue }
      for code in [old.code(by: new), new.code(by: old)] { if let code { codes[code, default: 0] += 1 } }
    }
    let code = codes.mostFrequent.flatMap { 2 * $0.count >= cells.count ? $0.key : nil }
    let steps: [LearntRule.Step] =
      [.replace("%(0%)", with: ""), .replace("[%s()/.-]+", with: ""), .replace("^00", with: "+")]
      + (code.map { [.replace("^%+\($0)0?", with: "0")] } ?? [])
    return Hypothesis([.telephone], steps) { old, new in
      guard let first = Telephone(old), let second = Telephone(new) else { return false }
      guard first.prefix == second.prefix else { return true }
      guard let marks = Hypotheses.marks(old.description) else { return false }
      return Hypotheses.marks(new.description).map { $0 != marks } ?? false
    }
  }

  private struct Telephone {
    private let digits: Substring
    let prefix: String

    private static let fewestDigits = 7, longestCode = 3

    init?(_ value: Value) {
      let whole = value.description
      // What a hyphen or a point stands before may be an amount.
      guard let first = whole.first, "+(".contains(first) || first.isNumber, whole.last?.isNumber == true else {
        return nil
      }
      let text = whole.replacing("(0)", with: "").filter { !" ()/.-".contains($0) }
      prefix = ["+", "00"].first { text.hasPrefix($0) } ?? ""
      digits = text.dropFirst(prefix.count)
      guard digits.utf8.count >= Self.fewestDigits, digits.utf8.allSatisfy(\.isDigit) else { return nil }
    }

    var isInternational: Bool { !prefix.isEmpty }

    /// The code of the country, if this is another number with it in place of a zero.
    func code(by other: Telephone) -> String? {
      guard isInternational, !other.isInternational, other.digits.hasPrefix("0") else { return nil }
      let rest = other.digits.dropFirst()
      guard digits.hasSuffix(rest) else { return nil }
      let code = digits.dropLast(rest.count)
      return (1...Self.longestCode).contains(code.count) && !code.hasPrefix("0") ? String(code) : nil
    }
  }
}
