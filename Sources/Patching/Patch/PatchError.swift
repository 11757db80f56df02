import Comparing
import Records

/// Why a recorded result cannot be applied to an input.
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
    case unsupportedShape
    case severalFiles
    case needsQuotes(column: String)
    case nameNeedsQuotes(column: String)
    case otherResult
    case masked(what: String, columns: [String])
    case maskedResult([String])
    case notPatchable
    case damaged
  }

  package let reason: Reason
  /// The input that the reason is about.
  package let input: String
  package let place: ComparisonError.RecordPlace?
  /// Which way the result would fit, where it does not fit this way; `nil` if neither.
  package private(set) var fittingWay: Way?

  /// A direction in which a result is applied.
  package enum Way: Sendable {
    case forwards, backwards
  }

  package init(_ reason: Reason, input: String, place: ComparisonError.RecordPlace? = nil) {
    self.reason = reason
    self.input = input
    self.place = place
  }

  package init(_ reason: Reason, table: RecordTable, record: Int) {
    self.init(reason, input: table.name, place: .init(table: table, record: record))
  }

  /// The same, of a result that fits the other way.
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

  package init(writing error: WriteError, input: String) {
    switch error {
    case .needsQuotes(let column): self.init(.needsQuotes(column: column), input: input)
    case .nameNeedsQuotes(let column):
      self.init(.nameNeedsQuotes(column: column), input: input)
    case .unsupportedShape: self.init(.unsupportedShape, input: input)
    case .severalFiles: self.init(.severalFiles, input: input)
    }
  }
}
