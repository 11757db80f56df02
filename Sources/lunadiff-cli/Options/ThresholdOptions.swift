import ArgumentParser
import Comparing
import Platform
import Reports

protocol ComparedInputs: SendableMetatype {
  static var canMiss: Bool { get }
  /// What `--fail-on` takes.
  static var kinds: String { get }
  /// What per cent are of.
  static var shares: String { get }
}

enum TwoInputs: ComparedInputs {
  static let canMiss = false
  static let kinds = "Any of deleted, inserted, updated, moved, columns (added or removed)"
  static let shares = "Per cent are of the records of the old input."
}

enum ManyInputs: ComparedInputs {
  static let canMiss = true
  static let kinds = "Any of deleted, inserted, updated, moved, columns (added or removed), missing (a file)"
  static let shares = "Per cent are of the records of each pair's old file."
}

/// Flags that say which changes count: `--fail-on`, and how many may be, as `--max-moved`.
struct ThresholdOptions<Inputs: ComparedInputs>: ParsableArguments {
  @Option(
    help: Help.flag(
      "Which kinds of change make the exit status 1.", value: "kinds",
      """
      \(Inputs.kinds), schema (columns added, removed, retyped, reordered, or empty where none was) and stale \
      (accepted differences that match nothing or have expired), separated by commas. The default is all, which is \
      every kind but schema and stale. removed, added and changed are other words for deleted, inserted and \
      updated.
      """),
    completion: .list(CountedKinds.words(Inputs.self)), transform: { try CountedKinds.parse($0, Inputs.self) })
  private var failOn: [CountedKinds] = []

  @Option(
    help: Help.flag(
      "A file of accepted differences, which do not count.", value: "file",
      """
      lunadiff accept writes it: JSON Lines, each with the key, the column and the values or their digest. Reports \
      still list accepted changes, and say which entries match nothing or have expired. In a folder there is a file \
      for each table: its name with .jsonl at the end.
      """), completion: .file(), transform: AcceptPath.parse) var accept: String?

  @Option(
    name: .most(.deleted),
    help: Help.flag(
      "How many deleted records do not count, as in 10 or 0.1%.", value: "amount",
      """
      Repeatable. \(Inputs.shares) 1%..5% warns above 1% and fails above 5%; 1%.. only warns. section:NAME=AMOUNT is \
      for the records of one section, section:*=AMOUNT for each section by itself; no other limit then holds for \
      these.
      """), transform: LimitFlag.parse) var maxDeleted: [LimitFlag] = []

  @Option(
    name: .most(.inserted), help: Help.flag("The same for inserted records.", value: "amount"),
    transform: LimitFlag.parse) var maxInserted: [LimitFlag] = []

  @Option(
    name: .most(.updated),
    help: Help.flag(
      "The same for updated records, or for a column: price=0.1%.", value: "amount",
      """
      COLUMN=AMOUNT is for a column, or for a path inside its values, as in items[].price=5; a name that ends in ? \
      may be missing. Such a column has only its own limit; a limit without a name is for all other columns.
      """), transform: LimitFlag.parse) var maxUpdated: [LimitFlag] = []

  @Option(
    name: .most(.moved), help: Help.flag("The same for moved records.", value: "amount"), transform: LimitFlag.parse)
  var maxMoved: [LimitFlag] = []

  var thresholds: ChangeThresholds {
    var thresholds = ChangeThresholds()
    if let counted {
      thresholds.counted = counted.changes
      thresholds.countsMissing = counted.countsMissing
    }
    for (kind, flags) in limits {
      for flag in flags { thresholds.limits = thresholds.limits.overridden(by: [flag.rule(kind)]) }
    }
    return thresholds
  }

  /// What all of `--fail-on` says together; `nil` if it is not said.
  private var counted: CountedKinds? {
    guard var counted = failOn.first else { return nil }
    for more in failOn.dropFirst() { counted.formUnion(more) }
    return counted
  }

  private var limits: [(kind: Change.Kind, flags: [LimitFlag])] {
    [(.deleted, maxDeleted), (.inserted, maxInserted), (.updated, maxUpdated), (.moved, maxMoved)]
  }

