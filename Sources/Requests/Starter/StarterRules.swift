import Platform
import Probing

/// The commented rules file.
struct StarterRules {
  let request: StarterRequest
  let report: ProbeReport
  let columns: [StarterColumn]
  let lists: [ListSurvey.Proposal]

  /// The file's text.
  var text: String {
    let parts = [
      opening, identity, ignored, renames, listRules, normalizers, comparators, filter, ["}"],
    ]
    return parts.joined().map { $0 + "\n" }.joined()
  }

  private var inputs: [String] { [request.old, request.new].compactMap { $0?.inComment } }

  private var opening: [String] {
    let data = request.inputWords.inComment
    let rules = request.rulesPath.shellWord.inComment
    return [
      "-- Rules for \(inputs.joined(separator: " and ")). Try them, and see whether they are sound:",
      "--   lunadiff \(data) -r \(rules)",
      "--   lunadiff check \(rules) \(data)",
      "-- Lines that are commented out show what else can be said.",
      "local compare, text = luna.compare, luna.text",
      "",
      "---@type \(StarterAnnotations.className(request, "Rules"))",
      "return {",
    ]
  }

  private var identity: [String] {
    let words = "  -- What makes two records the same: a column, columns together, or a function."
    let other = columns.first { !$0.isDecimal && !$0.isStamp }
    let example =
      "  -- identity = function(r) return \(other.map { "text.lower(\($0.access))" } ?? "r.id") end,"
    guard let rule = report.rule, let key = report.bestColumns else {
      return [
        words,
        "  -- No columns identify the records well enough; without a key nothing is ever updated.",
        "  -- identity = \"id\",", example, "",
      ]
    }
    let rate = key.match.map { "\(Int($0.rate * 1000) / 10) % found in both, " } ?? ""
    let found =
      "  -- Found by a search, as lunadiff probe does it: \(rate)\(key.duplicates) duplicates."
    return [words, found, "  \(rule),", example, ""]
  }

  private var ignored: [String] {
    let stamps = columns.filter(\.isStamp).map(\.name.luaText)
    let names = stamps.isEmpty ? columns.last.map { [$0.name.luaText] } ?? [] : stamps
    return [
      "  -- Columns that are not compared.",
      "  -- ignore = { \(names.joined(separator: ", ")) },", "",
    ]
  }

  private var renames: [String] {
    guard !report.renames.isEmpty else { return [] }
    let pairs = report.renames.map { "[\($0.old.luaText)] = \($0.new.luaText)" }
    return [
      "  -- Columns that seem to have another name now: old = new.",
      "  -- rename = { \(pairs.joined(separator: ", ")) },", "",
    ]
  }

  private var listRules: [String] {
    guard !lists.isEmpty else { return [] }
    let rules = lists.flatMap { list in
      let seen = "\(list.elements) elements, \(list.lists) lists"
      return [
        "    -- Seen: \(seen), and no \(list.member.inComment) twice in one list.",
        "    \(list.path.luaKey) = \(list.member.luaText),",
      ]
    }
    return ["  -- What tells the elements of lists inside values apart.", "  lists = {"] + rules + [
      "  },", "",
    ]
  }

  private var normalizers: [String] {
    let spaced = columns.filter(\.hasSpace)
    return ["  -- How values are rewritten before any rule sees them.", "  normalize = {"]
      + (spaced.isEmpty ? Array(columns.prefix(1)) : spaced).map {
        "    -- \($0.key) = text.trim,"
      } + ["  },", ""]
  }

  private var comparators: [String] {
    var lines = [
      "  -- When the content is equal. A column that is not named compares exactly; instead of the table there may be a",
      "  -- function(old, new).",
      "  equal = {",
    ]
    for column in columns {
      if column.isDecimal {
        lines.append("    -- \(column.key) = compare.number(0.01),")
      } else if column.isDate {
        lines.append("    -- \(column.key) = compare.date(1),")
      }
    }
    if lines.count == 3, let column = columns.last {
      lines.append("    -- \(column.key) = compare.nocase(),")
    }
    return lines + ["  },", ""]
  }

  private var filter: [String] {
    let column = columns.first?.access ?? "r.id"
    return [
      "  -- Which records take part.",
      "  -- filter = function(r) return \(column) ~= \"\" end,",
    ]
  }
}
