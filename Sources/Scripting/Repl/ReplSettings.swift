import RecordDiff
import Requests
import StagedDiff

/// What commands have set: rules, and how much is shown.
struct ReplSettings {
  /// Rules files and texts, in order.
  var rules: [DiffRequest.RuleSource]
  /// The rules that `:key` and `:set` give.
  var flags: RuleFlags
  /// How many records or changes are shown at most.
  var limit = 20

  /// What `:set` can change.
  enum Name: String, CaseIterable {
    case ignore, only, tolerance, rename, section
    case trim
    case ignoreCase = "ignore_case"
    case ignoreOrder = "ignore_order"
    case moves, duplicates
    case keyAs = "key_as"
    case strictColumns = "strict_columns"
    case limit
  }

  /// Changes one; `nil` takes it back.
  ///
  /// - Throws: `LunaDiffError` for a value that it cannot have.
  mutating func set(_ name: Name, _ value: String?) throws(LunaDiffError) {
    switch name {
    case .ignore: flags.ignore = value.map(ReplWords.columns) ?? []
    case .only: flags.only = value.map(ReplWords.columns)
    case .tolerance: flags.tolerances = try value.map(Self.tolerances) ?? []
    case .rename: flags.renames = try value.map(Self.pairs) ?? []
    case .section: flags.section = value
    case .trim: flags.trim = try value.map(Self.flag) ?? false
    case .ignoreCase: flags.ignoreCase = try value.map(Self.flag) ?? false
    case .ignoreOrder: flags.ignoreOrder = try value.map(Self.flag) ?? false
    case .moves: flags.moves = try value.map(Self.choice)
    case .duplicates: flags.duplicates = try value.map(Self.choice)
    case .keyAs: flags.keyAs = try value.map(Self.choice)
    case .strictColumns: flags.strictColumns = try value.map(Self.flag) ?? false
    case .limit: limit = try value.map(Self.count) ?? 20
    }
  }

  /// What one is set to; `nil` if it is not set.
  func value(_ name: Name) -> String? {
    switch name {
    case .ignore: Self.listed(flags.ignore)
    case .only: flags.only.flatMap(Self.listed)
    case .tolerance:
      Self.listed(flags.tolerances.map { ($0.column.map { $0 + "=" } ?? "") + $0.amount })
    case .rename: Self.listed(flags.renames.map { "\($0.old)=\($0.new)" })
    case .section: flags.section
    case .trim: flags.trim ? "true" : nil
    case .ignoreCase: flags.ignoreCase ? "true" : nil
    case .ignoreOrder: flags.ignoreOrder ? "true" : nil
    case .moves: flags.moves?.rawValue
    case .duplicates: flags.duplicates?.rawValue
    case .keyAs: flags.keyAs?.rawValue
    case .strictColumns: flags.strictColumns ? "true" : nil
    case .limit: "\(limit)"
    }
  }

  private static func listed(_ names: [String]) -> String? {
    names.isEmpty ? nil : names.joined(separator: ", ")
  }

  private static func pairs(_ text: String) throws(LunaDiffError) -> [(String, String)] {
    var pairs: [(String, String)] = []
    for word in ReplWords.columns(text) {
      let parts = word.split(separator: "=", maxSplits: 1).map(\.trimmed)
      guard parts.count == 2 else { throw LunaDiffError("'\(word)' is not of the form name=value") }
      pairs.append((parts[0], parts[1]))
    }
    return pairs
  }

  private static func tolerances(_ text: String) throws(LunaDiffError) -> [(String?, String)] {
    var tolerances: [(String?, String)] = []
    for word in ReplWords.columns(text) {
      let parts = word.split(separator: "=", maxSplits: 1).map(\.trimmed)
      let column = parts.count == 2 ? parts[0] : nil
      let amount = parts.last ?? ""
      guard RuleFlags.isTolerance(amount) else {
        let owner = column.map { " of '\($0)'" } ?? ""
        throw LunaDiffError("the tolerance\(owner) is '\(amount)', not a number of at least 0")
      }
      tolerances.append((column, amount))
    }
    return tolerances
  }

  private static func flag(_ text: String) throws(LunaDiffError) -> Bool {
    guard let flag = Bool(text) else { throw LunaDiffError("'\(text)' is neither true nor false") }
    return flag
  }

  static func count(_ text: String) throws(LunaDiffError) -> Int {
    guard let count = Int(text), count >= 0 else {
      throw LunaDiffError("'\(text)' is not a whole number")
    }
    return count
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ text: String
  ) throws(LunaDiffError) -> Choice {
    guard let choice = Choice(rawValue: text) else {
      let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw LunaDiffError("'\(text)' is none of \(known)")
    }
    return choice
  }
}
