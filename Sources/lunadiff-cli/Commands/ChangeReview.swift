import Analysis
import Comparing
import Patching
import Platform
import Records
import Reports
import Requests

/// Answers the viewer's questions about two inputs.
final class ChangeReview: ChangeReviewer {
  private var review: AcceptanceReview
  /// The reason that is written beside what is accepted.
  private let reason: String?
  /// The commands that findings add flags to.
  private let commands: ReportOptions.Commands?
  private let entriesBefore: Int
  /// Shown fields lie in the memory of these cursors.
  private var cursors: Sides<FieldCursor>

  init(_ request: DiffRequest, reason: String?, commands: ReportOptions.Commands?) throws {
    let review = try AcceptanceReview(request)
    cursors = Sides { review.comparison.tables[$0].makeCursor() }
    self.review = review
    (self.reason, self.commands, entriesBefore) = (reason, commands, review.accepted.entries.count)
  }

  private var comparison: Comparison { review.comparison }

  /// The comparison as it stands, as if it had been recorded.
  func result() throws -> RecordedResult {
    var options = ReportOptions()
    options.findings = false
    return try RecordedResult.read(bytes: comparison.report(as: .json, options), name: "the comparison")
  }

  // MARK: Reading

  /// What tells the records apart where nobody has said it, and by which rules no record differs.
  var termsUnsaid: String? {
    let terms = TermsText(comparison, ReportOptions()).parts
    switch comparison.key {
    case .notFound: return "no key was found: records are the same where all of their values are"
    case .found: return terms.first
    case .given, .wholeRecord, .function:
      return comparison.changeCount == 0 && terms.count > 1 ? terms.joined(separator: " · ") : nil
    }
  }

  func context(of change: RecordedResult.Change) -> [ViewedChange.Item] {
    guard let source = change.source, let target = change.target else { return [] }
    let differing = Set(change.fields.members.map(\.name))
    cursors = Sides { comparison.tables[$0].makeCursor() }
    let masked = Sides { comparison.maskedColumns($0) }
    let columns = comparison.target.columns.enumerated()
    let common = columns.compactMap { place, name -> ViewedChange.Item? in
      guard !differing.contains(name), !masked.target.contains(place) else { return nil }
      let field = cursors.target.field(target, place)
      let isAlone = comparison.columns.inserted.contains(name)
      let partner = comparison.columns.common.first { $0.target == place }
      // A value that rules make the same is shown as it is on both sides.
      if let partner, case let old = cursors.source.field(source, partner.source), old.value != field.value {
        return ViewedChange.Item(context: name, old, field)
      }
      return field.isVoid ? nil : ViewedChange.Item(context: name, isAlone ? nil : field, field)
    }
    let gone = comparison.source.columns.enumerated().compactMap { place, name -> ViewedChange.Item? in
      guard comparison.columns.deleted.contains(name), !differing.contains(name), !masked.source.contains(place)
      else { return nil }
      let field = cursors.source.field(source, place)
      return field.isVoid ? nil : ViewedChange.Item(context: name, field, nil)
    }
    return common + gone
  }

  func findings() throws -> [ViewedFinding] {
    let comparison = comparison
    return try comparison.guarding {
      try comparison.allFindingWords().map { words in
        ViewedFinding(words.text, command: words.trial(commands), test: try test(of: words.finding))
      }
    }
  }

  private func test(of finding: Finding) throws -> ((RecordedResult.Change) -> Bool)? {
    if let targets = try FindingRecords.updatedTargets(of: finding, in: comparison) {
      return { $0.kind == .updated && $0.target.map(targets.contains) ?? false }
    }
    return switch finding.cause {
    case .spelledKeys, .affixedKeys, .formedKeys, .otherForm, .otherKey, .widerKey:
      { $0.kind == .deleted || $0.kind == .inserted }
    case .reversed, .sorted, .block: { $0.isMoved }
    case .end(let side, _), .every(let side, _, _), .shared(let side, _, _, _), .range(let side, _, _, _),
      .repeats(let side):
      { $0.kind == (side == .source ? .deleted : .inserted) }
    default: nil
    }
  }

  // MARK: Accepting

  var acceptedCount: Int { comparison.acceptance?.wholeCount ?? 0 }

  func acceptance(of change: Int) -> ViewedAcceptance {
    let entry = comparison.entry(at: change)
    let columns = comparison.acceptedParts(of: entry).columns.map { comparison.comparedColumns[Int($0)].name }
    return ViewedAcceptance(isWhole: comparison.isAccepted(entry), columns: columns.sorted())
  }

  func accept(_ differences: ViewedDifferences) throws -> String {
    var terms = AcceptanceTerms()
    terms.reason = reason
    let added = try review.accept { file, comparison in
      switch differences {
      case .changes(let numbers): for number in numbers { try file.accept(number, of: comparison, terms) }
      case .finding(let number): _ = try file.accept(AcceptanceChoice(finding: number), of: comparison, terms)
      }
    }
    guard added > 0 else { return "nothing is left to accept there" }
    return "\(entries(added)) more in \(review.accepted.path) · U takes back"
  }

  func undo() throws -> String? {
    try review.undo().map { "taken back: \(entries($0)) of \(review.accepted.path)" }
  }

  private func entries(_ count: Int) -> String { Grouped.count(count, "entry", "entries") }

  /// What was written, for a note at the end.
  var written: String? {
    let added = review.accepted.entries.count - entriesBefore
    return added > 0 ? "\(entries(added)) more in \(review.accepted.path)" : nil
  }
}
