import Comparing
import Requests
import Rules

/// What makes two records the same record, and two versions of it equal: from Lua, from Swift, or from both.
///
/// ```swift
/// var rules = Rules.file("prices.lua")
/// rules.ignore = ["updated_at"]
///
/// let others = Rules {
///   $0.identity = ["id"]
///   $0.equal["price"] = .number(within: 0.01)
///   $0.normalize["name"] = [.trim, .lowercase]
/// }
/// ```
///
/// What is said in Swift is laid over what Lua says, field by field. Names are those of a rules file's fields.
public struct Rules: Sendable {
  /// Rules in Lua; later ones override earlier ones, field by field.
  private(set) var sources: [DiffRequest.RuleSource] = []

  /// The columns that identify a record, none for the whole record; `nil`: a key is searched for.
  public var identity: [String]?
  /// How the values of columns are compared that are not to be the same exactly.
  public var equal: [String: Comparator] = [:]
  /// What the values of columns go through, in this order, before anything looks at them.
  public var normalize: [String: [Normalizer]] = [:]
  /// Columns that make no record updated.
  public var ignore: [String] = []
  /// The only columns that are compared; `nil` for all.
  public var only: [String]?
  /// For columns of the old input the names that they have in the new one.
  public var rename: [String: String] = [:]
  /// The column that names a record's section.
  public var section: String?
  /// How far apart two numbers may be in columns that have no rule of their own.
  public var tolerance: Double?
  /// Whether the case of texts means nothing.
  public var ignoresCase = false
  /// Whether white space at the ends of texts means nothing.
  public var trims = false
  /// Whether nothing is ever moved.
  public var ignoresOrder = false
  /// Whether a column that one side lacks makes its records updated.
  public var strictColumns = false
  /// Whether several records of one identity are an error, instead of being paired in their order.
  public var refusesDuplicates = false

  /// No rules: a key is searched for, and values are compared exactly.
  public init() {}

  /// Rules made in Swift.
  public init(_ make: (inout Rules) throws -> Void) rethrows { try make(&self) }

  /// Rules files in Lua, read when they are used; where there is none of a name, `plugin:name` is rules of a plug-in.
  ///
  /// - Parameter paths: The files; later ones override earlier ones, field by field.
  public static func file(_ paths: String...) -> Rules {
    var rules = Rules()
    rules.sources = paths.map { .file($0) }
    return rules
  }

  /// Rules in Lua as text: a rules file's content, or an expression.
  ///
  /// - Parameters:
  ///   - lua: The text.
  ///   - name: What messages call it.
  ///   - directory: Where `require` and `luna.lookup` find files; without one they find none.
  public static func text(
    _ lua: String, name: String = "rules", directory: String? = nil
  ) -> Rules {
    var rules = Rules()
    rules.sources = [.text(lua, name: name, directory: directory)]
    return rules
  }

  /// What is said in Swift.
  ///
  /// - Parameter host: Has what rules call by name.
  func ruleSet(_ host: HostRules) throws -> RuleSet {
    var rules = RuleSet()
    rules.identity = identity.map { $0.isEmpty ? .record : .columns($0) }
    for (column, comparator) in equal {
      rules.comparators[column] = .native(try comparator.resolved(host))
    }
    for (column, steps) in normalize {
      rules.normalizers[column] = try steps.map { .native(try $0.resolved(host)) }
    }
    rules.ignored = ignore.isEmpty ? nil : ignore
    rules.only = only
    rules.renames = ColumnMap(rename.map { ($0.key, $0.value) })
    rules.section = section.map(ComparisonPlan.Section.column)
    rules.tolerance = try tolerance.map { try NumberComparator(tolerance: "\($0)") }
    let switches: [(RuleField.Switch, Bool)] = [
      (.ignoreCase, ignoresCase), (.trim, trims), (.ignoreOrder, ignoresOrder),
      (.strictColumns, strictColumns),
    ]
    for (name, isOn) in switches where isOn { rules.switches[name] = true }
    rules.duplicates = refusesDuplicates ? .error : nil
    return rules
  }
}
