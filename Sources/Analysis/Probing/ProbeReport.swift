import Comparing
import Records

/// What a probe has found: keys, the best one first.
package struct ProbeReport: Sendable, Equatable {
  package let source: InputSummary
  package let target: InputSummary?
  /// The candidates that were given and those that were found, the best one first.
  package internal(set) var keys: [KeyReport]
  package let search: SearchReport?
  /// Columns that probably have another name in the new input, the most probable first.
  package let renames: [RenameSuggestion]
  /// What likeness would pair beside the best key of columns; `nil` where that is nothing.
  package internal(set) var near: NearKey?

  /// The best key of all; `nil` if there is none that identifies anything.
  package var best: KeyReport? { keys.first(where: \.isUsable) }

  /// The best key that is made of columns; `nil` if there is none that identifies anything.
  package var bestColumns: KeyReport? { keys.first { $0.columns != nil && $0.isUsable } }

  /// The best key that is made of columns, as a line of a rules file: `identity = { "a", "b" }`.
  ///
  /// `nil` if there is none that identifies anything.
  package var rule: String? {
    guard let best = bestColumns else { return nil }
    let names = (best.columns ?? []).map(Self.quoted)
    // A comparison refuses columns by their names where a record lacks one.
    guard best.form?.match != nil || !best.lacksParts else {
      let parts = names.map { "r[\($0)] == nil and \"\" or r[\($0)]" }
      return "identity = function(r) return \(parts.joined(separator: ", ")) end"
    }
    let identity = "identity = " + (names.count == 1 ? names[0] : "{ " + names.joined(separator: ", ") + " }")
    return best.form?.match == nil ? identity : [identity, best.form?.rule].compactMap(\.self).joined(separator: ", ")
  }

  /// A name as a string of Lua.
  static func quoted(_ name: String) -> String { "\"\(escaped(name))\"" }

  /// A name inside the quotes of a Lua string.
  private static func escaped(_ name: String) -> String {
    name.unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\n": text += "\\n"
      case _ where scalar.value < 0x20: text += "\\\(scalar.value / 100)\(scalar.value / 10 % 10)\(scalar.value % 10)"
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension KeyProbe {
  /// Tries the candidates, searches for more if asked to, and looks for renamed columns.
  ///
  /// - Parameters:
  ///   - candidates: Keys to try.
  ///   - limits: How far to search for keys; `nil`: not at all.
  /// - Throws: `ComparisonError` for a column that a table lacks, or what a script throws.
  package func report(on candidates: [KeyCandidate], searching limits: SearchLimits?) throws -> ProbeReport {
    var trials = try candidates.map(trial)
    var report: SearchReport?
    if let limits {
      let found = try search(limits)
      trials += found.trials.filter { trial in
        !candidates.contains { $0.columns.map(Set.init(named:)) == trial.report.columns.map(Set.init(named:)) }
      }
      report = found.report
    }
    let keys = Self.ranked(trials)
    var (renames, near): ([RenameSuggestion], NearKey?) = ([], nil)
    if target != nil {
      let pairs = trials.first { $0.report.name == keys.first?.name }?.certainPairs ?? []
      renames = try self.renames(pairs: pairs)
      let best = keys.first { $0.columns != nil && $0.isUsable }
      let trial = trials.first { best?.columns != nil && $0.report.columns == best?.columns }
      near = try trial.flatMap { try self.near($0.report, $0.partners) }
    }
    return ProbeReport(
      source: .init(source), target: target.map(InputSummary.init), keys: keys, search: report, renames: renames,
      near: near)
  }

  /// Searches as a comparison does that was given no key, and compares by all that it tries.
  private func search(_ limits: SearchLimits) throws -> (trials: [Trial], report: SearchReport) {
    let input = try input()
    var search = try KeySearch(input, target == nil ? [.source] : Side.allCases, limits)
    var compared = KeyTrials(input)
    var trials: [Trial] = []
    _ = try search.best { columns in
      guard let comparison = try compared.comparison(by: columns) else { return Trial?.none }
      var trial = try trial(of: KeyCandidate(columns: columns), comparison)
      trial.report.isSuggested = true
      trials.append(trial)
      return trial
    }
    return (trials, search.report)
  }
}
