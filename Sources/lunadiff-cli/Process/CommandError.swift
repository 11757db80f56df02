import Platform

/// Why the command line cannot go on: words for a person.
struct CommandError: Error, Equatable, CustomStringConvertible {
  /// One or more lines without the leading `lunadiff: `.
  let message: String

  init(_ message: String, hint: String? = nil) { self.message = hint.map { "\(message)\n  hint: \($0)" } ?? message }

  /// The message.
  var description: String { message }
}

extension CommandError {
  /// Why an output cannot be where an option says.
  init(_ error: OutputError, option: String = "-o") {
    let hint =
      switch error {
      case .address: "write to a file, and copy that there"
      case .compressed(_, let suffix): "leave out \(suffix), and compress the file afterwards"
      case .danglingLink: "remove the link, or give another name to \(option)"
      case .overwrites: "give another name to \(option)"
      }
    self.init(error.description, hint: hint)
  }
}
