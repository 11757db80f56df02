import LuaRuntime
import Rules

extension DebugSession {
  /// How the line can go on; `nil` where no script stands still.
  ///
  /// Nothing of it is run.
  ///
  /// - Parameter line: The text before the cursor.
  package func completion(of line: String) -> ReplCompletion? {
    guard let stop else { return nil }
    if line.hasPrefix(":") {
      return ReplCompletion(command: line, of: DebugDirective.self)
    }
    let word = String(line.reversed().prefix { $0.utf8.allSatisfy(LuaName.isPart) }.reversed())
    let variables = stop.frame.flatMap { try? stop.pause.variables(of: $0) } ?? []
    return ReplCompletion(word, among: variables.map(\.name) + LuaName.keywords)
  }
}
