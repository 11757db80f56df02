import LuaRuntime
import Platform

/// A format of reports that a plug-in adds: a function, or a table with one and the options that it takes.
package struct PluginFormat {
  package let name: String
  package let write: LuaFunction
  /// Whether it may be written where columns are masked: not what is run, where `***` would be a value.
  package let takesMasks: Bool
  /// The options that it takes; `nil`: any.
  let schema: OptionSchema?

  private static let fields = ["write", "options", "masks"]

  /// - Parameter place: What messages call it, such as `formats.x`.
  init(_ value: LuaValue, name: String, place: String) throws(LuaError) {
    self.name = name
    switch value {
    case .function(let function): (write, takesMasks, schema) = (function, true, nil)
    case .table(let table):
      _ = try table.fields(Self.fields, called: "field", of: "\(place).")
      guard case .function(let function) = try table.get("write") else {
        throw LuaError("'\(place).write' must be a function of changes, an output and options")
      }
      takesMasks = try Self.takesMasks(table.get("masks"), place: place)
      let options = try table.get("options")
      write = function
      schema = options.isNil ? nil : try OptionSchema(options, place: "\(place).options")
    default: throw LuaError("'\(place)' must be a function of changes, an output and options, or a table of it")
    }
  }

  private static func takesMasks(_ value: LuaValue, place: String) throws(LuaError) -> Bool {
    switch value {
    case .nil: return true
    case .boolean(let flag): return flag
    default: throw LuaError("'\(place).masks' must be true or false")
    }
  }

  /// What the format finds in its options: what holds for every format, and its own.
  ///
  /// - Parameters:
  ///   - settings: What it is told, by name.
  ///   - shared: What every format finds.
  package func options(_ settings: LuaValue, besides shared: [(LuaValue, LuaValue)]) throws(LuaError) -> LuaValue {
    let given = try settings.settings()
    guard let schema else { return .map(shared + given.map { (.string($0.name), $0.value) }) }
    let own = try schema.values(of: given, owner: "the format '\(name)'", flag: "\(Setting("format-option"))")
    return .map(shared + own)
  }
}

extension PluginNames {
  package func format(_ name: String) throws(LuaError) -> PluginFormat {
    let entry = try entry(name)
    return try PluginFormat(entry.value, name: entry.fullName, place: "formats.\(entry.name)")
  }
}