  func validate() throws {
    for (kind, flags) in limits where kind != .updated {
      for case .column(let name) in flags.map(\.scope) {
        throw ValidationError("--max-\(kind.rawValue) \(name)=…: of a column only --max-updated limits changes")
      }
    }
    guard let counted else { return }
    for (kind, flags) in limits where !flags.isEmpty && !counted.changes.contains(CountedChange(kind)) {
      throw ValidationError("--max-\(kind.rawValue) means nothing where --fail-on leaves it out")
    }
  }
}

struct CountedKinds {
  var changes: Set<CountedChange> = []
  var countsMissing = false

  private static let missing = "missing"
  private static let all = "all"

  static func words(_ inputs: any ComparedInputs.Type) -> [String] {
    [all] + CountedChange.allCases.map(\.rawValue) + (inputs.canMiss ? [missing] : [])
  }

  static func parse(_ text: String, _ inputs: any ComparedInputs.Type) throws -> CountedKinds {
    var counted = CountedKinds()
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      if word == missing {
        guard inputs.canMiss else { throw ArgumentValueError("only in a batch may a file be missing") }
        counted.countsMissing = true
      } else if word == all {
        counted.formUnion(CountedKinds(changes: ChangeThresholds().counted, countsMissing: inputs.canMiss))
      } else if let change = CountedChange(word: String(word)) {
        counted.changes.insert(change)
      } else {
        throw ArgumentValueError.kind(word, in: text, of: words(inputs))
      }
    }
    return counted
  }

  mutating func formUnion(_ other: CountedKinds) {
    changes.formUnion(other.changes)
    countsMissing = countsMissing || other.countsMissing
  }
}

extension NameSpecification {
  /// `--max-inserted`, and the same with the kind's other word.
  fileprivate static func most(_ kind: Change.Kind) -> NameSpecification {
    NameSpecification([kind.rawValue, kind.synonym].compactMap { $0 }.map { .customLong("max-\($0)") })
  }
}

/// `AMOUNT`, `COLUMN=AMOUNT` or `section:NAME=AMOUNT`, where an amount is `FAIL`, `WARN..FAIL` or `WARN..`.
struct LimitFlag: Equatable {
  let scope: LimitRule.Scope
  private let warn: ChangeAmount?
  private let fail: ChangeAmount?

  func rule(_ kind: Change.Kind) -> LimitRule { LimitRule(kind, scope, warn: warn, fail: fail) }

  private static let section = "section:"

  static func parse(_ text: String) throws -> LimitFlag {
    let parts = Escaped.split(text, at: "=")
    let amounts = (parts.last ?? "").split(separator: "..", omittingEmptySubsequences: false).map(String.init)
    let read = amounts.map { $0.isEmpty ? nil : ChangeAmount($0) }
    let isWhole = zip(amounts, read).allSatisfy { $1 != nil || $0.isEmpty && amounts.count == 2 }
    guard parts.count <= 2, parts.count == 1 || !parts[0].isEmpty, (1...2).contains(amounts.count), isWhole,
      read.first ?? nil != nil
    else {
      throw ArgumentValueError(
        "it is a whole number such as 10, or per cent such as 0.1%; of one column price=0.1%; 1%..5% warns first")
    }
    let name = parts.count == 2 ? parts[0] : nil
    let scope = name.map {
      $0.hasPrefix(section) ? LimitRule.Scope.section(String($0.dropFirst(section.count))) : .column($0)
    }
    let flag = LimitFlag(
      scope: scope ?? .rest, warn: read.count == 2 ? read[0] : nil, fail: read.count == 2 ? read[1] : read[0])
    if let words = flag.rule(.updated).contradiction { throw ArgumentValueError(words) }
    return flag
  }
}

/// A share that is the least that is taken for enough.
enum LeastShare {
  static func parse(_ text: String) throws -> ChangeThresholds.Threshold {
    guard let share = ChangeThresholds.Threshold(leastShare: text) else {
      throw ArgumentValueError("it is per cent, up to 100%, such as 90%")
    }
    return share
  }
}

/// The value of `--accept`, which has to be there.
private enum AcceptPath {
  static func parse(_ text: String) throws -> String {
    guard FilePath.exists(text) else {
      throw ArgumentValueError(
        "there is no such file or folder; to write it: lunadiff accept OLD NEW -o \(text.shellWord)")
    }
    return text
  }
}
