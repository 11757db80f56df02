import LuaRuntime
import Platform

/// The options that something of a plug-in's takes, and what it takes for them.
struct OptionSchema {
  enum Kind: String, CaseIterable { case text, number, integer, boolean }

  private struct Option {
    let name: String
    var kind = Kind.text
    var isRequired = false
    var fallback = LuaValue.nil
    var choices: [String] = []
  }

  private let options: [Option]

  private static let fields = ["type", "required", "default", "values", "summary"]

  /// - Parameter place: What messages call it, such as `readers.x.options`.
  init(_ value: LuaValue, place: String) throws(LuaError) {
    guard case .table(let table) = value else {
      throw LuaError("'\(place)' must be a table of options by name, got \(value.typeName)")
    }
    var options: [Option] = []
    for (key, value) in try table.sortedPairs() {
      guard let name = key.text, case .table(let spec) = value else {
        throw LuaError("'\(place)' must be a table of options by name, as in { table = { required = true } }")
      }
      options.append(try Self.option(name, spec, "\(place).\(name)"))
    }
    self.options = options
  }

  private static func option(_ name: String, _ spec: LuaTable, _ place: String) throws(LuaError) -> Option {
    var option = Option(name: name)
    for (key, value) in try spec.sortedPairs() {
      switch (key.text, value) {
      case ("type", _):
        guard let kind = value.text.flatMap(Kind.init(rawValue:)) else {
          let kinds = Kind.allCases.map(\.rawValue).joined(separator: ", ")
          throw LuaError("'\(place).type' must be one of \(kinds)")
        }
        option.kind = kind
      case ("required", .boolean(let flag)): option.isRequired = flag
      case ("default", .string), ("default", .integer), ("default", .float), ("default", .boolean):
        option.fallback = value
      case ("values", .table(let list)): option.choices = try list.elements().compactMap(\.spelling)
      // It is there for people who read the file.
      case ("summary", .string): break
      default:
        let field = key.spelling ?? key.typeName
        guard fields.contains(field) else {
          throw LuaError(
            "unknown field '\(place).\(field)'\(Suggestion.phrase(for: field, among: fields)); known are "
              + fields.joined(separator: ", "))
        }
        throw LuaError("'\(place).\(field)' cannot be a \(value.typeName)")
      }
    }
    return option
  }

  /// The options' values: those that are given, and for the rest what is declared.
  ///
  /// - Parameters:
  ///   - given: By name; texts become what the option takes.
  ///   - owner: What messages call it, as in `the reader 'x'`.
  ///   - flag: The flag that says an option.
  /// - Throws: `LuaError` for an option that there is not, that is missing, or whose value cannot be.
  func values(of given: [(name: String, value: LuaValue)], owner: String, flag: String)
    throws(LuaError) -> [(LuaValue, LuaValue)]
  {
    for (name, _) in given where !options.contains(where: { $0.name == name }) {
      let names = options.map(\.name)
      let known = names.isEmpty ? "; it has none" : "; known are \(names.joined(separator: ", "))"
      throw LuaError("\(owner) has no option '\(name)'\(Suggestion.phrase(for: name, among: names))" + known)
    }
    var values: [(LuaValue, LuaValue)] = []
    for option in options {
      if let (name, value) = given.last(where: { $0.name == option.name }) {
        values.append((.string(name), try Self.value(value, of: option, owner)))
      } else if option.isRequired {
        throw LuaError("\(owner) needs the option '\(option.name)': \(flag) \(option.name)=…")
      } else if !option.fallback.isNil {
        values.append((.string(option.name), option.fallback))
      }
    }
    return values
  }

  private static func value(_ value: LuaValue, of option: Option, _ owner: String) throws(LuaError) -> LuaValue {
    let spelling = value.spelling ?? value.typeName
    guard option.choices.isEmpty || option.choices.contains(spelling) else {
      throw LuaError(
        "\(owner): the option '\(option.name)' must be one of \(option.choices.joined(separator: ", ")), "
          + "got '\(spelling)'")
    }
    let converted: LuaValue? =
      switch (option.kind, value) {
      case (.text, .string), (.integer, .integer), (.number, .integer), (.number, .float), (.boolean, .boolean): value
      case (.text, .integer), (.text, .float): .string(spelling)
      case (.integer, .string): Int64(spelling).map(LuaValue.integer)
      case (.number, .string): Int64(spelling).map(LuaValue.integer) ?? Double(spelling).map(LuaValue.float)
      case (.boolean, .string): ["true": true, "false": false][spelling].map(LuaValue.boolean)
      default: nil
      }
    guard let converted else {
      let words = option.kind == .boolean ? "true or false" : "\(option.kind.article) \(option.kind)"
      throw LuaError("\(owner): the option '\(option.name)' must be \(words), got '\(spelling)'")
    }
    return converted
  }
}

extension LuaValue {
  package func settings() throws(LuaError) -> [(name: String, value: LuaValue)] {
    let pairs: [(key: LuaValue, value: LuaValue)] =
      switch self {
      case .map(let pairs): pairs.map { (key: $0.0, value: $0.1) }
      case .table(let table): try table.sortedPairs()
      default: []
      }
    return pairs.map { ($0.key.spelling ?? $0.key.typeName, $0.value) }
  }
}

extension OptionSchema.Kind { fileprivate var article: String { self == .integer ? "an" : "a" } }
