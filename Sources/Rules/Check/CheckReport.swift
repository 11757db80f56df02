import Records

/// What `lunadiff check` has to say of a set of rules.
public struct CheckReport: Sendable, Equatable {
  /// One rule, and how it runs.
  public struct Step: Sendable, Equatable {
    /// The rule: `identity`, `equal.price`, `normalize.name` and so on.
    public let rule: String
    /// What it does.
    public let summary: String
    /// The file and line of a function of the script's; `nil` for what runs natively.
    public let place: String?
    /// The columns that the function has read; `nil` where it is not known or nothing calls Lua.
    public internal(set) var columns: [String]?
  }

  /// What is wrong with a rule.
  public enum Problem: String, Sendable, CaseIterable {
    /// Several records have one identity.
    case duplicates
    /// A filter lets no record of an input pass.
    case nothingLeft = "nothing_left"
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
  public struct Finding: Sendable, Equatable {
    /// The rule.
    public let rule: String
    /// What is wrong.
    public let problem: Problem
    /// What is wrong, in words.
    public let message: String
    /// Where it shows, a line each.
    public let examples: [String]
  }

  /// What the rules were tried on.
  public struct Trial: Sendable, Equatable {
    /// The inputs' names and how many records each has.
    public let inputs: [Input]
    /// The columns that are compared.
    public let compared: [String]
    /// How many records were given to functions.
    public let records: Int
    /// How many pairs of records were given to functions.
    public let pairs: Int
  }

  /// An input.
  public struct Input: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// How many records it has.
    public let records: Int
    /// What lenient reading let through, a line each.
    public let notes: [String]

    init(_ table: RecordTable) {
      name = table.name
      records = table.count
      notes = table.warnings
    }
  }

  /// The rules in the order in which they matter.
  public internal(set) var steps: [Step]
  /// What the rules were tried on; `nil` where there was no data.
  public internal(set) var trial: Trial?
  /// What is wrong, in the order of the rules.
  public internal(set) var findings: [Finding] = []
}
