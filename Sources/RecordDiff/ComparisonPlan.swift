import Records
import StagedDiff

/// What is compared, and how: rules and flags, made into one value.
///
/// Columns are named as the target names them; a renamed column of the source has its new name.
public struct ComparisonPlan: Sendable {
  /// What makes two records the same record.
  package enum Identity: Sendable {
    /// The whole record: nothing is ever updated.
    case record
    /// These columns together, after their normalizers.
    case columns([String])
    /// Whatever the script's function of this number says.
    case script(Int)
  }

  /// What makes two paired records equal.
  package enum Equality: Sendable {
    /// Column by column, each by its comparator.
    case columns
    /// Whatever the script's function of this number says of the two records.
    case script(Int)
  }

  /// What divides the records into sections.
  package enum Section: Sendable {
    /// Records of one value of this column are a section.
    case column(String)
    /// Records for which the script's function of this number gives one value are a section.
    case script(Int)
    /// The sections of nested input; identified by these columns.
    case nested(key: [String])
  }

  /// One column's comparator.
  package enum ColumnEquality: Sendable {
    /// Runs natively.
    case native(any Comparator)
    /// The script's function of this number.
    case script(Int)
  }

  /// One step of a column's rewriting.
  package enum NormalizerStep: Sendable {
    /// Runs natively.
    case native(any Normalizer)
    /// The script's function of this number.
    case script(Int)
  }

  /// What to do about several records of one identity.
  public enum DuplicatePolicy: String, Sendable, CaseIterable {
    /// Pair them first-in-first-out, and report them.
    case pair
    /// Refuse to compare.
    case error
  }

  package var identity = Identity.record
  package var equality = Equality.columns
  package var section: Section?
  package var comparators: [String: ColumnEquality] = [:]
  package var normalizers: [String: [NormalizerStep]] = [:]
  /// How the elements of lists are told apart, by the list's column or path.
  package var lists: [String: ListRule] = [:]
  /// Columns whose text is read as JSON where it is JSON.
  package var json: [String] = []
  package var renames: [String: String] = [:]
  package var ignored: [String] = []
  package var only: [String]?
  package var filter: Int?
  package var scripts: (any ScriptedRules)?
  package var workers = 0
  /// Counts the records that have been identified and compared.
  package var meter: WorkMeter?
  /// Whether a key column may be absent or null, which then is a value like others: a probe looks at such keys too.
  package var permitsMissingKeys = false

  /// How moved records are found.
  public var moves = MoveDetection.minimal
  /// What to do about duplicate identities.
  public var duplicates = DuplicatePolicy.pair
  /// Whether a column that one side lacks makes its records updated.
  public var strictColumns = false

  /// Whether anything but the whole record is the identity.
  package var hasKey: Bool {
    if case .record = identity { false } else { true }
  }

  /// Whether a column's values go through a script before rules see them.
  package var hasScriptedNormalizers: Bool {
    normalizers.values.joined().contains { if case .script = $0 { true } else { false } }
  }

  /// A plan without any rule: whole records, compared exactly.
  public init() {}
}
