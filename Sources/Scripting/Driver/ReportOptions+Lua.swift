import LuaRuntime
import Comparing
import Reports

extension ReportOptions {
  /// What a plug-in's format finds in its third argument: which changes are wanted, and for what they are written.
  var forPlugins: [(LuaValue, LuaValue)] {
    let kinds = Change.Kind.allCases.map { ($0.rawValue, LuaValue.boolean(show.contains($0))) }
    let limits = Change.Kind.allCases.compactMap { kind in
      limit[kind].map { (kind.rawValue, LuaValue.integer($0)) }
    }
    let columns = context.map { LuaValue.string($0) }
    let fields: [(String, LuaValue)] = [
      ("show", .fields(kinds)), ("limit", .fields(limits)), ("with", .list(columns)),
      ("color", .boolean(color)), ("width", width.map { .integer($0) } ?? .nil),
    ]
    return fields.map { (.string($0.0), $0.1) }
  }

  /// What a plug-in's format alone is told.
  var settings: LuaValue { .map(formatOptions.map { (.string($0.name), .string($0.value)) }) }

  private static let names = [
    "title", "show", "limit", "with", "stages", "statistics", "patchable", "findings", "show_derived",
  ]

  /// The options of a format that is built in, as a script gives them: its heading, or a table by the names of flags.
  init(_ settings: LuaValue) throws(LuaError) {
    self.init()
    guard case .table(let table) = settings else {
      title = settings.text
      return
    }
    for (name, value) in try table.fields(Self.names) { try set(name, value) }
  }

  private mutating func set(_ name: String, _ value: LuaValue) throws(LuaError) {
    switch (name, value) {
    case ("title", .string): title = value.text
    case ("limit", .integer(let most)) where most >= 0: limit = ChangeLimits(each: Int(clamping: most))
    case ("with", _): context = try Self.texts(value, name)
    case ("show", _):
      show = []
      for word in try Self.texts(value, name) {
        guard let kind = Change.Kind(rawValue: word) else {
          throw value.refused(as: name, "deleted, inserted, updated or moved, or a list of them")
        }
        show.insert(kind)
      }
    case ("stages", .boolean(let isOn)): stages = isOn
    case ("statistics", .boolean(let isOn)): statistics = isOn
    case ("patchable", .boolean(let isOn)): patchable = isOn
    case ("findings", .boolean(let isOn)): findings = isOn
    case ("show_derived", .boolean(let isOn)): showsDerived = isOn
    case ("title", _): throw value.refused(as: name, "text")
    case ("limit", _): throw value.refused(as: name, "a whole number that is not below 0")
    default: throw value.refused(as: name, "true or false")
    }
  }

  private static func texts(_ value: LuaValue, _ name: String) throws(LuaError) -> [String] {
    if let text = value.text { return [text] }
    guard case .table(let list) = value else { throw value.refused(as: name, "text, or a list of texts") }
    var texts: [String] = []
    for item in try list.elements() {
      guard let text = item.text else { throw item.refused(as: name, "text, or a list of texts") }
      texts.append(text)
    }
    return texts
  }
}
