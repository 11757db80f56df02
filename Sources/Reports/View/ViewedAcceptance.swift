import Comparing
import Records

/// What somebody has accepted of a change.
package struct ViewedAcceptance {
  /// Whether everything that differs is accepted.
  let isWhole: Bool
  /// What is, by the names of columns, where that is not everything.
  private let columns: [String]

  package init(isWhole: Bool, columns: [String] = []) { (self.isWhole, self.columns) = (isWhole, columns) }

  var words: String? {
    isWhole ? "accepted" : columns.isEmpty ? nil : "accepted in \(columns.listed(within: 60)), and counts"
  }
}

/// Differences that are accepted as they are, because they are known.
package enum ViewedDifferences {
  /// Everything by which changes differ, by their numbers in the result.
  case changes([Int])
  /// One of the choices that a change has, by its place among them.
  case choice(Int)
  /// What a finding is about, by its place among the findings, from 1.
  case finding(Int)
}

extension ChangeView {
  /// Whether some changes are not listed.
  var isFiltered: Bool {
    !filter.isEmpty || finding != nil || hidesAccepted || shownKinds.count < Change.Kind.allCases.count
  }

  /// Shows what of the selected change may be accepted, and last everything that is listed.
  mutating func showAcceptable() throws {
    guard reviewer != nil else { return message = Self.needsInputs }
    guard let change = change(at: selected), let number = number(at: selected) else { return }
    answer = ViewAnswer("what to accept of \(change.key.text(within: 40)) · \(change.kind.rawValue)")
    answer.choices = try reviewer?.acceptable(in: number) ?? []
    if rows.count > 1 {
      let which = isFiltered ? "that are listed" : "there are"
      answer.choices.append(ViewAnswer.Choice("all \(Grouped.number(rows.count)) changes \(which), as they are"))
    }
    guard !answer.choices.isEmpty else { return message = "no column differs in it that could be named" }
    show(.acceptable)
  }

  /// Asks why a choice is accepted.
  mutating func askWhy(_ chosen: Int) {
    let isAll = rows.count > 1 && chosen == answer.choices.count - 1
    waiting = isAll ? .changes(rows.indices.compactMap(number)) : .choice(chosen)
    prompt = Prompt(purpose: .reason, text: reason)
  }

  mutating func acceptWaiting(_ reason: String) {
    self.reason = reason
    guard let waiting else { return }
    self.waiting = nil
    close()
    accept(waiting)
  }

  /// Accepts differences, and goes on to the next change that counts.
  mutating func accept(_ differences: ViewedDifferences) {
    guard reviewer != nil else { return message = Self.needsInputs }
    if case .changes(let numbers) = differences, numbers.isEmpty { return }
    do {
      message = try reviewer?.accept(differences, because: reason.isEmpty ? nil : reason) ?? ""
    } catch { return message = Self.words(error) }
    if page == .findings { close() }
    if hidesAccepted { return relist() }
    let next = (selected..<rows.count).first { change(at: $0)?.acceptance.isWhole == false }
    if let next { select(next) }
  }
}
