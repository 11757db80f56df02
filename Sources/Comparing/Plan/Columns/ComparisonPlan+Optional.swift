import Records

extension ComparisonPlan {
  /// The plan with its optional names found, `updated_at?`: where something is called so it is meant, without the `?`,
  /// and elsewhere the name is left out.
  ///
  /// A column whose own name ends with `?` is meant as it is.
  func findingOptionalNames(in tables: Sides<RecordTable>) -> ComparisonPlan {
    guard parts.optionalNames == nil else { return self }
    let names = names
    findPaths(in: tables)
    var plan = self
    plan.optionalNames = []
    guard names.contains(where: \.isOptional) else { return plan }
    let known = KnownNames(plan, tables)
    let marked = Set(named: names.filter { $0.isOptional && !known.contains($0) })
    let optional = names.filter { $0.withoutMarks(marked) != $0 }
    plan.optionalNames = Set(named: optional.map { $0.withoutMarks(marked) })
    plan.mapNames(of: Set(named: optional)) { $0.withoutMarks(marked) }
    plan.findPaths(in: tables)
    let inside = InsideRules(plan, columns: plan.columnNames(of: tables))
    let needed = Set(named: names).subtracting(Set(named: optional))
    let masked = Set(named: plan.masked)
    let lost = plan.optionalNames?.filter { name in
      // A mask that leads into a column is refused, be it optional: left out, it would hide nothing.
      let isMask = masked.contains(name) && inside.longestOwner(of: PathPattern.throughElements(name.text)) != nil
      return !isMask && !needed.contains(name) && !known.contains(name.text) && inside.owner(of: name.text) == nil
        && (plan.lists[name.text] == nil || inside.listOwner(of: name.text) == nil)
    }
    plan.mapNames(of: lost ?? []) { _ in nil }
    return plan
  }

  /// Takes every name for optional, since two tables are some of many and others may have it, and returns those that
  /// were not.
  package mutating func permitMissingNames() -> [String] {
    let marked = Set(named: names.filter(\.isOptional))
    let needed = names.filter { $0.withoutMarks(marked) == $0 }
    mapNames(of: Set(named: needed)) { "\($0)?" }
    return needed
  }

  /// Of some names, those that lead nowhere in a table.
  package func names(_ names: [String], missingIn table: RecordTable) -> [String] {
    let known = KnownNames(self, Sides(source: table, target: table))
    table.findPaths(names)
    return names.filter { name in
      let start = name.prefix { $0 != "." && $0 != "[" }
      return !start.isEmpty && !start.contains("*") && !known.contains(name) && !known.contains(String(start))
    }
  }

  /// Looks for all paths that rules name in one pass through each table.
  private func findPaths(in tables: Sides<RecordTable>) {
    let paths = (names + ruleSet.renames.map(\.value)).filter { $0.utf8.contains { $0 == 0x2E || $0 == 0x5B } }
    guard !paths.isEmpty else { return }
    for side in Side.allCases { tables[side].findPaths(paths.compactMap(RuleNames(self, side).ownName)) }
  }

  /// What a column's own rule says of its values, be the name optional or not.
  func ownSteps(for column: String) -> [NormalizerStep] {
    let other = column.isOptional ? column.withoutMark : "\(column)?"
    return ruleSet.normalizers[column] ?? ruleSet.normalizers[other] ?? parts.usualSteps
  }

  /// The names of columns and paths, wherever the plan may have optional ones.
  private var names: [String] {
    ignored + (ruleSet.only ?? []) + masked + json + ruleSet.comparators.names + ruleSet.normalizers.names
      + ruleSet.lists.names
  }

  /// Puts other names in the place of some, or leaves them out; where both are there, the other one stays.
  private mutating func mapNames(of names: Set<ColumnName>, _ other: (String) -> String?) {
    let rename = { (name: String) in names.contains(name) ? other(name) : name }
    ignored = ignored.mapEach(rename)
    ruleSet.only = ruleSet.only?.mapEach(rename)
    masked = masked.mapEach(rename)
    json = json.mapEach(rename)
    ruleSet.comparators = ruleSet.comparators.mapNames(rename)
    ruleSet.normalizers = ruleSet.normalizers.mapNames(rename)
    ruleSet.lists = ruleSet.lists.mapNames(rename)
  }
}

/// The names that lead somewhere in one of two tables, by themselves.
private struct KnownNames {
  private let readers: Sides<RecordReader>

  init(_ plan: ComparisonPlan, _ tables: Sides<RecordTable>) {
    var names = ComparisonPlan()
    (names.renames, names.derived) = (plan.renames, plan.derived)
    readers = Sides { RecordReader(table: tables[$0], side: $0, plan: names) }
  }

  func contains(_ name: String) -> Bool {
    Side.allCases.contains { side in
      readers[side].columnIndex(of: name) != nil || readers[side].table.sections?.columnIndex(of: name) != nil
    }
  }
}

extension String {
  /// Whether it is a name that may lead nowhere.
  var isOptional: Bool { utf8.last == UInt8(ascii: "?") && utf8.count > 1 }

  var withoutMark: String { String(decoding: utf8.dropLast(), as: UTF8.self) }

  /// The name without the `?` of some names with which it begins, or which it is: `items?[].seen` leads through
  /// `items?`.
  fileprivate func withoutMarks(_ marked: Set<ColumnName>) -> String {
    var bytes = Array(utf8)
    for place in bytes.indices.dropFirst().reversed() where bytes[place] == UInt8(ascii: "?") {
      let isEnd = place + 1 == bytes.count || [UInt8(ascii: "["), UInt8(ascii: ".")].contains(bytes[place + 1])
      // The names are as rules have them, with the marks that come before.
      guard isEnd, marked.contains(String(decoding: utf8.prefix(place + 1), as: UTF8.self)) else { continue }
      bytes.remove(at: place)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension [String] {
  /// The names that a function makes of these, each once.
  fileprivate func mapEach(_ name: (String) -> String?) -> [String] {
    var known: Set<ColumnName> = []
    return compactMap(name).filter { known.insert(ColumnName($0)).inserted }
  }
}

extension ColumnMap {
  /// The map by other names; where two become one, what was said of that one by itself stays.
  fileprivate func mapNames(_ name: (String) -> String?) -> Self {
    var map = filter { name($0.key) == $0.key }
    for (old, value) in self { if let new = name(old), map[new] == nil { map[new] = value } }
    return map
  }
}
