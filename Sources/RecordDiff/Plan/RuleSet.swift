import Records
import StagedDiff

/// Rules as they were given, by a rules file or by flags; what was not said is `nil` or empty.
///
/// Several are laid over each other, later ones over earlier ones, and then make one plan.
package struct RuleSet: Sendable {
  package var identity: ComparisonPlan.Identity?
  package var equality: ComparisonPlan.Equality?
  package var comparators: [String: ComparisonPlan.ColumnEquality] = [:]
  package var normalizers: [String: [ComparisonPlan.NormalizerStep]] = [:]
  package var lists: [String: ListRule] = [:]
  /// Columns whose cells hold JSON.
  package var json: [String] = []
  /// The comparator of columns that have none of their own.
  package var tolerance: NumberComparator?
  package var ignoresCase: Bool?
  package var trims: Bool?
  package var ignored: [String] = []
  package var only: [String]?
  package var renames: [String: String] = [:]
  package var section: ComparisonPlan.Section?
  package var sectionKey: [String]?
  package var elements: String?
  package var filter: Int?
  package var ignoresOrder: Bool?
  package var moves: MoveDetection?
  package var duplicates: ComparisonPlan.DuplicatePolicy?
  package var keyAs: KeyType?
  package var strictColumns: Bool?
  package var nullTokens: [String]?
  package var ragged: RaggedPolicy?

  package init() {}

  /// Lays other rules over these.
  ///
  /// A field that both have is the other's, except that what is said column by column (comparators, normalizers,
  /// renames) is joined, and so are the ignored columns.
  package func overridden(by other: RuleSet) -> RuleSet {
    var result = self
    result.identity = other.identity ?? identity
    let comparesColumns = !other.comparators.isEmpty || other.tolerance != nil
    result.equality = other.equality ?? (comparesColumns ? .columns : equality)
    result.tolerance = other.tolerance ?? tolerance
    result.ignoresCase = other.ignoresCase ?? ignoresCase
    result.trims = other.trims ?? trims
    result.comparators.merge(other.comparators) { $1 }
    result.normalizers.merge(other.normalizers) { $1 }
    result.lists.merge(other.lists) { $1 }
    result.json += other.json.filter { !json.contains($0) }
    result.renames.merge(other.renames) { $1 }
    result.ignored += other.ignored.filter { !ignored.contains($0) }
    result.only = other.only ?? only
    result.section = other.section ?? section
    result.sectionKey = other.sectionKey ?? sectionKey
    result.elements = other.elements ?? elements
    result.filter = other.filter ?? filter
    result.ignoresOrder = other.ignoresOrder ?? ignoresOrder
    result.moves = other.moves ?? moves
    result.duplicates = other.duplicates ?? duplicates
    result.keyAs = other.keyAs ?? keyAs
    result.strictColumns = other.strictColumns ?? strictColumns
    result.nullTokens = other.nullTokens ?? nullTokens
    result.ragged = other.ragged ?? ragged
    return result
  }

  /// Makes the plan.
  ///
  /// - Parameters:
  ///   - scripts: What the rules' functions are; `nil` if there are none.
  ///   - workers: The most threads to use; 0 for as many as there are cores.
  package func plan(scripts: (any ScriptedRules)?, workers: Int) -> ComparisonPlan {
    var plan = ComparisonPlan()
    plan.identity = identity ?? .automatic
    plan.equality = equality ?? .columns
    plan.comparators = comparators
    plan.tolerance = tolerance
    plan.trims = trims ?? false
    plan.ignoresCase = ignoresCase ?? false
    plan.normalizers = normalizers
    for column in json {
      plan.normalizers[column, default: []].insert(.native(JSONTextNormalizer()), at: 0)
    }
    plan.lists = lists
    plan.json = json
    plan.ignored = ignored
    plan.only = only
    plan.renames = renames
    plan.section = elements == nil ? section : .nested(key: sectionKey ?? identityColumns)
    plan.filter = filter
    plan.moves = ignoresOrder ?? false ? .none : moves ?? .minimal
    plan.duplicates = duplicates ?? .match
    plan.keyAs = keyAs
    plan.strictColumns = strictColumns ?? false
    plan.scripts = scripts
    plan.workers = workers
    return plan
  }

  /// Read options with what the rules say of reading, where the options say nothing of their own.
  package func applied(to options: ReadOptions) -> ReadOptions {
    var options = options
    options.elements = options.elements ?? elements
    if options.nullTokens.isEmpty { options.nullTokens = nullTokens ?? [] }
    if options.ragged == .error { options.ragged = ragged ?? .error }
    return options
  }

  private var identityColumns: [String] {
    if case .columns(let names) = identity { return names }
    return []
  }
}
