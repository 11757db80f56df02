import Foundation
import TestSupport

/// A Swift file under Sources, as far as the rules of the house look at it.
struct SourceFile {
  /// The path below `Sources`.
  let path: String
  /// Its lines.
  let lines: [Substring]
  /// The modules that it imports.
  private(set) var imports: [String] = []
  /// The types, functions and values that it declares for others, outside of any type.
  private(set) var declared: Set<String> = []
  /// The members that it declares for others in extensions, and all else that it declares.
  private(set) var extensionMembers: Set<String> = []
  private(set) var ownMembers: Set<String> = []
  /// All words of its code, and of these the ones behind a dot.
  private(set) var named: Set<String> = []
  private(set) var namedMembers: Set<String> = []
  /// How many declarations it shows to other packages, the cases of enumerations not counted.
  private(set) var publicCount = 0
  /// Whether it handles memory by hand.
  private(set) var isUnsafe = false
  /// The texts that write an option of the command line, as `--key`.
  private(set) var flagTexts: [String] = []

  private var isInExtension = false

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
    "struct", "class", "enum", "protocol", "actor", "typealias", "func", "var", "let", "case",
    "macro",
  ]
  private static let modifiers: Set<String> = [
    "public", "package", "internal", "final", "indirect", "static", "class", "mutating",
    "borrowing",
    "consuming", "nonisolated", "override", "lazy", "weak", "unowned", "unsafe", "set", "private",
    "fileprivate",
  ]

  /// Reads a file.
  init(path: String, text: String) {
    self.path = path
    members = text.matches(of: /member\("([^"]*)"/).map { String($0.1) }
    lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let parts = SwiftText(text)
    for line in parts.code { read(line) }
    isUnsafe = named.contains {
      $0.contains("Unsafe") || $0.contains("unsafe") || $0 == "baseAddress"
    }
    // The options of other programs do not count.
    flagTexts = parts.literals.filter {
      $0.text.firstMatch(of: /--[a-z]/) != nil && !parts.code[$0.line].contains("Subprocess(")
    }.map(\.text)
  }

  private mutating func read(_ line: String) {
    var words: [String] = []
    var word = ""
    var isMember = false
    var last: Character = " "
    for character in line + " " {
      if character.isLetter || character.isNumber || character == "_" || character == "@" {
        if word.isEmpty { isMember = last == "." }
        word.append(character)
      } else if !word.isEmpty {
        words.append(word)
        if isMember { namedMembers.insert(word) }
        word = ""
      }
      last = character
    }
    if !readImport(words) {
      readDeclaration(words, indent: line.prefix { $0 == " " }.count)
      named.formUnion(words)
    }
  }

  private mutating func readImport(_ words: [String]) -> Bool {
    guard let position = words.firstIndex(of: "import"),
      words[..<position].allSatisfy({ $0.hasPrefix("@") || $0 == "public" })
    else { return false }
    // `import class Module.Name` takes one thing out of a module.
    let module = words.dropFirst(position + 1).first { !Self.kinds.contains($0) }
    if let module { imports.append(module) }
    return true
  }

  private mutating func readDeclaration(_ words: [String], indent: Int) {
    if words.first == "public" || words.dropFirst().first == "public" { publicCount += 1 }
    let modifiers = words.prefix { Self.modifiers.contains($0) || $0.hasPrefix("@") }
    let rest = words[modifiers.endIndex...]
    if indent == 0, !rest.isEmpty { isInExtension = rest.first == "extension" }
    // `class` is a modifier, too.
    let kind = rest.first.map { Self.kinds.contains($0) } ?? false ? rest.dropFirst() : rest
    guard kind.startIndex > rest.startIndex || modifiers.last == "class", let name = kind.first
    else { return }
    let isOwn = modifiers.contains("private") || modifiers.contains("fileprivate")
    switch indent {
    case 0 where !isOwn: declared.insert(name)
    case 2 where isInExtension && !isOwn: extensionMembers.insert(name)
    default: ownMembers.insert(name)
    }
  }
}

extension SourceFile {
  /// All Swift files under `Sources`.
  static let all: [SourceFile] = {
    paths.filter { $0.hasSuffix(".swift") }.map { SourceFile(path: $0, text: text($0)) }
  }()

  /// The paths of all files below `Sources`.
  static let paths: [String] = {
    let paths = (try? FileManager.default.subpathsOfDirectory(atPath: root)) ?? []
    return paths.sorted().filter {
      var isDirectory: ObjCBool = false
      return FileManager.default.fileExists(atPath: "\(root)/\($0)", isDirectory: &isDirectory)
        && !isDirectory.boolValue
    }
  }()

  /// The text of a file below `Sources`.
  static func text(_ path: String) -> String {
    (try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8)) ?? ""
  }

  private static let root = BuiltProducts.packageRoot + "/Sources"
}
