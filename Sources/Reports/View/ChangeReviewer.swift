import Comparing
import Patching
import Records

/// Answers what the viewer can ask only about two inputs, not about a recorded result.
package protocol ChangeReviewer {
  /// The values of a change's records that do not differ.
  func context(of change: RecordedResult.Change) -> [ViewedChange.Item]

  /// The findings of the comparison, in the order of reports.
  func findings() throws -> [ViewedFinding]

  /// The number of accepted changes.
  var acceptedCount: Int { get }

  /// What is accepted of a change, by its number in the result.
  func acceptance(of change: Int) -> ViewedAcceptance

  /// Accepts differences and writes them to the file.
  ///
  /// - Returns: A message about the result.
  mutating func accept(_ differences: ViewedDifferences) throws -> String

  /// Takes back what was accepted last.
  ///
  /// - Returns: A message about the result; `nil` if there is nothing to take back.
  mutating func undo() throws -> String?
}

/// A finding, its command, and the changes that it is about.
package struct ViewedFinding {
  let text: String
  /// The command that follows the finding; for a recorded result, the flags to add.
  let command: String?
  /// `nil` if the finding is about no changes that can be listed.
  private let test: ((RecordedResult.Change) -> Bool)?

  package init(_ text: String, command: String? = nil, test: ((RecordedResult.Change) -> Bool)?) {
    (self.text, self.command, self.test) = (text, command, test)
  }

  var isListable: Bool { test != nil }

  func covers(_ change: RecordedResult.Change) -> Bool { test?(change) ?? false }
}

/// What is accepted of a change.
package struct ViewedAcceptance {
  /// Whether everything that differs is accepted.
  let isWhole: Bool
  /// The accepted columns of a change that still counts.
  private let columns: [String]

  package init(isWhole: Bool, columns: [String] = []) { (self.isWhole, self.columns) = (isWhole, columns) }

  var words: String? {
    isWhole ? "accepted" : columns.isEmpty ? nil : "accepted in \(columns.listed(within: 60)), and counts"
  }
}

/// Differences to accept.
package enum ViewedDifferences {
  /// Everything in which changes differ, by their numbers in the result.
  case changes([Int])
  /// Everything that a finding is about, by its number among the findings, from 1.
  case finding(Int)
}
