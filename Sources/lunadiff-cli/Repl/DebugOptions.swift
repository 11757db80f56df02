import ArgumentParser
import LuaRuntime
import Requests
import Scripting

/// The flag `--debug` of commands that run rules.
struct DebugOptions: ParsableArguments {
  @Flag(
    help: Help.flag(
      "Debug scripts: stop at lines and errors, look around, and step.",
      """
      It stops before the first line, and where an error is raised that no script catches; :break prices.lua:4 adds \
      a line, and :help lists the commands. What else is typed is Lua, and runs as if it stood at that place. From a \
      pipe, lines are read as if they were typed; after the last one the script runs on without stops.
      """)) var debug = false

  func session() throws -> DebugSession? {
    guard debug else { return nil }
    let console = ReplConsole(isColored: ColorChoice.auto.isColored(.standardOutput))
    let session = Terminal.isTypedAt ? try Self.typed(console) : try Self.piped(console)
    session.isColored = console.isColored
    session.debugger.stopsAtStart = true
    session.width = { Terminal.width(.standardOutput) ?? 80 }
    return session
  }

  /// The prompt for the rules of a comparison, which then uses one thread.
  func session(for request: inout DiffRequest) throws -> DebugSession? {
    guard let session = try session() else { return nil }
    guard !request.options.rules.isEmpty || request.options.pluginProgram.hasOwn else {
      throw CommandError(
        "there are no rules and no plug-ins in Lua to debug", hint: "-r RULES.lua, -e LUA, or --plugin PLUGIN.lua")
    }
    guard request.old != "-", request.new != "-" else {
      throw CommandError("standard input is the debugger's; name files")
    }
    request.options.debugger = session.debugger
    request.options.threads = 1
    return session
  }

  /// Ctrl-C stops what runs, as a break does.
  private static func typed(_ console: ReplConsole) throws -> DebugSession {
    var complete: (String) -> ReplCompletion? = { _ in nil }
    let lines = try TypedLines { complete($0) }
    let session = try DebugSession(say: console.show, read: lines.readOne)
    complete = { [unowned session] in session.completion(of: $0) }
    session.debugger.occasions = [.errors, .interruptions]
    Interruption.begin(session.interrupt)
    return session
  }

  private static func piped(_ console: ReplConsole) throws -> DebugSession {
    let lines = PipedLines(console: console, echoes: true)
    let session = try DebugSession(say: console.show, read: lines.read)
    session.debugger.occasions = .errors
    return session
  }
}
