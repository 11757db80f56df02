import ArgumentParser
import Platform
import Reports
import Requests

struct PluginsAddCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", _superCommandName: "lunadiff plugins", abstract: "Puts a plug-in where it is found.",
    usage: "lunadiff plugins add PATH|ARCHIVE|GIT-DIRECTORY|NAME [--index INDEX] [--project]",
    discussion: """
      It is a Lua file, a folder with init.lua, a .zip or .tar.gz of one, a git repository, or the name of one in an \
      index, whose digest it then has to have. It is loaded before it is \
      put in its place, which is $XDG_CONFIG_HOME/lunadiff/plugins or ~/.config/lunadiff/plugins, and the SHA-256 of \
      each of its files goes into plugins.lock there, with the place that it came from: see 'lunadiff plugins verify' \
      and 'restore'. What others require is not replaced by a version that they do not take.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff plugins add money.lua
      lunadiff plugins add ~/downloads/money-1.2.zip
      lunadiff plugins add ~/src/money --revision v1.2 --project
      lunadiff plugins add semver --index ~/src/plugins

    EXIT STATUS:
      0  it is there, and can be used
      2  trouble: it is no plug-in, is broken, one of its name is there, or others could not be used any more
    """

  @Argument(help: Help.flag("The plug-in to add.")) var path: String?

  @OptionGroup var index: IndexOption
  @OptionGroup var place: PluginPlaceOptions
  @OptionGroup var breaking: BreakingOption

  @Option(
    help: Help.flag(
      "The commit of a git repository to take.", value: "commit",
      "By default a working tree is taken as it stands, and of a bare repository HEAD.")) var revision: String?

  @Flag(help: Help.flag("Replace a plug-in of the same name.")) var force = false

  func execute() throws -> ExitStatus {
    guard let path else { throw CommandError("a plug-in is needed", hint: "lunadiff plugins add PATH") }
    var install = try place.install(breaking)
    install.revision = revision
    install.replaces = force
    let plugin: PluginListing
    if let index = try index.read() {
      let entry = try index.entry(named: path)
      install.digest = entry.digest
      plugin = try install.add(index.path(of: entry))
    } else {
      plugin = try install.add(path)
    }
    try StandardOutput.print("added " + PluginsCommand.listing([plugin]))
    return .same
  }
}

struct PluginPlaceOptions: ParsableArguments {
  @Flag(
    help: Help.flag(
      "Use .lunadiff/plugins of the current directory.",
      "For a repository, so that all who clone it have it. What is added there is trusted at once, for this user."))
  var project = false

  func install(_ breaking: BreakingOption? = nil) throws -> PluginInstall {
    let search = PluginSearch.standard()
    let folders = project ? search.projectFolders : search.folders.filter { $0.origin == "user" }
    guard let folder = folders.first else {
      throw CommandError(
        "there is no place for a user's plug-ins: neither HOME nor XDG_CONFIG_HOME is set",
        hint: "--project means .lunadiff/plugins")
    }
    var install = PluginInstall(to: folder)
    install.search = search
    install.breaksOthers = breaking?.breaking ?? false
    install.trust = project ? search.trust : nil
    return install
  }
}

struct BreakingOption: ParsableArguments {
  @Flag(help: Help.flag("Go on even if other plug-ins then lack what they require.")) var breaking = false
}

struct PluginsVerifyCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", _superCommandName: "lunadiff plugins",
    abstract: "Compares plug-ins with what they were when they were added.", usage: "lunadiff plugins verify",
    discussion: """
      It reads plugins.lock beside the plug-ins, where 'lunadiff plugins add' takes down the SHA-256 of each file, in \
      every directory in which plug-ins are looked for.
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
