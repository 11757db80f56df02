import Comparing
import Platform
import Records

/// Why a result cannot be applied to an input.
package struct PatchError: Error, Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    case notAResult(String)
    case incomplete(listed: Int, total: Int)
    case sectioned
    case filtered
    case recordCount(found: Int, recorded: Int)
    case otherValue(column: String, recorded: String?, found: String?)
    case otherKey(recorded: String)
    case unknownColumns([String])
    case columnsWithoutValues([String], isReverse: Bool)
    /// Columns that one of the files lacks, and that rules made of its others.
    case madeOnOneSide([String])
    case writing(WriteError)
    case otherResult
    case masked(what: String, columns: [String])
    case maskedResult([String])
    case groupedResult
    case notPatchable
    case damaged
  }

  package let reason: Reason
  package let input: String
  package let place: ComparisonError.RecordPlace?
  /// Which way the result would fit, where it does not fit this way; `nil` if neither.
  package private(set) var fittingWay: Way?

  package enum Way: Sendable { case forwards, backwards }

  package init(_ reason: Reason, input: String, place: ComparisonError.RecordPlace? = nil) {
    self.reason = reason
    self.input = input
    self.place = place
  }

  package init(_ reason: Reason, table: RecordTable, record: Int) {
    self.init(reason, input: table.name, place: .init(table: table, record: record))
  }

  package func fitting(_ way: Way) -> PatchError {
    var error = self
    error.fittingWay = way
    return error
  }

  /// Whether the reason is that the input is another than the one that was recorded.
  package var isOfOtherInput: Bool {
    switch reason {
    case .recordCount, .otherValue, .otherKey, .unknownColumns: true
    default: false
    }
  }
}

extension PatchError: HintedError {
  package var finding: String { "\(location): \(what)" }

  private var location: String {
    guard let place else { return input }
    return input + place.prefix
  }

  private var what: String {
    switch reason {
    case .notAResult(let detail): "this is no result of lunadiff \(Setting.format) json or jsonl: \(detail)"
    case .incomplete(let listed, let total):
      "the result lists \(listed) of its \(total) changes, so that it cannot be applied"
    case .sectioned: "a result with sections does not say where every record stands in the file"
    case .filtered: "the result leaves out records: by a filter of the rules, or by \(Setting.limit) or \(Setting.show)"
    case .recordCount(let found, let recorded): "it has \(found) records, but the result was recorded with \(recorded)"
    case .otherValue(let column, let recorded, let found):
      """
      the column '\(column)' is not what the result recorded
        recorded: \(recorded ?? "(absent)")
        found:    \(found ?? "(absent)")
      """
    case .otherKey(let recorded): "the result recorded another record here, of the key \(recorded)"
    case .unknownColumns(let names):
      "it has no column \(names.map { "'\($0)'" }.joined(separator: ", ")), which the result changes"
    case .columnsWithoutValues(let names, let isReverse):
      "the result does not hold the values of unchanged records in \(Self.list(names)), "
        + (isReverse ? "which the old file alone has" : "which the new file alone has")
    case .madeOnOneSide(let names):
      "rules made \(Self.list(names)) of others on one side, and the result does not say of what"
    case .writing(.unsupportedShape):
      "its records are no plain list of objects, and the result does not say how they are written"
    case .writing(.severalFiles): "it is several files, and a patch is for one"
    case .masked(let what, let names): "\(what) holds values, and those of \(Self.list(names)) are masked"
    case .groupedResult: "the result is of groups of records, of which the input has none"
    case .maskedResult(let names): "the result does not hold the values of \(Self.list(names)): they are masked"
    case .writing(.needsQuotes(let column)):
      "a value of '\(column)' holds a delimiter or a line end, and quotes mean nothing here"
    case .writing(.nameNeedsQuotes(let column)):
      "the name '\(column)' holds a delimiter or a line end, and quotes mean nothing here"
    case .otherResult: "it is not, byte for byte, the file that the result was recorded from"
    case .notPatchable: "the result holds its changes by their values only"
    case .damaged: "the result's patch does not give the file that it was recorded from"
    }
  }

  package var hint: Hint? {
    switch fittingWay {
    case .backwards: return "the changes are in this file already; \(.reverse) takes them back"
    case .forwards: return "the changes are not in this file yet; without \(.reverse) they are made"
    case nil: return hintOfReason
    }
  }

  private var hintOfReason: Hint? {
    switch reason {
    case .incomplete: "record it without \(.limit) and \(.show)"
    case .sectioned, .filtered, .writing(.unsupportedShape), .madeOnOneSide:
      "record it with \(.patchable), which holds every byte that is needed"
    case .columnsWithoutValues: "record it with \(.patchable); or \(.keepColumns) leaves the columns as they are"
    case .unknownColumns: "record it with \(.patchable) if a column was renamed or is a path"
    case .recordCount, .otherValue, .otherKey:
      "nothing was written; is this the file that the result was recorded from?"
    case .masked: "leave out \(.mask)"
    case .maskedResult: "record it without \(.mask)"
    case .groupedResult: "record it without the rule 'group'"
    case .notPatchable: "record it with \(.patchable), or leave out \(.exact)"
    case .otherResult: "without \(.exact), the changes are applied by their values"
    case .notAResult: "lunadiff patch OLD CHANGES.json; \(.format) json -o CHANGES.json records one"
    case .writing, .damaged: nil
    }
  }

  private static func list(_ names: [String]) -> String {
    names.count == 1 ? "the column '\(names[0])'" : "the columns \(ComparisonError.list(names))"
  }
}
