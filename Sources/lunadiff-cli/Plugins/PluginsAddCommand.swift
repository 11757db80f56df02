import ArgumentParser
import Platform
import Reports
import Requests

struct PluginsAddCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", _superCommandName: "lunadiff plugins", abstract: "Adds a plug-in to those that are found.",
    usage: "lunadiff plugins add PATH [--force] [--project]",
    discussion: """
      PATH is a Lua file, or a folder with init.lua. The plug-in is loaded first. Then its files are copied to \
      $XDG_CONFIG_HOME/lunadiff/plugins or ~/.config/lunadiff/plugins, and plugins.lock in that folder records the \
      SHA-256 of each file: see 'lunadiff plugins verify'. With --project they go to .lunadiff/plugins. Commit that \
      folder, and all who clone the repository have the plug-in. It is trusted at once, for you only.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff plugins add money.lua
      lunadiff plugins add ~/src/money --project

    EXIT STATUS:
      0  the plug-in is added
      2  trouble: PATH is not a plug-in, is broken, or has the name of a plug-in that is there
    """

  @Argument(help: Help.flag("The plug-in to add.")) var path: String?

  @OptionGroup var place: PluginPlaceOptions

  @Flag(help: Help.flag("Replace a plug-in of the same name.")) var force = false

  func execute() throws -> ExitStatus {
    guard let path else { throw CommandError("a plug-in is needed", hint: "lunadiff plugins add PATH") }
    let plugin = try place.install().add(path, replacing: force)
    try StandardOutput.print("added " + PluginsCommand.listing([plugin]))
    return .same
  }
}

struct PluginsRemoveCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", _superCommandName: "lunadiff plugins", abstract: "Removes plug-ins that were added.",
    usage: "lunadiff plugins remove NAME ... [--project]")

  static let closing = """
    EXAMPLES:
      lunadiff plugins remove money

    EXIT STATUS:
      0  the plug-ins are removed
      2  trouble: there is no plug-in of a name
    """

  @Argument(help: Help.flag("Names of plug-ins.", value: "name")) var names: [String] = []

  @OptionGroup var place: PluginPlaceOptions

  func execute() throws -> ExitStatus {
    guard !names.isEmpty else { throw CommandError("a name is needed", hint: "lunadiff plugins remove NAME") }
    try place.install().remove(names)
    try StandardOutput.print(names.map { "removed \($0)\n" }.joined())
    return .same
  }
}

struct PluginPlaceOptions: ParsableArguments {
  @Flag(help: Help.flag("Use .lunadiff/plugins of the current directory.")) var project = false

  func install() throws -> PluginInstall {
    let search = PluginSearch.standard()
    let folders = project ? search.projectFolders : search.folders.filter { $0.origin == "user" }
    guard let folder = folders.first else {
      throw CommandError(
        "there is no place for a user's plug-ins: neither HOME nor XDG_CONFIG_HOME is set",
        hint: "--project means .lunadiff/plugins")
    }
    return PluginInstall(to: folder, search: search, trust: project ? search.trust : nil)
  }
}

struct PluginsVerifyCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", _superCommandName: "lunadiff plugins",
    abstract: "Compares plug-ins with what they were when they were added.", usage: "lunadiff plugins verify",
    discussion: """
      It reads plugins.lock, in which 'lunadiff plugins add' records the SHA-256 of each file, in every folder that \
      is searched for plug-ins.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff plugins verify && lunadiff plugins trust

    EXIT STATUS:
      0  nothing has changed
      2  a plug-in is not what it was
    """

  func execute() throws -> ExitStatus {
    let findings = try PluginVerification(of: .standard()).findings
    for finding in findings where finding.problem == nil {
      let words =
        finding.count.map { "as it was added: \(Grouped.count($0, "file", "files"))" }
        ?? "not in plugins.lock; lunadiff plugins add puts it there"
      let place = VisibleText.line("\(finding.name), in \(finding.folder)")
      try StandardOutput.print("\(place): \(words)\n")
    }
    for finding in findings {
      guard let problem = finding.problem else { continue }
      Diagnostics.error(VisibleText.line("\(finding.name), in \(finding.folder): \(problem)"))
    }
    if findings.isEmpty { try StandardOutput.print("no plug-in was added\n") }
    return findings.contains { $0.problem != nil } ? .trouble : .same
  }
}
