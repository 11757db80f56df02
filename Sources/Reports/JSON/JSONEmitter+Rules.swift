import Comparing
import Records

extension JSONEmitter {
  package func object<E: Error>(_ name: StaticString, _ members: () throws(E) -> Void) throws(E) {
    member(name)
    try object(.row, members)
  }

  /// Writes rules as an object that mirrors a rules file; functions are the text `function`.
  package func value(_ rules: [ComparisonTerms.Rule]) { object { for rule in rules { member(rule.name, rule.value) } } }

  /// Writes what is tolerated as a member, `"thresholds":{"maxUpdated":"10"}`; nothing where everything counts.
  package func member(_ thresholds: ChangeThresholds) {
    let rules = thresholds.rulesOfKinds
    guard !rules.isEmpty else { return }
    object("thresholds") {
      for rule in rules {
        let words = rule.name.split(separator: " ")
        member(named: words[0] + words.dropFirst().map(\.capitalizedWord).joined())
        value(rule.words ?? "")
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
    case .text, .function, .side: value(rule.words())
    case .list(let texts), .texts(let texts): value(texts)
    case .steps(let steps): list(steps) { value($0) }
    case .columns(let columns), .renames(let columns):
      object { for column in columns { member(column.column, column.value) } }
    }
  }
}

extension Substring { fileprivate var capitalizedWord: String { prefix(1).uppercased() + dropFirst() } }

extension ComparisonTerms.Rule {
  /// Whether it only names the columns of the key, which reports have in a place of their own.
  package var isKeyColumns: Bool { if name == "identity", case .list = value { true } else { false } }
}

extension JSONEmitter {
  /// Writes the counts of changes as members.
  package func members(of summary: Summary) {
    member("deleted", summary.deleted)
    member("inserted", summary.inserted)
    member("updated", summary.updated)
    member("moved", summary.moved)
    member("unchanged", summary.unchanged)
  }

  /// Writes which pass has paired two records, and how near they are, as members.
  package func members(of match: MatchedPasses.Match) {
    member("pass", match.pass)
    guard let nearness = match.nearness else { return }
    member("score", decimal: nearness.score)
  }

  /// Writes a number as Swift spells it.
  package func member(_ name: StaticString, decimal number: Double) {
    member(name)
    spelled { $0.append(text: "\(number)") }
  }

  /// Writes what the passes of an identity have paired, as a member.
  package func member(_ name: StaticString, passesOf comparison: Comparison) {
    guard let passes = comparison.passes else { return }
    member(name) {
      list(passes.passes) { pass in
        object {
          member("by", pass.name)
          member("paired", pass.paired)
          member("ambiguous", ifAny: comparison.records(of: pass.ambiguous)) { pair in
            object {
              member("source", pair.records.source)
              member("target", pair.records.target)
              member("score", decimal: pair.score)
            }
          }
        }
      }
    }
  }

  /// Writes a value of a record.
  package func value(_ value: Value) { value.withField { self.value($0) } }

  /// Writes a member that is a value of a record; nothing where the record lacks it.
  package func member(_ name: StaticString, _ field: Value?) {
    guard let field, field != .absent else { return }
    member(name)
    value(field)
  }

  /// Writes a member that is a list of texts, where there are any.
  package func member(_ name: StaticString, ifAny texts: [String]) { member(name, ifAny: texts) { value($0) } }

  /// Writes a member that is a list, where it would not be empty.
  package func member<Element>(_ name: StaticString, ifAny elements: [Element], _ body: (Element) -> Void) {
    guard !elements.isEmpty else { return }
    member(name)
    list(elements) { body($0) }
  }

  /// Writes the columns of a key, and whether a search found them.
  package func member(_ name: StaticString, _ columns: [String], isFound: Bool) {
    object(name) {
      member("columns", columns)
      member("found", isFound)
    }
  }
}
