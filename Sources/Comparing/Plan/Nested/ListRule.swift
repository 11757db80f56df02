/// How the elements of a list inside a value are told apart.
package enum ListRule: Sendable, Equatable {
  /// By value, in order; an element that goes where another one comes is an update.
  case sequence
  case position
  /// By value and without order; an element that stands there twice counts twice.
  case set
  /// By what these paths lead to inside each element, which may have no order.
  case members([String], isOrdered: Bool = true)
  /// By what the script's function of this number says of each element, which may have no order.
  case script(Int, isOrdered: Bool = true)

  /// Whether an element that stands in another place relative to the rest has moved.
  package var isOrdered: Bool {
    switch self {
    case .set: false
    case .members(_, let isOrdered), .script(_, let isOrdered): isOrdered
    case .sequence, .position: true
    }
  }

  /// The rule that words of a flag say: names of members, or one word for a rule without any.
  package init(words: [String]) {
    switch words {
    case ["set"]: self = .set
    case ["position"]: self = .position
    case ["sequence"]: self = .sequence
    default: self = .members(words)
    }
  }

  /// The path to a member that identifies an element, as ``MemberPath`` reads it.
  package static func path(toMember name: String) -> [UInt8] { [UInt8(ascii: ".")] + name.utf8 }

  /// The rule in words, as `lunadiff check` prints it.
  package var summary: String {
    switch self {
    case .sequence: "a sequence of values"
    case .position: "by position"
    case .set: "a set of values"
    case .members(let names, let isOrdered): "by " + names.joined(separator: ", ") + (isOrdered ? "" : ", in any order")
    case .script(_, let isOrdered): isOrdered ? "by a function" : "by a function, in any order"
    }
  }
}
