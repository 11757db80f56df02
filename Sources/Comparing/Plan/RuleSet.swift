import Platform
import Records
import StagedDiff

/// Rules as they were given, by a rules file or by flags; what was not said is `nil` or empty.
///
/// Several are laid over each other, later ones over earlier ones, and then make one plan. ``RuleField`` says of each field
/// what it is called, how it is read and how it is laid over others.
package struct RuleSet: Sendable {
  package var identity: ComparisonPlan.Identity?
  /// What may pair the records that have no partner by ``identity``, one after another.
  package var passes: [MatchingPass] = []
  package var equality: ComparisonPlan.Equality?
  package var comparators: ColumnMap<ComparisonPlan.ColumnEquality> = [:]
  package var normalizers: ColumnMap<[ComparisonPlan.NormalizerStep]> = [:]
  package var lists: ColumnMap<ListRule> = [:]
  /// Columns whose cells hold JSON.
  package var json: [String]?
  /// The comparator of columns that have none of their own.
  package var tolerance: NumberComparator?
  /// What was said to be on or off.
  package var switches: [RuleField.Switch: Bool] = [:]
  package var ignored: [String]?
  package var only: [String]?
  /// Columns whose values no output shows.
  package var masked: [String]?
  package var renames: ColumnMap<String> = [:]
  package var section: ComparisonPlan.Section?
  package var sectionKey: [String]?
  package var elements: String?
  package var filter: ComparisonPlan.Filter?
  package var moves: MoveDetection?
  package var duplicates: ComparisonPlan.DuplicatePolicy?
  package var keyAs: KeyType?
  package var nullTokens: [String]?
  package var ragged: RaggedPolicy?
  /// What was seen when files were loaded that says nothing.
  package var idle: [IdleRule] = []

  package init() {}

  /// What stands in place of a column's name for every column that has no such rule of its own.
  package static let everyColumn = "*"

  /// Lays other rules over these, field by field.
  package func overridden(by other: RuleSet) -> RuleSet {
    var result = self
    for field in RuleField.all { field.lay(other, over: &result) }
    result.idle += other.idle
    return result
  }

  /// Whether a rule is on; one that was not set is off.
  package func isOn(_ rule: RuleField.Switch) -> Bool { switches[rule] ?? false }

  /// The columns of the identity; none where it is something else.
  package var identityColumns: [String] { if case .columns(let names) = identity { names } else { [] } }

  /// Takes the columns that a person names as the identity; the word `none` alone stands for the whole record.
  package mutating func identify(by names: [String]) {
    identity = names == ["none"] ? .record : .columns(names)
    passes = []
  }

  /// Takes a tolerance for one column, or for all that have no comparator of their own.
  package mutating func tolerate(_ comparator: NumberComparator, in column: String?) {
    if let column { comparators[column] = .native(comparator) } else { tolerance = comparator }
  }

  /// Makes the plan of a comparison that is run with these functions and threads.
  package func plan(_ run: ComparisonRun = ComparisonRun()) -> ComparisonPlan {
    var plan = ComparisonPlan()
    plan.identity = identity ?? .automatic
    plan.passes = passes
    // A record without a value for one pass may have one for the next.
    plan.permitsMissingKeys = !passes.isEmpty
    plan.equality = equality ?? .columns
    plan.comparators = comparators
    plan.usualEquality = plan.comparators.removeValue(for: Self.everyColumn)
    plan.tolerance = tolerance
    plan.switches = Set(switches.filter(\.value).keys)
    plan.normalizers = normalizers
    plan.usualSteps = plan.normalizers.removeValue(for: Self.everyColumn) ?? []
    for column in json ?? [] { plan.normalizers[column] = [.native(JSONTextNormalizer())] + plan.ownSteps(for: column) }
    plan.lists = lists
    plan.json = json ?? []
    plan.ignored = ignored ?? []
    plan.only = only
    plan.masked = masked ?? []
    plan.renames = renames
    plan.section = elements == nil ? section : .nested(key: sectionKey ?? identityColumns)
    plan.filter = filter
    plan.moves = isOn(.ignoreOrder) ? .none : moves ?? .minimal
    plan.duplicates = duplicates ?? .match
    plan.keyAs = keyAs
    plan.idle = idle
    plan.run = run
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
}

/// Reads text that is one JSON value as that value; any other text stays text.
struct JSONTextNormalizer: Normalizer {
  var summary: String { "JSON in text" }

  func fits(_ value: Field) -> Bool { value.withText { Field(json: $0) != nil } ?? true }

  func normalize(_ buffer: FieldBuffer) {
    guard buffer.isText else { return }
    let text = Array(buffer.bytes)
    text.withBytes { bytes in if let field = Field(json: bytes) { buffer.load(field) } }
  }
}
