import Comparing
import Platform
import Records

package struct MergeError: HintedError, Equatable {
  package enum Reason: Equatable {
    case noKey
    case nested
    /// A value inside of another one has another name.
    case renamedPlace(String)
    case writing(WriteError)
  }

  package let reason: Reason
  package let input: String

  package var finding: String {
    switch reason {
    case .noKey: "a merge needs a key, and none was found by which all three tell their records apart"
    case .nested: "\(input): nested input cannot be merged"
    case .renamedPlace(let name): "\(input): '\(name)' is inside of a value, where a merge renames nothing"
    case .writing(.needsQuotes(let column)):
      "\(input): a value of '\(column)' holds a delimiter or a line end, and quotes mean nothing here"
    case .writing(.nameNeedsQuotes(let column)):
      "\(input): the name '\(column)' holds a delimiter or a line end, and quotes mean nothing here"
    case .writing(.severalFiles): "\(input): it is several files, and a merge gives one"
    case .writing(.unsupportedShape): "\(input): its records are no plain list of objects"
    }
  }

  package var hint: Hint? {
    switch reason {
    case .noKey: "\(.key) names one; lunadiff probe shows how well columns do"
    case .renamedPlace: "leave out the rename, or rename the members of the base first"
    case .nested, .writing: nil
    }
  }
}
