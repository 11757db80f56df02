import Comparing
import Records

/// Tests that may show what the rules of a review are for: for each rule pairs of records that differ without it.
extension Review {
  /// Two records that a rule brings nearer to each other, and in which columns.
  private typealias Witness = (pair: Sides<Int>, hidden: Set<String>)

  /// How many pairs are gathered for a rule, and how many of them are made tests.
  private static let mostWitnesses = 400, mostTests = 10

  /// The tests as members of a table of Lua, in groups of which one is enough, the record that was looked at first:
  /// each pair with nothing but what the rule hides, and as it is.
  package var tests: [[String]] {
    guard !first.plan.hasMask else { return [] }
    let steps = ruleSteps
    guard let last = steps.last?.comparison else { return [] }
    let updated = Set(last.updatedPairs.map(\.target))
    return steps.enumerated().map { number, step in
      let before = number == 0 ? first : steps[number - 1].comparison
      let found = Self.witnesses(of: step, before)
      // Those that all rules together make the same are surest to hold.
      let (open, equal) = (
        found.filter { updated.contains($0.pair.target) }, found.filter { !updated.contains($0.pair.target) }
      )
      let own = found.filter { $0.pair == step.pair }
      let others = (equal + open).filter { $0.pair != step.pair }
      return (own + others).prefix(Self.mostTests).flatMap { witness in
        let name = "\(witness.hidden.sorted().joined(separator: ", ")): \(step.rule.text) (\(number + 1))"
        return Self.tests(name, witness, in: before, last.columns)
      }
    }
  }

  private static func witnesses(of step: RuleStep, _ before: Comparison) -> [Witness] {
    var found: [Witness] = []
    HiddenCells(before, step.comparison).forEach { cell, column in
      if found.last?.pair.target == cell.target { return _ = found[found.count - 1].hidden.insert(column.name) }
      guard found.count < mostWitnesses || cell.target == step.pair?.target else { return }
      found.append((Sides(source: cell.source, target: cell.target), [column.name]))
    }
    return found
  }

  /// - Parameter columns: Those of one side alone make no two records the same, and are left out.
  private static func tests(_ name: String, _ witness: Witness, in before: Comparison, _ columns: ColumnMatch)
    -> [String]
  {
    func record(_ side: Side, from origin: (String) -> Side) -> String? {
      let alone = Set(side == .source ? columns.deleted : columns.inserted)
      return before.luaRecord(side, witness.pair, without: alone, from: origin)
    }
    guard let target = record(.target, from: { _ in .target }) else { return [] }
    let sources = [
      record(.source) { witness.hidden.contains($0) ? .source : .target }, record(.source) { _ in .source },
    ]
    return sources.compactMap(\.self).map { source in
      """
        [\(name.luaText)] = {
          old = { \(source) },
          new = { \(target) },
          expect = { same = true },
        },

      """
    }
  }
}

extension Comparison {
  /// The record of a side as a table of Lua, each value taken from the side that is said for its column; `nil` if one
  /// has no plain spelling there.
  fileprivate func luaRecord(
    _ side: Side, _ pair: Sides<Int>, without alone: Set<String>, from origin: (String) -> Side
  ) -> String? {
    let table = tables[side]
    var members: [String] = []
    for (place, name) in table.columns.enumerated() where !alone.contains(name) {
      let column = comparedColumns.first { $0.place(in: side) == place }
      let wanted = column.map { origin($0.name) } ?? side
      let from = column?.place(in: wanted) == nil ? side : wanted
      var cursor = tables[from].makeCursor()
      let index = from == side ? place : column?.place(in: from) ?? place
      let value = cursor.field(pair[from], index).value
      guard value != .absent else { continue }
      guard let text = value.withField(\.luaLiteral) else { return nil }
      members.append("\(name.luaKey) = \(text)")
    }
    return "{ \(members.joined(separator: ", ")) }"
  }
}

extension Field {
  /// The value as Lua spells it, if it is exact there; an empty object would be a list.
  fileprivate var luaLiteral: String? {
    switch kind {
    case .object:
      let parts = members.compactMap { member in member.value.luaLiteral.map { "\(member.name.luaKey) = \($0)" } }
      return parts.isEmpty || parts.count < members.count ? nil : "{ \(parts.joined(separator: ", ")) }"
    case .array:
      let parts = elements.compactMap(\.luaLiteral)
      return parts.count < elements.count ? nil : "{ \(parts.joined(separator: ", ")) }"
    default: break
    }
    return switch value {
    case .text(let text): text.string.luaText
    case .boolean(let isTrue): "\(isTrue)"
    case .number(let number) where number.utf8.count <= 15: number.string
    case .null: "luna.null"
    case .absent, .number, .object, .array: nil
    }
  }
}
