import Comparing
import Platform

/// Why the differences of two documents cannot be said as operations on JSON.
package struct OperationsError: HintedError, Equatable {
  package enum Reason: Equatable {
    case notJSON
    case sectioned
    case renamed
    /// A merge patch replaces lists whole, and this document is one.
    case isList
    /// A merge patch takes null for a removal; the value at this pointer has one.
    case hasNull(String)
    /// A merge patch adds members to an object, and has no way to take one's place; this is the object's pointer.
    case replacesObject(String)
  }

  package let reason: Reason
  package let input: String

  package var finding: String { "\(input): \(what)" }

  private var what: String {
    switch reason {
    case .notJSON: "it is no JSON, so that no operations on JSON turn it into another version"
    case .sectioned: "where records are read out of sections, operations on the document are not known"
    case .renamed: "a renamed member would have to be moved in every record"
    case .isList: "a merge patch cannot say what changes in a list, only replace it whole"
    case .hasNull(let pointer): "\(pointer) has a null, which in a merge patch means that the member goes"
    case .replacesObject(let pointer):
      "\(pointer) is an object that another one takes the place of, which a merge patch cannot say"
    }
  }

  package var hint: Hint? {
    switch reason {
    case .notJSON: "\(.format) json records the changes of records, and lunadiff patch applies them"
    case .sectioned: "leave out \(.elements), and say \(.list) FIELD=KEY of what it names"
    case .renamed: "leave out the rename, or rename the members first"
    case .isList, .hasNull, .replacesObject: "\(.format) jsonpatch can say it"
    }
  }
}
