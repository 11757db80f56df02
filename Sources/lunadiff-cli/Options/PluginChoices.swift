import Requests

/// A name that stands for something built in, or else for something of a plug-in's.
enum PluginChoice<BuiltIn: RawRepresentable & CaseIterable & Sendable>: Sendable where BuiltIn.RawValue == String {
  case builtIn(BuiltIn)
  case plugin(String)

  /// Takes any name; whether a plug-in has it is found out once plug-ins are looked for.
  static func parse(_ name: String) throws -> PluginChoice {
    if let builtIn = BuiltIn(rawValue: name) { return .builtIn(builtIn) }
    guard !name.isEmpty else {
      let names = BuiltIn.allCases.map(\.rawValue).joined(separator: ", ")
      throw ArgumentValueError("it is one of \(names), or what a plug-in adds")
    }
    return .plugin(name)
  }

  var builtIn: BuiltIn? { if case .builtIn(let value) = self { value } else { nil } }

  var plugin: String? { if case .plugin(let name) = self { name } else { nil } }
}

extension ReaderChoice.Setting {
  /// Reads `NAME=VALUE`.
  static func parse(_ text: String) throws -> ReaderChoice.Setting {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else { throw ArgumentValueError("it is NAME=VALUE, two texts") }
    return ReaderChoice.Setting(name: String(parts[0]), value: String(parts[1]))
  }
}
