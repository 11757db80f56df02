import Synchronization

/// A setting that messages name, such as the one for the limit of memory.
///
/// How one is written, `--memory-limit` at a command line, is for the program to say, once, with ``write(as:)``; a
/// message has the setting's bare name until then, and in an app for good.
package struct Setting: Hashable, Sendable {
  package let name: String
  /// What stands behind `old-` or `new-` where it is for one input alone.
  private let sidedName: String

  package init(_ name: String, sidedName: String? = nil) {
    self.name = name
    self.sidedName = sidedName ?? name
  }

  package func of(_ side: String) -> Setting { Setting("\(side)-\(sidedName)") }

  /// A structure: a function that a lock holds is wrapped once more each time that it is read.
  private struct Spelling { var write: @Sendable (Setting) -> String = { $0.name } }
  private static let spelling = Mutex(Spelling())
  @TaskLocal private static var isField = false

  /// Lets all messages of this process write settings as `spell` does.
  package static func write(as spell: @escaping @Sendable (Setting) -> String) {
    spelling.withLock { $0.write = spell }
  }

  /// Does work whose messages write settings as the fields that scripts give, such as `skip_lines`.
  package static func asFields<R>(_ work: () throws -> R) rethrows -> R {
    try $isField.withValue(true) { try work() }
  }

  private var field: String {
    switch name {
    case "input-format": "format"
    case "no-header": "header = false"
    default: name.replacing("-", with: "_")
    }
  }
}

extension Setting: CustomStringConvertible {
  package var description: String { Self.isField ? field : Self.spelling.withLock { $0 }.write(self) }
}

extension Setting {
  /// The setting and its value as words of a command: in one word where the value begins with a dash, for it would be a
  /// flag itself.
  package func words(with value: String) -> [String] {
    value.hasPrefix("-") ? ["\(self)=\(value)"] : ["\(self)", value]
  }
}
