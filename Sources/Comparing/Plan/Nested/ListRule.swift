/// How the elements of a list inside a value are told apart.
package enum ListRule: Sendable, Equatable {
  /// By value, in order; an element that goes where another one comes is an update.
  case sequence
  case position
  /// By value and without order; an element that stands there twice counts twice.
  case set
  /// By what these paths lead to inside each element.
  case members([String])
  /// By what the script's function of this number says of each element.
  case script(Int)

  /// The rule that words of a flag say: names of members, or one word for a rule without any.
  package init(words: [String]) {
    switch words {
    case ["set"]: self = .set
    case ["position"]: self = .position
    case ["sequence"]: self = .sequence
    default: self = .members(words)
    }
  }

  /// The rule in words, as `lunadiff check` prints it.
  package var summary: String {
    switch self {
    case .sequence: "a sequence of values"
    case .position: "by position"
    case .set: "a set of values"
    case .members(let names): "by " + names.joined(separator: ", ")
    case .script: "by a function"
    }
  }
}
