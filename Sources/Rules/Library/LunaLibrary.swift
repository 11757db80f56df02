import Comparing
import LuaRuntime
import Platform
import Records

/// The `luna` table: the one global that the host adds to every state.
package enum LunaLibrary {
  /// A function, and how many arguments it takes at most.
  typealias Function = (name: String, most: Int, body: LuaBody)

  /// The number of the interface that scripts find: a plug-in says which one it is written for.
  static let interface: Int64 = 1

  /// What scripts call a function of `luna.compare` or `luna.text`, or one that a plug-in has put there; `nil` for any
  /// other function.
  static func name(of function: LuaFunction, in state: LuaState) throws(LuaError) -> String? {
    let found = try state.run(
      """
      local wanted, luna = ...
      local function find(place, path)
        for name, value in pairs(place) do
          if rawequal(value, wanted) then return path .. "." .. name end
          local found = type(value) == "table" and find(value, path .. "." .. name)
          if found then return found end
        end
      end
      return find(luna.compare, "luna.compare") or find(luna.text, "luna.text")
      """, name: chunkName, arguments: [.function(function), state.global("luna")])
    return found.first?.text
  }

  /// What a function makes that is called without options; `nil` where it cannot do without, as one of a plug-in's that
  /// has a parameter, or makes no rule.
  static func made(by function: LuaFunction, in state: LuaState) -> LuaValue? {
    let result: LuaValue?
    do {
      guard try state.definition(of: function)?.parameters ?? 0 == 0 else { return nil }
      result = try state.call(function).first
    } catch { return nil }
    switch result {
    case .object(is ComparatorObject), .object(is NormalizerObject), .object(is ListRuleObject), .function:
      return result
    default: return nil
    }
  }

  package static let chunkName = "luna"

  /// Adds `luna` to a state; scripts cannot write it.
  ///
  /// - Parameters:
  ///   - more: Further fields, for the profiles that have them.
  ///   - conditions: Is told of the conditions that are made.
  package static func install(
    in state: LuaState, host: HostRules = HostRules(), lookups: LookupFiles = LookupFiles(),
    more: [(String, LuaValue)] = [], conditions: ConditionLog = ConditionLog()
  ) throws(LuaError) {
    let fields: [(String, LuaValue)] = [
      ("compare", table(comparators)),
      ("text", table(textFunctions, constants: textForms)),
      ("list", .fields(listRules)),
      ("identity", table(identityFunctions(WeightFiles(lookups)))),
      ("where", table(filterMakers(conditions))),
      native("sorted", sorted),
      native(keyField) { (call) throws(LuaError) in .one(.fields([(keyField, .list(try call.values(from: 1)))])) },
      ("split", .builtin(.split)),
      ("null", .null),
      ("plugins", .map([])),
      ("api", .integer(interface)),
      ("version", .string(ProgramVersion.number)),
      ("lookup", lookup(in: lookups)),
    ]
    let offered = host.entries.isEmpty ? [] : [("host", host.table)]
    try state.setGlobal("luna", .fields(fields + encoders + offered + more))
    try state.freezeGlobal("luna")
  }

  static func table(_ functions: [Function], constants: [(String, LuaValue)] = []) -> LuaValue {
    .fields(functions.map { ($0.name, .native($0.name, counting($0))) } + constants)
  }

  private static func native(_ name: String, _ body: @escaping LuaBody) -> (String, LuaValue) {
    (name, .native(name, body))
  }

  /// Refuses arguments that nobody reads, and lets the state count what is made, which copies its options.
  private static func counting(_ function: Function) -> LuaBody {
    { (call) throws(LuaError) in
      guard call.count <= function.most else {
        let most = function.most == 0 ? "no argument" : "at most \(function.most)"
        throw LuaError(
          "\(function.name) takes \(most), got \(call.count); values go to what it makes: \(function.name)(…)(…)")
      }
      let holding = try call.state.hold(Options.size(of: call))
      let result = try function.body(call)
      if case .one(.object(let object as any OptionKeeper)) = result { object.holding = holding }
      return result
    }
  }

  /// `luna.key(luna.text.trim, "email")`, and the field under which what it makes holds what it was given.
  static let keyField = "key"

  /// `for key, value in luna.sorted(t)`: a table's pairs in an order that is the same in every run.
  private static func sorted(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let pairs = try call.table(1).sortedPairs()
    let holding = try call.state.hold(pairs.reduce(0) { $0 + $1.key.size + $1.value.size })
    var next = 0
    return .one(
      .native("next") { _ throws(LuaError) in
        guard next < pairs.count else { return .one(.nil) }
        withExtendedLifetime(holding) {}
        defer { next += 1 }
        return .many([pairs[next].key, pairs[next].value])
      })
  }
}

