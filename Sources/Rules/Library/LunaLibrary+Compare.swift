import LuaRuntime
import Comparing
import Records

extension LunaLibrary {
  /// `luna.compare`: comparators for the columns of `equal`.
  static var comparators: [Function] {
    [
      ("exact", 0, { _ in made(ExactComparator()) }),
      ("number", 2, number),
      ("nocase", 0, { _ in made(TextComparator(.nocase)) }),
      ("trim", 0, { _ in made(TextComparator(.trim)) }),
      ("spaces", 0, { _ in made(TextComparator(.spaces)) }),
      ("date", .max, date),
      ("list", 2, list),
      ("json", 0, { _ in made(JSONComparator()) }),
      ("pattern", 1, pattern),
      ("similar", 2, similar),
      ("phonetic", 1, phonetic),
      ("null_as", .max, nullAs),
      ("any", .max, { (call) throws(LuaError) in try combined(.any, call) }),
      ("all", .max, { (call) throws(LuaError) in try combined(.all, call) }),
    ]
  }

  private static func made(_ comparator: any Comparator) -> LuaReturn { .one(.object(ComparatorObject(comparator))) }

  private static func number(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let options = try Options(call, names: ["absolute", "relative"], first: "absolute", "relative")
    let absolute = try options.decimal("absolute")
    let relative = try options.decimal("relative")
    return made(try checkingOptions(try NumberComparator(absolute: absolute ?? "0", relative: relative)))
  }

  private static func date(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let options = try Options(call, names: ["tolerance", "formats", "zone"], first: "tolerance", rest: "formats")
    let tolerance = try options.decimal("tolerance")
    let formats = try options.strings("formats")
    let zone = try options.string("zone")
    return made(
      try checkingOptions(try DateComparator(tolerance: tolerance ?? "0", formats: formats ?? [], zone: zone)))
  }

  private static func list(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let options = try Options(call, names: ["separator", "trim"], first: "separator", "trim")
    let separator = try options.bytes("separator")
    let trim = try options.boolean("trim")
    return made(try checkingOptions(try ListComparator(separator: separator, trim: trim ?? false)))
  }

  private static func phonetic(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    made(PhoneticComparator(try phonetics(call, 1, "compare.phonetic")))
  }

  private static func pattern(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let pattern = try call.text(1)
    return made(try checkingOptions(try PatternComparator(pattern)))
  }

  private static func similar(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let options = try Options(call, names: ["method", "threshold"], first: "method", "threshold")
    let method = try options.string("method") ?? LikenessMethod.jaroWinkler.rawValue
    let threshold = try options.double("threshold") ?? LikenessComparator.usualThreshold
    return made(try checkingOptions(try LikenessComparator(method, threshold: threshold)))
  }

  /// A way to write words as they sound, by its name; the first one where there is no argument.
  static func phonetics(_ call: borrowing LuaCall, _ index: Int, _ function: String) throws(LuaError) -> Phonetics {
    guard call.count >= index else { return .soundex }
    let name = try call.text(index).string
    return try checkingOptions(try Phonetics(name: name, function: function))
  }

  private static func nullAs(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    made(NullComparator(try texts(call)))
  }

  static func texts(_ call: borrowing LuaCall) throws(LuaError) -> [Text] {
    var texts: [Text] = []
    for index in 1..<max(1, call.count + 1) { texts.append(try call.text(index)) }
    return texts
  }
}

extension LuaCall {
  /// A string, or a number's text, byte by byte: texts that are compared are not repaired.
  func text(_ index: Int) throws(LuaError) -> Text { Text(utf8: try bytes(index)) }
}
