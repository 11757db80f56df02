import ArgumentParser
import Platform
import Requests

/// `lunadiff plugins`: what is installed, and from where.
struct PluginsCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins", _superCommandName: "lunadiff",
    abstract: "Lists the plug-ins that are found, what they add, and where they are.",
    usage: """
      lunadiff plugins [list] [--plugin FILE]
      lunadiff plugins new NAME
      lunadiff plugins add PATH|ARCHIVE|GIT-DIRECTORY [--project]
      lunadiff plugins check [NAME|PATH ...]
      lunadiff plugins update [NAME ...] [--project]
      lunadiff plugins remove NAME ... [--project]
      lunadiff plugins verify
      lunadiff plugins restore [NAME ...] [--project]
      lunadiff plugins trust [PATH ...]
      lunadiff plugins untrust [PATH ...]
      """,
    discussion: """
      A plug-in is a Lua file, or a folder with init.lua. They are looked for in this order, and of several with one name the first is taken: \
      --plugin; the directories of LUNADIFF_PATH, separated by colons; $XDG_CONFIG_HOME/lunadiff/plugins or \
      ~/.config/lunadiff/plugins; those of .lunadiff/plugins in the current directory; and those that come with the \
      program. A project's may have come with a repository: they are listed, but not loaded before they are named with \
      --plugin, or trusted with 'lunadiff plugins trust'.
      """,
    subcommands: [
      PluginsListCommand.self, PluginsNewCommand.self, PluginsAddCommand.self,
      PluginsUpdateCommand.self, PluginsRemoveCommand.self, PluginsCheckCommand.self,
      PluginsVerifyCommand.self, PluginsRestoreCommand.self, PluginsTrustCommand.self,
      PluginsUntrustCommand.self,
    ])

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
    let folders = (search.folders + search.projectFolders).map {
      "  \($0.origin): \($0.path)\n"
    }
    return "looked in\n" + folders.joined()
  }

  /// A table of the plug-ins: one line each, and below it what it adds or why it is not there.
  static func listing(
    _ plugins: [PluginListing], details: (PluginListing) -> [String] = details
  ) -> String {
    let rows = plugins.map {
      [$0.name, $0.version ?? "-", $0.origin, $0.isBundled ? $0.summary ?? "" : $0.path]
        .map(VisibleText.line)
    }
    let widths = (0..<3).map { column in rows.map { $0[column].count }.max() ?? 0 }
    var text = ""
    for (plugin, row) in zip(plugins, rows) {
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
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
    case .broken(let message):
      return ["broken: " + message.split(separator: "\n").joined(separator: "\n    ")]
    case .notLoaded(let advice): return [advice]
    }
  }
}

extension PluginsCommand {
  static let closing = """
    EXAMPLES:
      lunadiff plugins
      lunadiff plugins --plugin examples/money/money.lua
      lunadiff plugins new money
      lunadiff plugins add money-1.2.zip
      lunadiff plugins check money
      lunadiff plugins trust

    EXIT STATUS:
      0  every plug-in can be used
      2  at least one is broken
    """
}
