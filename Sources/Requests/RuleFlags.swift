import RecordDiff
import StagedDiff

/// Rules that are given as flags; each means what the field of the same name in a rules file means.
package struct RuleFlags: Sendable {
  /// The columns of the identity: none at all for the whole record, `nil` for a key that is searched for.
  package var key: [String]?
  /// Columns that make no record updated.
  package var ignore: [String] = []
  /// The only columns that are compared.
  package var only: [String]?
  /// How far apart two numbers of a column may be, as a decimal number or in per cent: `0.01`, `1%`.
  ///
  /// Without a column: in every column that has no tolerance or comparator of its own.
  package var tolerances: [(column: String?, amount: String)] = []
  /// Whether the case of texts means nothing.
  package var ignoreCase = false
  /// Whether white space at the ends of texts means nothing.
  package var trim = false
  /// How the elements of lists inside values are told apart, by the list's column or path: names of members, or one of
  /// the words `set`, `position` and `sequence`.
  package var lists: [(path: String, rule: [String])] = []
  /// Columns whose cells hold JSON.
  package var json: [String] = []
  /// Columns of the source that have another name in the target.
  package var renames: [(old: String, new: String)] = []
  /// The column that names a record's section.
  package var section: String?
  /// The columns that identify the sections of nested input.
  package var sectionKey: [String]?
  /// The member that holds the records in each section of nested input.
  package var elements: String?
  /// Whether nothing is ever moved.
  package var ignoreOrder = false
  /// How moves are found.
  package var moves: MoveDetection?
  /// What the parts of a key are taken for.
  package var keyAs: KeyType?
  /// What to do about several records of one identity.
  package var duplicates: ComparisonPlan.DuplicatePolicy?
  /// Whether a column that one side lacks makes its records updated.
  package var strictColumns = false

  /// No rules.
  package init() {}

  /// Takes the columns that a person names as the key; the word `none` alone stands for the whole record.
  package mutating func setKey(named names: [String]) { key = names == ["none"] ? [] : names }

  /// Whether a text can be the amount of a tolerance.
  ///
  /// What no double holds cannot, as in rules: everything would be within it.
  package static func isTolerance(_ amount: String) -> Bool {
    let number = amount.last == "%" ? amount.dropLast() : amount[...]
    return (try? NumberComparator(tolerance: amount)) != nil && Double(number)?.isFinite ?? false
  }

  /// The key as a person names it; `nil` if there is none.
  package var keyWords: String? {
    key.map { $0.isEmpty ? "none" : $0.joined(separator: ", ") }
  }

  /// The flags as rules.
  package func ruleSet() throws -> RuleSet {
    var rules = RuleSet()
    rules.identity = key.map { $0.isEmpty ? .record : .columns($0) }
    rules.ignored = ignore
    rules.only = only
    for tolerance in tolerances {
      let comparator = try NumberComparator(tolerance: tolerance.amount)
      if let column = tolerance.column {
        rules.comparators[column] = .native(comparator)
      } else {
        rules.tolerance = comparator
      }
    }
    rules.lists = Dictionary(lists.map { ($0.path, ListRule(words: $0.rule)) }) { $1 }
    rules.json = json
    rules.ignoresCase = ignoreCase ? true : nil
    rules.trims = trim ? true : nil
    rules.renames = Dictionary(renames.map { ($0.old, $0.new) }) { $1 }
    rules.section = section.map(ComparisonPlan.Section.column)
    rules.sectionKey = sectionKey
    rules.elements = elements
    rules.ignoresOrder = ignoreOrder ? true : nil
    rules.moves = moves
    rules.duplicates = duplicates
    rules.keyAs = keyAs
    rules.strictColumns = strictColumns ? true : nil
    return rules
  }
}
