import Comparing
import Records

/// Normalizers that make one identity of two that differ in nothing but their spelling.
package struct Remedy: Sendable, Equatable {
  /// What is done to a column.
  package struct Step: Sendable, Equatable {
    package let column: String
    /// Functions of `luna.text` in order, or calls of them, as flags spell them.
    package let calls: [String]
    /// The only side whose values go through them; `nil` for both.
    package var side: Side?
  }

  /// The columns of the identity that have to be normalized.
  package let steps: [Step]

  /// Finds normalizers; `nil` where the usual ones do not help, or a column has others already.
  package init?(_ parts: [Absence.PartSpelling], _ first: [Value], _ second: [Value], in comparison: Comparison) {
    let columns = comparison.hasKey ? comparison.keyColumns.map(\.name) : []
    var steps: [Step] = []
    for part in parts {
      guard columns.indices.contains(part.part),
        comparison.resolvedPlan.given.normalizers[columns[part.part]] == nil,
        comparison.resolvedPlan.given.usualSteps.isEmpty,
        let calls = Self.calls(part.spellings, first[part.part], second[part.part])
      else { return nil }
      steps.append(Step(column: columns[part.part], calls: calls))
    }
    guard !steps.isEmpty else { return nil }
    self.steps = steps
  }

  /// Takes away what stands before and behind a column's values of one side; `nil` where it has other normalizers
  /// already, or a text is not written in Lua as it is.
  init?(column: String, _ side: Side, prefix: String, suffix: String, in comparison: Comparison) {
    let isPlain = (prefix + suffix).utf8.allSatisfy { (0x20..<0x7F).contains($0) && !"\"\\".utf8.contains($0) }
    guard isPlain, comparison.plan.steps(for: column).isEmpty else { return nil }
    let ends = ["\"\(prefix)\""] + (suffix.isEmpty ? [] : ["\"\(suffix)\""])
    steps = [Step(column: column, calls: ["strip(\(ends.joined(separator: ", ")))"], side: side)]
  }

  private static let known: [(spellings: Set<Spelling>, call: String, normalizer: (any Normalizer)?)] = [
    ([.whiteSpace], "squeeze", TextNormalizer(.squeeze)),
    ([.normalization], "nfc", TextNormalizer(.nfc)),
    ([.letterCase], "lower", TextNormalizer(.lower)),
    ([.number, .type], "number()", NumberNormalizer.plain),
    // As numbers other keys would be one, too: 1E3 and 1000.
    ([.leadingZeros], #"replace("^0+(%w)", "%1")"#, zeros),
  ]

  private static let zeros: (any Normalizer)? = {
    do { return try ReplaceNormalizer("^0+(%w)", with: "%1") } catch { return nil }
  }()

  private static func calls(_ spellings: [Spelling], _ first: Value, _ second: Value) -> [String]? {
    let chosen = known.filter { !$0.spellings.isDisjoint(with: spellings) }
    func normalized(_ value: Value) -> Value? {
      let buffer = FieldBuffer()
      value.withField { buffer.load($0) }
      do { for known in chosen { try known.normalizer?.normalize(buffer) } } catch { return nil }
      return buffer.field.value
    }
    guard let result = normalized(first), result == normalized(second) else { return nil }
    return chosen.map(\.call)
  }
}

extension Remedy {
  /// The rule that is missing, as a rules file says it.
  package var rule: String { "normalize = { \(lines.joined(separator: ", ")) }" }

  /// What the rule says of each column.
  package var lines: [String] {
    steps.map { step in
      let names = step.calls.map { "luna.text.\($0)" }.joined(separator: ", ")
      let list = step.calls.count == 1 ? names : "{ \(names) }"
      let side = step.side.map { $0 == .source ? "old" : "new" }
      return "[\(Self.quoted(step.column))] = " + (side.map { "{ \($0) = \(list) }" } ?? list)
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case _ where scalar.value < 0x20: "\\x" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }
}
