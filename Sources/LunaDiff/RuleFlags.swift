import RecordDiff
import StagedDiff

/// Rules that are given as flags; each means what the field of the same name in a rules file means.
public struct RuleFlags: Sendable {
  /// The columns of the identity.
  public var key: [String]?
  /// Columns that make no record updated.
  public var ignore: [String] = []
  /// The only columns that are compared.
  public var only: [String]?
  /// How far apart two numbers of a column may be, as a decimal number.
  public var tolerances: [(column: String, amount: String)] = []
  /// How the elements of lists inside values are told apart, by the list's column or path: names of members, or one of
  /// the words `set`, `position` and `sequence`.
  public var lists: [(path: String, rule: [String])] = []
  /// Columns whose cells hold JSON.
  public var json: [String] = []
  /// Columns of the source that have another name in the target.
  public var renames: [(old: String, new: String)] = []
  /// The column that names a record's section.
  public var section: String?
  /// The columns that identify the sections of nested input.
  public var sectionKey: [String]?
  /// The member that holds the records in each section of nested input.
  public var elements: String?
  /// Whether nothing is ever moved.
  public var ignoreOrder = false
  /// How moves are found.
  public var moves: MoveDetection?
  /// What to do about several records of one identity.
  public var duplicates: ComparisonPlan.DuplicatePolicy?
  /// Whether a column that one side lacks makes its records updated.
  public var strictColumns = false

  /// No rules.
  public init() {}

  /// The flags as rules.
  func ruleSet() throws -> RuleSet {
    var rules = RuleSet()
    rules.identity = key.map(ComparisonPlan.Identity.columns)
    rules.ignored = ignore
    rules.only = only
    for tolerance in tolerances {
      rules.comparators[tolerance.column] = .native(
        try NumberComparator(absolute: tolerance.amount))
    }
    rules.lists = Dictionary(lists.map { ($0.path, ListRule(words: $0.rule)) }) { $1 }
    rules.json = json
    rules.renames = Dictionary(renames.map { ($0.old, $0.new) }) { $1 }
    rules.section = section.map(ComparisonPlan.Section.column)
    rules.sectionKey = sectionKey
    rules.elements = elements
    rules.ignoresOrder = ignoreOrder ? true : nil
    rules.moves = moves
    rules.duplicates = duplicates
    rules.strictColumns = strictColumns ? true : nil
    return rules
  }
}
