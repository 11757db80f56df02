import LuaRuntime
import Records
import Reports
import Rules

extension ProfileSummary {
  /// What functions took, with their names as files have them.
  init(_ timings: LuaTimings, rules: [LuaTimings.Function: Set<String>]) {
    var names: [String: LuaFunctionNames] = [:]
    for chunk in Set(timings.functions.keys.map(\.chunk)) {
      guard let text = try? TextFile.read(chunk) else { continue }
      names[chunk] = LuaFunctionNames(LuaTokens.all(in: text))
    }
    let own = timings.functions.filter { $0.key.chunk != LunaLibrary.chunkName }
    let functions = own.map { function, cost in
      Function(
        rules: rules[function, default: []].sorted(), name: names[function.chunk]?[function.line] ?? "",
        file: function.chunk, line: function.line, calls: cost.calls, own: .nanoseconds(cost.own),
        total: .nanoseconds(cost.total), bytes: cost.bytes)
    }
    self.init(functions: functions.sorted { $0.isBefore($1) })
  }
}

extension ProfileSummary.Function {
  fileprivate func isBefore(_ other: ProfileSummary.Function) -> Bool {
    own == other.own ? (file, line) < (other.file, other.line) : own > other.own
  }
}
