import TestSupport

/// Two tables and rules, as the product reads them and as the model does.
struct ModelCase: CustomStringConvertible {
  var old: ModelTable
  var new: ModelTable
  var rules: ModelRules
  var texts: (old: String, new: String)
  var names: (old: String, new: String)
  var lua: String

  var description: String { "\(lua)\n\(names.old):\n\(texts.old)\(names.new):\n\(texts.new)" }
}

/// Makes random tables and rules.
struct ModelCaseMaker {
  var random: SeededGenerator
  /// Whether `k` may be null, which a part of a key may not be.
  private var mayLackK = true

  init(random: SeededGenerator) { self.random = random }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  private mutating func one<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }

  // MARK: Rules

  mutating func make() -> ModelCase {
    var rules = ModelRules()
    rules.identity = one([
      .columns(["id"]), .columns(["id"]), .columns(["id", "k"]), .passes([["id"], ["k"]]),
      .passes([["k"], ["id", "s"]]),
      .function, .none,
    ])
    for column in ["*", "id", "a", "k", "s"] where chance(25) {
      let steps: [ModelRules.Step] = [.trim, .lower, .number, .firstLetter, .old(.lower), .old(.trim), .old(.number)]
      rules.normalize[column] = (0..<Int.random(in: 1...2, using: &random)).map { _ in one(steps) }
    }
    rules.hasEqualFunction = chance(15)
    if !rules.hasEqualFunction {
      for column in ["*", "a", "b", "k"] where chance(20) {
        rules.equal[column] = one([.number(0), .number(500), .number(1000), .nocase, .trim, .sameType])
      }
      if chance(20) { rules.tolerance = one([0, 500, 1000]) }
      if chance(20) { (rules.derived, rules.equal["d"]) = (one([.joined, .function]), one([.nocase, .trim])) }
    }
    if chance(25) { rules.ignore = [one(["b", "k", "s"])] }
    if chance(15) { rules.only = ["a"] + (chance(50) ? ["s"] : []) }
    if rules.only != nil { rules.derived = nil }
    if rules.derived == nil { rules.equal["d"] = nil }
    switch Int.random(in: 0..<10, using: &random) {
    case 0: rules.filter = .isNot(column: "a", text: "x")
    case 1: rules.filter = .oneOf(column: "s", texts: ["w", "e"])
    case 2: rules.filter = .function
    default: break
    }
    if chance(30) { (rules.section, rules.sectionIsFunction) = ("s", chance(30)) }
    (rules.trim, rules.ignoreCase) = (chance(15), chance(15))
    (rules.ignoreOrder, rules.pairsInOrder) = (chance(15), chance(20))
    if chance(15) { rules.keyAs = one(["text", "number"]) }
    return tables(rules)
  }

  // MARK: Tables

  private mutating func tables(_ rules: ModelRules) -> ModelCase {
    let isUnique = chance(25)
    mayLackK = rules.identity != .columns(["id", "k"])
    let kinds = one([(false, false), (false, false), (true, true), (false, true)])
    let old = table(isJSON: kinds.0, isUnique, isNew: false, like: nil)
    let new = table(isJSON: kinds.1, isUnique, isNew: true, like: kinds.0 == kinds.1 ? old : nil)
    let isRenamed = chance(20)
    let texts = (text(old, isJSON: kinds.0, renamed: isRenamed), text(new, isJSON: kinds.1, renamed: false))
    return ModelCase(
      old: old.model, new: new.model, rules: rules, texts: texts,
      names: (kinds.0 ? "old.jsonl" : "old.csv", kinds.1 ? "new.jsonl" : "new.csv"),
      lua: LuaText(rules: rules, isRenamed: isRenamed, hasNull: !kinds.0 || !kinds.1).text)
  }

  private mutating func table(isJSON: Bool, _ isUnique: Bool, isNew: Bool, like other: WrittenTable?) -> WrittenTable {
    var columns = ["id", "k", "a", "s", "b"]
    if chance(30) { columns.shuffle(using: &random) }
    var table = WrittenTable(columns: other?.columns ?? columns, cells: [])
    if let other {
      // Much is as it was; some records are in another place, gone, new or changed.
      for row in chance(50) ? other.cells : other.cells.shuffled(using: &random) {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: break
        case 1: table.cells.append(self.row(table.columns, isJSON))
        case 2: table.cells.append(zip(table.columns, row).map { $0 == "a" ? cell("a", isJSON) : $1 })
        default: table.cells.append(row)
        }
      }
    }
    while table.cells.count < (other == nil ? Int.random(in: 1...9, using: &random) : 1) {
      table.cells.append(row(table.columns, isJSON))
    }
    // JSON has the columns that a record has.
    table.cells[0] = table.cells[0].map { $0.value == .absent ? .init(value: .null, written: "null") : $0 }
    if isNew, chance(15) { table = table.without("b") }
    return isUnique ? table.unique : table
  }

  private mutating func row(_ columns: [String], _ isJSON: Bool) -> [WrittenTable.Cell] {
    columns.map { cell($0, isJSON) }
  }

  private mutating func cell(_ column: String, _ isJSON: Bool) -> WrittenTable.Cell {
    func text(_ text: String) -> WrittenTable.Cell { .init(value: .text(text), written: isJSON ? "\"\(text)\"" : text) }
    func number(_ text: String) -> WrittenTable.Cell {
      isJSON
        ? .init(value: .number(ModelValue.thousandths(text) ?? 0), written: text)
        : .init(value: .text(text), written: text)
    }
    switch column {
    case "id":
      if chance(30) { return number(one(["1", "1.0", "2"])) }
      return text(one(["1", "1.0", "2", "a", "A", " a", "b"]))
    case "k", "s":
      let words = column == "s" ? ["w", "e", "W", "n"] : ["p", "q", "P", "q ", ""]
      if isJSON, column == "s" || mayLackK, chance(10) { return .init(value: .null, written: "null") }
      return text(one(words))
    default:
      if chance(35) { return number(one(["1", "1.0", "1.5", "2", "-3"])) }
      if isJSON, chance(20) {
        return one([
          .init(value: .null, written: "null"), .init(value: .absent, written: ""),
          .init(value: .bool(true), written: "true"),
        ])
      }
      if !isJSON, chance(15) { return .init(value: .null, written: "NA") }
      return text(one(["x", "X", "x ", "y", "", "1", "1.0", "01"]))
    }
  }

  private mutating func text(_ table: WrittenTable, isJSON: Bool, renamed: Bool) -> String {
    let names = table.columns.map { renamed && $0 == "a" ? "was" : $0 }
    guard isJSON else {
      return ([names] + table.cells.map { $0.map(\.written) }).map { $0.joined(separator: ",") + "\n" }.joined()
    }
    return table.cells.map { row in
      var members = zip(names, row).filter { $1.value != .absent }.map { "\"\($0)\":\($1.written)" }
      if chance(20) { members.shuffle(using: &random) }
      return "{" + members.joined(separator: chance(20) ? ", " : ",") + "}\n"
    }.joined()
  }
}

