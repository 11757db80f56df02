import Requests

/// What was typed that defines globals, as text: what rules are saved from.
struct ReplDefinitions {
  /// A chunk that begins with a definition.
  private struct Chunk {
    let name: String
    let text: String
  }

  private var chunks: [Chunk] = []

  /// Keeps a chunk that was carried out, if it begins with a definition of a global; a later one of a name takes the
  /// place of the earlier ones.
  mutating func note(_ text: String) {
    guard let (name, isWhole) = Self.definition(text.trimmed) else { return }
    if isWhole { chunks.removeAll { $0.name == name } }
    chunks.append(Chunk(name: name, text: text.trimmed))
  }

  /// The chunks that define these names, and those whose names occur in them, in order.
  func texts(for names: [String]) -> [String] {
    var needed = Set(names)
    var words = needed
    repeat {
      needed = words
      for chunk in chunks where needed.contains(chunk.name) { words.formUnion(Self.words(chunk.text)) }
    } while words != needed
    return chunks.filter { needed.contains($0.name) }.map(\.text)
  }

  /// The global that a chunk begins to define, and whether it is defined anew or only a part of it.
  private static func definition(_ text: String) -> (name: String, isWhole: Bool)? {
    let isFunction = text.hasPrefix("function ")
    let rest = isFunction ? text.dropFirst("function ".count).drop { $0.isWhitespace } : text[...]
    let name = rest.prefix { $0.utf8.allSatisfy(LuaName.isPart) }
    let behind = rest.dropFirst(name.count).drop { $0.isWhitespace }
    guard String(name).isPlainName, let mark = behind.first else { return nil }
    if isFunction { return (String(name), mark == "(") }
    switch mark {
    case "=": return behind.hasPrefix("==") ? nil : (String(name), true)
    case ".", "[": return behind.contains("=") ? (String(name), false) : nil
    default: return nil
    }
  }

  private static func words(_ text: String) -> Set<String> {
    Set(text.split { !$0.utf8.allSatisfy(LuaName.isPart) }.map(String.init))
  }
}
