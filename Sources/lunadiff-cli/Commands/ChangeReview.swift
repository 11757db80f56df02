import Analysis
import Comparing
import Patching
import Platform
import Records
import Reports
import Requests
import RuleTesting

/// Answers what the viewer asks about two inputs, in words.
final class ChangeReview: ChangeReviewer {
  private var review: Review
  private let output: String
  /// The inputs and the rules files, which are never written over.
  private let inputs: [String]
  private let scripts: [String]
  private var proposals: [Review.Proposal] = []
  private var pair: Sides<Int>?
  /// What may be accepted of the change that was asked about: what is said of it, and its entries.
  private var acceptable: [[AcceptedDifference]] = []
  private var isWritten = true
  /// The rules files that were written, with what was said of each.
  private var files: [(path: String, words: String)] = []
  /// How many differences were accepted before.
  private let acceptedBefore: Int
  /// Fields that are shown lie in what these hold.
  private var cursors: Sides<FieldCursor>

  init(_ request: DiffRequest, scripts: [String], output: String) throws {
    let review = try Review(request)
    cursors = Sides { review.comparison.tables[$0].makeCursor() }
    self.review = review
    acceptedBefore = review.accepted.entries.count
    (inputs, self.scripts, self.output) = ([request.old, request.new], scripts, output)
  }

  private var comparison: Comparison { review.comparison }

