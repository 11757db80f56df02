import Foundation
import TestSupport

/// A Swift file under Sources, as far as the rules of the house look at it.
struct SourceFile {
  /// The path below `Sources`.
  let path: String
  /// The modules that it imports.
  private(set) var imports: [String] = []
  /// The types that it declares for others.
  private(set) var declared: Set<String> = []
  /// All words that may name a type.
  private(set) var named: Set<String> = []
  /// How many declarations it shows to other packages, the cases of enumerations not counted.
  private(set) var publicCount = 0
  /// Whether it handles memory by hand.
  private(set) var isUnsafe = false
  /// The lines that write an option of the command line, as `--key`.
  private(set) var flagLines: [String] = []

  /// The names of the members of JSON objects that it writes.
  private(set) var members: [String] = []

  /// The module that it belongs to.
  var module: String { String(path.prefix { $0 != "/" }) }
  /// The folder that holds it directly.
  var directory: String { String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]) }
  /// Its module's folder that it is in, however deep; empty for none.
  var folder: String {
    let parts = path.split(separator: "/")
    return parts.count > 2 ? String(parts[1]) : ""
  }

  private static let kinds: Set<String> = [
    "struct", "class", "enum", "protocol", "actor", "typealias",
  ]
  private static let modifiers: Set<String> = ["public", "package", "final", "indirect", "@frozen"]

  /// Reads a file.
  init(path: String, text: String) {
    self.path = path
    isUnsafe = text.contains(/[Uu]nsafe|baseAddress/)
    members = text.matches(of: /member\("([^"]*)"/).map { String($0.1) }
    var isInText = false
    for line in text.split(separator: "\n") {
      if Self.writesFlag(line) { flagLines.append(String(line)) }
      let marks = line.components(separatedBy: "\"\"\"").count - 1
      defer { if !marks.isMultiple(of: 2) { isInText.toggle() } }
      guard !isInText, marks == 0 else { continue }
      read(Self.code(of: line))
    }
  }

  /// Whether a line names an option in a text; the options of other programs do not count.
  private static func writesFlag(_ line: Substring) -> Bool {
    !line.drop { $0 == " " }.hasPrefix("//") && !line.contains("Subprocess(")
      && line.firstMatch(of: /"[^"]*--[a-z]/) != nil
  }

  private mutating func read(_ line: String) {
    let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "@") }.map(
      String.init)
    if let place = words.firstIndex(of: "import"),
      words[..<place].allSatisfy({ $0.hasPrefix("@") || $0 == "public" })
    {
      // `import class Module.Name` takes one thing out of a module.
      let module = words.dropFirst(place + 1).first { !Self.kinds.contains($0) }
      if let module { imports.append(module) }
      return
    }
    if words.first == "public" || words.dropFirst().first == "public" { publicCount += 1 }
    if !line.hasPrefix(" "), let kind = words.firstIndex(where: Self.kinds.contains),
      words[..<kind].allSatisfy(Self.modifiers.contains), kind + 1 < words.count
    {
      declared.insert(words[kind + 1])
    }
    named.formUnion(words.filter { $0.first?.isUppercase ?? false })
  }

  /// A line without what stands in quotes and behind `//`.
  private static func code(of line: Substring) -> String {
    var code = ""
    var isQuoted = false
    var isEscaped = false
    for character in line {
      if isQuoted {
        if !isEscaped, character == "\"" { isQuoted = false }
        isEscaped = !isEscaped && character == "\\"
        continue
      }
      if character == "\"" { isQuoted = true; continue }
      if character == "/", code.last == "/" { return String(code.dropLast()) }
      code.append(character)
    }
    return code
  }
}

extension SourceFile {
  /// All Swift files under `Sources`.
  static let all: [SourceFile] = {
    let sources = URL(fileURLWithPath: BuiltProducts.packageRoot + "/Sources")
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: sources.path)) ?? []
    return paths.sorted().filter { $0.hasSuffix(".swift") }.compactMap { path in
      let text = try? String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      return text.map { SourceFile(path: path, text: $0) }
    }
  }()
}
