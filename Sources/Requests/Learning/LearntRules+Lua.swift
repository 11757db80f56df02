import Platform
import Comparing
import Analysis
import Records

extension LearntRule {
  /// The line of a rules file, without its field: `name = text.lower`.
  package var line: String { "\(column.luaKey) = \(change.expression)" }

  /// The field of a rules file that the line stands in.
  package var field: String {
    switch change {
    case .normalize: "normalize"
    case .tolerance, .relative, .json, .date, .nullAs, .list, .any: "equal"
    case .rename: "rename"
    }
  }

  /// What stands above the line: the effect, and one or two examples.
  var comments: [String] { [effect] + [examples.words].compactMap(\.self) }

  private var effect: String {
    let what = noises.map(\.words).joined(separator: ", ")
    if case .rename = change {
      let rest = explainedWithRules.map { ", and in \($0.grouped) with the rules for its values" } ?? ""
      guard !isOfKey else { return "\(what), of the key: matches \(differing.grouped) records" }
      return "\(what): equal in \(counts) paired records\(rest)"
    }
    if isOfKey { return "\(what): explains \(counts) keys without a partner" }
    return "\(what): explains \(counts) cells that differ"
  }

  private var counts: String { "\(explained.grouped) of \(differing.grouped)" }
}

extension LearntRules {
  /// Changes of unit or sign in columns without a normalizer, in words, and the flags that undo them.
  ///
  /// There are no flags if they would make equal values differ.
  package var units: [(subject: String, words: String, flags: [String])] {
    let normalized = Set(rules.filter { $0.field == "normalize" }.map(\.column))
    return notes.compactMap { note in
      guard case .factor(let factor) = note.kind, let rule = note.rule, !normalized.contains(note.column) else {
        return nil
      }
      let cells = "\(note.count.grouped) of \(note.differing.grouped) cells that differ"
      let isOfAll = 10 * note.differing >= 9 * paired
      let words = "\(note.column.inComment): \(cells) are the old value \(factor.factorWords), which no rule hides"
      return (note.column.inComment, words, isOfAll ? rule.flags : [])
    }
  }

  /// The columns that are not compared, since they have no partner, and what makes two of them one; `nil` where no
  /// records are paired that have them.
  package func leftOver(_ names: [String]) -> String? {
    guard paired > 0, let words = unmatchedWords(names) else { return nil }
    let isEither = Side.allCases.allSatisfy { !unmatched[$0].isEmpty }
    return "not compared: \(words)\(isEither ? "; \(Setting.rename) OLD=NEW makes two one" : "")"
  }

  /// The columns of one side alone.
  private func unmatchedWords(_ names: [String]) -> String? {
    let sides = zip(Side.allCases, names).compactMap { side, name in
      unmatched[side].isEmpty ? nil : "\(Self.list(unmatched[side])) (only in \(name.inComment))"
    }
    return sides.isEmpty ? nil : sides.joined(separator: "; ")
  }

  private static func list(_ names: [String]) -> String { names.map(\.inComment).joined(separator: ", ") }

  /// That records are repeated, and which key there is but for that.
  package func repeatedWords(_ names: [String]) -> String? {
    repeated.map { repeated in
      let counts = zip(names, [repeated.counts.source, repeated.counts.target]).filter { $1 > 0 }.map { name, count in
        "\(count.grouped) of the records of \(name.inComment)"
      }
      let column = repeated.column.inComment
      return "\(counts.joined(separator: " and ")) repeat another one; -k \(column) pairs each key all the same"
    }
  }
}

extension LearntRule {
  /// The flags that do what steps for one side do.
  fileprivate var flags: [String] {
    change.steps.flatMap { step -> [String] in
      guard case .sided(let sides) = step else { return [] }
      return Side.allCases.filter { !sides[$0].isEmpty }.flatMap { side in
        let words = sides[side].map { $0.expression.replacing("luna.text.", with: "") }
        let setting = Setting("\(side.ruleName)-normalize")
        return setting.words(with: "\(Escaped.spelling(of: column, at: "="))=\(words.joined(separator: ","))")
      }
    }
  }
}

extension [LearntRule.Example] {
  fileprivate var words: String? {
    guard !isEmpty else { return nil }
    return VisibleText.line(map { "\($0.old.inRules) → \($0.new.inRules)" }.joined(separator: "; "))
  }
}

extension LearningNote {
  fileprivate var words: String {
    let cells = "\(column.inComment): \(count.grouped) of \(differing.grouped) cells that differ are the old value"
    let more = examples.words.map { ", as in \($0)" } ?? ""
    switch kind {
    case .factor(let factor):
      let doubt = ambiguousMark.map { " (or '\($0)' stands between groups of digits)" } ?? ""
      let remedy = rule.map { "; if the whole column has another unit, \($0.field) = { \($0.line) } does" } ?? ""
      return "\(cells) \(factor.factorWords)\(doubt)\(more). No rule here hides that\(remedy)."
    case .cutOff(let unrounded):
      let others = "\(unrounded.grouped) of them not as rounding does"
      return "\(cells) with digits cut off, \(others)\(more). No rule here hides that."
    }
  }
}

extension LearntRule.Change {
  /// The change in Lua.
  var expression: String {
    switch self {
    case .normalize(let steps) where steps.count == 1: steps[0].expression
    case .normalize(let steps): "{ \(steps.map(\.expression).joined(separator: ", ")) }"
    case .tolerance(let amount): "luna.compare.number(\(amount))"
    case .relative(let share): "luna.compare.number { relative = \(share) }"
    case .json: "luna.compare.json()"
    case .date(let formats, let zone): Self.dates(of: formats, in: zone)
    case .nullAs(let words): "luna.compare.null_as(\(Self.list(words)))"
    case .list(let separator): "luna.compare.list(\(separator?.luaText ?? ""))"
    case .any(let changes): "luna.compare.any(\(changes.map(\.expression).joined(separator: ", ")))"
    case .rename(let new): new.luaText
    }
  }

