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
  static let kinds = "Of deleted, inserted, updated, moved and columns (added or removed)"
  static let shares = "Per cent are of the records of the old input."
}

enum ManyInputs: ComparedInputs {
  static let canMiss = true
  static let kinds = "Of deleted, inserted, updated, moved, columns (added or removed) and missing (a file)"
  static let shares = "Per cent are of the records of each pair's old file."
}

/// Flags that say which changes count: `--fail-on`, and how many may be, as `--max-moved`.
struct ThresholdOptions<Inputs: ComparedInputs>: ParsableArguments {
  @Option(
    help: Help.flag(
      "Which kinds make the status 1.", value: "kinds",
      "\(Inputs.kinds); stale (accepted differences that fit nothing or have expired); separated by commas. all "
        + "stands for those that count if it is not said: all but stale. removed, added and changed are other words."),
    completion: .list(CountedKinds.words(Inputs.self)), transform: { try CountedKinds.parse($0, Inputs.self) })
  private var failOn: [CountedKinds] = []

  @Option(
    help: Help.flag(
      "A file of differences that are accepted and do not count.", value: "file",
      """
      As lunadiff accept writes it: JSON Lines, each with the key, the column and the values or their digest. Reports \
      list such changes as ever, and say which entries fit nothing or have expired. A folder has a file for each table, \
      called as it is, with .jsonl behind.
      """), completion: .file(), transform: AcceptPath.parse) var accept: String?

  @Option(
    name: .most(.deleted),
    help: Help.flag("Up to so many do not count, as in 10 or 0.1%.", value: "amount", Inputs.shares),
    transform: Threshold.parse) var maxDeleted: ChangeThresholds.Threshold?

  @Option(
    name: .most(.inserted), help: Help.flag("The same for inserted records.", value: "amount"),
    transform: Threshold.parse) var maxInserted: ChangeThresholds.Threshold?

  @Option(
    name: .most(.updated), help: Help.flag("The same for updated records.", value: "amount"), transform: Threshold.parse
  ) var maxUpdated: ChangeThresholds.Threshold?

  @Option(
    name: .most(.moved), help: Help.flag("The same for moved records.", value: "amount"), transform: Threshold.parse)
  var maxMoved: ChangeThresholds.Threshold?

  var thresholds: ChangeThresholds {
    var thresholds = ChangeThresholds()
    if let counted {
      thresholds.counted = counted.changes
      thresholds.countsMissing = counted.countsMissing
    }
    thresholds.most = most
    return thresholds
  }

  /// What all of `--fail-on` says together; `nil` if it is not said.
  private var counted: CountedKinds? {
    guard var counted = failOn.first else { return nil }
    for more in failOn.dropFirst() { counted.formUnion(more) }
    return counted
  }

  private var most: [Change.Kind: ChangeThresholds.Threshold] {
    let given: [(Change.Kind, ChangeThresholds.Threshold?)] = [
      (.deleted, maxDeleted), (.inserted, maxInserted), (.updated, maxUpdated), (.moved, maxMoved),
    ]
    return given.reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  func validate() throws {
    guard let counted else { return }
    for kind in Change.Kind.allCases
    where most[kind] != nil && !counted.changes.contains(where: { $0.rawValue == kind.rawValue }) {
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

enum Threshold {
  static func parse(_ text: String) throws -> ChangeThresholds.Threshold {
    guard let threshold = ChangeThresholds.Threshold(text) else {
      throw ArgumentValueError("it is a whole number such as 10, or per cent such as 0.1%")
    }
    return threshold
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
    guard FilePath.exists(text) else { throw ArgumentValueError("there is no such file or folder") }
    return text
  }
}
