import Comparing
import Records

/// A small change of rules that their tests should notice.
struct Mutation: Sendable {
  let name: String
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
  var mutations: [Mutation] { RuleField.all.flatMap(mutations) }

  private func mutations(of field: RuleField) -> [Mutation] {
    switch field.part {
    case .reading, .nesting, .showing: return []
    case .records, .values, .places: break
    }
    let dropped = field.isSaid?(self) == true ? [Mutation("\(field.name) dropped", field.clear)] : []
    switch field.kind {
    case .identity: return ofIdentity
    case .equal: return ofEquality
    case .normalize: return normalizers.sortedByName.flatMap(ofSteps)
    case .rename:
      return renames.sortedByName.map { column, _ in
        Mutation("rename of \(column) dropped") { $0.renames[column] = nil }
      }
    case .lists: return lists.sortedByName.map { path, _ in Mutation("lists.\(path) dropped") { $0.lists[path] = nil } }
    case .texts(let place) where field.joinsLayers:
      return (self[keyPath: place] ?? []).map { column in
        Mutation("\(field.name) of \(column) dropped") {
          $0[keyPath: place]?.removeAll { ColumnName($0) == ColumnName(column) }
        }
      }
    case .filter:
      guard case .condition(let condition) = filter else { return dropped }
      return dropped
        + condition.variants.map { what, other in Mutation("filter \(what)") { $0.filter = .condition(other) } }
    case .tolerance:
      let wider = tolerance?.tenTimesWider
      return dropped + (wider.map { wider in [Mutation("tolerance times ten") { $0.tolerance = wider }] } ?? [])
    // Without one, whatever names it is an error, which every test notices.
    case .columns, .limits: return []
    case .isOn, .text, .texts, .word, .section, .group: return dropped
    }
  }

  private var ofEquality: [Mutation] {
    var mutations: [Mutation] = []
    if case .script = equality { mutations.append(Mutation("equal dropped") { $0.equality = nil }) }
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

  private func ofSteps(_ column: String, _ steps: [ComparisonPlan.NormalizerStep]) -> [Mutation] {
    steps.indices.flatMap { step in
      let name = "normalize.\(column)" + (steps.count == 1 ? "" : " step \(step + 1)")
      let dropped = Mutation("\(name) dropped") { $0.normalizers[column]?.remove(at: step) }
      var changes = [dropped]
      if let other = steps[step].onBothSides {
        changes.append(Mutation("\(name) on both sides") { $0.normalizers[column]?[step] = other })
      }
      guard case .native(let normalizer, let side) = steps[step], let map = normalizer as? MapNormalizer else {
        return changes
      }
      return changes
        + map.withoutEntries.map { key, rest in
          Mutation("\(name) without '\(key)'") { $0.normalizers[column]?[step] = .native(rest, of: side) }
        }
    }
  }

  private var ofIdentity: [Mutation] {
    let columns = identityColumns
    let parts =
      columns.count < 2
      ? []
      : columns.map { column in
        Mutation("identity without \(column)") {
          $0.identity = .columns(columns.filter { ColumnName($0) != ColumnName(column) })
        }
      }
    return parts
      + passes.indices.map { pass in Mutation("identity without pass \(pass + 2)") { $0.passes.remove(at: pass) } }
  }
}

extension ComparisonPlan.NormalizerStep {
  /// The step of one side as one of both; `nil` for what is one already.
  fileprivate var onBothSides: Self? {
    switch self {
    case .native(_, nil), .script(_, nil): nil
    case .native(let normalizer, _): .native(normalizer)
    case .script(let function, _): .script(function)
    }
  }
}
