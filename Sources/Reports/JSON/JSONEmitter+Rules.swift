import Comparing
import Records

extension JSONEmitter {
  /// Writes rules as an object that mirrors a rules file; functions are the text `function`.
  func value(_ rules: [ComparisonTerms.Rule]) {
    object { for rule in rules { member(rule.name, rule.value) } }
  }

  /// Writes what is tolerated as a member, `"thresholds":{"max-updated":"10"}`; nothing where everything counts.
  func member(_ thresholds: ChangeThresholds) {
    guard thresholds != ChangeThresholds() else { return }
    member("thresholds") {
      object {
        for rule in thresholds.rules {
          member(named: String(rule.name.map { $0 == " " ? "-" : $0 }))
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

extension ComparisonTerms.Rule {
  /// Whether it only names the columns of the key, which reports have in a place of their own.
  var isKeyColumns: Bool {
    if name == "identity", case .list = value { true } else { false }
  }
}
