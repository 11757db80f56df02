import Records

/// Compares two JSON values by themselves, as the values of a column are compared inside.
package enum ValueComparison {
  /// The column that holds the values while they are compared.
  package static let column = "value"
  private static let key = "@key"

  /// What differs between two JSON values under a plan for ``column``.
  ///
  /// - Throws: `RecordError` for what is no JSON, and what the comparison throws.
  package static func changes(_ values: Sides<[UInt8]>, under plan: ComparisonPlan) throws -> [PathChange] {
    var plan = plan
    plan.identity = .columns([key])
    // Plain paths are then compared inside as well, and not as columns of their own.
    plan.json = [column]
    let comparison = try Comparison(
      source: table(of: values.source, name: "old"), target: table(of: values.target, name: "new"), plan: plan)
    guard let field = try comparison.changes.first?.fields.first else { return [] }
    return field.paths ?? [PathChange(from: field.old ?? .null, to: field.new ?? .null)]
  }

  private static func table(of json: [UInt8], name: String) throws -> RecordTable {
    try PlainText(bytes: json, name: name).checkJSON()
    let record = Array("[{\"\(key)\":0,\"\(column)\":".utf8) + json + Array("}]".utf8)
    var options = ReadOptions()
    options.format = .json
    return try RecordInput.read(bytes: record, name: name, options: options).table()
  }
}

extension RuleSet {
  /// The rules of a value by itself as rules for what is inside the values of a column.
  package func inside(_ column: String) -> RuleSet {
    func path(_ name: String) -> String {
      let isStep = name.isEmpty || name.utf8.first == UInt8(ascii: "[")
      return isStep ? column + name : "\(column).\(name)"
    }
    func paths<Rule>(_ rules: ColumnMap<Rule>) -> ColumnMap<Rule> { ColumnMap(rules.map { (path($0), $1) }) }
    var rules = RuleSet()
    rules.comparators = paths(comparators)
    rules.normalizers = paths(normalizers)
    rules.lists = paths(lists)
    rules.ignored = ignored?.map(path)
    rules.only = only?.map(path)
    return rules
  }
}
