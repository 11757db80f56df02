import Comparing
import Patching
import Platform
import Records

/// What the viewer asks whoever has the inputs, and not only a recorded result: why, what would hide a change, and the
/// result under another rule.
package protocol ChangeReviewer {
  /// Why the records of a change are what they are, a line each.
  func reasons(for change: RecordedResult.Change) throws -> [String]

  /// The values of a change's records that do not differ.
  func context(of change: RecordedResult.Change) -> [ViewedChange.Item]

  /// What explains many changes at once.
  func findings() throws -> [ViewedFinding]

  /// What may be accepted so that a change is none any more, each with what is known of it: the rules of the finding
  /// first, which are all where there is no change.
  mutating func proposals(for change: RecordedResult.Change?, in finding: ViewedFinding?) throws -> [ViewAnswer.Choice]

  /// What a proposal hides, the change itself and everything else, a line each.
  mutating func effect(ofProposal number: Int) throws -> [String]

  /// Accepts a proposal.
  ///
  /// - Returns: The result with it, and what to say.
  mutating func accept(proposal number: Int) throws -> (result: RecordedResult, words: String)

  /// Takes back what was accepted last; `nil` where there is nothing.
  ///
  /// - Returns: The result without it, if it is another one, and what to say.
  mutating func undo() throws -> (result: RecordedResult?, words: String)?

  /// How many changes are accepted as differences that are known.
  var acceptedCount: Int { get }

  /// What is accepted of a change, by its number in the result.
  func acceptance(of change: Int) -> ViewedAcceptance

  /// What of a change may be accepted as it is, by its number in the result: all of it first.
  mutating func acceptable(in change: Int) throws -> [ViewAnswer.Choice]

  /// Accepts differences that are known, and writes them down.
  ///
  /// - Parameter reason: Why; `nil`: nothing is said.
  /// - Returns: What to say.
  mutating func accept(_ differences: ViewedDifferences, because reason: String?) throws -> String

  /// Where rules that were accepted are written to if nothing else is said; `nil` where nothing is left to be written.
  var unwritten: String? { get }

  /// Writes what was accepted, and tests of it, and says so; a file that is there is only written over if that is said.
  mutating func write(to path: String, over isOver: Bool) throws -> String
}

/// What changes of a result have in common, and which ones those are.
package struct ViewedFinding {
  package let line: String
  /// The finding, where it is one of both inputs.
  package let words: FindingWords?
  /// `nil` where it is about no changes that could be listed.
  private let test: ((RecordedResult.Change) -> Bool)?

  package init(_ line: String, words: FindingWords? = nil, test: ((RecordedResult.Change) -> Bool)?) {
    (self.line, self.words, self.test) = (line, words, test)
  }

  var isListable: Bool { test != nil }

  /// Whether rules or a command follow it, be it about changes or not.
  var hasRules: Bool { words?.rule != nil }

  /// What Enter does with it.
  var keys: [String] {
    let rules = words?.isOfLearning == true ? "Enter looks for rules" : "Enter shows its rules"
    return isListable ? ["Enter lists its changes"] : hasRules ? [rules] : []
  }

  /// What is said where there is no rule for it.
  var noRule: String { words?.isOfLearning == true ? Self.notLearnt : "no rule says what this finding says" }

  private static let notLearnt = "no rule is found for it here: lunadiff learn may have some"

  func covers(_ change: RecordedResult.Change) -> Bool { test?(change) ?? false }

  /// The same of a result under other rules, where records may differ elsewhere alone.
  var ofWhatIsLeft: ViewedFinding {
    guard let names = words?.finding.names, !names.isEmpty else { return self }
    return ViewedFinding(line, words: words) { [self] change in
      covers(change)
        && (change.kind != .updated
          || ViewedChange(change, ViewedAcceptance(isWhole: false)).patterns.contains { pattern in
            names.contains(where: pattern.isInside)
          })
    }
  }
}

/// What stands in place of the list: lines to be read, or some of which one is chosen.
package struct ViewAnswer {
  /// What may be chosen: its name, and what is said of it.
  package struct Choice {
    package let name: String
    package var lines: [String]

    package init(_ name: String, _ lines: [String] = []) { (self.name, self.lines) = (name, lines) }
  }

  let title: String
  var text: [String] = []
  var choices: [Choice] = []
  var chosen = 0

  init(_ title: String = "") { self.title = title }

  func lines(width: Int) -> [ViewLine] {
    [ViewLine(" " + DisplayText(title).text(within: max(width - 2, 1)), .bold), ViewLine()]
      + text.flatMap { Self.wrapped($0, indent: 2, width) } + choices.indices.flatMap { lines(of: $0, width: width) }
  }

  /// The lines that what is chosen takes.
  func place(width: Int) -> Range<Int> {
    let start = 2 + choices[..<chosen].indices.reduce(0) { $0 + lines(of: $1, width: width).count }
    return start..<start + lines(of: chosen, width: width).count
  }

  private func lines(of number: Int, width: Int) -> [ViewLine] {
    let (choice, isChosen) = (choices[number], number == chosen)
    let head = Self.lines(of: choice.name, max(width - 4, 1)).map { name in
      var line = ViewLine(isChosen ? "▌ " : "  ", isChosen ? .heading : .plain)
      line.add(name, isChosen ? .bold : .plain)
      return line
    }
    return head + choice.lines.flatMap { Self.wrapped($0, indent: 6, width, .dim) } + [ViewLine()]
  }

  /// The text in lines that end between words, but for words that are wider.
  static func lines(of text: String, _ width: Int) -> [String] {
    DisplayText(text).lines(of: .max).joined().wrapped(to: width).split(separator: "\n").flatMap {
      // A blank at which a line ends is none of a value.
      DisplayText(String($0).trimmed).lines(of: width)
    }
  }

  private static func wrapped(_ text: String, indent: Int, _ width: Int, _ role: Palette.Role = .plain) -> [ViewLine] {
    // What is indented stays so.
    let indent = indent + text.prefix { $0 == " " }.count
    return lines(of: String(text.drop { $0 == " " }), max(width - indent, 1)).map {
      var line = ViewLine(String(repeating: " ", count: min(indent, max(width - 1, 0))))
      line.add($0, role)
      return line
    }
  }
}

