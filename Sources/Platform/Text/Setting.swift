import Synchronization

/// A setting that messages name, such as the one for the limit of memory.
///
/// A room says which setting it means. How one is written, `--memory-limit` at a command line, is for the program to
/// say, once, with ``write(as:)``; a message has the setting's bare name until then, and in an app for good.
package struct Setting: Hashable, Sendable {
  package let name: String
  /// What stands behind `old-` or `new-` where it is for one input alone.
  private let sidedName: String

  package init(_ name: String, sidedName: String? = nil) {
    self.name = name
    self.sidedName = sidedName ?? name
  }

  package func of(_ side: String) -> Setting { Setting("\(side)-\(sidedName)") }

  private static let spelling = Mutex<@Sendable (Setting) -> String> { $0.name }

  /// Lets all messages of this process write settings as `spelling` does.
  package static func write(as spelling: @escaping @Sendable (Setting) -> String) {
    Self.spelling.withLock { $0 = spelling }
  }

  @TaskLocal private static var isField = false

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
  package var description: String { Self.isField ? field : Self.spelling.withLock { $0 }(self) }
}