  /// The comparison as it stands, as if it had been recorded.
  func result() throws -> RecordedResult {
    var bytes: [UInt8] = []
    var options = ReportOptions()
    options.findings = false
    try Reports.write(comparison, as: .json, options: options, to: &bytes)
    return try RecordedResult.read(bytes: bytes, name: "the comparison")
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

  func reasons(for change: RecordedResult.Change) throws -> [String] {
    let choice = change.target.map { RecordChoice.record(.target, $0) } ?? .record(.source, change.source ?? 0)
    let comparison = comparison
    return try comparison.guarding {
      let out = OutputBuffer()
      ExplanationText(try Explanations(of: comparison, [choice]), ReportOptions(), out).write()
      return out.withBytes { String(decoding: $0, as: UTF8.self) }.split(
        separator: "\n", omittingEmptySubsequences: false
      ).map(String.init)
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
        ViewedFinding(words.line, words: words, test: try test(of: words.finding))
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

  func proposals(for change: RecordedResult.Change?, in finding: ViewedFinding?) throws -> [ViewAnswer.Choice] {
    pair = change?.source.flatMap { source in change?.target.map { Sides(source: source, target: $0) } }
    proposals = try review.proposals(for: pair, about: finding?.words?.finding)
    return proposals.map { ViewAnswer.Choice($0.rule.brief, $0.rule.comments) }
  }

  func effect(ofProposal number: Int) throws -> [String] { lines(of: try effect(number)) }

  private func effect(_ number: Int) throws -> Review.Effect {
    if let effect = proposals[number].effect { return effect }
    let effect = try review.effect(of: proposals[number].rule, on: pair)
    proposals[number].effect = effect
    return effect
  }

  private func lines(of effect: Review.Effect) -> [String] {
    let left = effect.left.map { columns in
      guard columns.isEmpty else { return "this record still differs in \(columns.listed(within: 200))" }
      return effect.hasMoved ? "this record has only moved then" : "this record does not differ any more then"
    }
    let key = effect.otherKey.map { "another key is found then: \($0.joined(separator: ", "))" }
    let (before, after, new) = effect.pairs
    let others = new > max(0, after - before) ? ", \(Grouped.number(new)) of them others" : ""
    let then = "\(Grouped.count(after, "pair", "pairs")) of records then\(others)"
    let pairs = before == after && new == 0 ? nil : "\(then), and \(Grouped.number(before)) without it"
    let back = effect.moved.before - effect.moved.after
    let moved = back > 0 ? "\(Grouped.count(back, "record has", "records have")) not moved then" : nil
    let joined = effect.joined.prefix(after == 0 ? 0 : Self.mostJoined).map { column, same in
      "\([column].listed(within: 60)) is compared then: the same in \(Grouped.number(same)) of "
        + Grouped.count(after, "pair", "pairs")
    }
    let listed = effect.listed
    let lists =
      listed.before == listed.after
      ? nil
      : "\(Grouped.count(listed.after, "difference", "differences")) inside of these lists then, and "
        + "\(Grouped.number(listed.before)) without it"
    let more = Grouped.count(effect.beyond, "value", "values")
    let beyond = effect.beyond > 0 ? "it hides \(more) that the finding is not about" : nil
    let examples = effect.others.map { "  \(Change.describe($0.key))  \($0.name): \(Self.words($0))" }
    return [left, key, pairs, moved, lists].compactMap(\.self) + joined
      + [counts(of: effect), beyond].compactMap(\.self)
      + (examples.isEmpty ? [] : ["among them, of other records:"] + examples)
  }

  private static let mostJoined = 4

  /// What goes and what comes with a rule.
  private func counts(of effect: Review.Effect) -> String {
    func values(_ count: Int) -> String { Grouped.count(count, "value", "values") }
    let (before, after) = effect.changes
    let total = Grouped.count(before, "change", "changes")
    let hidden = "\(values(effect.hidden)) that \(effect.hidden == 1 ? "differs is" : "differ are") hidden"
    let come = effect.come > 0 ? ", and \(values(effect.come)) differ then and not now" : ""
    if before == after, effect.pairs.before == effect.pairs.after, effect.pairs.new == 0, effect.come == 0 {
      let moved = comparison.movedTargets.isEmpty ? "" : " or moved"
      guard effect.hidden > 0 else {
        let isListed = effect.listed.before != effect.listed.after
        let isInside = effect.joined.isEmpty && effect.moved.before == effect.moved.after && !isListed
        return isInside
          ? "no change goes: all values inside of which it hides something differ in more there"
          : "of \(total) none goes, and none comes"
      }
      return "\(hidden), but no change goes: all of these records differ in more\(moved)"
    }
    let gone = before - after
    let changes =
      gone < 0
      ? "\(Grouped.count(-gone, "change", "changes")) more than the \(Grouped.number(before)) now"
      : "\(Grouped.number(gone)) of \(total) \(gone == 1 ? "goes" : "go")"
    return changes + (effect.hidden > 0 ? ", \(hidden)" : "") + come
  }

  /// Two values, the one that there is, or where the one was and is that moved.
  private static func words(_ hidden: Review.HiddenValue) -> String {
    let values = hidden.values
    if let places = hidden.places {
      let way = ViewedChange.places(from: "[\(places.source)]", to: "[\(places.target)]")
      let value = values.target.withField { DisplayText($0, isQuoted: true).text(within: 60) }
      return values.target == .absent ? "moved \(way)" : "moved \(value) \(way)"
    }
    func shown(_ value: Value) -> String { value.withField { DisplayText($0).text(within: 60) } }
    switch (values.source, values.target) {
    // Masked values differ, too.
    case (.absent, .absent): return "*** → ***"
    case (.absent, let new): return "+ \(shown(new))"
    case (let old, .absent): return "- \(shown(old))"
    default:
      let texts = ValuePair.texts(values, width: 80)
      return "\(texts.old) → \(texts.new)"
    }
  }

  func accept(proposal number: Int) throws -> (result: RecordedResult, words: String) {
    let effect = try effect(number)
    let rule = proposals[number].rule
    let gone = effect.changes.before - effect.changes.after
    try review.accept(rule, effect, for: pair)
    isWritten = false
    let counts = "\(Grouped.count(abs(gone), "change", "changes")) \(gone < 0 ? "more" : "less")"
    return (try result(), "\(gone == 0 ? "taken" : counts) · U takes back: \(rule.brief)")
  }

  func undo() throws -> (result: RecordedResult?, words: String)? {
    switch try review.undo() {
    case nil: return nil
    case .entries(let count): return (nil, "taken back: \(entries(count)) of \(review.accepted.path)")
    case .rule(let rule):
      isWritten = review.rules.isEmpty
      return (try result(), "taken back: \(rule.brief)")
    }
  }

  // MARK: Accepting as it is

  var acceptedCount: Int { comparison.acceptance?.wholeCount ?? 0 }

  func acceptance(of change: Int) -> ViewedAcceptance {
    let entry = comparison.entry(at: change)
    let columns = comparison.acceptedParts(of: entry).columns.map { comparison.comparedColumns[Int($0)].name }
    return ViewedAcceptance(isWhole: comparison.isAccepted(entry), columns: columns.sorted())
  }

  func acceptable(in change: Int) throws -> [ViewAnswer.Choice] {
    let all = try review.differences(of: change)
    guard let first = all.first else { return [] }
    var choices = [all]
    if all.count > 1 { choices += all.map { [$0] } }
    var columns: [String] = []
    for difference in all {
      guard let column = difference.column, !columns.contains(column) else { continue }
      columns.append(column)
      var any = difference
      (any.path, any.content) = (nil, .any)
      choices.append([any])
    }
    var record = AcceptedDifference()
    (record.key, record.section) = (first.key, first.section)
    choices.append([record])
    acceptable = choices
    return choices.enumerated().map { place, differences in
      ViewAnswer.Choice(
        Self.name(of: differences, isAll: place == 0),
        differences.prefix(Self.mostLines).map { String(decoding: AcceptedFile.line(of: $0), as: UTF8.self) }
          + (differences.count > Self.mostLines ? ["and \(differences.count - Self.mostLines) more"] : []))
    }
  }

  private static let mostLines = 3

  private static func name(of differences: [AcceptedDifference], isAll: Bool) -> String {
    let difference = differences[0]
    let key = Change.describe(difference.key ?? [])
    guard !isAll else {
      return differences.count > 1 ? "\(key) as it is: all \(differences.count) differences" : "\(key) as it is"
    }
    guard let column = difference.column else {
      return difference.kind == .moved ? "its place" : "\(key), whatever happens to it"
    }
    guard difference.content == .any else { return "\(column)\(difference.path ?? ""), with these values" }
    return "\(column) of \(key), whatever its values"
  }

  func accept(_ differences: ViewedDifferences, because reason: String?) throws -> String {
    var terms = AcceptanceTerms()
    terms.reason = reason
    let (acceptable, before) = (acceptable, acceptedCount)
    let added = try review.accept { file, comparison in
      switch differences {
      case .changes(let numbers): for number in numbers { try file.accept(number, of: comparison, terms) }
      case .choice(let place): file.add(acceptable[place], terms)
      case .finding(let number): _ = try file.accept(AcceptanceChoice(finding: number), of: comparison, terms)
      }
    }
    guard added > 0 else { return "nothing of it is left to be accepted" }
    let gone = acceptedCount - before
    let less = "\(Grouped.count(gone, "change", "changes")) less"
    let effect = gone == 0 ? "it still counts for what else differs" : less
    return "\(effect) · \(entries(added)) more in \(review.accepted.path) · U takes back"
  }

  private func entries(_ count: Int) -> String { Grouped.count(count, "entry", "entries") }

  // MARK: Writing

  var unwritten: String? { isWritten ? nil : output }

  /// What has been written, to be said once the screen is gone, each with what uses it.
  var written: [String] {
    // Whoever has taken another key does not want the one that the command named.
    let hasKey = review.rules.contains { if case .key = $0 { true } else { false } }
    let rules = files.map { path, words in
      let next = RepeatableCommand.comparing(underRules: path, learnedBy: ProgramArguments.all, namesKey: hasKey)
      return words + (next.map { "; to compare with these rules: \($0)" } ?? "")
    }
    let added = review.accepted.entries.count - acceptedBefore
    let texts = review.rules.map { DisplayText($0.text).text(within: 400) }.joined(separator: "; ")
    let count = Grouped.count(review.rules.count, "rule", "rules")
    let lost = isWritten || texts.isEmpty ? [] : ["\(count) not written: \(texts)"]
    return rules + lost + (added > 0 ? ["\(entries(added)) more in \(review.accepted.path)"] : [])
  }

  func write(to path: String, over isOver: Bool) throws -> String {
    let name = path.hasSuffix(".lua") ? String(path.dropLast(4)) : path
    let (rulesPath, testPath) = ("\(name).lua", "\(name).test.lua")
    // What this review wrote is its own.
    let isOver = isOver || files.contains { $0.path == rulesPath }
    for path in [rulesPath, testPath] where !isOver && FilePath.exists(path) {
      throw CommandError("\(path) is there already: :w! \(rulesPath) writes over it, :w NAME to another one")
    }
    let words = try writeFiles(rulesPath, testPath)
    files.removeAll { $0.path == rulesPath }
    files.append((rulesPath, words))
    return words
  }

  private func writeFiles(_ rulesPath: String, _ testPath: String) throws -> String {
    let (text, missing) = try review.rulesFile(at: rulesPath)
    let place = try OutputPlace(rulesPath, inputs: inputs, scripts: scripts)
    try ProgramOutput.write(to: place) { try $0.write(text) }
    isWritten = true
    let count = Grouped.count(review.rules.count, "rule", "rules")
    if let missing { return "wrote \(rulesPath): \(count), to be used after \(missing)" }
    let tests = try writeTests(to: testPath, of: rulesPath)
    guard tests > 0 else {
      return "wrote \(rulesPath): \(count), and no test: no two records that were tried show alone what they are for"
    }
    return "wrote \(rulesPath): \(count), and \(testPath): \(Grouped.count(tests, "test", "tests"))"
  }

  /// Writes the tests that hold: of each group the first that does.
  ///
  /// - Returns: How many those are; without any there is no file.
  private func writeTests(to path: String, of rules: String) throws -> Int {
    var chosen: [String] = []
    for group in review.tests {
      let held = try group.first { test in
        try write([test], to: path, of: rules)
        return try passes(path)
      }
      if let held { chosen.append(held) }
    }
    if !chosen.isEmpty {
      try write(chosen, to: path, of: rules)
    } else if FilePath.exists(path) {
      try FilePath.remove(path)
    }
    return chosen.count
  }

  private func write(_ tests: [String], to path: String, of rules: String) throws {
    let text = "return {\n  rules = \(FilePath.name(of: rules).luaText),\n" + tests.joined() + "}\n"
    try ProgramOutput.write(to: OutputPlace(path, inputs: inputs)) { try $0.write(text) }
  }

  private func passes(_ path: String) throws -> Bool {
    let summary = try runTests(TestRequest(paths: [path]))
    return summary.problemCount == 0 && summary.count(.failed) == 0 && summary.count(.passed) > 0
  }
}
