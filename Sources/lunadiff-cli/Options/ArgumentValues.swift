import ArgumentParser
import Platform
import Comparing
import Records
import Reports
import Requests

/// Why a value of a flag cannot be taken; the argument parser puts flag and value before it.
struct ArgumentValueError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension ArgumentValueError {
  /// The problem of a word that is none of a list; the nearest one is proposed.
  static func choice(_ word: String, of words: [String]) -> ArgumentValueError {
    let meant = Suggestion.phrase(for: word, among: words)
    return ArgumentValueError("it is one of \(words.joined(separator: ", "))\(meant)")
  }

  /// The problem of a word in a value that names kinds of change, which is said where the value has other words, too.
  static func kind(_ word: Substring, in text: String, of words: [String]) -> ArgumentValueError {
    let meant = Suggestion.phrase(for: String(word), among: words + Change.Kind.synonyms)
    let lead = text == word ? "it is some of" : "'\(word)' is none of"
    return ArgumentValueError("\(lead) \(words.joined(separator: ", "))\(meant)")
  }
}

enum Choice {
  static func of<Value: RawRepresentable & CaseIterable & Sendable>(_ type: Value.Type)
    -> @Sendable (String) throws -> Value where Value.RawValue == String
  {
    let values = Array(Value.allCases)
    return { word in
      guard let value = values.first(where: { $0.rawValue == word }) else {
        throw ArgumentValueError.choice(word, of: values.map(\.rawValue))
      }
      return value
    }
  }
}

extension Choice {
  /// Several of them, separated by commas.
  static func some<Value: RawRepresentable & CaseIterable & Sendable>(_ type: Value.Type)
    -> @Sendable (String) throws -> [Value] where Value.RawValue == String
  {
    let one = of(type)
    return { text in try text.split(separator: ",", omittingEmptySubsequences: false).map { try one(String($0)) } }
  }
}

extension RawRepresentable<String> where Self: CaseIterable {
  /// Refuses an output file whose extension stands for no format, where no format was named.
  static func checkExtension(ofOutput path: String?) throws {
    guard let path, Self(ofOutput: path) == nil, let suffix = ReportFormat.suffix(of: path) else { return }
    let known = allCases.map(\.rawValue)
    throw ValidationError(
      "-o \(path): '\(suffix)' is no format; --format names one of \(known.joined(separator: ", "))"
        + Suggestion.phrase(for: suffix, among: known))
  }
}

extension RawRepresentable<String> {
  /// The format that the extension of an output file stands for; `nil` if it is none of these, or there is no file.
  init?(ofOutput path: String?) {
    guard let format = path.flatMap(ReportFormat.init(path:)) else { return nil }
    self.init(rawValue: format.rawValue)
  }
}

enum ChangeKinds {
  static func parse(_ text: String) throws -> Set<Change.Kind> {
    let words = text.split(separator: ",", omittingEmptySubsequences: false)
    return Set(try words.map { try kind($0, in: text) })
  }

  static func kind(_ word: Substring, in text: String) throws -> Change.Kind {
    guard let kind = Change.Kind(word: String(word)) else {
      throw ArgumentValueError.kind(word, in: text, of: Change.Kind.allCases.map(\.rawValue))
    }
    return kind
  }
}

/// The most changes that are listed: a number for each kind, or numbers for single kinds, separated by commas.
enum ChangeLimit {
  static func parse(_ text: String) throws -> ChangeLimits {
    var limits = ChangeLimits()
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let words = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard words.count == 2 else {
        limits.each = try count(part)
        continue
      }
      let kind = try ChangeKinds.kind(words[0], in: text)
      limits.named[kind] = try count(words[1])
    }
    return limits
  }

  private static func count(_ text: Substring) throws -> Int {
    guard let count = Int(text), count >= 0 else {
      throw ArgumentValueError("it is a whole number, or one for a kind as in updated=20")
    }
    return count
  }
}

enum Count {
  static func parse(_ text: String) throws -> Int { try atLeast(0, text) }

  static func parsePositive(_ text: String) throws -> Int { try atLeast(1, text) }

  private static func atLeast(_ least: Int, _ text: String) throws -> Int {
    guard let count = Int(text), count >= least else {
      throw ArgumentValueError("it is a whole number of at least \(least)")
    }
    return count
  }
}

/// The name of an encoding, which iconv looks up when it is needed.
enum EncodingName {
  static func parse(_ text: String) throws -> String {
    guard !text.isEmpty else { throw ArgumentValueError("it is one of the names that iconv -l lists") }
    return text
  }
}

/// A character of CSV's grammar, which has to be a single byte.
enum SingleByte {
  static func parse(_ text: String) throws -> UInt8 {
    if text == "tab" || text == "\\t" { return UInt8(ascii: "\t") }
    guard text.utf8.count == 1, let byte = text.utf8.first, byte < 0x80 else {
      throw ArgumentValueError("it is one ASCII character, or tab")
    }
    return byte
  }
}

enum QuoteChoice: Sendable {
  case character(UInt8)
  case off

  static func parse(_ text: String) throws -> QuoteChoice {
    text == "none" ? .off : .character(try SingleByte.parse(text))
  }

  func apply(to options: inout ReadOptions) {
    switch self {
    case .character(let byte): options.quote = byte
    case .off: options.isQuoting = false
    }
  }
}

/// What a script may use at most; 0 takes the limit away.
struct Limit<Amount: Sendable>: Sendable {
  /// `nil` for no limit.
  let amount: Amount?

  /// Reads 0, or an amount as another function reads it.
  static func parse(_ amount: @escaping @Sendable (String) throws -> Amount) -> @Sendable (String) throws -> Limit {
    { text in Limit(amount: text == "0" ? nil : try amount(text)) }
  }
}

/// A size in bytes: a number, then K, M or G for powers of 1024.
enum ByteCount {
  static func parse(_ text: String) throws -> Int {
    guard let size = ByteSize.parse(text) else {
      throw ArgumentValueError("it is a size such as 64M or 1G, or 0 for no limit")
    }
    return size
  }

  static func parseMemory(_ text: String) throws -> Int {
    guard let size = ByteSize.parse(text), size >= MemoryUse.least else {
      let least = ByteSize.spelling(MemoryUse.least)
      throw ArgumentValueError("it is a size such as 256M or 8G, and at least \(least)")
    }
    return size
  }
}

/// A length of time in seconds: a number, then ms, s or m; seconds without a unit.
enum TimeSpan {
  static func parse(_ text: String) throws -> Double {
    let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("", 1)]
    guard let (name, length) = units.first(where: { text.hasSuffix($0.0) }),
      let number = Double(text.dropLast(name.count)), number > 0, number.isFinite
    else { throw ArgumentValueError("it is a time such as 500ms, 10s or 2m, or 0 for no limit") }
    return number * length
  }
}

extension CompletionKind {
  static func words<Word: RawRepresentable & CaseIterable>(of type: Word.Type) -> CompletionKind
  where Word.RawValue == String { .list(type.allCases.map(\.rawValue)) }

  static var delimiters: CompletionKind { .list([",", ";", "tab", "|"]) }

  /// The usual encodings: iconv has hundreds.
  static var encodings: CompletionKind { .list(["UTF-8", "UTF-16", "ISO-8859-1", "ISO-8859-15", "WINDOWS-1252"]) }
}
