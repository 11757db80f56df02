import LuaRuntime
import Comparing

/// A pass of an identity that pairs what is nearly the same, as scripts hold it.
final class PassObject: LuaObject {
  static let luaName = "pass"

  let pass: MatchingPass
  private let summary: String

  init(_ pass: MatchingPass, summary: String) { (self.pass, self.summary) = (pass, summary) }

  static func describe(_ type: inout LuaType<PassObject>) {
    type.on(.string) { object, _ in .one(.string("pass: \(object.summary)")) }
  }
}

extension LunaLibrary {
  /// The field under which a table holds the passes that `luna.identity.first` was given.
  static let passesField = "first"

  static func identityFunctions(_ files: WeightFiles) -> [Function] {
    [
      (
        passesField, .max,
        { (call) throws(LuaError) in .one(.fields([(passesField, .list(try call.values(from: 1)))])) }
      ), ("near", 1, near), ("score", 1, { (call) throws(LuaError) in try score(call, files) }),
    ]
  }

  private static func near(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    let options = try Options(call, names: ["block", "by", "distance", "max_block"])
    guard let block = try options.strings("block"), let by = try options.string("by") else {
      throw LuaError("identity.near needs columns: { block = \"postcode\", by = \"name\" }")
    }
    let distance = try options.integer("distance") ?? 1
    let most = try options.integer("max_block") ?? NearMatching.usualBlock
    let matching = try checkingOptions(try NearMatching(block: block, by: by, distance: distance, maxBlock: most))
    return .one(.object(PassObject(.near(matching), summary: matching.summary)))
  }

  // MARK: Scores

  private static func score(_ call: borrowing LuaCall, _ files: WeightFiles) throws(LuaError) -> LuaReturn {
    let options = try Options(
      call,
      names: ["block", "blocks", "by", "weights", "threshold", "odds", "margin", "max_block", "ambiguous"])
    guard let columns = try options.table("by") else {
      throw LuaError("identity.score needs columns: { block = \"postcode\", by = { name = luna.compare.similar() } }")
    }
    let weights = try ScoreWeights(options.any("weights"), files, call)
    var by: [ScoredMatching.Column] = []
    for (key, value) in try columns.sortedPairs() {
      guard let column = key.text else { throw LuaError("identity.score: 'by' has a key that is no column's name") }
      let (rule, own) = try judge(value)
      by.append(.init(column, try comparator(rule, column, call.state), try weights.weight(of: column, own: own)))
    }
    try weights.check(by.map(\.name))
    var blocks: [[ScoredMatching.BlockPart]] = []
    for block in try options.table("blocks")?.elements() ?? [] { blocks.append(try parts(of: block, call.state)) }
    let block = options.any("block")
    if !block.isNil { blocks.append(try parts(of: block, call.state)) }
    let word = try options.string("ambiguous") ?? ScoredMatching.Ambiguity.report.rawValue
    let threshold = try options.double("threshold") ?? weights.threshold ?? ScoredMatching.usualThreshold
    let (odds, margin) = (try options.double("odds") ?? weights.odds, try options.double("margin"))
    let most = try options.integer("max_block") ?? NearMatching.usualBlock
    let matching = try checkingOptions(
      try ScoredMatching(
        blocks: blocks, by: by, threshold: threshold, odds: odds, margin: margin, maxBlock: most, ambiguity: word))
    return .one(.object(PassObject(.scored(matching), summary: matching.summary)))
  }

  /// A comparator, and the weight behind it where both stand in a list: `{ luna.compare.nocase(), 4.5, -2 }`.
  private static func judge(_ value: LuaValue) throws(LuaError) -> (rule: LuaValue, weight: LuaValue) {
    guard case .table(let table) = value else { return (value, .nil) }
    let items = try table.elements()
    guard let rule = items.first else { return (value, .nil) }
    return (rule, items.count == 2 ? items[1] : .list(Array(items.dropFirst())))
  }

  private static func comparator(_ value: LuaValue, _ column: String, _ state: LuaState) throws(LuaError)
    -> any Comparator
  {
    var value = value
    if case .function(let function) = value, let made = made(by: function, in: state) { value = made }
    if case .object(let object as ComparatorObject) = value { return object.comparator }
    throw LuaError(
      "identity.score: by.\(column) must be a comparator such as luna.compare.similar(), got \(value.typeName)")
  }

  /// A block's parts: a column, or columns, each by itself or with normalizers behind it, as
  /// `{ "name", luna.text.lower }`, or before it, as in `luna.key(luna.text.lower, "name")`.
  private static func parts(of value: LuaValue, _ state: LuaState) throws(LuaError) -> [ScoredMatching.BlockPart] {
    if case .object(let object as KeyPartObject) = value { return [object.part] }
    if let name = value.text { return [.init(name)] }
    guard case .table(let table) = value else { throw blockError(value) }
    if case .table(let key) = try table.get(.string(keyField)) {
      // Its steps, and then the column.
      let items = try key.elements()
      guard let name = items.last?.text, let steps = steps(Array(items.dropLast()), state) else {
        throw blockError(value)
      }
      return [.init(name, steps)]
    }
    let items = try table.elements()
    if items.count > 1, let name = items[0].text, let steps = steps(Array(items.dropFirst()), state) {
      return [.init(name, steps)]
    }
    var parts: [ScoredMatching.BlockPart] = []
    for item in items { parts += try self.parts(of: item, state) }
    return parts
  }

  /// Native normalizers, or makers of such; `nil` where one is neither.
  private static func steps(_ items: [LuaValue], _ state: LuaState) -> [any Normalizer]? {
    var steps: [any Normalizer] = []
    for item in items {
      var item = item
      if case .function(let function) = item, let made = made(by: function, in: state) { item = made }
      guard case .object(let object as NormalizerObject) = item else { return nil }
      steps.append(object.normalizer)
    }
    return steps
  }

  private static func blockError(_ value: LuaValue) -> LuaError {
    LuaError(
      "identity.score: a block is a column, a list of columns, or of columns with normalizers such as "
        + "{ \"name\", luna.text.fingerprint }; got \(value.typeName)"
    )
  }
}

/// A part of a block, as `luna.text.phonetic("name")` makes it.
final class KeyPartObject: LuaObject {
  static let luaName = "part of a block"

  let part: ScoredMatching.BlockPart

  init(_ part: ScoredMatching.BlockPart) { self.part = part }

  static func describe(_ type: inout LuaType<KeyPartObject>) {
    type.on(.string) { object, _ in .one(.string("part of a block: \(object.part.words)")) }
  }
}