extension LuaValue {
  fileprivate var isBoolean: Bool { if case .boolean = self { true } else { false } }

  /// About how many bytes a copy takes.
  fileprivate var size: Int { if case .string(let bytes) = self { 32 + bytes.count } else { 16 } }
}

/// Blames the error of an option that cannot be used on the caller's line.
func checkingOptions<R>(_ body: @autoclosure () throws -> R) throws(LuaError) -> R {
  try hosting {
    do { return try body() } catch let error as OptionError { throw LuaError(error.message, underlying: error) }
  }
}

extension LunaLibrary {
  /// `luna.compare.any` and `luna.compare.all`: a comparator, or a function where one of the parts is a function.
  static func combined(_ quantity: CombinedComparator.Quantity, _ call: borrowing LuaCall) throws(LuaError) -> LuaReturn
  {
    var comparators: [ComparatorObject] = []
    var parts: [LuaValue] = []
    var takesContext = false
    for index in 1..<max(1, call.count + 1) {
      var part = try call.value(index)
      if case .function(let function) = part, let maker = try name(of: function, in: call.state) {
        guard let made = made(by: function, in: call.state) else {
          throw LuaError(argument: index, "\(maker) itself; it has to be called: \(maker)(…)")
        }
        part = made
      }
      switch part {
      case .object(let object as ComparatorObject): comparators.append(object)
      case .function(let function): if try function.takesContext { takesContext = true }
      default: throw call.expected("comparator or function", index)
      }
      parts.append(part)
    }
    guard comparators.count < parts.count else {
      let combined = try checkingOptions(try CombinedComparator(quantity, of: comparators.map(\.comparator)))
      return .one(.object(ComparatorObject(combined, of: comparators)))
    }
    let stop = LuaValue.boolean(quantity == .any)
    return .many(
      try call.state.run(
        combination(of: takesContext ? "old, new, context" : "old, new"), name: chunkName,
        arguments: [.native("verdict", verdict), stop, .list(parts)]))
  }

  /// Makes the function: asks one part after another until one says what ends it.
  private static func combination(of parameters: String) -> String {
    """
    local verdict, stop, parts = ...
    return function(\(parameters))
      for place = 1, #parts do
        local said = parts[place](\(parameters))
        if said == stop then return stop end
        if said ~= not stop then verdict(parts[place], said) end
      end
      return not stop
    end
    """
  }

  /// Refuses what a function said; the line to blame is the function's.
  private static func verdict(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    var error = LuaError(returned: call.typeName(2), wanted: .decision, "it must return true or false")
    error.level = 2
    if let position = try call.state.definition(of: call.function(1)) {
      error.chunk = position.chunk
      error.line = position.lines.lowerBound
    }
    throw error
  }

  /// `luna.text`: normalizers that are used as they are.
  static var textForms: [(String, LuaValue)] {
    let forms: [(String, any Normalizer, LuaTextForm)] = [
      ("trim", TextNormalizer(.trim), .trim), ("squeeze", TextNormalizer(.squeeze), .squeeze),
      ("lower", TextNormalizer(.lower), .lower), ("upper", TextNormalizer(.upper), .upper),
      ("nfc", TextNormalizer(.nfc), .nfc), ("digits", TextNormalizer(.digits), .digits),
      ("fingerprint", SpellingNormalizer(.words), .none), ("unaccent", SpellingNormalizer(.unaccented), .none),
      ("transliterate", SpellingNormalizer(.ascii), .none),
    ]
    return forms.map { name, normalizer, form in
      (name, .object(NormalizerObject(normalizer, name: "luna.text.\(name)", textForm: form)))
    }
  }

  /// `luna.text`: functions that make a normalizer.
  static var textFunctions: [Function] {
    [
      ("number", 2, number), ("date", .max, date), ("map", 1, map), ("replace", 2, replace),
      ("default", 1, defaultText),
      ("null_if", .max, nullIf),
      ("prefix", 1, { (call) throws(LuaError) in try end(call, .first) { Affixes(prefix: $0, suffix: Text("")) } }),
      ("suffix", 1, { (call) throws(LuaError) in try end(call, .last) { Affixes(prefix: Text(""), suffix: $0) } }),
      ("strip", 2, strip), ("scale", 1, scale), ("percent", 0, percent), ("sign", 2, sign),
      ("ngram_fingerprint", 1, runs), ("phonetic", 2, phonetic),
    ]
  }

