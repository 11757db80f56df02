import TestSupport

/// Random scripts that call everything `luna` has with everything there is.
struct RandomLua {
  var random: SeededGenerator

  /// Values of every type, the awkward ones among them.
  private static let values = [
    "nil", "true", "false", "0", "1", "-1", "2", "3.5", "-0.0", "1e308", "1/0", "-1/0", "0/0",
    "math.maxinteger", "math.mininteger", "1 << 53", "''", "'id'", "'name'", "'price'", "'no.such'",
    "'Ä\\u{301}\\xff\\0'", "'%d+'", "'(.-)(.-)x'", "'%Y-%m-%d'", "('x'):rep(5000)",
    "'[1,{\"a\":null}]'",
    "'old.csv'", "'json'", "'csv'", "'text'", "'html'", "'heckel'", "'error'", "'é,b'", "','",
    "{}", "{1, 2, 3}", "{'id'}", "{'id', 'price'}", "{id = 1}", "{1, x = 2, [3.5] = {}}",
    "{name = luna.text.trim}", "{price = luna.compare.number(1)}", "cyclic", "deep", "wide",
    "hostile",
    "print", "error", "function() end", "function(...) return ... end",
    "function(r) return r.id end",
    "function(a, b) return a == b end", "function() error({}) end", "function(x) return x, x end",
    "function(r) return r['in.side'], r.name end", "function() while true do end end",
    "luna", "luna.null", "luna.compare", "luna.text.trim", "luna.text.lower",
    "luna.compare.nocase()",
    "luna.compare.number(0.1)", "coroutine.create(print)", "old", "new", "old[1]", "new[2]", "#old",
    "old[1].inside", "changes", "changes.updated", "changes.updated[1]", "changes:stages()[1]",
    "string", "math.huge", "_G", "luna.plugins",
  ]

  private static let functions = [
    "luna.compare.exact", "luna.compare.number", "luna.compare.nocase", "luna.compare.trim",
    "luna.compare.spaces", "luna.compare.date", "luna.compare.list", "luna.compare.json",
    "luna.compare.pattern", "luna.compare.null_as", "luna.compare.any", "luna.compare.all",
    "luna.text.trim", "luna.text.squeeze", "luna.text.lower", "luna.text.upper", "luna.text.nfc",
    "luna.text.digits", "luna.text.number", "luna.text.date", "luna.text.map", "luna.text.replace",
    "luna.text.default", "luna.text.null_if", "luna.text.prefix", "luna.sorted", "luna.load",
    "luna.diff", "luna.probe", "luna.write", "luna.read_json", "luna.batch", "pairs", "next",
    "ipairs",
    "rawset", "rawget", "tostring", "table.concat", "table.sort", "string.format", "string.gsub",
    "setmetatable", "pcall", "xpcall", "coroutine.wrap", "select", "type",
  ]

  private static let members = [
    "each", "summary", "report", "write", "stages", "apply", "offsets", "columns", "name", "counts",
    "updated", "deleted", "inserted", "moved", "old", "new", "key", "keys", "kind", "status", "id",
    "inside", "sections", "duplicates", "from", "to", "number", "count", "error", "outcome",
    "lines",
    "__index", "nothing", "compare", "text", "trim", "null",
  ]

  /// The fields of rules, of options of reading and writing, and of callbacks.
  private static let fields = [
    "identity", "equal", "ignore", "only", "normalize", "filter", "section", "section_key",
    "elements", "rename", "tolerance", "null", "ragged", "ignore_order", "moves", "duplicates",
    "strict_columns", "format", "delimiter", "header", "encoding", "absolute", "relative",
    "formats",
    "zone", "separator", "decimal", "group", "days", "on_update", "on_delete", "interrupt",
    "on_stage",
    "pattern", "recursive", "rules", "key", "columns", "id", "name", "price", "at", "typo",
  ]

