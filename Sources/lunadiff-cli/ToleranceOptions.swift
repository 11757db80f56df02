import ArgumentParser
import LunaDiff

/// Which changes make the exit status 1.
struct ToleranceOptions: ParsableArguments {
  @Option(
    help: Help.flag(
      "Which kinds make the status 1.", value: "kinds",
      "Of deleted, inserted, updated, moved and missing (a file), separated by commas; all if it is not said."
    ),
    transform: CountedKinds.parse)
  var failOn: [CountedKinds] = []

  @Option(
    help: Help.flag(
      "Up to so many do not count, as in 10 or 0.1%.", value: "amount",
      "In each pair. Per cent are of the records of its old file."),
    transform: Threshold.parse)
  var maxDeleted: BatchTolerance.Threshold?

  @Option(
    help: Help.flag("The same for inserted records.", value: "amount"), transform: Threshold.parse)
  var maxInserted: BatchTolerance.Threshold?

  @Option(
    help: Help.flag("The same for updated records.", value: "amount"), transform: Threshold.parse)
  var maxUpdated: BatchTolerance.Threshold?

  @Option(
    help: Help.flag("The same for moved records.", value: "amount"), transform: Threshold.parse)
  var maxMoved: BatchTolerance.Threshold?

  /// What the flags say.
  var tolerance: BatchTolerance {
    var tolerance = BatchTolerance()
    if let counted {
      tolerance.kinds = counted.kinds
      tolerance.countsMissing = counted.countsMissing
    }
    tolerance.thresholds = thresholds
    return tolerance
  }

  /// What all of `--fail-on` says together; `nil` if it is not said.
  private var counted: CountedKinds? {
    guard var counted = failOn.first else { return nil }
    for more in failOn.dropFirst() { counted.formUnion(more) }
    return counted
  }

  private var thresholds: [Change.Kind: BatchTolerance.Threshold] {
    let given: [(Change.Kind, BatchTolerance.Threshold?)] = [
      (.deleted, maxDeleted), (.inserted, maxInserted), (.updated, maxUpdated),
      (.moved, maxMoved),
    ]
    return given.reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  func validate() throws {
    guard let counted else { return }
    for kind in Change.Kind.allCases
    where thresholds[kind] != nil && !counted.kinds.contains(kind) {
      throw ValidationError("--max-\(kind.rawValue) means nothing where --fail-on leaves it out")
    }
  }
}

/// The words of `--fail-on`.
struct CountedKinds {
  var kinds: Set<Change.Kind> = []
  var countsMissing = false

  /// All the words there are.
  static let words = Change.Kind.allCases.map(\.rawValue) + ["missing"]

  static func parse(_ text: String) throws -> CountedKinds {
    var counted = CountedKinds()
    for word in text.split(separator: ",", omittingEmptySubsequences: false) {
      if word == "missing" {
        counted.countsMissing = true
      } else if let kind = Change.Kind(rawValue: String(word)) {
        counted.kinds.insert(kind)
      } else {
        throw ValueProblem("it is some of \(words.joined(separator: ", "))")
      }
    }
    return counted
  }

  mutating func formUnion(_ other: CountedKinds) {
    kinds.formUnion(other.kinds)
    countsMissing = countsMissing || other.countsMissing
  }
}

/// A number of records, or a part of them.
enum Threshold {
  static func parse(_ text: String) throws -> BatchTolerance.Threshold {
    guard let threshold = BatchTolerance.Threshold(text) else {
      throw ValueProblem("it is a whole number such as 10, or per cent such as 0.1%")
    }
    return threshold
  }
}
