import ArgumentParser
import Platform
import Reports
import Requests
import Rules

struct PluginsCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins", _superCommandName: "lunadiff",
    abstract: "Lists the plug-ins that are found, what they add, and where they are.",
    usage: """
      lunadiff plugins [list] [--plugin FILE]
      lunadiff plugins new NAME
      lunadiff plugins search [WORD ...] --index INDEX
      lunadiff plugins add PATH|ARCHIVE|GIT-DIRECTORY|NAME [--index INDEX] [--project]
      lunadiff plugins check [NAME|PATH ...]
      lunadiff plugins update [NAME ...] [--index INDEX] [--project]
      lunadiff plugins remove NAME ... [--project]
      lunadiff plugins verify
      lunadiff plugins restore [NAME ...] [--project]
      lunadiff plugins trust [PATH ...]
      lunadiff plugins untrust [PATH ...]
      lunadiff plugins index FOLDER [--pages DIRECTORY]
      """,
    discussion: """
      A plug-in is a Lua file, or a folder with init.lua. They are looked for in this order, and of several with one name the first is taken: \
      --plugin; the directories of LUNADIFF_PATH, separated by colons; $XDG_CONFIG_HOME/lunadiff/plugins or \
      ~/.config/lunadiff/plugins; those of .lunadiff/plugins in the current directory; and those that come with the \
      program. A project's may have come with a repository: they are listed, but not loaded before they are named with \
      --plugin, or trusted with 'lunadiff plugins trust'.
      """,
    subcommands: [
      PluginsListCommand.self, PluginsNewCommand.self, PluginsAddCommand.self, PluginsUpdateCommand.self,
      PluginsRemoveCommand.self, PluginsCheckCommand.self, PluginsVerifyCommand.self, PluginsRestoreCommand.self,
      PluginsTrustCommand.self, PluginsUntrustCommand.self, PluginsSearchCommand.self, PluginsIndexCommand.self,
    ])

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

  /// A table of the plug-ins: one line each, and below it what it adds or why it is not there.
  static func listing(_ plugins: [PluginListing], details: (PluginListing) -> [String] = details) -> String {
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

struct PluginsNewCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", _superCommandName: "lunadiff plugins",
    abstract: "Writes a plug-in to begin with: a folder with its text, tests and annotations.",
    usage: "lunadiff plugins new NAME",
    discussion: """
      The folder NAME has init.lua, which works as it is, and a file of tests. What is hidden in it is for editors with a \
      Lua language server, which complete 'luna' and what other plug-ins add. A folder that is there stays as it is.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff plugins new money
      lunadiff test money && lunadiff plugins add money

    EXIT STATUS:
      0  the files are there
      2  trouble: no such name can be, or something of it is there
    """

  @Argument(help: Help.flag("Letters, digits and _; what it adds stands under this name.")) var name: String?

  @OptionGroup var plugins: PluginOptions

  func execute() throws -> ExitStatus {
    guard let name else { throw CommandError("a name is needed", hint: "lunadiff plugins new NAME") }
    guard name.isPluginName else {
      throw CommandError("a plug-in's name is letters, digits and '_', and no digit first, unlike '\(name)'")
    }
    guard !FilePath.exists(name) else { throw CommandError("\(name) is there already") }
    let known = try Requests.plugins(plugins.search)
    for (file, text) in PluginTemplate(name: name, known: known).files {
      let path = FilePath.joined(name, file)
      try Directory.make(FilePath.directory(of: path))
      try OutputPlace(path, inputs: []).write { try $0.write(Array(text.utf8)) }
      try StandardOutput.print("wrote \(path)\n")
    }
    try StandardOutput.print("try: lunadiff plugins check ./\(name) && lunadiff test \(name)\n")
    return .same
  }
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
