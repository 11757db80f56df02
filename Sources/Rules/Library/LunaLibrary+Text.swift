import LuaRuntime
import Comparing
import Records

extension LunaLibrary {
  /// `luna.text`: normalizers that are used as they are.
  static var textForms: [(String, LuaValue)] {
    let forms: [(String, TextNormalizer.Form, LuaTextForm)] = [
      ("trim", .trim, .trim), ("squeeze", .squeeze, .squeeze), ("lower", .lower, .lower),
      ("upper", .upper, .upper), ("nfc", .nfc, .nfc), ("digits", .digits, .digits),
    ]
    return forms.map { name, form, textForm in
      let normalizer = TextNormalizer(form)
      let full = "luna.text.\(name)"
      return (name, .object(NormalizerObject(normalizer, name: full, textForm: textForm)))
    }
  }

  /// `luna.text`: functions that make a normalizer.
  static var textFunctions: [Function] {
    [
      ("number", number), ("date", date), ("map", map), ("replace", replace),
      ("default", { (call) throws(LuaError) in made(DefaultNormalizer(try call.text(1))) }),
      ("null_if", nullIf), ("prefix", prefix),
    ]
  }

  private static func made(_ normalizer: any Normalizer) -> LuaReturn {
    .one(.object(NormalizerObject(normalizer)))
  }

  private static func number(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let options = try Options(call, names: ["decimal", "group"], first: "decimal", "group")
    let decimal = try options.string("decimal")
    let group = try options.string("group")
    return made(
      try checkingOptions { () throws(OptionError) in
        try NumberNormalizer(decimal: decimal ?? ".", group: group)
      })
  }

  private static func date(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let options = try Options(call, names: ["formats", "zone", "days"], rest: "formats")
    let formats = try options.strings("formats")
    let zone = try options.string("zone")
    let days = try options.boolean("days")
    return made(
      try checkingOptions { () throws(OptionError) in
        try DateNormalizer(formats: formats ?? [], zone: zone, days: days ?? false)
      })
  }

  private static func map(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    var pairs: [(from: Text, to: Text?)] = []
    for (key, value) in try call.table(1).sortedPairs() {
      guard let from = key.spelledText else {
        throw LuaError("map: a key must be text or a number")
      }
      if case .null = value {
        pairs.append((from, nil))
      } else if let to = value.spelledText {
        pairs.append((from, to))
      } else {
        throw LuaError("map: '\(from.string)' must be mapped to text, a number or luna.null")
      }
    }
    let all = pairs
    return made(try checkingOptions { () throws(OptionError) in try MapNormalizer(all) })
  }

  private static func replace(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let pattern = try call.text(1)
    let replacement = try call.text(2)
    return made(
      try checkingOptions { () throws(OptionError) in
        try ReplaceNormalizer(pattern, with: replacement)
      })
  }

  private static func nullIf(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let words = try texts(call)
    return made(try checkingOptions { () throws(OptionError) in try NullNormalizer(words) })
  }

  private static func prefix(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let count = Int(clamping: try call.integer(1))
    return made(try checkingOptions { () throws(OptionError) in try PrefixNormalizer(count) })
  }
}
