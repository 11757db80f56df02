import Records

/// A column that rules make of others: of both sides, or of one that has no such column while the other one has.
///
/// It has a name that no column has, and may stand wherever rules name one. Reports show it where it differs, and
/// otherwise only if they are asked to.
package struct DerivedColumn: Sendable {
  /// What its value is made of.
  package enum Formula: Sendable {
    case parts(Expression)
    /// Whatever the script's function of this number says of a record.
    case script(Int)
  }

  /// Parts one behind the other, and what the whole then goes through.
  package struct Expression: Sendable {
    package let parts: [Part]
    package let steps: [ComparisonPlan.NormalizerStep]

    package init(_ parts: [Part], _ steps: [ComparisonPlan.NormalizerStep] = []) {
      (self.parts, self.steps) = (parts, steps)
    }
  }

  package enum Part: Sendable {
    /// A column's value, after its normalizers.
    case column(String)
    case text(Text)
    case expression(Expression)

    /// A text as rules write a part: one without letters and digits is itself, any other a column's name.
    package init(_ text: String) {
      let isName = text.unicodeScalars.contains { $0.properties.isAlphabetic || $0.properties.numericType != nil }
      self = isName ? .column(text) : .text(Text(text))
    }
  }

  /// What it is made of on each side; `nil` for a side that has a column of this name itself.
  package let formulas: Sides<Formula?>
  /// Whether both sides' values are made in the same way.
  package let isAlike: Bool
  /// The column that it stands for in a key, whose values go through steps there; `nil` for any other.
  package var keyColumn: String?

  package init(_ formula: Formula) { (formulas, isAlike) = (Sides { _ in formula }, true) }

  package init(_ formulas: Sides<Formula?>) { (self.formulas, isAlike) = (formulas, false) }

  /// Whether it stands beside a column that the other side has.
  var isOfOneSide: Bool { formulas.source == nil || formulas.target == nil }
}

extension DerivedColumn.Formula {
  /// The columns that it names; a function's are not known.
  package var columns: [String] { if case .parts(let expression) = self { expression.columns } else { [] } }

  var functions: [Int] {
    switch self {
    case .parts(let expression): expression.functions
    case .script(let function): [function]
    }
  }

  /// What it does, as reports say it.
  fileprivate var terms: ComparisonTerms.Value {
    switch self {
    case .parts(let expression): .text(expression.words)
    case .script(let function): .function(function)
    }
  }
}

extension DerivedColumn.Expression {
  fileprivate var columns: [String] {
    parts.flatMap { part -> [String] in
      switch part {
      case .column(let name): [name]
      case .text: []
      case .expression(let expression): expression.columns
      }
    }
  }

  fileprivate var functions: [Int] {
    let own = steps.compactMap { if case .script(let function, _) = $0 { function } else { nil } }
    return own
      + parts.flatMap { part -> [Int] in if case .expression(let expression) = part { expression.functions } else { [] }
      }
  }

  package var words: String {
    let whole = parts.map { part in
      switch part {
      case .column(let name): name
      case .text(let text): "'\(text.string)'"
      case .expression(let expression): "(\(expression.words))"
      }
    }.joined(separator: " .. ")
    let words = steps.map { step in
      let word = if case .native(let normalizer, _) = step { normalizer.summary } else { "function" }
      return step.side.map { "\($0.ruleName): \(word)" } ?? word
    }
    return ([whole] + words).joined(separator: ", ")
  }
}

extension DerivedColumn {
  var terms: ComparisonTerms.Value {
    if isAlike, let formula = formulas.source { return formula.terms }
    return .steps(Side.allCases.compactMap { side in formulas[side].map { .side(side, $0.terms) } })
  }

  /// Whether equal bytes may mean two things.
  var isSided: Bool { !isAlike }

  var functions: [Int] {
    let sides = isAlike ? [Side.source] : Side.allCases
    return sides.flatMap { formulas[$0]?.functions ?? [] }
  }
}

extension ComparisonPlan {
  package func isDerived(_ name: String) -> Bool { ruleSet.derived[name] != nil }

  /// The columns that one is made of, whatever stands between; itself where it is none of these.
  ///
  /// - Returns: `nil` where a function looks, so that they are not known.
  package func origins(of name: String, in side: Side) -> Set<ColumnName>? {
    var found: Set<ColumnName> = []
    var left = [name]
    var seen: Set<ColumnName> = []
    while let next = left.popLast() {
      guard seen.insert(ColumnName(next)).inserted else { continue }
      switch ruleSet.derived[next]?.formulas[side] {
      case nil: found.insert(ColumnName(next))
      case .script: return nil
      case .parts(let expression): left += expression.columns
      }
    }
    return found
  }

  /// The columns that are compared although one side has to make them first, or both have.
  var comparedDerived: [String] {
    guard !ruleSet.derived.isEmpty else { return [] }
    let wanted = Set(named: ruleSet.comparators.names + (ruleSet.only ?? []) + ruleSet.identityColumns)
    return ruleSet.derived.sortedByName.filter { $0.value.isOfOneSide || wanted.contains($0.key) }.map(\.key)
  }
}

/// The value of a derived column, record by record; belongs to a reader.
final class DerivedField {
  let name: String
  let formula: DerivedColumn.Formula
  /// What its parts are, where no function makes it.
  let expression: DerivedExpression?
  /// What the value goes through as that of any column.
  let chain: NormalizerChain?
  let made = FieldBuffer()
  let normalized = FieldBuffer()
  /// The records that the buffers hold the values of.
  @exclusivity(unchecked) var records = (made: -1, normalized: -1)

  init(_ name: String, _ formula: DerivedColumn.Formula, _ chain: NormalizerChain?, in side: Side) {
    (self.name, self.formula, self.chain) = (name, formula, chain)
    expression =
      if case .parts(let expression) = formula { DerivedExpression(expression, of: name, in: side) } else { nil }
  }
}

/// An expression with what a reader has found out for it.
final class DerivedExpression {
  enum Part {
    case column(String)
    case text([UInt8])
    case expression(DerivedExpression)
  }

  let parts: [Part]
  let chain: NormalizerChain?
  /// The places of the parts that are columns, found when the first record is looked at; −1 where there is none.
  @exclusivity(unchecked) var places: [Int] = []
  /// What the text is made in, used again and again.
  @exclusivity(unchecked) var text: [UInt8] = []

  init(_ expression: DerivedColumn.Expression, of name: String, in side: Side) {
    parts = expression.parts.map { part in
      switch part {
      case .column(let name): .column(name)
      case .text(let text): .text(text.utf8)
      case .expression(let inner): .expression(DerivedExpression(inner, of: name, in: side))
      }
    }
    chain = NormalizerChain(name, expression.steps, side)
  }
}

extension FieldBuffer {
  var isMissing: Bool { kind == .absent || kind == .null }

  /// Adds what a part of a derived column is to a text: a number in its one spelling, nothing for what is missing.
  func append(to text: inout [UInt8]) {
    switch kind {
    case .absent, .null: break
    case .number:
      NumberNormalizer.plain.normalize(self)
      text.append(contentsOf: bytes)
    case .text: text.append(contentsOf: bytes)
    default: text += field.compactSpelling
    }
  }
}
