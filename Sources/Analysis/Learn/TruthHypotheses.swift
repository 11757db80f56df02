import Comparing
import Platform
import Records

/// That values are true or false, in different words.
enum TruthHypotheses {
  /// In small letters: what is true, what is not.
  private static let words = [
    ["y", "n"], ["yes", "no"], ["true", "false"], ["t", "f"], ["1", "0"], ["on", "off"], ["j", "n"], ["ja", "nein"],
    ["oui", "non"], ["si", "no"],
  ]

  /// What a value says, as a text, a number or a truth value of JSON; `nil` for any other one.
  static func isTrue(_ value: Value) -> Bool? {
    switch value {
    case .boolean(let isTrue): isTrue
    case .text, .number: isTrue(value.description)
    case .null, .absent, .object, .array: nil
    }
  }

  static func isTrue(_ text: String) -> Bool? {
    guard text.utf8.count <= Hypotheses.longestWord else { return nil }
    let word = text.lowercased()
    return words.first { $0.contains(word) }.map { $0[0] == word }
  }

  static func all(for cells: [Hypotheses.Cell]) -> [Hypothesis] {
    var counts: [Bool: [String: Int]] = [:]
    var others: Set<String> = []
    for cell in cells {
      guard let isTrue = isTrue(cell.old), isTrue == self.isTrue(cell.new) else { continue }
      counts[isTrue, default: [:]][cell.old.description, default: 0] += 0
      counts[isTrue, default: [:]][cell.new.description, default: 0] += 1
      others.formUnion([cell.old, cell.new].filter(\.isTyped).map(\.description))
    }
    let codes = counts.values.flatMap { words -> [LearntRule.Code] in
      let usual = words.mostFrequent?.key ?? ""
      // A truth value and a number become the text that stands for them.
      return words.keys.filter { $0 != usual || others.contains(usual) }.map { LearntRule.Code(old: $0, new: usual) }
    }
    guard !codes.isEmpty else { return [] }
    let witness = Hypothesis.Witness(testimony: { old, new in
      [old, new].allSatisfy { isTrue($0) != nil || $0.isHollow }
    })
    let hypothesis = Hypothesis([.truth], [.map(codes.sorted { $0.old < $1.old })]) { isTrue($0) == isTrue($1) }
    return [hypothesis?.holding(by: witness)].compactMap(\.self)
  }

  /// Whether some codes say the contrary of what they stand for.
  static func belie(_ codes: [LearntRule.Code]) -> Bool {
    let said = codes.map { (isTrue($0.old), isTrue($0.new)) }
    return said.allSatisfy { $0 != nil && $1 != nil } && said.contains { $0 != $1 }
  }
}

extension Value {
  /// Whether it is a number or a truth value of JSON.
  var isTyped: Bool {
    switch self {
    case .number, .boolean: true
    case .text, .null, .absent, .object, .array: false
    }
  }
}
