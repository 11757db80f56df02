import Synchronization

/// A setting that messages name, such as the one for the limit of memory.
///
/// A room says which setting it means. How one is written, `--memory-limit` at a command line, is for the program to
/// say, once, with ``write(as:)``; a message has the setting's bare name until then, and in an app for good.
package struct Setting: Hashable, Sendable {
  /// The setting's name wherever LunaDiff is used.
  package let name: String
  /// What stands behind `old-` or `new-` where it is for one input alone.
  private let sidedName: String

  /// A setting.
  ///
  /// - Parameters:
  ///   - name: What it is called.
  ///   - sidedName: What stands behind `old-` or `new-` where it is for one input alone; the same if left out.
  package init(_ name: String, sidedName: String? = nil) {
    self.name = name
    self.sidedName = sidedName ?? name
  }

  /// The same setting for one input alone.
  package func of(_ side: String) -> Setting { Setting("\(side)-\(sidedName)") }

  private static let spelling = Mutex<@Sendable (Setting) -> String> { $0.name }

  /// Lets all messages of this process write settings as `spelling` does.
  package static func write(as spelling: @escaping @Sendable (Setting) -> String) {
    Self.spelling.withLock { $0 = spelling }
  }
}

extension Setting: CustomStringConvertible {
  /// The setting as the program writes it.
  package var description: String { Self.spelling.withLock { $0 }(self) }
}
