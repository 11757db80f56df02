import Platform
import Comparing
import Explaining
import Records

extension LearntRule {
  /// The line of a rules file, without its field: `name = text.lower`.
  package var line: String { "\(key) = \(expression)" }

  /// The field of a rules file that the line stands in.
  package var field: String {
    switch change {
    case .normalize: "normalize"
    case .tolerance, .date, .nullAs, .list, .any: "equal"
    case .rename: "rename"
    }
  }

  private var key: String { column.isPlainName ? column : "[\(column.luaText)]" }

  private var expression: String { change.expression }

  /// The effect of the rule, in words.
  package var effect: String {
    let what = noises.map(\.rawValue).joined(separator: ", ")
    if case .rename = change {
      return "\(what): equal in \(explained) of \(differing) records that were looked at"
    }
    if isOfKey {
      return "\(what): explains \(explained) of \(differing) keys without a partner"
    }
    return "\(what): explains \(explained) of \(differing) cells that differ"
  }

  /// Some cells that the rule explains, in words.
  package var exampleWords: String? {
    guard !examples.isEmpty else { return nil }
    let words = examples.map { "\($0.old.inRules) → \($0.new.inRules)" }
    return VisibleText.line(words.joined(separator: "; "))
  }
}

extension LearntRule.Change {
  /// The rule's value, as Lua has it.
  fileprivate var expression: String {
    switch self {
    case .normalize(let steps) where steps.count == 1: steps[0].expression
    case .normalize(let steps): "{ \(steps.map(\.expression).joined(separator: ", ")) }"
    case .tolerance(let amount): "luna.compare.number(\(amount))"
    case .date(let formats, let zone?):
      "luna.compare.date { formats = { \(Self.list(formats)) }, zone = \(zone.luaText) }"
    case .date(let formats, nil):
      formats == ["iso"] ? "luna.compare.date()" : "luna.compare.date(0, \(Self.list(formats)))"
    case .nullAs(let words): "luna.compare.null_as(\(Self.list(words)))"
    case .list(let separator): "luna.compare.list(\(separator.luaText))"
    case .any(let changes): "luna.compare.any(\(changes.map(\.expression).joined(separator: ", ")))"
    case .rename(let new): new.luaText
    }
  }

  private static func list(_ texts: [String]) -> String {
    texts.map(\.luaText).joined(separator: ", ")
  }
}

extension LearntRule.Step {
  fileprivate var expression: String {
    switch self {
    case .trim: "luna.text.trim"
    case .squeeze: "luna.text.squeeze"
    case .nfc: "luna.text.nfc"
    case .lower: "luna.text.lower"
    case .dropZeros:
      "luna.text.replace(\(Self.zeros.pattern.luaText), \(Self.zeros.replacement.luaText))"
    case .dropGroupMarks(let mark):
      "luna.text.replace(\(Self.groups(after: mark).pattern.luaText), \"%1\")"
    case .commaToPoint: "luna.text.replace(\",\", \".\")"
    case .number: "luna.text.number()"
    case .map(let codes): "luna.text.map { \(Self.table(codes)) }"
    }
  }
}

extension LearntRule.Step {
  /// The members of a table of codes, each on a line of its own where there are many.
  private static func table(_ codes: [LearntRule.Code]) -> String {
    let members = codes.map { "[\($0.old.luaText)] = \($0.new.luaText)" }
    guard members.count > mostOnLine else { return members.joined(separator: ", ") }
    return members.map { "\n      \($0)," }.joined() + "\n    "
  }

  private static let mostOnLine = 4
}

extension LearntRules {
  /// The rules file: of these rules those that are kept.
  ///
  /// - Parameter inputs: What the inputs are called.
  package func text(_ inputs: [String], keeping kept: [LearntRule]) -> String {
    var lines = [
      "-- Rules that lunadiff learn proposes for \(inputs.map(\.inComment).joined(separator: " and ")).",
      "-- Of \(paired) paired records \(updated.before) are updated; with all rules that were found, \(updated.after).",
      "return {",
    ]
    if let columns = key.columns, !columns.isEmpty {
      let names = columns.map(\.luaText).joined(separator: ", ")
      lines += ["  identity = \(columns.count == 1 ? names : "{ \(names) }"),"]
    }
    for field in ["rename", "normalize", "equal"] {
      let rules = kept.filter { $0.field == field }
      guard !rules.isEmpty else { continue }
      lines.append("  \(field) = {")
      for rule in rules {
        lines.append("    -- \(rule.effect)")
        if let examples = rule.exampleWords { lines.append("    -- \(examples)") }
        lines.append("    \(rule.line),")
      }
      lines.append("  },")
    }
    return (lines + ["}"]).map { $0 + "\n" }.joined()
  }
}

extension Value {
  /// The value in a comment: text in quotes, shortened.
  fileprivate var inRules: String {
    switch self {
    case .absent: return "nothing"
    case .text(let text):
      let text = text.string
      return (text.unicodeScalars.count > 60 ? String(text.prefix(60)) + "…" : text).luaText
    default:
      return String(description.prefix(60))
    }
  }
}
