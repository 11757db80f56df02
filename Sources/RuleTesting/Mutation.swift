import Comparing
import Records

/// A small change of rules that their tests should notice.
struct Mutation: Sendable {
  /// What is changed, in words.
  let name: String
  /// How it is made.
  let change: Change

  /// A change of what the rules say, or of the text that says it.
  enum Change: Sendable {
    case rules(@Sendable (inout RuleSet) -> Void)
    case text([UInt8])
  }

  init(_ name: String, _ change: @escaping @Sendable (inout RuleSet) -> Void) {
    self.name = name
    self.change = .rules(change)
  }

  init(_ name: String, text: [UInt8]) {
    self.name = name
    change = .text(text)
  }
}

extension RuleSet {
  /// Every small change that there is of these rules, in an order that depends on nothing else.
  var mutations: [Mutation] { comparing + normalizing + choosing + arranging }

  // MARK: What is equal

  private var comparing: [Mutation] {
    var mutations: [Mutation] = []
    if case .script = equality { mutations.append(Mutation("equal dropped") { $0.equality = nil }) }
    if let tolerance {
      mutations.append(Mutation("tolerance dropped") { $0.tolerance = nil })
      if let wider = tolerance.tenTimesWider {
        mutations.append(Mutation("tolerance times ten") { $0.tolerance = wider })
      }
    }
    for (column, equality) in comparators.sortedByName {
      mutations.append(Mutation("equal.\(column) dropped") { $0.comparators[column] = nil })
      if case .native(let comparator) = equality {
        mutations += comparator.wider.map { part, wider in
          let whole = part == comparator.summary ? "" : " of \(part)"
          return Mutation("equal.\(column) with ten times the tolerance\(whole)") {
            $0.comparators[column] = .native(wider)
          }
        }
      }
      guard column != RuleSet.everyColumn else { continue }
      mutations.append(
        Mutation("\(column) ignored") {
          $0.comparators[column] = nil
          $0.ignored = ($0.ignored ?? []) + [column]
        })
    }
    return mutations
  }

  private var normalizing: [Mutation] {
    normalizers.sortedByName.flatMap { column, steps in
      steps.indices.flatMap { step in
        let which = steps.count == 1 ? "" : " step \(step + 1)"
        let dropped = Mutation("normalize.\(column)\(which) dropped") { rules in
          rules.normalizers[column]?.remove(at: step)
        }
        guard case .native(let normalizer) = steps[step], let map = normalizer as? MapNormalizer else {
          return [dropped]
        }
        return [dropped]
          + map.withoutEntries.map { key, rest in
            Mutation("normalize.\(column)\(which) without '\(key)'") { rules in
              rules.normalizers[column]?[step] = .native(rest)
            }
          }
      }
    }
  }

  // MARK: What is compared

  private var choosing: [Mutation] {
    var mutations = (ignored ?? []).map { column in
      Mutation("ignore of \(column) dropped") { $0.ignored?.removeAll { ColumnName($0) == ColumnName(column) } }
    }
    if only != nil { mutations.append(Mutation("only dropped") { $0.only = nil }) }
    if filter != nil { mutations.append(Mutation("filter dropped") { $0.filter = nil }) }
    if case .condition(let condition) = filter {
      mutations += condition.variants.map { what, other in Mutation("filter \(what)") { $0.filter = .condition(other) }
      }
    }
    mutations += renames.sortedByName.map { column, _ in
      Mutation("rename of \(column) dropped") { $0.renames[column] = nil }
    }
    mutations += lists.sortedByName.map { path, _ in Mutation("lists.\(path) dropped") { $0.lists[path] = nil } }
    mutations += (json ?? []).map { column in
      Mutation("json of \(column) dropped") { $0.json?.removeAll { ColumnName($0) == ColumnName(column) } }
    }
    return mutations
  }

  private var arranging: [Mutation] {
    var mutations: [Mutation] = []
    let columns = identityColumns
    if columns.count > 1 {
      mutations += columns.map { column in
        Mutation("identity without \(column)") {
          $0.identity = .columns(columns.filter { ColumnName($0) != ColumnName(column) })
        }
      }
    }
    mutations += passes.indices.map { pass in
      Mutation("identity without pass \(pass + 2)") { $0.passes.remove(at: pass) }
    }
    if section != nil { mutations.append(Mutation("section dropped") { $0.section = nil }) }
    if keyAs != nil { mutations.append(Mutation("key_as dropped") { $0.keyAs = nil }) }
    if duplicates != nil { mutations.append(Mutation("duplicates dropped") { $0.duplicates = nil }) }
    if moves != nil { mutations.append(Mutation("moves dropped") { $0.moves = nil }) }
    mutations += RuleField.Switch.allCases.filter(isOn).map { rule in
      Mutation("\(rule.rawValue) dropped") { $0.switches[rule] = nil }
    }
    return mutations
  }
}
