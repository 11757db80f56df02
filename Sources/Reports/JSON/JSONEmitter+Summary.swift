import Comparing
import Records

extension JSONEmitter {
  /// Writes the counts of changes as members.
  func members(of summary: Summary) {
    member("deleted", summary.deleted)
    member("inserted", summary.inserted)
    member("updated", summary.updated)
    member("moved", summary.moved)
    member("unchanged", summary.unchanged)
  }

  /// Writes which pass has paired two records, and how near they are, as members.
  func members(of match: MatchedPasses.Match) {
    member("pass", match.pass)
    guard let nearness = match.nearness else { return }
    member("score")
    spelled { $0.append(text: "\(nearness.score)") }
  }

  /// Writes what the passes of an identity have paired, as a member.
  func member(_ name: StaticString, _ passes: MatchedPasses) {
    member(name) {
      list(passes.passes) { pass in
        object {
          member("by", pass.name)
          member("paired", pass.paired)
        }
      }
    }
  }

  /// Writes a value of a record.
  func value(_ value: Value) { value.withField { self.value($0) } }

  /// Writes a member that is a value of a record; nothing where the record lacks it.
  func member(_ name: StaticString, _ field: Value?) {
    guard let field, field != .absent else { return }
    member(name)
    value(field)
  }

  /// Writes a member that is a list of texts, where there are any.
  func member(_ name: StaticString, ifAny texts: [String]) {
    member(name, ifAny: texts) { value($0) }
  }

  /// Writes a member that is a list, where it would not be empty.
  func member<Element>(
    _ name: StaticString, ifAny elements: [Element], _ body: (Element) -> Void
  ) {
    guard !elements.isEmpty else { return }
    member(name)
    list(elements) { body($0) }
  }

  /// Writes the columns of a key, and whether a search found them.
  func member(_ name: StaticString, _ columns: [String], isFound: Bool) {
    member(name) {
      object {
        member("columns", columns)
        member("found", isFound)
      }
    }
  }
}