private struct WrittenTable {
  struct Cell {
    let value: ModelValue
    let written: String
  }

  var columns: [String]
  var cells: [[Cell]]

  var model: ModelTable { ModelTable(columns: columns, rows: cells.map { $0.map(\.value) }) }

  func without(_ column: String) -> WrittenTable {
    guard let place = columns.firstIndex(of: column) else { return self }
    func cut<Element>(_ list: [Element]) -> [Element] { Array(list[..<place] + list[(place + 1)...]) }
    return WrittenTable(columns: cut(columns), cells: cells.map(cut))
  }

  /// The same with the first record of each text in `id`.
  var unique: WrittenTable {
    var seen: Set<String> = []
    let place = columns.firstIndex(of: "id") ?? 0
    return WrittenTable(columns: columns, cells: cells.filter { seen.insert($0[place].written).inserted })
  }
}

/// Rules as Lua says them.
private struct LuaText {
  let rules: ModelRules
  let isRenamed: Bool
  let hasNull: Bool

  var text: String {
    var fields: [String] = [identity, filter, section]
    fields.append(
      table("normalize", rules.normalize.mapValues { "{ " + $0.map(step).joined(separator: ", ") + " }" }))
    if rules.hasEqualFunction {
      fields.append("equal = function(o, n) return o.a == n.a and (o.b == nil) == (n.b == nil) end")
    } else {
      fields.append(table("equal", rules.equal.mapValues(judge), isOptional: "b"))
    }
    if let tolerance = rules.tolerance { fields.append("tolerance = \(ModelValue.spelled(tolerance))") }
    if let name = rules.ignore.first { fields.append("ignore = { '\(name)?', 'nowhere?' }") }
    if let only = rules.only { fields.append("only = \(list(only + ["nowhere?"]))") }
    if let type = rules.keyAs { fields.append("key_as = '\(type)'") }
    let switches = [
      (isRenamed, "rename = { was = 'a' }"), (hasNull, "null = 'NA'"), (rules.trim, "trim = true"),
      (rules.ignoreCase, "ignore_case = true"), (rules.ignoreOrder, "ignore_order = true"),
      (rules.pairsInOrder, "duplicates = 'pair'"),
    ]
    fields += switches.filter(\.0).map(\.1)
    switch rules.derived {
    case .joined: fields.append("columns = { d = { 'k', '-', 's' } }")
    case .function: fields.append("columns = { d = function(r) return r.k end }")
    case nil: break
    }
    return "return { " + fields.filter { !$0.isEmpty }.joined(separator: ", ") + " }"
  }