  private static func made(_ normalizer: @autoclosure () throws -> any Normalizer) throws(LuaError) -> LuaReturn {
    .one(.object(NormalizerObject(try checkingOptions(try normalizer()))))
  }

  private static func defaultText(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let text = try call.text(1)
    return try made(DefaultNormalizer(text))
  }

  private static func percent(_: borrowing LuaCall) throws(LuaError) -> LuaReturn { try made(PercentNormalizer()) }

  private static func number(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let options = try Options(call, names: ["decimal", "group"], first: "decimal", "group")
    return try made(NumberNormalizer(decimal: options.string("decimal") ?? ".", group: options.string("group")))
  }

  private static func date(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let options = try Options(call, names: ["formats", "zone", "days"], rest: "formats")
    let formats = try options.strings("formats") ?? []
    let zone = try options.string("zone")
    return try made(DateNormalizer(formats: formats, zone: zone, days: options.boolean("days") ?? false))
  }

  private static func map(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    var pairs: [(from: Text, to: Text?)] = []
    for (key, value) in try call.table(1).sortedPairs() {
      guard let from = key.spelledText else { throw LuaError("map: a key must be text or a number") }
      if case .null = value {
        pairs.append((from, nil))
      } else if let to = value.spelledText {
        pairs.append((from, to))
      } else {
        throw LuaError("map: '\(from.string)' must be mapped to text, a number or luna.null")
      }
    }
    return try made(MapNormalizer(pairs))
  }

  private static func replace(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let pattern = try call.text(1)
    let replacement = try call.text(2)
    return try made(ReplaceNormalizer(pattern, with: replacement))
  }

  private static func nullIf(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let words = try texts(call)
    return try made(NullNormalizer(words))
  }

  private typealias Affixes = (prefix: Text, suffix: Text)

  /// What keeps some characters at an end, given their number, or adds a text there.
  private static func end(
    _ call: borrowing LuaCall, _ end: PartNormalizer.End, _ affixes: (Text) -> Affixes
  ) throws(LuaError) -> LuaReturn {
    if case .string(let bytes) = try call.value(1) {
      let (prefix, suffix) = affixes(Text(utf8: bytes))
      return try made(EndsNormalizer(.add, prefix: prefix, suffix: suffix))
    }
    let count = Int(clamping: try call.integer(1))
    return try made(PartNormalizer(end, count))
  }

  private static func strip(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let options = try Options(call, names: ["prefix", "suffix"], first: "prefix", "suffix")
    let prefix = try options.bytes("prefix") ?? Text("")
    let suffix = try options.bytes("suffix") ?? Text("")
    return try made(EndsNormalizer(.strip, prefix: prefix, suffix: suffix))
  }

  private static func scale(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let value = try call.value(1)
    guard let factor = value.spelling, !value.isBoolean else { throw call.expected("number", 1) }
    return try made(ScaleNormalizer(factor))
  }

  private static func sign(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let options = try Options(call, names: ["minus", "plus"], first: "minus", "plus")
    let minus = try (options.strings("minus") ?? []).map { Text($0) }
    let plus = try (options.strings("plus") ?? []).map { Text($0) }
    return try made(SignNormalizer(minus: minus, plus: plus))
  }

  /// A normalizer, or for a name that is no method the part of a block that this column is.
  private static func phonetic(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let name = call.count == 0 ? "" : try call.text(1).string
    // What is nearly a method is a slip, and no column: one of such a name is { "name", luna.text.phonetic }.
    let isMethod = Suggestion.nearest(to: name, among: Phonetics.allCases.map(\.rawValue)) != nil
    guard call.count > 0, !isMethod else {
      let phonetics = try phonetics(call, 1, "text.phonetic")
      return try made(SpellingNormalizer(.sound(phonetics)))
    }
    let step = SpellingNormalizer(.sound(try phonetics(call, 2, "text.phonetic")))
    return .one(.object(KeyPartObject(ScoredMatching.BlockPart(name, [step]))))
  }

  private static func runs(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let length = call.count == 0 ? 2 : Int(clamping: try call.integer(1))
    return try made(SpellingNormalizer(runsOf: length))
  }
}
