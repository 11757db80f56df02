import TestSupport

/// Random functions of the kind that rules are made of: expressions over columns and constants, most of them sensible.
struct RandomFunction {
  private(set) var random: SeededGenerator

  init(_ random: SeededGenerator) { self.random = random }

  /// What functions use from outside.
  static let prelude = #"""
    local factor, limit, empty, name = 3, 2.5, "", "Name"
    local codes = { A = "active", D = "deleted", n = 4, inner = { x = "deep", [2] = 2.0 }, [1] = "one" }
    codes["a b"] = false
    local names = { "first", "second", 3 }
    local missing
    local function clean(s) return ((s or ""):gsub("%s+", " "):lower()) end
    local function both(a, b) return a, b end
    local function sign(n) if n == nil then return 0 elseif n < 0 then return -1 end return 1 end
    local rates = luna.lookup("codes.csv", "code", { types = { count = "number" } })
    local trim, digits, same = luna.text.trim, luna.text.digits, luna.compare.nocase()
    local fields, nothing, pairs_of = { "name", "v", "w" }, {}, { { "id", "v" }, { "w", 2 } }
    local steps = { trim, clean, string.upper }
    """#

  private mutating func pick<Element>(_ list: [Element]) -> Element {
    list[Int.random(in: list.indices, using: &random)]
  }

  private mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &random) < share }

  /// A function of these parameters.
  mutating func function(_ parameters: [String]) -> String {
    "function(\(parameters.joined(separator: ", "))) \(body(parameters, depth: 3)) end"
  }

  private mutating func body(_ parameters: [String], depth: Int) -> String {
    var scope = Scope(parameters)
    var text = ""
    for number in 0..<Int.random(in: 0...2, using: &random) {
      switch Int.random(in: 0..<5, using: &random) {
      case 4 where depth > 1:
        text += loop(scope, number)
        scope.locals.append("v\(number)")
      case 0: text += "if \(condition(scope, 2)) then return \(expression(scope, 2)) end "
      case 1:
        text +=
          "local v\(number) = \(expression(scope, depth)) if \(condition(scope, 2)) then v\(number) = \(expression(scope, 2)) end "
        scope.locals.append("v\(number)")
      case 2:
        text += "local v\(number), w\(number) = \(call(scope, 2)) "
        scope.locals += ["v\(number)", "w\(number)"]
      default:
        text += "local v\(number) = \(expression(scope, depth)) "
        scope.locals.append("v\(number)")
      }
    }
    let count = chance(0.8) ? 1 : Int.random(in: 0...3, using: &random)
    return text + "return " + (0..<count).map { _ in expression(scope, depth) }.joined(separator: ", ")
  }

  private struct Scope {
    let parameters: [String]
    var locals: [String] = []

    init(_ parameters: [String]) { self.parameters = parameters }
  }

  private mutating func leaf(_ scope: Scope) -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: pick(["\"\"", "\"a\"", "\"10\"", "\" x \"", "\"0x1F\"", "'Ä'", "\"1e2\""])
    case 1: pick(["0", "1", "-1", "2", "3.5", "10", "1e15", "0.1", "7 // 2", "9007199254740993"])
    case 2: pick(["true", "false", "nil", "factor", "limit", "empty", "name", "missing", "math.pi", "math.huge"])
    case 3:
      pick([
        "codes.A", "codes.n", "codes[\"a b\"]", "codes.inner.x", "codes.inner[2]", "names[1]", "#names", "codes.zzz",
      ])
    case 4 where !scope.locals.isEmpty: pick(scope.locals)
    default: value(scope)
    }
  }

  /// A field of a record, or a value that the function is given.
  private mutating func value(_ scope: Scope) -> String {
    let parameter = pick(scope.parameters)
    guard ["r", "old", "new"].contains(parameter) else {
      return parameter == "c" ? pick(["c.column", "c.old.id", "c.new.name", "c.old.v"]) : parameter
    }
    return parameter
      + pick([
        ".id", ".name", ".v", ".w", "[\"v\"]", "[\"the name\"]", ".only", ".w.a", ".w[1]", ".w.b.c", ".w[4][1]",
        ".w.b.n",
      ])
  }

  private mutating func condition(_ scope: Scope, _ depth: Int) -> String {
    guard depth > 0 else { return "\(value(scope)) \(pick(["==", "~="])) \(leaf(scope))" }
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return "\(condition(scope, depth - 1)) and \(condition(scope, depth - 1))"
    case 1: return "(\(condition(scope, depth - 1)) or \(condition(scope, depth - 1)))"
    case 2: return "not \(expression(scope, depth - 1))"
    case 3: return "\(number(scope, depth - 1)) \(pick(["<", "<=", ">", ">=", "==", "~="])) \(number(scope, depth - 1))"
    case 4: return "\(text(scope, depth - 1)) \(pick(["<", "<=", ">", ">=", "==", "~="])) \(text(scope, depth - 1))"
    case 5: return "same(\(text(scope, depth - 1)), \(text(scope, depth - 1)))"
    default: return "\(expression(scope, depth - 1)) \(pick(["==", "~="])) \(expression(scope, depth - 1))"
    }
  }

  private mutating func expression(_ scope: Scope, _ depth: Int) -> String {
    guard depth > 0 else { return leaf(scope) }
    switch Int.random(in: 0..<9, using: &random) {
    case 0: return leaf(scope)
    case 1: return number(scope, depth)
    case 8: return made(scope, depth)
    case 2: return "(\(condition(scope, depth - 1)))"
    case 3:
      return "(\(condition(scope, depth - 1)) and \(expression(scope, depth - 1)) or \(expression(scope, depth - 1)))"
    case 4: return "codes[\(expression(scope, depth - 1))]"
    case 5: return call(scope, depth)
    default: return text(scope, depth)
    }
  }

  /// What a table has that is looked up in: one that is made here, or a file's records.
  private mutating func made(_ scope: Scope, _ depth: Int) -> String {
    let key = expression(scope, depth - 1)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return "({ A = \"x\", n = 2, x = false })[\(key)]"
    case 1: return "({ \"a\", 7, 3.5, x = \"y\" })[\(key)]"
    case 2: return "(rates[\(key)] or {}).\(pick(["rate", "count", "note"]))"
    case 3: return "(rates[\(key)] or rates.A).\(pick(["rate", "count", "note", "code"]))"
    case 4: return pick(["#rates", "#{ 1, 2 }", "rates.x.count", "type({})", "{ \"v\", \"w\" }", "rates.zzz"])
    default:
      let table = pick(["codes", "{ a = \"<a>\", b = 1, S = false }", "{}"])
      return "((\(text(scope, depth - 1))):gsub(\"\(pick(Self.patterns))\", \(table)))"
    }
  }

  /// A loop that computes a local, over what is known; in its body its variables, and in some a way out of it.
  private mutating func loop(_ scope: Scope, _ number: Int) -> String {
    let local = "v\(number)"
    let (head, element) = pick([
      ("_, c in ipairs(fields)", "c"), ("i, c in ipairs { \"id\", \"only\", \"x\" }", "c .. i"),
      ("i = 1, #fields", "fields[i]"), ("i = 3, -1, -2", "i"), ("_, c in ipairs(nothing)", "c"),
      ("i, p in ipairs(pairs_of)", "p[i]"), ("_, f in ipairs(steps)", "f(tostring(\(local)))"),
      ("i, c, more in ipairs(names)", "(more or c)"), ("i = 1, 2 do for j = i, 2", "j"),
    ])
    var inner = scope
    inner.locals += [local, element, element]
    if let record = scope.parameters.first(where: { ["r", "old", "new"].contains($0) }),
      ["c", "fields[i]"].contains(element)
    {
      inner.locals += ["\(record)[\(element)]", "\(record)[\(element)]"]
    }
    let body = pick([
      "\(local) = \(expression(inner, 2))",
      "if \(condition(inner, 1)) then \(local) = \(expression(inner, 1)) break end \(local) = \(expression(inner, 1))",
      "if \(condition(inner, 1)) then return \(expression(inner, 1)) end",
      "if \(condition(inner, 1)) then goto next end \(local) = \(expression(inner, 1)) ::next::",
      "\(local) = (\(local) or \"\") .. tostring(\(expression(inner, 1)))",
    ])
    let end = head.contains(" do ") ? "end end" : "end"
    return "local \(local) = \(leaf(scope)) for \(head) do \(body) \(end) "
  }

  private mutating func number(_ scope: Scope, _ depth: Int) -> String {
    guard depth > 0 else {
      return chance(0.5)
        ? "(tonumber(\(value(scope))) or \(pick(["0", "1", "-2.5"])))" : pick(["2", "factor", "-1", "0.5", "1e3"])
    }
    let (a, b) = (number(scope, depth - 1), number(scope, depth - 1))
    switch Int.random(in: 0..<11, using: &random) {
    case 9: return "(\(a) // 1 \(pick(["&", "|", "~", "<<", ">>"])) \(pick([b, "\(b) // 1", "3", "-1", "64", "2.0"])))"
    case 10: return "(\(pick(["~", "5 << ", "1 << 62 | ", "\(value(scope)) & "]))\(a) // 1)"
    case 0: return "#\(text(scope, depth - 1))"
    case 1: return "math.\(pick(["abs", "floor", "ceil", "sqrt", "sin", "exp"]))(\(a))"
    case 2: return "math.\(pick(["max", "min", "fmod"]))(\(a), \(b))"
    case 3: return "-(\(a))"
    case 4: return "sign(\(a))"
    case 5: return "(\(value(scope)) \(pick(["+", "-", "*"])) \(b))"
    case 6: return "(math.tointeger(\(a)) or 0)"
    default: return "(\(a) \(pick(["+", "-", "*", "/", "//", "%", "^"])) \(b))"
    }
  }

  private static let patterns = [
    "%d+", "^%s*(.-)%s*$", "(%a+)%s*(%d*)", "[aeiou]", "^", "$", "()b", "%w-", "x", ".", "(.)(.)", "%.", "a+b?",
    "[^,]*", "(a*)()",
  ]

  private mutating func text(_ scope: Scope, _ depth: Int) -> String {
    guard depth > 0 else {
      return chance(0.6) ? "(\(value(scope)) or \"\")" : pick(["\"Abc 12\"", "name", "\"a,b\"", "\"\""])
    }
    let inner = text(scope, depth - 1)
    switch Int.random(in: 0..<15, using: &random) {
    case 13:
      let (first, last) = (leaf(scope), pick([leaf(scope), "(\(text(scope, depth - 1))):gsub(\"a\", \"b\")"]))
      return "table.concat({ \(first), \(text(scope, depth - 1)), \(last) }\(pick(["", ", \"|\"", ", \"\""])))"
    case 0: return "(\(inner)):\(pick(["lower", "upper", "reverse"]))()"
    case 1: return "string.\(pick(["lower", "upper", "len"]))(\(inner))"
    case 2: return "(\(inner)):sub(\(pick(["1", "2", "-2", "0", "-9", "3"])), \(pick(["-1", "2", "-2", "9", "1"])))"
    case 3: return "\(inner) .. \(leaf(scope))"
    case 4: return "tostring(\(leaf(scope)))"
    case 5: return "((\(inner)):gsub(\"\(pick(Self.patterns))\", \"\(pick(["", "-", "%0%0", "<%1>", "%%"]))\"))"
    case 6: return "((\(inner)):match(\"\(pick(Self.patterns))\") or \"none\")"
    case 7:
      return
        "string.format(\"\(pick(["%s", "%d", "%5s|", "%-7s|", "%5.2f", "%03d|%s", "%g", "%x", "%%%s", "%.3f"]))\", \(leaf(scope)), \(leaf(scope)))"
    case 8: return "clean(\(value(scope)))"
    case 9: return "\(pick(["trim", "digits", "luna.text.lower", "luna.text.squeeze"]))(\(inner))"
    case 10: return "(\(inner)):rep(\(pick(["0", "2", "3", "-1"]))\(pick(["", ", \"-\""])))"
    case 11: return "string.char(\(pick(["65", "0", "255", "97, 98"])))"
    case 12: return "type(\(leaf(scope)))"
    default: return "\(inner) .. \(number(scope, depth - 1))"
    }
  }

  /// A call with several results.
  private mutating func call(_ scope: Scope, _ depth: Int) -> String {
    let inner = text(scope, depth - 1)
    switch Int.random(in: 0..<7, using: &random) {
    case 0: return "(\(inner)):find(\"\(pick(Self.patterns))\"\(pick(["", ", 2", ", 1, true", ", -3"])))"
    case 1: return "string.match(\(inner), \"\(pick(Self.patterns))\"\(pick(["", ", 2", ", -1"])))"
    case 2: return "both(\(leaf(scope)), \(leaf(scope)))"
    case 3: return "(\(inner)):byte(\(pick(["", "1", "-1", "2, 4", "9"])))"
    case 4: return "(\(inner)):gsub(\"\(pick(Self.patterns))\", \"\(pick(["", "_", "%0"]))\"\(pick(["", ", 1"])))"
    case 5: return "tonumber(\(inner), \(pick(["2", "10", "16", "36"])))"
    default: return "tonumber(\(leaf(scope)))"
    }
  }
}