extension ChangeView {
  static let needsInputs = "that needs both inputs: lunadiff view OLD NEW"

  /// Does what a key asks whoever has the inputs.
  mutating func ask(_ key: ViewKey) {
    do {
      switch key {
      case .character("F"): try showFindings()
      case .character("w"): try showReasons()
      case .character("a"): try showProposals()
      case .character("A"): accept(.changes([number(at: selected)].compactMap(\.self)))
      case .character("c"): try showAcceptable()
      case .character("U"): try undo()
      default: break
      }
    } catch { message = Self.words(error) }
  }

  static func words(_ error: any Error) -> String {
    let hinted = error as? any HintedError
    let words = hinted.flatMap { error in error.hint.map { "\(error.finding): \($0)" } } ?? "\(error)"
    return words.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: ", ")
  }

  private mutating func showReasons() throws {
    guard let reviewer else { return message = Self.needsInputs }
    guard let change = change(at: selected) else { return }
    answer = ViewAnswer("why \(change.key.text(within: 60)) is \(change.kind.rawValue)")
    answer.text = try reviewer.reasons(for: change.change)
    show(.reasons)
  }

  private mutating func showFindings() throws {
    let found = try reviewer?.findings() ?? result.viewedFindings
    guard !found.isEmpty else {
      let none = total > 0 ? "nothing explains many of these changes at once" : "no record differs"
      return message = [none, columnWords].compactMap(\.self).joined(separator: "; ")
    }
    answer = ViewAnswer("what explains many changes at once")
    answer.text = columnWords.map { [$0, ""] } ?? []
    answer.choices = found.map { ViewAnswer.Choice($0.line) }
    listable = found
    show(.findings)
  }

  private mutating func showProposals() throws {
    guard reviewer != nil else { return message = Self.needsInputs }
    guard let change = change(at: selected) else { return }
    let finding = finding
    let found = try reviewer?.proposals(for: change.change, in: finding) ?? []
    guard !found.isEmpty else {
      if let finding { return message = finding.noRule }
      let hasKey = try reviewer?.findings().contains { $0.words?.rule?.isOfKey == true } == true
      let key = hasKey ? "; F: one of the key" : ""
      return message = "no rule about values hides this change: the record \(change.kind.words)\(key)"
    }
    let heading = "rules that hide \(change.key.text(within: 40)) · \(change.kind.rawValue)"
    try show(proposals: found, finding.map(Self.heading) ?? heading)
  }

  /// Lists the changes of a finding, and shows its rules, which may be about no change that could be listed.
  private mutating func showRules(of finding: ViewedFinding) throws {
    if finding.isListable {
      filter(by: finding)
      if !rows.isEmpty { return try showProposals() }
    }
    try showRules(alone: finding)
  }

  private mutating func showRules(alone finding: ViewedFinding) throws {
    guard reviewer != nil else { return message = Self.needsInputs }
    let found = try reviewer?.proposals(for: nil, in: finding) ?? []
    guard !found.isEmpty else { return message = finding.noRule }
    try show(proposals: found, Self.heading(finding))
  }

  private static func heading(_ finding: ViewedFinding) -> String {
    "rules for: \(finding.words?.text ?? finding.line)"
  }

  private mutating func show(proposals: [ViewAnswer.Choice], _ title: String) throws {
    (answer, findingsBehind) = (ViewAnswer(title), nil)
    answer.choices = proposals
    show(.proposals)
    lookAtChosen()
  }

  mutating func show(_ page: Page) {
    pageBehind = self.page
    self.page = page
    scrolled = 0
  }

  private mutating func undo() throws {
    guard reviewer != nil else { return message = Self.needsInputs }
    guard let (result, words) = try reviewer?.undo() else { return message = "there is nothing to take back" }
    if let result { try replace(result) } else { relist() }
    message = words
  }

  /// Writes what was accepted to a file, `!` before its name over one that is there; whether that was done.
  mutating func write(to text: String) -> Bool {
    guard reviewer != nil else {
      message = Self.needsInputs
      return false
    }
    let isOver = text.hasPrefix("!")
    let path = isOver ? String(text.dropFirst()) : text
    guard let unwritten = reviewer?.unwritten else {
      message = "there is nothing to write: a accepts a change"
      return false
    }
    do {
      message = try reviewer?.write(to: path.isEmpty ? unwritten : path, over: isOver) ?? ""
      return true
    } catch {
      message = Self.words(error)
      return false
    }
  }

  /// Ends, unless something was accepted that is not written: then it is asked whether to.
  mutating func leave() -> Bool {
    guard let path = reviewer?.unwritten else { return false }
    prompt = Prompt(purpose: .leaving, text: path)
    return true
  }

  // MARK: Choosing

  mutating func pressInChoice(_ key: ViewKey) -> Bool {
    switch key {
    case .control("c"): return false
    case .character("q"), .character("Q"), .escape, .left, .character("h"): leaveChoice()
    case .character("/"): prompt = Prompt(purpose: .search)
    case .character("n") where !search.isEmpty: findChoice()
    case .character("?"): showHelp()
    case .down, .character("j"), .control("n"): choose(answer.chosen + 1)
    case .up, .character("k"), .control("p"): choose(answer.chosen - 1)
    case .home, .character("g"): choose(0)
    case .end, .character("G"): choose(answer.choices.count - 1)
    case .enter, .tab, .right, .character("l"): takeChosen()
    case .character("a") where page == .findings: askRules(of: listable[answer.chosen])
    case .character("A") where page == .findings: accept(.finding(answer.chosen + 1))
    default: break
    }
    return true
  }

  private mutating func leaveChoice() {
    guard page == .proposals, let findings = findingsBehind else { return close() }
    (answer, page, scrolled, findingsBehind) = (findings, .findings, 0, nil)
    choose(answer.chosen)
  }

  /// Chooses the next one that holds what was searched for, round the end.
  mutating func findChoice() {
    let isFolded = search == search.lowercased()
    let (count, first) = (answer.choices.count, answer.chosen + 1)
    let found = (first..<first + count).first { place in
      let choice = answer.choices[place % count]
      let text = ([choice.name] + choice.lines).joined(separator: "\n")
      return (isFolded ? text.lowercased() : text).contains(search)
    }
    guard let found else { return message = "'\(search)' is in none of these" }
    choose(found % count)
  }

  mutating func choose(_ number: Int) {
    answer.chosen = max(0, min(number, answer.choices.count - 1))
    lookAtChosen()
    let place = answer.place(width: size.columns)
    if place.upperBound > scrolled + lowerHeight { scrolled = place.upperBound - lowerHeight }
    if place.lowerBound < scrolled { scrolled = answer.chosen == 0 ? 0 : place.lowerBound }
  }

  /// Finds out what is hidden by the proposal that is chosen.
  private mutating func lookAtChosen() {
    guard page == .proposals else { return }
    let lines: [String]
    // One that does not go with the other rules is no reason not to see the others.
    do { lines = try reviewer?.effect(ofProposal: answer.chosen) ?? [] } catch {
      lines = ["not with these rules: \(Self.words(error))"]
    }
    if !answer.choices[answer.chosen].lines.contains(lines) { answer.choices[answer.chosen].lines += lines }
  }

  private mutating func askRules(of finding: ViewedFinding) {
    let findings = answer
    if finding.isListable { close() }
    do { try showRules(of: finding) } catch { message = Self.words(error) }
    if page == .proposals { findingsBehind = findings }
  }

  private mutating func takeChosen() {
    do {
      if page == .proposals {
        guard let (result, words) = try reviewer?.accept(proposal: answer.chosen) else { return }
        close()
        try replace(result)
        message = words
      } else if page == .acceptable {
        askWhy(answer.chosen)
      } else {
        let found = listable[answer.chosen]
        guard found.isListable || found.hasRules else { return message = "it is not about changes that can be listed" }
        guard found.isListable else { return askRules(of: found) }
        close()
        filter(by: found)
      }
    } catch { message = Self.words(error) }
  }
}

extension Change.Kind {
  fileprivate var words: String {
    switch self {
    case .deleted: "has gone"
    case .inserted: "is new"
    case .updated: "was updated"
    case .moved: "has moved"
    }
  }
}

extension RecordedResult {
  /// What explains many of the changes at once, as it was recorded, and the changes that it is about as far as its
  /// columns tell.
  fileprivate var viewedFindings: [ViewedFinding] {
    findings.map { finding in
      let columns = Set(finding.columns)
      switch finding.kind {
      case "key": return ViewedFinding(finding.text) { $0.kind == .deleted || $0.kind == .inserted }
      case "order": return ViewedFinding(finding.text) { $0.isMoved }
      case "noise", "repeated", "filled", "emptied", "shift", "column":
        return ViewedFinding("changes of \(columns.sorted().joined(separator: ", ")): \(finding.text)") { change in
          change.fields.members.contains { columns.contains($0.name) }
        }
      default: return ViewedFinding(finding.text, test: nil)
      }
    }
  }
}
