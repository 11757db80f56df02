import Platform
import Records
import StagedDiff

/// What is compared, and how: rules and flags, made into one value.
///
/// Columns are named as the target names them; a renamed column of the source has its new name.
package struct ComparisonPlan: Sendable {
  /// What makes two records the same record.
  package enum Identity: Sendable, Equatable {
    /// The key that a search finds; the whole record where none is good enough.
    case automatic
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

  /// Which records take part.
  package enum Filter: Sendable {
    /// Those that fulfil a condition, which is looked at natively.
    case condition(RecordCondition)
    /// Those for which the script's function of this number returns true.
    case script(Int)
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

    package var isNative: Bool { if case .native = self { true } else { false } }
  }

  /// What to do about several records of one identity.
  package enum DuplicatePolicy: String, Sendable, CaseIterable {
    /// Pair those that are equal byte for byte, then the others first-in-first-out, and report them.
    case match
    /// Pair them first-in-first-out, and report them.
    case pair
    /// Refuse to compare.
    case error
  }

  package var identity = Identity.automatic
  /// What may pair the records that have no partner by ``identity``, one after another.
  package var passes: [MatchingPass] = []
  package var equality = Equality.columns
  package var section: Section?
  package var comparators: ColumnMap<ColumnEquality> = [:]
  package var normalizers: ColumnMap<[NormalizerStep]> = [:]
  /// How the elements of lists are told apart, by the list's column or path.
  package var lists: ColumnMap<ListRule> = [:]
  /// Columns whose text is read as JSON where it is JSON.
  package var json: [String] = []
  /// The comparator of columns that have none of their own, as `equal["*"]` says.
  package var usualEquality: ColumnEquality?
  /// How far apart numbers may be in columns that have no comparator of their own.
  package var tolerance: NumberComparator?
  /// What the values go through of columns that have no normalizer of their own, as `normalize["*"]` says.
  package var usualSteps: [NormalizerStep] = []
  /// The names that may lead nowhere, without the `?` behind them; `nil` until they have been looked for in two tables.
  package var optionalNames: Set<ColumnName>?
  /// The rules that are on.
  package var switches: Set<RuleField.Switch> = []
  package var renames: ColumnMap<String> = [:]
  package var ignored: [String] = []
  package var only: [String]?
  /// Columns whose values no output shows.
  package var masked: [String] = []
  package var filter: Filter?
  /// What was seen when files were loaded that says nothing.
  package var idle: [IdleRule] = []
  /// What the comparison is run with.
  package var run = ComparisonRun()
  /// Whether a key column may be absent or null, which then is a value like others: a probe looks at such keys too.
  package var permitsMissingKeys = false

  /// How moved records are found.
  package var moves = MoveDetection.minimal
  /// What to do about duplicate identities.
  package var duplicates = DuplicatePolicy.match
  /// What the parts of a key are taken for; `nil`: a text and a number are different.
  package var keyAs: KeyType?

  /// Whether the identity is something else than the whole record, as far as it is known before a search.
  package var hasKey: Bool {
    switch identity {
    case .automatic, .record: false
    case .columns, .script: true
    }
  }

  /// Whether records as their own identity are the same only if all their values are, as they stand.
  var hasExactRecords: Bool { only == nil && ignored.isEmpty && lists.isEmpty && !rewritesValues }

  /// What compares the columns that have no comparator of their own.
  ///
  /// Where a tolerance is said beside a native comparator, either will do; a function has the last word.
  var equalityOfOthers: ColumnEquality {
    guard let tolerance else { return usualEquality ?? .native(ExactComparator()) }
    switch usualEquality {
    case .native(let comparator): return .native(CombinedComparator(tolerance, or: comparator))
    case .script(let function): return .script(function)
    case nil: return .native(tolerance)
    }
  }

  /// What the values of a column go through before rules see them; empty where they stay as they are.
  package func steps(for column: String) -> [NormalizerStep] {
    let own = normalizers[column] ?? (optionalNames == nil ? normalizers["\(column)?"] : nil)
    return generalSteps + (own ?? usualSteps)
  }

  /// What the values of every column go through.
  private var generalSteps: [NormalizerStep] {
    (switches.contains(.trim) ? [.native(TextNormalizer(.trim))] : [])
      + (switches.contains(.ignoreCase) ? [.native(TextNormalizer(.fold))] : [])
  }

  /// Whether rules may see other values than stand in the inputs.
  var rewritesValues: Bool { !normalizers.isEmpty || !usualSteps.isEmpty || !generalSteps.isEmpty }

  /// Whether a column's values go through a script before rules see them.
  package var hasScriptedNormalizers: Bool {
    (normalizers.lazy.flatMap(\.value) + usualSteps).contains { if case .script = $0 { true } else { false } }
  }

  /// Turns a rule on or off.
  package mutating func set(_ rule: RuleField.Switch, to isOn: Bool) {
    if isOn { switches.insert(rule) } else { switches.remove(rule) }
  }

  /// A plan without any rule: a key is searched for, and values are compared exactly.
  package init() {}
}

extension ComparisonPlan {
  /// Whether some values are in no output.
  package var hasMask: Bool { !masked.isEmpty }

  /// Whether no output shows the values of a column, or what a path leads to.
  package func isMasked(_ name: String) -> Bool {
    guard hasMask else { return false }
    let columns = Set(named: masked)
    return columns.contains(name) || optionalNames == nil && columns.contains("\(name)?")
      || NestedRules.owners(of: name).contains(where: columns.contains)
  }
}

extension RuleSet {
  /// Does some work on the inputs; where columns are masked, an error shows no part of an input.
  package func hidingMasked<R>(_ work: () throws -> R) throws -> R { try hidingQuotes(masked?.isEmpty == false, work) }
}

extension ResolvedPlan {
  /// The columns of a table whose values no output shows, those of paths included.
  func maskedColumns(_ side: Side, of table: RecordTable) -> Set<Int> {
    guard rules.hasMask else { return [] }
    let own = RuleNames(rules, side).columns(of: table).enumerated().filter { rules.isMasked($0.element) }.map(\.offset)
    let bound = (compared + key).filter(\.isMasked).compactMap { $0.place(in: side) }
    return Set(own + bound)
  }

  /// The name of a section as it is shown.
  func shownSection(_ name: Value) -> Value {
    guard rules.hasMask, section?.isMasked ?? true else { return name }
    return Mask.sign(of: name)
  }
}

extension ComparisonError: QuotingError {
  /// The same error without what the app said of a value; what the library says itself holds none.
  package var withoutQuotes: any Error {
    guard case .unmatched(let error, let rule) = reason else { return self }
    return ComparisonError(.unmatched(error.withoutCause, rule: rule), input: input, place: place)
  }
}

extension ComparisonPlan {
  /// The columns whose hashes make the identity, by the names of each side, so that they can be hashed while reading.
  ///
  /// - Parameter headers: The column names, where they are known before reading.
  /// - Returns: `nil` for a side where the identity has to be computed afterwards.
  package func hashedColumns(headers: Sides<[String]?>) -> Sides<[String]?> {
    guard filter == nil, section == nil, keyAs == nil else { return Sides(source: nil, target: nil) }
    switch identity {
    case .automatic, .script: return Sides(source: nil, target: nil)
    case .columns(let names): return Sides { ownNames(names, in: $0, header: headers[$0]) }
    case .record:
      guard let source = headers.source, let target = headers.target, source.areSameNames(as: target), hasExactRecords,
        renames.isEmpty
      else { return Sides(source: nil, target: nil) }
      return Sides(source: source, target: target)
    }
  }

  /// The plan with the names of an object's members as the identity, where both collections are such objects and no
  /// other identity is given.
  func withNamesAsKey(of source: RecordTable, _ target: RecordTable) -> ComparisonPlan {
    guard case .automatic = identity, source.columns.first == "@key", target.columns.first == "@key" else {
      return self
    }
    var plan = self
    plan.identity = .columns(["@key"])
    return plan
  }

  private func ownNames(_ names: [String], in side: Side, header: [String]?) -> [String]? {
    guard names.allSatisfy({ steps(for: $0).isEmpty }) else { return nil }
    let backward = renames.inverted
    let own = side == .source ? names.map { backward[$0] ?? $0 } : names
    // An unknown column is reported by the plan's own check, which knows what was meant.
    if let header, !own.namesMissing(in: header).isEmpty { return nil }
    return own
  }
}

extension ComparisonPlan {
  /// About how long each step takes, for a record whose reading takes 1: a call of a script's function takes several times
  /// as long.
  package var shares: [WorkMeter.Step: Double] {
    var isIdentifiedByScript = false
    if case .script = identity { isIdentifiedByScript = true }
    var isComparedByScript = hasScriptedNormalizers
    if case .script = equality { isComparedByScript = true }
    for case (_, .script) in comparators { isComparedByScript = true }
    if case .script = usualEquality { isComparedByScript = true }
    var filtering = filter == nil ? 0.0 : 1
    if case .script = filter { filtering = 6 }
    return [
      .reading: 1, .filtering: filtering, .identifying: isIdentifiedByScript ? 6 : 0,
      .comparing: isComparedByScript ? 3 : 0.5,
    ]
  }

  /// The same where records are identified by fingerprints, which are made of all of them.
  package var sharesOfSpilling: [WorkMeter.Step: Double] {
    var shares = shares
    shares[.identifying] = max(1, shares[.identifying] ?? 0)
    return shares
  }
}
