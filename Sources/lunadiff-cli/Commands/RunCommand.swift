import ArgumentParser
import Scripting
import Platform

struct RunCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "run", abstract: "Runs a driver script in Lua, with the whole API.",
    usage: "lunadiff run [options] SCRIPT.lua [ARG ...]",
    discussion: """
      The script finds its arguments in the table 'arg' and everything of LunaDiff in 'luna'. Unlike a rules file it \
      may use io and os, as any program of yours.
      """)

  @OptionGroup(title: "Limits") var options: ScriptOptions
  @OptionGroup var profile: ProfileOptions
  @OptionGroup var debugging: DebugOptions

  @Option(
    help: Help.flag(
      "Use the plug-in in this Lua file. Repeatable.", value: "file",
      """
      Plug-ins in LUNADIFF_PATH and ~/.config/lunadiff/plugins are found without it. Here a plug-in may use io and \
      os as the script does. Those in .lunadiff/plugins of the current directory are used only if they are named \
      here, or trusted: see lunadiff plugins trust.
      """)) var plugin: [String] = []

  @Argument(help: Help.flag("The script, a file in Lua.")) var script: String?

  @Argument(
    parsing: .captureForPassthrough, help: Help.flag("The script's arguments: everything after its name."))
  var arguments: [String] = []

  func execute() throws -> ExitStatus {
    guard let script else { throw CommandError("a script is needed", hint: "lunadiff run SCRIPT.lua") }
    // Lua's own functions go on writing where the reader has gone; the signal ends the script, as any program.
    signal(SIGPIPE, SIG_DFL)
    var request = ScriptRequest(path: script, arguments: arguments)
    request.options.plugins = .standard(files: plugin)
    request.options.limits = options.limits(over: request.options.limits)
    request.options.compiles = !options.noCompile
    request.options.print = Diagnostics.printed
    let debugger = try debugging.session()
    request.options.debugger = debugger?.debugger
    let status = try profile.reporting(inputs: [script]) { recorder in
      request.options.recorder = recorder
      return try withExtendedLifetime(debugger) { try options.explaining { try Scripting.run(request) } }
    }
    return ExitStatus(rawValue: Int32(truncatingIfNeeded: status))
  }
}

extension RunCommand {
  static let closing = """
    EXAMPLES:
      lunadiff run nightly.lua exports/
      lunadiff run --memory-limit 1G nightly.lua exports/ --dry-run

    EXIT STATUS:
      what the script gives to os.exit; 0 where it ends, 2 where it fails
    """

  static func ownArguments(_ arguments: [String]) -> ArraySlice<String> {
    arguments.prefix { $0 != "--" && !$0.hasSuffix(".lua") }
  }
}
