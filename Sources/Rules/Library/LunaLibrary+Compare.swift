import LuaRuntime
import RecordDiff

extension LunaLibrary {
  /// `luna.compare`: comparators for the columns of `equal`.
  static var comparators: [Function] {
    [
      ("exact", { _ in made(ExactComparator()) }),
      ("number", number),
      ("nocase", { _ in made(TextComparator(.nocase)) }),
      ("trim", { _ in made(TextComparator(.trim)) }),
      ("spaces", { _ in made(TextComparator(.spaces)) }),
      ("date", date),
      ("list", list),
      ("json", { _ in made(JSONComparator()) }),
      ("pattern", pattern),
      ("null_as", nullAs),
      ("any", { (call) throws(LuaError) in try combined(.any, call) }),
      ("all", { (call) throws(LuaError) in try combined(.all, call) }),
    ]
  }

  private static func made(_ comparator: any Comparator) -> LuaReturn {
    .one(.object(ComparatorObject(comparator)))
  }

  private static func number(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let options = try Options(call, names: ["absolute", "relative"], first: "absolute", "relative")
    let absolute = try options.decimal("absolute")
    let relative = try options.decimal("relative")
    return made(
      try checkingOptions { () throws(OptionError) in
        try NumberComparator(absolute: absolute ?? "0", relative: relative)
      })
  }

  private static func date(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let options = try Options(
      call, names: ["tolerance", "formats", "zone"], first: "tolerance", rest: "formats")
    let tolerance = try options.decimal("tolerance")
    let formats = try options.strings("formats")
    let zone = try options.string("zone")
    return made(
      try checkingOptions { () throws(OptionError) in
        try DateComparator(tolerance: tolerance ?? "0", formats: formats ?? [], zone: zone)
      })
  }

  private static func list(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let options = try Options(call, names: ["separator", "trim"], first: "separator", "trim")
    let separator = try options.string("separator")
    let trim = try options.boolean("trim")
    return made(
      try checkingOptions { () throws(OptionError) in
        try ListComparator(separator: separator ?? ",", trim: trim ?? false)
      })
  }

  private static func pattern(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let pattern = try call.string(1)
    return made(
      try checkingOptions { () throws(OptionError) in try PatternComparator(pattern) })
  }

  private static func nullAs(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    made(NullComparator(try strings(call)))
  }

  private static func combined(
    _ quantity: CombinedComparator.Quantity, _ call: borrowing LuaCall
  ) throws(LuaError) -> LuaReturn {
    var parts: [ComparatorObject] = []
    for index in 1..<max(1, call.count + 1) {
      parts.append(try call.object(index, as: ComparatorObject.self))
    }
    let all = parts.map(\.comparator)
    let combined = try checkingOptions { () throws(OptionError) in
      try CombinedComparator(quantity, of: all)
    }
    return .one(.object(ComparatorObject(combined, of: parts)))
  }

  /// All arguments as texts.
  static func strings(_ call: borrowing LuaCall) throws(LuaError) -> [String] {
    var texts: [String] = []
    for index in 1..<max(1, call.count + 1) { texts.append(try call.string(index)) }
    return texts
  }
}
