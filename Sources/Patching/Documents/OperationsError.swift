import Comparing
import Platform

/// Why the differences of two documents cannot be said as operations on JSON.
package struct OperationsError: HintedError, Equatable {
  package enum Reason: Equatable {
    case notJSON
    case sectioned
    case renamed
  }

  package let reason: Reason
  package let input: String

  package var finding: String { "\(input): \(what)" }

  private var what: String {
    switch reason {
    case .notJSON: "it is no JSON, so that no operations on JSON turn it into another version"
    case .sectioned: "where records are read out of sections, operations on the document are not known"
    case .renamed: "a renamed member would have to be moved in every record"
    }
  }

  package var hint: Hint? {
    switch reason {
    case .notJSON: "\(.format) json records the changes of records, and lunadiff patch applies them"
    case .sectioned: "leave out \(.elements), and say \(.list) FIELD=KEY of what it names"
    case .renamed: "leave out the rename, or rename the members first"
    }
  }
}
