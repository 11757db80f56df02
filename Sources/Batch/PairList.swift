import LuaRuntime
import Platform
import Rules

/// A list of pairs of files in Lua, as a manifest returns it and `luna.batch` takes it.
package struct PairList {
  package struct Rules {
    package let part: ManifestPart
    /// A path, a table of rules, or the columns of a key.
    package let value: LuaValue

    package init(part: ManifestPart, value: LuaValue) {
      self.part = part
      self.value = value
    }

    /// The path of a rules file; `nil` if the rules stand in the list itself.
    package var path: String? { part.field == .rules ? value.text : nil }
  }

  package struct Pair {
    package let name: String
    package let old: String
    package let new: String
    package let shared: Shared
  }

  /// What holds for pairs: rules, and how they are read, in the order in which they override.
  package struct Shared {
    package var rules: [Rules] = []
    package var read: [ReadingPart] = []

    fileprivate func overridden(by other: Shared) -> Shared {
      Shared(rules: rules + other.rules, read: read + other.read)
    }
  }

  package private(set) var pairs: [Pair] = []
  /// The directories whose files are pairs, too; `nil` where the list names none.
  package private(set) var directories: (old: String, new: String)?
  private let source: String
  private var defaults = Shared()
  private var patterns: [(pattern: String, shared: Shared)] = []

  private static let sharedFields = ["rules", "key"] + ReadingPart.fields
  private static let pairFields = ["old", "new", "name"] + sharedFields
  private static let directoryFields = ["old", "new"]

  /// - Parameters:
  ///   - source: The list's name in messages.
  ///   - hasDirectories: Whether the files of directories are pairs, whatever the list says; `nil`: they never are.
  package init(_ value: LuaValue, source: String, hasDirectories: Bool? = nil) throws(LuaError) {
    self.source = source
    guard case .table(let list) = value else {
      throw LuaError("\(source): a list of pairs is expected, got \(value.typeName)")
    }
    if case .table(let table) = try list.get("defaults") {
      defaults = try shared(fields(table, Self.sharedFields, "defaults"), pair: nil)
    }
    for (key, value) in try list.sortedPairs() {
      if key.text == "defaults", case .table = value { continue }
      if let name = key.text, hasDirectories != nil, Self.directoryFields.contains(name) { continue }
      guard case .integer(let number) = key, case .table(let table) = value else { throw unexpected(key, value) }
      try add(table, Int(clamping: number))
    }
    if hasDirectories != nil { directories = try directories(of: list) }
    let readsDirectories = hasDirectories == true || directories != nil
    guard !pairs.isEmpty || readsDirectories else { throw LuaError("\(source): there is no pair in the list") }
    guard patterns.isEmpty || readsDirectories else {
      throw LuaError("\(source): a 'pattern' is of the files of two directories, and none are named")
    }
    try checkNames()
  }

  private func directories(of list: LuaTable) throws(LuaError) -> (old: String, new: String)? {
    var fields: [String: LuaValue] = [:]
    for name in Self.directoryFields {
      let value = try list.get(name)
      if !value.isNil { fields[name] = value }
    }
    return fields.isEmpty ? nil : (try text(fields, "old", "the list"), try text(fields, "new", "the list"))
  }

  /// Adds a pair, or what holds for files of the directories.
  private mutating func add(_ table: LuaTable, _ number: Int) throws(LuaError) {
    guard try !table.get("pattern").isNil else { return pairs.append(try pair(table, number)) }
    let place = "pair \(number)"
    let fields = try fields(table, ["pattern"] + Self.sharedFields, place)
    patterns.append((try text(fields, "pattern", place), try shared(fields, pair: number)))
  }

  /// What holds for a file of the directories: the defaults, and over them what each pattern says that its path below
  /// them matches.
  package func shared(ofFile path: String) -> Shared {
    patterns.reduce(defaults) { FilePath.matches($1.pattern, path) ? $0.overridden(by: $1.shared) : $0 }
  }

  /// The patterns that none of these paths match.
  package func idlePatterns(among paths: [String]) -> [String] {
    patterns.map(\.pattern).filter { pattern in !paths.contains { FilePath.matches(pattern, $0) } }
  }

  private func unexpected(_ key: LuaValue, _ value: LuaValue) -> LuaError {
    LuaError(
      "\(source): expected pairs { old = …, new = … } and perhaps 'defaults', a table, got "
        + "\(key.spelling ?? key.typeName) = \(value.typeName)")
  }

  private func pair(_ table: LuaTable, _ number: Int) throws(LuaError) -> Pair {
    let place = "pair \(number)"
    let fields = try fields(table, Self.pairFields, place)
    let old = try text(fields, "old", place)
    let new = try text(fields, "new", place)
    let name = try fields["name"] == nil ? Self.fileName(new) : text(fields, "name", place)
    return Pair(name: name, old: old, new: new, shared: defaults.overridden(by: try shared(fields, pair: number)))
  }

  private func shared(_ fields: [String: LuaValue], pair: Int?) throws(LuaError) -> Shared {
    var shared = Shared()
    let place = "\(source): \(pair.map { "pair \($0)" } ?? "defaults")"
    for field in [ManifestPart.Field.rules, .key] {
      guard let value = fields[field.rawValue] else { continue }
      shared.rules.append(Rules(part: ManifestPart(pair: pair, field: field), value: value))
    }
    for field in ReadingPart.fields {
      guard let value = fields[field] else { continue }
      shared.read.append(try ReadingPart(field, value, place: place))
    }
    return shared
  }

  private func fields(_ table: LuaTable, _ known: [String], _ place: String) throws(LuaError) -> [String: LuaValue] {
    let fields = try table.fields(known, called: "field", at: "\(source): \(place): ")
    return Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.value) })
  }

  private func text(_ fields: [String: LuaValue], _ name: String, _ place: String) throws(LuaError) -> String {
    guard let value = fields[name] else { throw LuaError("\(source): \(place): '\(name)' is missing") }
    guard let text = value.text else {
      throw LuaError("\(source): \(place): '\(name)' must be text, got \(value.typeName)")
    }
    guard !text.isEmpty else { throw LuaError("\(source): \(place): '\(name)' is empty") }
    guard !text.utf8.contains(0) else {
      throw LuaError("\(source): \(place): '\(name)' has a zero byte, as no file name does")
    }
    return text
  }

  /// Names become names of files below a directory, so they must not lead out of it.
  private func checkNames() throws(LuaError) {
    var seen: Set<[UInt8]> = []
    for pair in pairs {
      let parts = pair.name.split(separator: "/", omittingEmptySubsequences: false)
      guard !parts.contains(where: { ["", ".", ".."].contains($0) }) else {
        throw LuaError("\(source): '\(pair.name)' cannot be a pair's name: it is no file name")
      }
      guard seen.insert(Array(pair.name.utf8)).inserted else {
        throw LuaError("\(source): two pairs are called '\(pair.name)'; give each its own 'name'")
      }
    }
  }

  private static func fileName(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }
}
