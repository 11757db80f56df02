import LuaRuntime
import Comparing

/// The `luna` table: the one global that the host adds to every state.
package enum LunaLibrary {
  /// A named function of the library.
  typealias Function = (name: String, body: LuaBody)

  /// The number of the interface that scripts find: a plug-in says which one it is written for.
  static let interface: Int64 = 1

  /// The fields that `luna` has in every state.
  static let fields =
    [
      "compare", "text", "list", "identity", "where", "sorted", "split", "null", "plugins", "api",
      "version",
      "lookup",
    ] + encoderNames

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
    case .object(is ComparatorObject), .object(is NormalizerObject), .object(is ListRuleObject),
      .function:
      return result
    default: return nil
    }
  }

  package static let chunkName = "luna"

  /// Adds `luna` to a state; scripts cannot write it.
  ///
  /// - Parameters:
  ///   - host: What the embedding program offers in `luna.host`.
  ///   - lookups: The files that `luna.lookup` may read.
  ///   - more: Further fields, for the profiles that have them.
  package static func install(
    in state: LuaState, host: HostRules = HostRules(), lookups: LookupFiles = LookupFiles(),
    more: [(String, LuaValue)] = []
  ) throws(LuaError) {
    try install(in: state, host: host, lookups: lookups, more: more, conditions: ConditionLog())
  }

  /// - Parameter conditions: Is told of the conditions that are made.
  static func install(
    in state: LuaState, host: HostRules, lookups: LookupFiles, more: [(String, LuaValue)] = [],
    conditions: ConditionLog
  ) throws(LuaError) {
    let fields: [(String, LuaValue)] = [
      ("compare", table(comparators)),
      ("text", table(textFunctions, constants: textForms)),
      ("list", .fields(listRules)),
      ("identity", table(identityFunctions)),
      ("where", table(filterMakers(conditions))),
      ("sorted", .native("sorted", sorted)),
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
    .fields(functions.map { ($0.name, .native($0.name, counting($0.body))) } + constants)
  }

  /// Lets the state count what is made, which copies its options.
  private static func counting(_ body: @escaping LuaBody) -> LuaBody {
    { (call) throws(LuaError) in
      let holding = try call.state.hold(Options.size(of: call))
      let result = try body(call)
      if case .one(.object(let object as any OptionKeeper)) = result { object.holding = holding }
      return result
    }
  }

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
  /// About how many bytes a copy takes.
  fileprivate var size: Int {
    if case .string(let bytes) = self { 32 + bytes.count } else { 16 }
  }
}

extension LuaError {
  /// The error of an option that cannot be used, blamed on the caller's line.
  init(_ error: OptionError) { self.init(error.message, underlying: error) }
}

/// Runs what may refuse an option.
func checkingOptions<R>(_ body: () throws(OptionError) -> R) throws(LuaError) -> R {
  do { return try body() } catch { throw LuaError(error) }
}