  private static func list(_ texts: [String]) -> String { texts.map(\.luaText).joined(separator: ", ") }
}

extension LearntRule.Step {
  /// The step as a rules file says it.
  var expression: String {
    switch self {
    case .trim: "luna.text.trim"
    case .squeeze: "luna.text.squeeze"
    case .nfc: "luna.text.nfc"
    case .lower: "luna.text.lower"
    case .upper: "luna.text.upper"
    case .digits: "luna.text.digits"
    case .number: "luna.text.number()"
    case .unaccent: "luna.text.unaccent"
    case .numeral(let decimal, let group):
      "luna.text.number(\(([decimal] + [group].compactMap(\.self)).map { String($0).luaText }.joined(separator: ", ")))"
    case .percent: "luna.text.percent"
    case .scale(let factor): "luna.text.scale(\(factor))"
    case .strip(let prefix, ""): "luna.text.strip(\(prefix.luaText))"
    case .strip(let prefix, let suffix): "luna.text.strip(\(prefix.luaText), \(suffix.luaText))"
    case .date(let format): "luna.text.date(\(format.luaText))"
    case .sided(let sides):
      "{ "
        + Side.allCases.filter { !sides[$0].isEmpty }.map {
          "\($0.ruleName) = \(LearntRule.Change.normalize(sides[$0]).expression)"
        }.joined(separator: ", ") + " }"
    case .prefix(let count): "luna.text.prefix(\(count))"
    case .replace(let pattern, let replacement): "luna.text.replace(\(pattern.luaText), \(replacement.luaText))"
    case .add(let number):
      "function(v) if not tostring(v):find(\"^%d+$\") then return v end "
        + "local n = math.tointeger(v) + \(number) return type(v) == \"string\" and tostring(n) or n end"
    case .split(let separator):
      "function(v) if type(v) ~= \"string\" then return v end "
        + "return v == \"\" and {} or luna.split(v, \(separator.luaText)) end"
    case .map(let codes): "luna.text.map {\(Self.table(codes))}"
    }
  }
}

extension LearntRule.Step {
  /// The members of a table of codes, each on a line of its own where there are many.
  private static func table(_ codes: [LearntRule.Code]) -> String {
    let members = codes.map { "[\($0.old.luaText)] = \($0.new.luaText)" }
    guard members.count > mostOnLine else { return " \(members.joined(separator: ", ")) " }
    return members.map { "\n      \($0)," }.joined() + "\n    "
  }

  private static let mostOnLine = 4
}

extension LearntRules {
  /// The rules file: these rules, and those that they were learned on.
  ///
  /// - Parameter findings: What is known of the changes that the rules leave.
  package func text(_ inputs: [String], _ findings: [String] = [], on base: LearningBase) -> String {
    base.text(
      heading: heading(inputs, base) + findings, key: isKeyLeftOpen ? .wholeRecord : key,
      adding: rules)
  }

  /// Whether the key is left to a search: records may lack it only if it is not named.
  private var isKeyLeftOpen: Bool { key.isFound && keyHasGaps }

  /// How many records are updated: as a comparison by the same key says, where columns are joined, and with the rules.
  private var counts: String {
    let rest =
      !rules.isEmpty
      ? "; with all rules that were found, \(updated.after.grouped)" : updated.after > 0 ? "; no rule was found" : ""
    let joined =
      updatedJoined != updated.before
      ? ", and \(updatedJoined.grouped) where renamed columns are compared as well" : ""
    let pairs = rules.contains(where: \.isOfKey) ? "records that the rules of the key pair" : "paired records"
    return "Of \(paired.grouped) \(pairs) \(updated.before.grouped) are updated\(joined)\(rest)."
  }

  private func heading(_ inputs: [String], _ base: LearningBase) -> [String] {
    let names = inputs.map(\.inComment)
    var lines = ["Rules that lunadiff learn proposes for \(names.joined(separator: " and ")).", counts]
    if paired == 0, keysApart == nil { lines.append("No records are paired, so nothing could be learned of them.") }
    if let missing = base.missing { lines.append("To be used after \(missing).") }
    if let unmatchedWords = unmatchedWords(inputs) { lines.append("Not compared: \(unmatchedWords).") }
    if isKeyLeftOpen, let columns = key.columns {
      lines.append("The key that was found, \(Self.list(columns)), is not named: some records have no value for it.")
    }
    if isKeyDoubtful, let columns = key.columns {
      let pairs = "records that \(Self.list(columns)) pairs"
      lines.append("Each column differs in more than half of the \(pairs): keys may have been dealt anew.")
    }
    if !leftAlone.isEmpty { lines.append("Not looked at, since rules speak of them: \(Self.list(leftAlone)).") }
    if let keysApart {
      let examples = Side.allCases.map { Self.list(keysApart[$0]) }.filter { !$0.isEmpty }
      let shown = examples.isEmpty ? "" : ": \(examples.joined(separator: " … and ")) …"
      lines += [
        "No key of one side is a key of the other\(shown).",
        "-k names another key; 'normalize' in a rules file (-r) rewrites keys, and 'identity' as a function computes them.",
      ]
    }
    return lines + notes.map(\.words)
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
    default: return String(description.prefix(60))
    }
  }
}
