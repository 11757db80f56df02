import Comparing
import Patching
import Platform
import Records

/// The state of the viewer: the listed changes, the selected change and the open page.
///
/// It knows no terminal: ``press(_:)`` takes keys, and ``screen(color:)`` makes lines.
package struct ChangeView {
  package enum Page: Sendable {
    case list
    /// The selected change alone.
    case change
    case findings
    case help
  }

  let result: RecordedResult
  private var reader: RecordedResult.Reader
  /// The numbers of the changes in the order of the text report.
  private let order: [Int32]
  /// The number of changes that are accepted in the result.
  private let recordedAcceptances: Int
  /// Answers questions about both inputs; `nil` for a recorded result.
  package var reviewer: (any ChangeReviewer)?
  /// The finding whose changes are listed; `nil` if all changes are.
  private(set) var finding: ViewedFinding?
  /// The listed changes, as indices into the order.
  package private(set) var rows: [Int32] = []
  package private(set) var selected = 0
  private(set) var top = 0
  /// The first visible line of the text below the list, or of the page in its place.
  var scrolled = 0
  /// The open pages, each of which leads back to the one before it.
  private var pages = [Page.list]
  /// The text that is typed to search for; `nil` if no text is typed.
  package internal(set) var typed: String?
  var search = ""
  /// The number that is typed before a key.
  var count: Int?
  /// Shown on the last line until a key is pressed.
  package var message = ""
  private(set) var size = (rows: 24, columns: 80)
  /// What the page of findings shows, and the chosen one.
  var findings: [ViewedFinding] = []
  var chosen = 0
  /// The commands that were copied.
  package internal(set) var copied: [String] = []
  /// The copied command that the terminal has not taken yet.
  var clipboard: String?

  /// - Complexity: O(*n*) for *n* changes.
  package init(_ result: RecordedResult) throws(PatchError) {
    self.result = result
    reader = result.makeReader()
    (order, recordedAcceptances) = try Self.inOrder(result)
    list(nil)
    message = columnWords ?? ""
  }

  /// The changes by kind as in the text report, unless sections have an order of their own.
  private static func inOrder(_ result: RecordedResult) throws(PatchError) -> (order: [Int32], accepted: Int) {
    var reader = result.makeReader()
    var groups = Change.Kind.reading.map { _ in [Int32]() }
    var accepted = 0
    for number in 0..<result.count {
      let change = try reader.change(number)
      if change.isAccepted { accepted += 1 }
      groups[change.kind.rank].append(Int32(truncatingIfNeeded: number))
    }
    let order = result.isSectioned ? (0..<result.count).map { Int32(truncatingIfNeeded: $0) } : Array(groups.joined())
    return (order, accepted)
  }

  /// The columns that only one side has, which no change shows.
  var columnWords: String? {
    let names = [("removed", result.deleted), ("added", result.inserted)].filter { !$0.1.isEmpty }
    return names.isEmpty ? nil : names.map { "columns \($0): \($1.listed(within: 200))" }.joined(separator: "; ")
  }

  var total: Int { order.count }

  var acceptedCount: Int { reviewer?.acceptedCount ?? recordedAcceptances }

  // MARK: Changes

  mutating func change(at row: Int) -> ViewedChange? {
    guard let number = number(at: row), let change = read(number) else { return nil }
    let recorded = ViewedAcceptance(isWhole: change.isAccepted)
    return ViewedChange(change: change, acceptance: reviewer?.acceptance(of: number) ?? recorded)
  }

  /// The number of a listed change in the result.
  func number(at row: Int) -> Int? { rows.indices.contains(row) ? Int(order[Int(rows[row])]) : nil }

  /// Reads a change, which never fails: all changes were read at the start.
  private mutating func read(_ number: Int) -> RecordedResult.Change? { try? reader.change(number) }

  /// Lists the changes of a finding, or all changes.
  ///
  /// The selection stays, or moves on to the next listed change.
  mutating func list(_ finding: ViewedFinding?) {
    let before = rows.indices.contains(selected) ? rows[selected] : 0
    self.finding = finding
    let all = order.indices.map { Int32(truncatingIfNeeded: $0) }
    rows = finding.map { finding in all.filter { read(Int(order[Int($0)])).map(finding.covers) ?? false } } ?? all
    select(rows.firstIndex { $0 >= before } ?? rows.count - 1)
  }

  mutating func select(_ row: Int) {
    let before = selected
    selected = max(0, min(row, rows.count - 1))
    if selected != before { scrolled = 0 }
    let height = max(listHeight, 1)
    top = min(top, selected, max(rows.count - height, 0))
    if selected >= top + height { top = selected - height + 1 }
  }

  // MARK: Pages

  package var page: Page { pages.last ?? .list }

  mutating func show(_ page: Page) {
    pages.append(page)
    scrolled = 0
  }

  /// Goes back to the page before.
  mutating func leavePage() {
    if pages.count > 1 { pages.removeLast() }
    scrolled = 0
    if page == .findings { choose(chosen) } else { select(selected) }
  }

  /// Goes back to the list.
  mutating func close() {
    pages = [.list]
    scrolled = 0
    select(selected)
  }

  // MARK: Size

  package mutating func resize(rows: Int, columns: Int) {
    size = (max(rows, 1), max(columns, 1))
    select(selected)
  }

  /// The lines between the title and the last line.
  private var room: Int { size.rows - 2 }

  /// Whether the selected change is shown below the list.
  var isSplit: Bool { page == .list && room >= 12 }

  var listHeight: Int { page != .list ? 0 : isSplit ? max(5, room * 2 / 5) : room }

  var lowerHeight: Int { page != .list ? room : isSplit ? room - listHeight - 1 : 0 }
}

