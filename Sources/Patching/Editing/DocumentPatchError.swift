import Comparing
import Platform

/// Why a JSON Patch cannot be applied.
package struct DocumentPatchError: HintedError, Equatable {
  package enum Misfit: Error, Equatable {
    case noMember(String)
    case noElement(Int, count: Int)
    case noIndex(String)
    case noContainer
    case otherValue(wanted: String, found: String)
    case movesIntoItself
    case removesAll
    case linesAreAList
    case tooDeep
    case tooLarge
  }

  package enum Reason: Equatable {
    case misfit(Misfit)
    case noOperation(String)
    case noPatch
    case notJSON
    /// A setting asks for what such a patch does not hold.
    case lacks(Setting)
  }

  package let reason: Reason
  package let input: String
  /// Which operation it is; `nil` where it is none.
  package let operation: Operation?

  package struct Operation: Sendable, Equatable {
    /// Its number, counted from 1.
    package let number: Int
    package let path: String
    /// Where it takes a value from; empty where it does not.
    package let from: String
  }

  init(_ reason: Reason, input: String, operation: Operation? = nil) {
    self.reason = reason
    self.input = input
    self.operation = operation
  }

  package var finding: String { "\(input): \(place)\(what)" }

  private var place: String {
    guard let operation else { return "" }
    let path = operation.path.isEmpty ? "" : " at \(operation.path)"
    let from = operation.from.isEmpty ? "" : " from \(operation.from)"
    return "operation \(operation.number)\(path)\(from): "
  }

  private var what: String {
    switch reason {
    case .misfit(let misfit): Self.words(misfit)
    case .noOperation(let detail): detail
    case .noPatch: "it is not a list of operations"
    case .notJSON: "a JSON Patch cannot be applied to it, because it is not JSON"
    case .lacks(let setting): "\(setting) needs a result of lunadiff; a JSON Patch does not hold what was there"
    }
  }

  private static func words(_ misfit: Misfit) -> String {
    switch misfit {
    case .noMember(let name): "there is no member '\(name)'"
    case .noElement(let place, let count): "there is no element \(place): the list has \(count)"
    case .noIndex(let token): "'\(token)' is no index into a list"
    case .noContainer: "the pointer leads into a value that is neither an object nor a list"
    case .otherValue(let wanted, let found):
      """
      the test fails
        wanted: \(wanted)
        found:  \(found)
      """
    case .movesIntoItself: "a value cannot move into itself"
    case .removesAll: "the whole document cannot be removed or moved"
    case .linesAreAList: "JSON Lines can be replaced only by a list"
    case .tooDeep: "the result nests too deeply"
    case .tooLarge: "copies make the document too large"
    }
  }

  package var hint: Hint? {
    switch reason {
    case .misfit(.otherValue), .misfit(.noMember), .misfit(.noElement), .misfit(.noContainer):
      "nothing was written; is this the document that the patch was made for?"
    case .noPatch:
      "a result of lunadiff has a member \"lunadiff\"; a JSON Patch is a list of operations"
    case .notJSON: "\(.format) json records changes that lunadiff patch applies to any input"
    case .noOperation: "an operation is an object with \"op\" (add, remove, replace, move, copy, test) and \"path\""
    case .misfit, .lacks: nil
    }
  }
}
