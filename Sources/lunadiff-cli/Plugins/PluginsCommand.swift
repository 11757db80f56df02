import ArgumentParser
import Platform
import Reports
import Requests

struct PluginsCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins", _superCommandName: "lunadiff",
    abstract: "Lists the plug-ins that are found, what they add, and where they are.",
    usage: """
      lunadiff plugins [list] [--plugin FILE]
      lunadiff plugins add PATH [--force] [--project]
      lunadiff plugins remove NAME ... [--project]
      lunadiff plugins trust [PATH ...]
      lunadiff plugins untrust [PATH ...]
      lunadiff plugins verify
      """,
    discussion: """
      A plug-in is a Lua file, or a folder with init.lua. LunaDiff looks for plug-ins in this order, and of several \
      with the same name it uses the first: --plugin; the directories of LUNADIFF_PATH, separated by colons; \
      $XDG_CONFIG_HOME/lunadiff/plugins or ~/.config/lunadiff/plugins; .lunadiff/plugins in the current directory; \
      and the plug-ins that come with the program. Plug-ins of a project may have come with a repository. They are \
      listed, but they run only if you name them with --plugin or trust them with 'lunadiff plugins trust'.
      """,
    subcommands: [
      PluginsListCommand.self, PluginsAddCommand.self, PluginsRemoveCommand.self, PluginsTrustCommand.self,
      PluginsUntrustCommand.self, PluginsVerifyCommand.self,
    ])

  static let closing = """
    EXAMPLES:
      lunadiff plugins
      lunadiff plugins --plugin examples/money/money.lua
      lunadiff plugins add money.lua
      lunadiff plugins trust

    EXIT STATUS:
      0  every plug-in can be used
      2  at least one is broken
    """

  @OptionGroup var options: PluginOptions

  func execute() throws -> ExitStatus { try Self.list(options.search) }

  static func list(_ search: PluginSearch) throws -> ExitStatus {
    let found = try Requests.plugins(search)
    let isAny = found.contains { !$0.isBundled }
    try StandardOutput.print(listing(found) + (isAny ? "" : "no others\n" + places(of: search)))
    let isBroken = found.contains { if case .broken = $0.status { true } else { false } }
    return isBroken ? .trouble : .same
  }

  private static func places(of search: PluginSearch) -> String {
    let folders = (search.folders + search.projectFolders).map { "  \($0.origin): \($0.path)\n" }
    return "looked in\n" + folders.joined()
  }

  /// A table of the plug-ins: one line each, and below it what it adds or why it is not loaded.
  static func listing(_ plugins: [PluginListing]) -> String {
    let rows = plugins.map {
      [$0.name, $0.version ?? "-", $0.origin, $0.isBundled ? $0.summary ?? "" : $0.path].map(VisibleText.line)
    }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    var text = ""
    for (plugin, row) in zip(plugins, rows) {
      let cells = zip(row, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
      text += (cells + [row[3]]).joined(separator: "  ") + "\n"
      text += details(plugin).map { "    \(VisibleText.lines($0))\n" }.joined()
    }
    return text
  }

  private static func details(_ plugin: PluginListing) -> [String] {
    let additions = plugin.additions.map { "\($0.kind): \($0.names.joined(separator: ", "))" }
    switch plugin.status {
    case .loaded where plugin.isBundled: return []
    case .loaded: return (plugin.summary.map { [VisibleText.line($0)] } ?? []) + additions
    case .hidden(let path): return ["hidden by \(path)"]
    case .broken(let message): return ["broken: " + message.split(separator: "\n").joined(separator: "\n    ")]
    case .notLoaded(let advice): return [advice]
    }
  }
}

struct PluginsListCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", _superCommandName: "lunadiff plugins",
    abstract: "Lists the plug-ins that are found, as 'lunadiff plugins' does.",
    usage: "lunadiff plugins list [--plugin FILE]")

  static let closing = """
    EXAMPLES:
      lunadiff plugins list

    EXIT STATUS:
      0  every plug-in can be used
      2  at least one is broken
    """

  @OptionGroup var options: PluginOptions

  func execute() throws -> ExitStatus { try PluginsCommand.list(options.search) }
}

struct PluginsTrustCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust", _superCommandName: "lunadiff plugins",
    abstract: "Lets plug-ins and rules of a project be used, as they are now.",
    usage: "lunadiff plugins trust [PATH ...]",
    discussion: """
      Without a path: all of .lunadiff in the current directory. Read them first. What is trusted is written down by \
      the SHA-256 of each of its files in $XDG_DATA_HOME/lunadiff/trusted or ~/.local/share/lunadiff/trusted; once one \
      of them changes, it is not used before it is trusted again.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff plugins trust
      lunadiff plugins trust .lunadiff/plugins/money.lua
      lunadiff plugins trust .lunadiff/rules.lua

    EXIT STATUS:
      0  they can be used
      2  trouble: there are none, or a file cannot be read or written
    """

  @Argument(help: Help.flag("Plug-ins, .lunadiff/rules.lua, or a directory with them.", value: "path")) var paths:
    [String] = []

  func execute() throws -> ExitStatus {
    for path in try (paths.isEmpty ? ["."] : paths).flatMap(ProjectTrust.packages) {
      let count = try ProjectTrust().trust(path)
      let files = Grouped.count(count, "file", "files")
      try StandardOutput.print("trusted \(VisibleText.line(path)): \(files)\n")
    }
    return .same
  }
}

struct PluginsUntrustCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "untrust", _superCommandName: "lunadiff plugins",
    abstract: "Takes back what 'lunadiff plugins trust' did.", usage: "lunadiff plugins untrust [PATH ...]",
    discussion: "Without a path: all of .lunadiff in the current directory.")

  static let closing = """
    EXAMPLES:
      lunadiff plugins untrust
      lunadiff plugins untrust .lunadiff/plugins/money.lua

    EXIT STATUS:
      0  they are not used any more
      2  trouble: there are none, or a file cannot be written
    """

  @Argument(help: Help.flag("Plug-ins, .lunadiff/rules.lua, or a directory with them.", value: "path")) var paths:
    [String] = []

  func execute() throws -> ExitStatus {
    for path in try (paths.isEmpty ? ["."] : paths).flatMap(ProjectTrust.packages) {
      let words = try ProjectTrust().distrust(path) ? "no longer trusted" : "was not trusted"
      try StandardOutput.print("\(words): \(VisibleText.line(path))\n")
    }
    return .same
  }
}