extension ChangeView {
  static let needsInputs = "that needs both inputs: lunadiff view OLD NEW"

  // MARK: Findings

  mutating func showFindings() {
    attempt { view in
      let found = try view.reviewer?.findings() ?? view.result.viewedFindings
      guard !found.isEmpty else {
        let none = view.total > 0 ? "nothing explains many of these changes at once" : "no record differs"
        return view.message = [none, view.columnWords].compactMap(\.self).joined(separator: "; ")
      }
      view.findings = found
      view.show(.findings)
      view.choose(0)
    }
  }

  mutating func choose(_ number: Int) {
    chosen = number
    let lines = linesOfChosen(width: size.columns)
    if lines.upperBound > scrolled + lowerHeight { scrolled = lines.upperBound - lowerHeight }
    if lines.lowerBound < scrolled { scrolled = chosen == 0 ? 0 : lines.lowerBound }
  }

  /// Lists only the changes of the chosen finding.
  mutating func listChosen() {
    guard findings[chosen].isListable else { return message = "it is not about changes that can be listed" }
    close()
    list(findings[chosen])
  }

  mutating func copyCommand() {
    guard let command = findings[chosen].command else { return message = "no command follows this finding" }
    if !copied.contains(command) { copied.append(command) }
    clipboard = command
    message = "copied: \(command)"
  }

  /// Gives the terminal a copied command for its clipboard.
  ///
  /// - Returns: A control sequence (OSC 52); `nil` if nothing new was copied.
  package mutating func takeClipboard() -> [UInt8]? {
    guard let text = clipboard else { return nil }
    clipboard = nil
    let out = OutputBuffer()
    out.append("\u{1B}]52;c;")
    out.append(base64: Array(text.utf8))
    out.append("\u{07}")
    return out.withBytes { Array($0) }
  }

  // MARK: Accepting

  /// Accepts differences, and goes on to the next change that counts.
  mutating func accept(_ differences: ViewedDifferences) {
    guard reviewer != nil else { return message = Self.needsInputs }
    if case .changes(let numbers) = differences, numbers.isEmpty { return }
    attempt { view in
      view.message = try view.reviewer?.accept(differences) ?? ""
      if view.page == .findings { view.close() }
      let next = (view.selected..<view.rows.count).first { view.change(at: $0)?.acceptance.isWhole == false }
      if let next { view.select(next) }
    }
  }

  mutating func undo() {
    guard reviewer != nil else { return message = Self.needsInputs }
    attempt { view in view.message = try view.reviewer?.undo() ?? "there is nothing to take back" }
  }

  /// Does something that may fail, and reports an error on the last line.
  private mutating func attempt(_ work: (inout ChangeView) throws -> Void) {
    do { try work(&self) } catch {
      let hinted = error as? any HintedError
      let words = hinted.flatMap { error in error.hint.map { "\(error.finding): \($0)" } } ?? "\(error)"
      message = words.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: ", ")
    }
  }
}

extension RecordedResult {
  /// The recorded findings, which are about the changes of their columns.
  fileprivate var viewedFindings: [ViewedFinding] {
    findings.map { finding in
      let columns = Set(finding.columns)
      let command = finding.advice.isEmpty ? nil : finding.advice.shellLine
      switch finding.kind {
      case "key": return ViewedFinding(finding.text, command: command) { $0.kind == .deleted || $0.kind == .inserted }
      case "order": return ViewedFinding(finding.text, command: command) { $0.isMoved }
      case "noise", "repeated", "filled", "emptied", "shift", "column":
        let text = "changes of \(columns.sorted().joined(separator: ", ")): \(finding.text)"
        return ViewedFinding(text, command: command) { change in
          change.fields.members.contains { columns.contains($0.name) }
        }
      default: return ViewedFinding(finding.text, command: command, test: nil)
      }
    }
  }
}
