import Comparing
import Platform
import Analysis
import Records
import Rules

/// Makes a rules file to begin with: for the columns of one input or two, with the best key that a search finds.
package func starter(_ request: StarterRequest) throws(LunaDiffError) -> StarterFiles {
  try watchingInputs(of: request) { request in
    try request.options.checkPlugins()
    let opening = RequestOpening(request.options, RuleSet())
    let old = try opening.open(request.old, as: .source)
    let new = try request.new.map { try opening.open($0, as: .target) }
    try opening.checkUse(of: [(.source, old)] + (new.map { [(.target, $0)] } ?? []))
    let (source, target) = (try old.table(), try new?.table())
    let plan = RuleSet().plan(ComparisonRun(workers: request.options.threads))
    let report = try KeyProbe(source: source, target: target, plan: plan).report(on: [], searching: SearchLimits())
    let tables = [source, target].compactMap { $0 }
    let columns = StarterColumn.all(of: tables)
    let lists = ListSurvey.proposals(for: tables)
    return StarterFiles(
      rules: StarterRules(request: request, report: report, columns: columns, lists: lists).text, key: report.rule,
      columns: StarterAnnotations(request: request, columns: columns).text, library: LuaAnnotations.text)
  }
}

struct StarterRules {
  let request: StarterRequest
  let report: ProbeReport
  let columns: [StarterColumn]
  let lists: [ListSurvey.Proposal]

  var text: String {
    let rules = Array([identity, ignored, renames, listRules, normalizers, comparators, filter].joined())
    let lines = request.pattern.map { project(rules, for: $0) } ?? opening + rules + ["}"]
    return lines.map { $0 + "\n" }.joined()
  }

  private func project(_ rules: [String], for pattern: String) -> [String] {
    let opening = [
      "-- What this project says of its files, for every lunadiff command. It holds once it is trusted as it is:",
      "--   lunadiff plugins trust",
      "-- Lines that are commented out show what else can be said.",
      "local compare, text = luna.compare, luna.text",
      "",
      "return {",
      "  -- Rules by patterns of paths below this project; longer patterns lie over shorter ones.",
      "  rules = {",
      "    -- [\"*\"] = { ignore = { \"exported_at?\" } },",
      "  },",
      "  -- Over these, rules with how files are read.",
      "  tables = {",
      "    [\(pattern.luaText)] = {",
    ]
    let reading = request.options.read.luaFields.map { "      \($0)," }
    return opening + reading + rules.map { $0.isEmpty ? $0 : "    \($0)" } + ["    },", "  },", "}"]
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
    let example = "  -- identity = function(r) return \(other.map { "text.lower(\($0.access))" } ?? "r.id") end,"
    guard let rule = report.rule, let key = report.bestColumns else {
      return [
        words, "  -- No columns identify the records well enough; without a key nothing is ever updated.",
        "  -- identity = \"id\",", example, "",
      ]
    }
    let rate = key.match.map { "\(Int($0.rate * 1000) / 10) % found in both, " } ?? ""
    let found = "  -- Found by a search, as lunadiff probe does it: \(rate)\(key.duplicates) duplicates."
    return [words, found, "  \(rule),", example, ""]
  }

  private var ignored: [String] {
    let stamps = columns.filter(\.isStamp).map(\.name.luaText)
    let names = stamps.isEmpty ? columns.last.map { [$0.name.luaText] } ?? [] : stamps
    return ["  -- Columns that are not compared.", "  -- ignore = { \(names.joined(separator: ", ")) },", ""]
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
    return ["  -- What tells the elements of lists inside values apart.", "  lists = {"] + rules + ["  },", ""]
  }

  private var normalizers: [String] {
    let spaced = columns.filter(\.hasSpace)
    return ["  -- How values are rewritten before any rule sees them.", "  normalize = {"]
      + (spaced.isEmpty ? Array(columns.prefix(1)) : spaced).map { "    -- \($0.key) = text.trim," } + ["  },", ""]
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
    if lines.count == 3, let column = columns.last { lines.append("    -- \(column.key) = compare.nocase(),") }
    return lines + ["  },", ""]
  }

  private var filter: [String] {
    let column = columns.first?.access ?? "r.id"
    return ["  -- Which records take part.", "  -- filter = function(r) return \(column) ~= \"\" end,"]
  }
}

struct StarterAnnotations {
  let request: StarterRequest
  let columns: [StarterColumn]

  static func className(_ request: StarterRequest, _ what: String) -> String {
    let name = request.stem.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
    return "\(String(name)).\(what)"
  }

  /// The rules whose functions are given these records, so that an editor completes their columns.
  private var rules: [String] {
    let (rules, record) = (Self.className(request, "Rules"), Self.className(request, "Record"))
    return [
      "", "---@class \(rules): luna.Rules",
      "---@field identity? string|string[]|luna.Passes|fun(record: \(record)): luna.Value, luna.Value, luna.Value",
      "---@field filter? luna.Condition|fun(record: \(record)): boolean",
      "---@field section? string|fun(record: \(record)): luna.Value",
    ]
  }

  var text: String {
    let inputs = [request.old, request.new].compactMap { $0?.inComment }.joined(separator: " and ")
    var lines = [
      "---@meta _",
      "-- The columns of \(inputs), for editors with a Lua language server. Nothing runs this file.",
      "",
      "---@class \(Self.className(request, "Record")): luna.Record",
    ]
    for column in columns {
      let types = ["string", "number", "boolean", "table", "nil"].filter(column.types.contains)
      let type = types.isEmpty ? "luna.Value" : types.joined(separator: "|")
      lines.append("---@field \(column.key) \(type)")
    }
    return (lines + rules).map { $0 + "\n" }.joined()
  }
}

extension ReadOptions {
  /// What a user said of how inputs are read, as fields in Lua.
  fileprivate var luaFields: [String] {
    func character(_ name: String, _ byte: UInt8?) -> String? {
      byte.map { "\(name) = \(String(Unicode.Scalar($0)).luaText)" }
    }
    func text(_ name: String, _ text: String?) -> String? { text.map { "\(name) = \($0.luaText)" } }
    let flags = [
      ("escape_unquoted", escapesUnquoted), ("skip_space", skipsSpace), ("rename_headers", renamesHeaders),
    ]
    return [
      text("format", format?.rawValue), character("delimiter", delimiter),
      isQuoting ? character("quote", quote) : text("quote", "none"), character("escape", escape),
      character("comment", comment), hasHeader ? nil : "header = false",
      columnNames.map { "columns = \($0.luaText)" },
      nullTokens.isEmpty ? nil : "null = \(nullTokens.luaText)", text("encoding", encoding),
      skipLines > 0 ? "skip_lines = \(skipLines)" : nil,
      skipLastLines > 0 ? "skip_last_lines = \(skipLastLines)" : nil,
      ragged == .error ? nil : text("ragged", ragged.rawValue), text("at", pointer),
    ].compactMap(\.self) + flags.filter(\.1).map { "\($0.0) = true" }
  }
}
