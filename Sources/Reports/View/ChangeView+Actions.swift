import Comparing
import Patching
import Platform
import Records

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
