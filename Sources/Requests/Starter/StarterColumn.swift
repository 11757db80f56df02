import Records

/// A column of a rules file to start with, and what its values look like.
struct StarterColumn {
  let name: String
  private(set) var types: Set<String> = []
  private(set) var hasSpace = false
  private var isNumber = true
  private var hasFraction = false

  private static let sample = 1_000
  /// Values that are looked at in all, where there are many columns.
  private static let most = 1_000_000

  static func all(of tables: [RecordTable]) -> [StarterColumn] {
    var columns: [StarterColumn] = []
    var places: [[UInt8]: Int] = [:]
    for table in tables {
      let own = table.columns.map { name in
        let index = places[Array(name.utf8), default: columns.count]
        if index == columns.count { columns.append(StarterColumn(name: name)) }
        places[Array(name.utf8)] = index
        return index
      }
      var cursor = table.makeCursor()
      for record in 0..<min(table.count, sample, max(1, most / max(1, own.count))) {
        for (column, index) in own.enumerated() { columns[index].look(at: cursor.field(record, column).value) }
      }
    }
    return columns
  }

  private init(name: String) { self.name = name }

  var isDecimal: Bool { isNumber && hasFraction }

  private mutating func look(at value: Value) {
    types.insert(Self.type(of: value))
    let text = value.description
    guard !text.isEmpty, value != .null else { return }
    if case .text = value { hasSpace = hasSpace || text.first == " " || text.last == " " }
    isNumber = isNumber && Double(text) != nil
    hasFraction = hasFraction || text.contains(".")
  }

  private static func type(of value: Value) -> String {
    switch value {
    case .absent, .null: "nil"
    case .boolean: "boolean"
    case .number: "number"
    case .text: "string"
    case .object, .array: "table"
    }
  }

  /// Whether the name says that it is when something was written, which says nothing of the record.
  var isStamp: Bool {
    let name = name.lowercased()
    return ["updated", "modified", "changed", "timestamp", "exported"].contains { name.contains($0) }
  }

  var isDate: Bool {
    let name = name.lowercased()
    return name.contains("date") || name.hasSuffix("_at") || name.hasSuffix("_on")
  }

  /// The column in a Lua table: `name` or `["full name"]`.
  var key: String { name.luaKey }

  /// The column of a record: `r.name` or `r["full name"]`.
  var access: String { name.isPlainName ? "r.\(name)" : "r[\(name.luaText)]" }
}

extension String {
  /// Lua's own words, which are no names.
  package static let luaKeywords: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in",
    "local", "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  /// Whether Lua takes this as a name, so that it can be written behind a point, as in `record.email`.
  package var isPlainName: Bool { isPluginName && !Self.luaKeywords.contains(self) }

  /// The text as a key in a table: `name`, or `["full name"]`.
  var luaKey: String { isPlainName ? self : "[\(luaText)]" }

  package var luaText: String {
    let inside = unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "\"", "\\": text += "\\\(scalar)"
      case "\n": text += "\\n"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        text += "\\\(scalar.value / 100)\(scalar.value / 10 % 10)\(scalar.value % 10)"
      case _ where scalar.properties.generalCategory == .format:
        text += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return "\"\(inside)\""
  }

  var inComment: String { String(String.UnicodeScalarView(unicodeScalars.map { $0.value < 0x20 ? " " : $0 })) }
}

extension [String] {
  package var luaText: String { "{ \(map(\.luaText).joined(separator: ", ")) }" }
}
