import CPlatform

package enum Environment {
  /// A variable, which may be empty; `nil` where it is absent.
  package static func value(_ name: String) -> String? { getenv(name).map { String(path: $0) } }

  /// A variable; `nil` where it is absent or empty.
  package static func variable(_ name: String) -> String? { value(name).flatMap { $0.isEmpty ? nil : $0 } }

  /// A variable with the path of a folder; a relative path, which could lead into a repository, counts as absent.
  package static func folder(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }

  /// The only variable whose name begins in a way; `nil` where there is none, or more than one.
  package static func onlyVariable(of prefix: String) -> String? {
    lunadiff_only_variable(prefix).map { String(path: $0) }
  }
}
