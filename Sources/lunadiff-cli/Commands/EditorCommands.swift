import ArgumentParser
import LuaRuntime
import Platform
import Protocols
import Requests

struct DapCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "dap", abstract: "Lets an editor debug rules, scripts, plug-ins and tests: a debug adapter.",
    usage: "lunadiff dap [--port NUMBER]",
    discussion: """
      It speaks the Debug Adapter Protocol, on standard input and output or on a port of this machine. A launch has \
      'args', the arguments of lunadiff (diff, run and test can be debugged), or 'program', a file in Lua. That is \
      run; NAME.test.lua is tested, and with two files in 'data' it is used as rules. 'cwd', 'env', 'stopOnEntry' \
      and 'noDebug' mean what they do elsewhere. See docs/editors.md.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff dap
      lunadiff dap --port 4711

    EXIT STATUS:
      0  the editor has left
      2  trouble: a port that is taken, an editor that speaks something else
    """

  @OptionGroup var place: ClientOptions

  func execute() throws -> ExitStatus {
    let host = DebugAdapter.Host(complaint: Self.complaint, run: Self.run) { kill(getpid(), SIGTERM) }
    try DebugAdapter(place.connection(), host).serve()
    return .same
  }

  private static func complaint(_ arguments: [String]) -> String? {
    let command = LunaDiffCommand.command(named: arguments.first) ?? DiffCommand.self
    let names = [DiffCommand.commandName, RunCommand.commandName, TestCommand.commandName]
    return names.contains(command.commandName)
      ? nil : "lunadiff \(command.commandName) cannot be debugged; \(names.joined(separator: ", ")) can"
  }

  private static let run: @Sendable ([String], LuaDebugger) -> Int = { arguments, debugger in
    ScriptDebugging.editor = debugger
    defer { ScriptDebugging.editor = nil }
    return Int(InnerProgram.run(arguments).rawValue)
  }
}

struct LspCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "lsp", abstract: "Helps an editor with rules while they are typed: a language server.",
    usage: "lunadiff lsp [--port NUMBER]",
    discussion: """
      It speaks the Language Server Protocol, on standard input and output or on a port of this machine. It shows \
      what 'lunadiff check' finds, completes columns and 'luna', proposes rules that need no function, and runs \
      tests. The data are those named in a comment of the rules, '--- @data old.csv new.csv', or those of the \
      project. See docs/editors.md.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff lsp
      lunadiff lsp --port 4712

    EXIT STATUS:
      0  the editor has left as the protocol says
      2  trouble: a port that is taken, an editor that broke off or speaks something else
    """

  @OptionGroup var place: ClientOptions

  func execute() throws -> ExitStatus {
    try LanguageServer(place.connection()).serve() ? .same : .trouble
  }
}

/// Where the client is that a command serves.
struct ClientOptions: ParsableArguments {
  @Option(
    help: Help.flag(
      "Wait for the editor on this port of this machine.", value: "number",
      """
      0 takes any free port, and standard error says which. By default the editor talks over standard input and \
      output.
      """),
    transform: Count.parse) var port: Int?

  func connection() throws -> ClientConnection {
    guard let port else {
      if Terminal.isTypedAt { Diagnostics.say("an editor is waited for on standard input; --port has one of its own") }
      return try .standard()
    }
    guard port <= 65_535 else { throw CommandError("--port \(port): there are ports up to 65535") }
    let socket = try LoopbackSocket(port: port)
    Diagnostics.say("waiting for a client on 127.0.0.1:\(socket.port)")
    return try .accepted(socket.accept())
  }
}
