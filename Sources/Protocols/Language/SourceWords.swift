import LuaRuntime
import Platform
import Requests
import Rules
import Comparing
import Scripting

/// What is said of the word at a place of a document, how it may go on, and what can be done with it.
struct SourceWords {
  private let document: LanguageServer.Document
  private var text: SourceText { document.text }

  init(_ document: LanguageServer.Document) { self.document = document }

  // MARK: Hover

  func hover(at offset: Int) -> Message {
    guard let index = text.token(at: offset), let words = words(of: index) else { return .null }
    return [
      "contents": ["kind": "markdown", "value": .text(words)], "range": text.range(text.tokens[index].range),
    ]
  }

  private func words(of index: Int) -> String? {
    let token = text.tokens[index]
    if token.kind == .name {
      let path = text.path(endingAt: index)
      if path[0] == "luna", let entry = LibraryWords.shared.entries[path.joined(separator: ".")] {
        return "```lua\n\(entry.form)\n```\n\(entry.text)"
      }
    }
    let written = WrittenFields(text.tokens).fields.first { $0.name.contains(token.range.lowerBound) }
    if let written, let name = written.path.first, written.path.count == 1, let words = LibraryWords.shared.rules[name]
    {
      let known = document.findings?.rules[name].map { "\n\n\($0)" } ?? ""
      return "`\(name)`: \(words.withoutType)\(known)"
    }
    let name = token.kind == .name ? token.text : text.content(of: index)?.withoutMark
    let column = document.findings?.columns.first { $0.name == name }?.words
    let rule = written.flatMap { document.findings?.rules[$0.path.joined(separator: ".")] }
    let all = [column, rule].compactMap(\.self)
    return all.isEmpty ? nil : all.joined(separator: "\n\n")
  }

  // MARK: Completion

  private enum ItemKind: Int { case function = 3, field = 5, module = 9, keyword = 14 }

  func completions(at offset: Int) -> Message {
    if let index = text.token(at: offset), text.tokens[index].kind == .string {
      return .list(columns { $0 })
    }
    let before = text.tokens.partitioningIndex { $0.range.upperBound > offset }
    guard !text.isComment(at: offset, behind: before) else { return [] }
    // The word that is being typed is none of those before it.
    let last = before - 1
    let typed =
      last >= 0 && text.tokens[last].range.upperBound == offset && text.tokens[last].kind != .sign ? last : last + 1
    if typed >= 2, text.tokens[typed - 1].is("."), text.tokens[typed - 2].kind == .name {
      let path = text.path(endingAt: typed - 2)
      if path[0] == "luna" { return .list(LibraryWords.shared.members(of: path.joined(separator: ".")).map(item)) }
      return .list(columns { LuaName.isName($0) ? $0 : nil })
    }
    guard let table = WrittenFields(text.tokens).table(at: offset) else {
      return .list((["luna"] + LuaName.keywords).map { Self.item($0, .keyword) })
    }
    if table.isEmpty {
      return .list(
        RuleField.names().map { name in
          Self.item(name, .field, detail: LibraryWords.shared.rules[name]?.withoutType, insert: "\(name) = ")
        })
    }
    return .list(columns { LuaName.isName($0) ? $0 : "[\"\($0)\"]" } + [Self.item("luna", .module)])
  }

  private func columns(_ written: (String) -> String?) -> [Message] {
    (document.findings?.columns ?? []).compactMap { column in
      written(column.name).map { Self.item(column.name, .field, detail: column.words, insert: $0) }
    }
  }

  private func item(_ entry: LibraryWords.Entry) -> Message {
    let name = entry.name.split(separator: ".").last.map(String.init) ?? entry.name
    return Self.item(name, entry.form == entry.name ? .module : .function, detail: entry.text)
  }

  private static func item(_ label: String, _ kind: ItemKind, detail: String? = nil, insert: String? = nil) -> Message {
    .known([
      "label": .text(label), "kind": .integer(kind.rawValue), "insertText": .text(insert ?? label),
      "documentation": detail.map { ["kind": "markdown", "value": .text($0)] } ?? .null,
    ])
  }

  // MARK: Definition

  /// The file that a text names: a module that is required, one beside this file, or a plug-in.
  func definition(at offset: Int) -> Message {
    guard let index = text.token(at: offset) else { return .null }
    let directory = FilePath.directory(of: document.path)
    var candidates: [String] = []
    var plugin: String?
    if let content = text.content(of: index) {
      let module = content.split(separator: ".").joined(separator: "/")
      candidates = [content, "\(module).lua", "\(module)/init.lua"].map { FilePath.joined(directory, $0) }
      plugin = content.split(separator: ":").first.map(String.init)
    } else if text.tokens[index].kind == .name {
      let path = text.path(endingAt: index)
      plugin = path.count >= 3 && ["compare", "text"].contains(path[1]) && path[0] == "luna" ? path[2] : nil
    }
    let file = candidates.first { FilePath.size(of: $0) != nil }
    let source = PluginSearch.standard().sources().first {
      $0.stem == plugin && FilePath.size(of: $0.path) != nil
    }
    guard let place = file ?? source?.path else { return .null }
    let start: Message = ["line": 0, "character": 0]
    return ["uri": .text(FileAddress.uri(place)), "range": ["start": start, "end": start]]
  }

  // MARK: Actions

  func actions(_ parameters: Message, _ uri: String) -> Message {
    guard document.isChecked, let findings = document.findings else { return [] }
    let wanted = parameters["range"]
    let start = text.offset(of: wanted["start"])
    let end = max(start, text.offset(of: wanted["end"]))
    let actions = findings.actions.filter { $0.range.lowerBound <= end && start <= $0.range.upperBound }
    return .list(
      actions.map { action in
        [
          "title": .text(action.title), "kind": "quickfix", "isPreferred": .boolean(action.isExact),
          "edit": ["changes": .object([uri: [action.edit]])],
        ]
      })
  }
}

extension String {
  /// What an annotation says of a field, without its type, which begins in small letters and has no words.
  fileprivate var withoutType: String {
    guard let start = firstRange(of: /\s[A-Z`"]/)?.lowerBound else { return self }
    return String(self[index(after: start)...])
  }

  /// A column's name without the sign that it need not be there.
  fileprivate var withoutMark: String { hasSuffix("?") ? String(dropLast()) : self }
}
