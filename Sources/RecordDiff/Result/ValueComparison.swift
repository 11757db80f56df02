import Records

/// Compares two JSON values by themselves, as the values of a column are compared inside.
///
/// ```swift
/// var comparison = ValueComparison()
/// comparison.lists = ["items": .members(["sku"])]
/// comparison.ignored = ["items[].seen"]
/// let changes = try comparison.changes(from: #"{"items":[{"sku":1,"qty":2}]}"#, to: #"{"items":[{"sku":1,"qty":3}]}"#)
/// // changes[0].path == "/items/0/qty"
/// ```
///
/// Paths go through every element with `[]` and through any member with `*`; the empty one is the value itself.
package struct ValueComparison: Sendable, Equatable {
  /// How the elements of a list are told apart.
  package enum List: Sendable, Equatable {
    /// By value, in order; an element that goes where another one comes is an update.
    case sequence
    /// By their places.
    case position
    /// By value and without order; an element that stands there twice counts twice.
    case set
    /// By what these members or paths lead to inside each element.
    case members([String])
  }

  /// How the elements of lists are told apart, by the list's path; others are sequences.
  package var lists: [String: List] = [:]
  /// The paths that do not count.
  package var ignored: [String] = []

  /// An exact comparison.
  package init() {}

  /// What differs, smallest pieces, in the order of the new value; empty for equal values.
  ///
  /// - Parameters:
  ///   - old: The old value as JSON.
  ///   - new: The new value as JSON.
  /// - Throws: `RecordError` for what is no JSON, `ComparisonError` for a path that leads nowhere.
  /// - Complexity: O(*n*) for *n* bytes, and O(*d* log *d*) for *d* displaced elements of a list.
  package func changes(from old: String, to new: String) throws -> [PathChange] {
    var rules = RuleSet()
    rules.ignored = ignored
    rules.lists = ColumnMap(lists.map { ($0, $1) }).mapValues { list in
      switch list {
      case .sequence: .sequence
      case .position: .position
      case .set: .set
      case .members(let names): .members(names)
      }
    }
    let plan = rules.inside(Self.column).plan(ComparisonRun(workers: 1))
    return try Self.changes(Sides(source: Array(old.utf8), target: Array(new.utf8)), under: plan)
  }

  /// The column that holds the values while they are compared.
  package static let column = "value"
  private static let key = "@key"

  /// What differs between two JSON values under a plan for ``column``.
  ///
  /// - Throws: `RecordError` for what is no JSON, and what the comparison throws.
  package static func changes(_ values: Sides<[UInt8]>, under plan: ComparisonPlan) throws
    -> [PathChange]
  {
    var plan = plan
    plan.identity = .columns([key])
    // Plain paths are then compared inside as well, and not as columns of their own.
    plan.json = [column]
    let comparison = try Comparison(
      source: table(of: values.source, name: "old"), target: table(of: values.target, name: "new"),
      plan: plan)
    guard let field = comparison.changes.first?.fields.first else { return [] }
    return field.paths ?? [PathChange(from: field.old ?? .null, to: field.new ?? .null)]
  }

  /// A table of one record that holds a value.
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
    func paths<Rule>(_ rules: ColumnMap<Rule>) -> ColumnMap<Rule> {
      ColumnMap(rules.map { (path($0), $1) })
    }
    var rules = RuleSet()
    rules.comparators = paths(comparators)
    rules.normalizers = paths(normalizers)
    rules.lists = paths(lists)
    rules.ignored = ignored?.map(path)
    rules.only = only?.map(path)
    return rules
  }
}
