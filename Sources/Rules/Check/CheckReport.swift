import Comparing
import Records

/// What `lunadiff check` has to say of a set of rules.
package struct CheckReport: Sendable, Equatable {
  /// One rule, and how it runs.
  package struct Step: Sendable, Equatable {
    /// The rule: `identity`, `equal.price`, `normalize.name` and so on.
    package let rule: String
    /// What it does.
    package let summary: String
    /// The file and line of a function of the script's; `nil` for what runs natively.
    package let place: String?
    /// The rule to write in place of a function that needs none.
    package var declared: DeclaredRule?
    /// The columns that the function has read; `nil` where it is not known or nothing calls Lua.
    package internal(set) var columns: [String]?
  }

  /// What is wrong with a rule.
  package enum Problem: String, Sendable, CaseIterable {
    /// Several records have one identity.
    case duplicates
    /// A filter lets no record of an input pass.
    case nothingLeft = "nothing_left"
    /// It does nothing: what it is for does not occur, or another rule keeps it from being asked.
    case noEffect = "no_effect"
    /// Two calls for the same gave two answers.
    case unstable
    /// The function writes to a variable that outlives the call.
    case state
    /// A record or value is not equal to itself.
    case irreflexive
    /// Which of the two comes first decides.
    case asymmetric
  }

  /// Something that is not as it should be.
  package struct Finding: Sendable, Equatable {
    /// The rule.
    package let rule: String
    /// What is wrong.
    package let problem: Problem
    /// What is wrong, in words.
    package let message: String
    /// Where it shows, a line each.
    package let examples: [String]
  }

  /// What the rules were tried on.
  package struct Trial: Sendable, Equatable {
    /// The inputs' names and how many records each has.
    package let inputs: [InputSummary]
    /// The columns that are compared.
    package let compared: [String]
    /// How many records were given to functions.
    package let records: Int
    /// How many pairs of records were given to functions.
    package let pairs: Int
  }

  /// The rules in the order in which they matter.
  package internal(set) var steps: [Step]
  /// What the rules were tried on; `nil` where there was no data.
  package internal(set) var trial: Trial?
  /// What is wrong, in the order of the rules.
  package internal(set) var findings: [Finding] = []
}
