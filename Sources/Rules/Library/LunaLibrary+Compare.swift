import LuaRuntime
import Comparing
import Records

extension LunaLibrary {
  /// `luna.compare`: comparators for the columns of `equal`.
  static var comparators: [Function] {
    [
      ("exact", 0, { _ throws(LuaError) in try made(ExactComparator()) }),
      ("number", 2, number),
      ("nocase", 0, { _ throws(LuaError) in try made(TextComparator(.nocase)) }),
      ("trim", 0, { _ throws(LuaError) in try made(TextComparator(.trim)) }),
      ("spaces", 0, { _ throws(LuaError) in try made(TextComparator(.spaces)) }),
      ("date", .max, date),
      ("list", 2, list),
      ("json", 0, { _ throws(LuaError) in try made(JSONComparator()) }),
      ("pattern", 1, pattern),
      ("similar", 2, similar),
      ("phonetic", 1, phonetic),
      ("null_as", .max, nullAs),
      ("any", .max, { (call) throws(LuaError) in try combined(.any, call) }),
      ("all", .max, { (call) throws(LuaError) in try combined(.all, call) }),
    ]
  }

  private static func made(_ comparator: @autoclosure () throws -> any Comparator) throws(LuaError) -> LuaReturn {
    .one(.object(ComparatorObject(try checkingOptions(try comparator()))))
  }

  private static func number(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let options = try Options(call, names: ["absolute", "relative"], first: "absolute", "relative")
    return try made(
      NumberComparator(absolute: options.decimal("absolute") ?? "0", relative: options.decimal("relative")))
  }

  private static func date(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let options = try Options(call, names: ["tolerance", "formats", "zone"], first: "tolerance", rest: "formats")
    let tolerance = try options.decimal("tolerance") ?? "0"
    let formats = try options.strings("formats") ?? []
    return try made(DateComparator(tolerance: tolerance, formats: formats, zone: options.string("zone")))
  }

  private static func list(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let options = try Options(call, names: ["separator", "trim"], first: "separator", "trim")
    return try made(ListComparator(separator: options.bytes("separator"), trim: options.boolean("trim") ?? false))
  }

  private static func phonetic(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let phonetics = try phonetics(call, 1, "compare.phonetic")
    return try made(PhoneticComparator(phonetics))
  }

  private static func pattern(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let pattern = try call.text(1)
    return try made(PatternComparator(pattern))
  }

  private static func similar(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let options = try Options(call, names: ["method", "threshold"], first: "method", "threshold")
    let method = try options.string("method") ?? LikenessMethod.jaroWinkler.rawValue
    let threshold = try options.double("threshold") ?? LikenessComparator.usualThreshold
    return try made(LikenessComparator(method, threshold: threshold))
  }

  /// A way to write words as they sound, by its name; the first one where there is no argument.
  static func phonetics(_ call: borrowing LuaCall, _ index: Int, _ function: String) throws(LuaError) -> Phonetics {
    guard call.count >= index else { return .soundex }
    let name = try call.text(index).string
    return try checkingOptions(try Phonetics(name: name, function: function))
  }

  private static func nullAs(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let texts = try texts(call)
    return try made(NullComparator(texts))
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