  private func table(_ name: String, _ values: [String: String], isOptional: String = "") -> String {
    guard !values.isEmpty else { return "" }
    let rules = values.sorted { $0.key < $1.key }.map { "['\($0)\($0 == isOptional ? "?" : "")'] = \($1)" }
    return "\(name) = { " + rules.joined(separator: ", ") + " }"
  }

  private func list(_ names: [String]) -> String { "{ " + names.map { "'\($0)'" }.joined(separator: ", ") + " }" }

  private var identity: String {
    switch rules.identity {
    case .columns(let names): return "identity = \(list(names))"
    case .passes(let passes): return "identity = luna.identity.first(\(passes.map(list).joined(separator: ", ")))"
    case .function: return "identity = function(r) return r.id, r.k == nil and '-' or '+' end"
    case .none: return "identity = 'none'"
    }
  }

  private var filter: String {
    switch rules.filter {
    case nil: ""
    case .isNot(let column, let text): "filter = luna.where.column('\(column)').is_not('\(text)')"
    case .oneOf(let column, let texts):
      "filter = luna.where.column('\(column)').one_of(" + texts.map { "'\($0)'" }.joined(separator: ", ") + ")"
    case .function: "filter = function(r) return r.a ~= 'x' end"
    }
  }

  private var section: String {
    guard let name = rules.section else { return "" }
    return rules.sectionIsFunction
      ? "section = function(r) return r.\(name) == 'w' and 'w' or 'other' end" : "section = '\(name)'"
  }

  private func step(_ step: ModelRules.Step) -> String {
    switch step {
    case .trim: "luna.text.trim"
    case .lower: "luna.text.lower"
    case .number: "luna.text.number"
    case .firstLetter: "function(v) if type(v) == 'string' then return v:sub(1, 1) end return v end"
    case .old(let inner): "{ old = \(self.step(inner)) }"
    }
  }

  private func judge(_ judge: ModelRules.Judge) -> String {
    switch judge {
    case .number(let tolerance): "luna.compare.number(\(ModelValue.spelled(tolerance)))"
    case .nocase: "luna.compare.nocase()"
    case .trim: "luna.compare.trim()"
    case .sameType: "function(old, new) return type(old) == type(new) end"
    }
  }
}
