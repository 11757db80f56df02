import Comparing
import Records

extension JSONEmitter {
  /// Writes rules as an object that mirrors a rules file; functions are the text `function`.
  func value(_ rules: [ComparisonTerms.Rule]) {
    object { for rule in rules { member(rule.name, rule.value) } }
  }

  /// Writes what is tolerated as a member, `"thresholds":{"maxUpdated":"10"}`; nothing where everything counts.
  func member(_ thresholds: ChangeThresholds) {
    guard thresholds != ChangeThresholds() else { return }
    member("thresholds") {
      object {
        for rule in thresholds.rules {
          let words = rule.name.split(separator: " ")
          member(named: words[0] + words.dropFirst().map(\.capitalizedWord).joined())
          value(rule.words ?? "")
        }
      }
    }
  }

  private func member(_ name: String, _ rule: ComparisonTerms.Value) {
    member(named: name)
    value(rule)
  }

  private func value(_ rule: ComparisonTerms.Value) {
    switch rule {
    case .flag: value(true)
    case .text, .function: value(rule.words())
    case .list(let texts), .texts(let texts): value(texts)
    case .steps(let steps): list(steps) { value($0) }
    case .columns(let columns), .renames(let columns):
      object { for column in columns { member(column.column, column.value) } }
    }
  }
}

extension Substring {
  fileprivate var capitalizedWord: String { prefix(1).uppercased() + dropFirst() }
}

extension ComparisonTerms.Rule {
  /// Whether it only names the columns of the key, which reports have in a place of their own.
  var isKeyColumns: Bool {
    if name == "identity", case .list = value { true } else { false }
  }
}
