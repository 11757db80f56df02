import Analysis
import Comparing
import Platform
import Records

extension SchemaChange {
  /// A sentence of the change.
  ///
  /// - Parameters:
  ///   - name: The column or path, as it is shown.
  ///   - hidesCounts: Whether what changes from one run to the next is left out.
  func sentence(_ name: String, hidesCounts: Bool) -> String {
    func number(_ number: Int) -> String { hidesCounts ? "…" : Grouped.number(number) }
    func share(_ part: Int, _ whole: Int) -> String {
      part == 0 && !hidesCounts ? "none of \(number(whole))" : "\(number(part)) of \(number(whole))"
    }
    func shares(_ part: (TypeCounts) -> Int, _ whole: (TypeCounts) -> Int, _ thing: String) -> String {
      let (old, new) = (counts.source, counts.target)
      return "\(share(part(old), whole(old))) old \(thing) and \(share(part(new), whole(new))) new ones"
    }
    switch kind {
    case .retyped:
      let (fewer, more) = types
      let parts = Sides { hidesCounts || counts[$0][more] > 0 ? number(counts[$0][more]) : "none" }
      return "\(name): \(shares({ $0[fewer] }, \.filled, "values")) \(isRead ? "read as" : "are") \(fewer.plural); "
        + "\(parts.source) of the old ones and \(parts.target) of the new ones \(isRead ? "as" : "are") \(more.plural)"
        + (hidesCounts ? "" : exampleWords)
    case .nullable, .filled:
      return "\(name): \(shares(\.empty, \.records, "values")) are \(isRead ? "empty" : "null or missing")"
    case .inserted, .deleted:
      return "\(name): \(shares(\.filled, \.records, "objects")) have a value there"
    }
  }

  private var exampleWords: String {
    guard let example else { return "" }
    return ", such as \(example.withField { DisplayText($0).text(within: 40) })"
  }
}

extension ValueType {
  /// The type's name for programs.
  fileprivate var plural: String { "\(self)s" }
}

extension Comparison {
  /// Which columns are others now, and make the inputs different where that counts; one line, or none.
  var schemaNotes: [ComparisonTerms.Note] {
    guard let schema, schema.isBreaking else { return [] }
    let named: [(SchemaChange.Kind, String)] = [
      (.retyped, "retyped"), (.nullable, "may be empty"), (.inserted, "added"), (.deleted, "removed"),
    ]
    var parts = named.compactMap { kind, words -> String? in
      let paths = schema.columns.filter { $0.kind == kind }.map(\.path)
      return paths.isEmpty ? nil : "\(words) \(paths.listed(within: 60))"
    }
    if !schema.reordered.isEmpty { parts.append("moved \(schema.reordered.listed(within: 60))") }
    return [ComparisonTerms.Note("schema: \(parts.joined(separator: "; "))")]
  }
}

extension JSONEmitter {
  /// Writes as a member what is to be said of columns beside which ones there are; nothing where that is nothing.
  func member(_ schema: SchemaChanges, renamed: [FindingWords]) {
    let renames = renamed.compactMap { words in
      if case .renamed(let name, _) = words.finding.cause { (words.finding, name) } else { nil }
    }
    guard !schema.isEmpty || !renames.isEmpty else { return }
    object("schema") {
      for kind in SchemaChange.Kind.allCases {
        let columns = schema.columns.filter { $0.kind == kind }
        guard !columns.isEmpty else { continue }
        member(named: kind.rawValue)
        list(columns) { value($0) }
      }
      member("reordered", ifAny: schema.reordered)
      guard !renames.isEmpty else { return }
      member("renamed") {
        list(renames) { finding, name in
          object {
            member("old", finding.columns[0])
            member("new", name)
            member("agree", finding.changes)
            member("of", finding.total)
            if finding.isSample { member("sample", true) }
          }
        }
      }
    }
  }

  private func value(_ change: SchemaChange) {
    object {
      member("column", change.path)
      for (name, side) in [("old", Side.source), ("new", .target)] {
        member(named: name)
        let counts = change.counts[side]
        object {
          member("records", counts.records)
          member("empty", counts.empty)
          for type in ValueType.allCases where counts[type] > 0 {
            member(named: "\(type)")
            value(counts[type])
          }
        }
      }
    }
  }
}
