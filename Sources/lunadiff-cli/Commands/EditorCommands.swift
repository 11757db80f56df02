import ArgumentParser
import LuaRuntime
import Platform
import Protocols
import Requests

struct DapCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "dap", abstract: "Lets an editor debug rules, driver scripts, plug-ins and tests.",
    usage: "lunadiff dap [--port NUMBER]",
    discussion: """
      It speaks the Debug Adapter Protocol, on standard input and output or on a port of this machine. A launch has \
      'args', the arguments of lunadiff, of which diff, run and test can be debugged; or 'program', a file in Lua, \
      which is run, tested if it is called NAME.test.lua, or with 'data', two files, used as rules. 'cwd', 'env', \
      'stopOnEntry' and 'noDebug' are as everywhere. See docs/editors.md.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff dap
      lunadiff dap --port 4711

    EXIT STATUS:
      0  the client has left
      2  trouble: a port that is taken, a client that speaks something else
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
    ofLunadiff: "lsp", abstract: "Tells an editor what there is to say of rules while they are typed.",
    usage: "lunadiff lsp [--port NUMBER]",
    discussion: """
      It speaks the Language Server Protocol, on standard input and output or on a port of this machine: what \
      'lunadiff check' finds, columns and 'luna' as they are typed, rules that need no function, tests and what they \
      run. Data are those that a comment in the rules names, '--- @data old.csv new.csv', or the project's. See \
      docs/editors.md.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff lsp
      lunadiff lsp --port 4712

    EXIT STATUS:
      0  the client has left as the protocol has it
      2  trouble: a port that is taken, a client that has gone or speaks something else
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
      "Wait for the client on this port of the machine itself.", value: "number",
      "0 is any that is free; which one, standard error says. Without it, standard input and output are the client's."
    ),
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
