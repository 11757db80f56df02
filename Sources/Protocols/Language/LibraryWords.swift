import Rules

/// What `luna` has, as its annotations say it.
struct LibraryWords: Sendable {
  struct Entry: Sendable {
    /// The whole name, as `luna.compare.number`.
    let name: String
    /// How it is called; the name where it is no function.
    let form: String
    let text: String
  }

  static let shared = LibraryWords(LuaAnnotations.text)

  private(set) var entries: [String: Entry] = [:]
  /// The lines for the fields of a rules table.
  private(set) var rules: [String: String] = [:]

  init(_ text: String) {
    var comment: [String] = []
    var className = ""
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line.hasPrefix("---@class ") { className = String(line.dropFirst("---@class ".count).prefix { $0 != ":" }) }
      if let field = line.wholeMatch(of: /---@field (\w+)\?? (.*)/) {
        if className == "luna.Rules" { rules[String(field.1)] = String(field.2) }
      } else if line.hasPrefix("--- ") {
        comment.append(String(line.dropFirst(4)))
      } else if line.hasPrefix("---@param ") {
        comment.append("- `" + line.dropFirst("---@param ".count).replacing(" ", with: "`: ", maxReplacements: 1))
      } else if !line.hasPrefix("---") {
        add(line, comment)
        comment = []
      }
    }
  }

  private mutating func add(_ line: String, _ comment: [String]) {
    guard let found = line.wholeMatch(of: /(?:function )?(luna[\w.]*)(\([^)]*\))?(?: end| = .*)/) else { return }
    let name = String(found.1)
    entries[name] = Entry(name: name, form: name + (found.2 ?? ""), text: comment.joined(separator: "\n"))
  }

  /// The entries right below a name.
  func members(of name: String) -> [Entry] {
    entries.values.filter { entry in
      entry.name.hasPrefix(name + ".") && !entry.name.dropFirst(name.count + 1).contains(".")
    }.sorted { $0.name < $1.name }
  }
}
