import Comparing
import LuaRuntime
import Platform

/// What the columns of an identity by score count for: as its table says, or a file that has learned it.
struct ScoreWeights {
  private let table: LuaTable?
  private let learned: ScoredMatching?
  /// The name of the file that says it, for messages.
  private let file: String?

  /// - Parameter value: `nil`, a table by columns, or the name of a file that returns one, or rules whose identity is a
  ///   score.
  init(_ value: LuaValue, _ files: WeightFiles, _ call: borrowing LuaCall) throws(LuaError) {
    var value = value
    file = value.text
    if let file {
      value = try files.value(file, call)
      if case .table(let rules) = value, case .object(let object as PassObject) = try rules.get("identity"),
        case .scored(let rule) = object.pass
      {
        (table, learned) = (nil, rule)
        return
      }
    }
    learned = nil
    switch (value, file) {
    case (.nil, nil): table = nil
    case (.table(let given), _): table = given
    case (_, nil): throw LuaError("identity.score: 'weights' must be a table or a file's name, got \(value.typeName)")
    case (_, let file?):
      throw LuaError(
        "identity.score: \(file) has no weights: it returns rules whose identity is a score, as lunadiff learn "
          + "\(Setting("identity")) writes them, or a table of weights by columns")
    }
  }

  /// What the odds and the threshold are, unless the rules say so.
  var odds: Double? { learned.flatMap { $0.isByEvidence ? $0.odds : nil } }
  var threshold: Double? { learned?.threshold }

  /// The weight of a column.
  ///
  /// - Parameter own: What stands beside its comparator.
  func weight(of column: String, own: LuaValue) throws(LuaError) -> ScoredMatching.Weight {
    if let learned, own.isNil {
      if let known = learned.by.first(where: { $0.name == column }) { return known.weight }
      throw LuaError("identity.score: \(file ?? "") has no weights for '\(column)'")
    }
    return try Self.weight(own.isNil ? try table?.get(column) ?? .nil : own, column)
  }

  /// Refuses weights of columns that are not compared; a file may have learned more than is wanted of it.
  func check(_ names: [String]) throws(LuaError) {
    for (key, _) in try table?.sortedPairs() ?? [] where !names.contains(where: { $0 == key.text }) {
      throw LuaError("identity.score: 'weights' names '\(key.spelling ?? key.typeName)', which is not in 'by'")
    }
  }

  private static func weight(_ value: LuaValue, _ column: String) throws(LuaError) -> ScoredMatching.Weight {
    if value.isNil { return .share(1) }
    if let share = value.double { return .share(share) }
    var items: [LuaValue] = []
    if case .list(let list) = value { items = list }
    if case .table(let table) = value { items = try table.elements() }
    let bits = items.compactMap(\.double)
    if bits.count == items.count {
      if bits.count == 2 { return .evidence(equal: bits[0], alike: bits[0], different: bits[1]) }
      if bits.count == 3 { return .evidence(equal: bits[0], alike: bits[1], different: bits[2]) }
    }
    throw LuaError(
      "identity.score: weights.\(column) must be a number, or bits for equal, alike and different values such as "
        + "{ 7.2, 4.1, -2.3 }"
    )
  }
}

/// The files that a state's scores take their weights from.
final class WeightFiles {
  private let files: LookupFiles
  /// Those that are running: one that names itself would never end.
  private var running: Set<String> = []

  init(_ files: LookupFiles) { self.files = files }

  /// What a file beside the one that calls returns; it finds no modules.
  fileprivate func value(_ name: String, _ call: borrowing LuaCall) throws(LuaError) -> LuaValue {
    let caller = call.caller
    let (path, text) = try hosting { try files.script(name, for: caller) }
    guard running.insert(path).inserted else {
      throw LuaError("identity.score: '\(name)' takes its weights from itself")
    }
    defer { running.remove(path) }
    let environment = try call.state.makeEnvironment(LuaModules(advice: "a file of weights has no modules"))
    let chunk = try call.state.load(text, name: path, environment: environment)
    return try call.state.call(chunk).first ?? .nil
  }
}

extension LuaValue {
  fileprivate var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .float(let value): value
    default: nil
    }
  }
}