  /// What every script begins with: values that take a statement to make, and no way out of the test's directory.
  static func prelude(directory: String) -> String {
    """
    io, os, dofile, loadfile, package, require, debug = nil
    cyclic = {} cyclic.self = cyclic cyclic[1] = cyclic
    deep = {} do local t = deep for _ = 1, 100000 do t.x = {} t = t.x end end
    wide = {} for i = 1, 5000 do wide[i] = i wide['k' .. i] = i end
    hostile = setmetatable({}, { __index = function(t, k) return t end, __len = function() return 1e9 end,
      __pairs = function() return function() return 1, 1 end end, __tostring = function() return {} end,
      __call = function(self, ...) return ... end, __eq = function() error('eq') end,
      __newindex = function() error('new') end, __concat = function() return nil end, __name = 7 })
    do
      local real = luna
      local function inside(path)
        if type(path) ~= 'string' then return path end
        return '\(directory)/' .. path:gsub('[^%w.]', '_'):sub(1, 40)
      end
      local own = {
        load = function(path, ...) return real.load(inside(path), ...) end,
        read_json = function(path, ...) return real.read_json(inside(path), ...) end,
        write = function(path, ...) return real.write(inside(path), ...) end,
        batch = function(a, b, ...) return real.batch(inside(a), inside(b), ...) end,
      }
      luna = setmetatable({}, { __index = function(_, k) return own[k] or real[k] end,
        __pairs = function() return pairs(own) end })
    end
    v1, v2, v3, v4 = old, new, luna, 'x'
    """
  }

  private mutating func pick(_ words: [String]) -> String {
    words[Int.random(in: 0..<words.count, using: &random)]
  }

  private mutating func chance(_ part: Int) -> Bool {
    Int.random(in: 0..<part, using: &random) == 0
  }

  private mutating func variable() -> String { "v\(Int.random(in: 1...4, using: &random))" }

  private mutating func arguments(_ depth: Int) -> String {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in expression(depth) }
      .joined(separator: ", ")
  }

  private mutating func table(_ depth: Int) -> String {
    let fields = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      chance(5) ? expression(depth) : "\(pick(Self.fields)) = \(expression(depth))"
    }
    return "{" + fields.joined(separator: ", ") + "}"
  }

  mutating func expression(_ depth: Int) -> String {
    guard depth > 0 else { return chance(3) ? variable() : pick(Self.values) }
    switch Int.random(in: 0..<10, using: &random) {
    case 0...2: return "\(pick(Self.functions))(\(arguments(depth - 1)))"
    case 3: return table(depth - 1)
    case 4: return "luna.diff(old, new, \(table(depth - 1)))"
    case 5: return "(\(expression(depth - 1))).\(pick(Self.members))"
    case 6: return "(\(expression(depth - 1))):\(pick(Self.members))(\(arguments(depth - 1)))"
    case 7: return "(\(expression(depth - 1)))(\(arguments(depth - 1)))"
    default: return chance(2) ? variable() : pick(Self.values)
    }
  }

  /// A statement or two.
  mutating func script() -> String {
    switch Int.random(in: 0..<8, using: &random) {
    case 0: "for k, x in pairs(\(expression(1))) do \(variable()) = x if k then break end end"
    case 1: "for x in (\(expression(1))):each() do \(variable()) = x break end"
    case 2: "(\(expression(1))).\(pick(Self.fields)) = \(expression(2))"
    case 3: "print(\(arguments(2)))"
    case 4: "\(variable()) = \(pick(Self.functions))(\(arguments(2)))"
    case 5:
      "\(variable()) = select(2, pcall(\(pick(Self.functions)), \(expression(2)), \(expression(1))))"
    default: "\(variable()) = \(expression(3))"
    }
  }

  /// A text with some of its words and bytes dropped, doubled, swapped and replaced.
  mutating func mutated(_ text: String) -> [UInt8] {
    var words = Self.words(of: text)
    for _ in 0..<Int.random(in: 1...6, using: &random) where words.count > 2 {
      let place = Int.random(in: 0..<words.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: words.remove(at: place)
      case 1: words.insert(words[place], at: place)
      case 2: words.swapAt(place, Int.random(in: 0..<words.count, using: &random))
      case 3: words[place] = pick(Self.values)
      case 4: words[place] = pick(Self.functions)
      default: words.insert(expression(1), at: place)
      }
    }
    var bytes = Array(words.joined().utf8)
    if chance(10), !bytes.isEmpty {
      bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
    }
    return bytes
  }

  /// Names, numbers and single other characters; put together again they are the text.
  private static func words(of text: String) -> [String] {
    var words: [String] = []
    var isOpen = false
    for character in text {
      let isName = character.isLetter || character.isNumber || character == "_"
      if isName, isOpen {
        words[words.count - 1].append(character)
      } else {
        words.append(String(character))
      }
      isOpen = isName
    }
    return words
  }
}
