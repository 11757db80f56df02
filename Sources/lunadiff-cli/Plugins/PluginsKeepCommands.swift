import ArgumentParser
import Platform
import Reports
import Requests

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

struct PluginsUpdateCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "update", _superCommandName: "lunadiff plugins",
    abstract: "Takes plug-ins once more from where they came from.",
    usage: "lunadiff plugins update [NAME ...] [--index INDEX] [--project]",
    discussion: """
      Without a name: all that plugins.lock has. Each is read from the file, folder, archive or git repository that it \
      was added from, and put in its place if it is another now. Of a repository of which a commit was taken, HEAD is \
      taken, or what --revision names. With --index those that are in the index are taken from there, if they have the \
      digests that it says; others stay.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff plugins update
      lunadiff plugins update money --revision v1.3

    EXIT STATUS:
      0  they are as they are where they came from
      2  trouble: it is not known where one came from, one is broken, or others could not be used any more
    """

  @Argument(help: Help.flag("Names of plug-ins.", value: "name")) var names: [String] = []

  @OptionGroup var index: IndexOption
  @OptionGroup var place: PluginPlaceOptions
  @OptionGroup var breaking: BreakingOption

  @Option(help: Help.flag("The commit of a git repository to take.", value: "commit")) var revision: String?

  func execute() throws -> ExitStatus {
    var install = try place.install(breaking)
    install.revision = revision
    let index = try index.read()
    return try install.forEach(names) { (name) throws(LunaDiffError) in
      let isWanted = names.contains(name) || index?.entries.contains { $0.name == name } ?? true
      guard isWanted else { return "\(name): not in the index\n" }
      let entry = try index.map { (index) throws(LunaDiffError) in try index.entry(named: name) }
      var install = install
      install.digest = entry?.digest
      guard let plugin = try install.update(name, from: entry.flatMap { index?.path(of: $0) }) else {
        return "\(name): nothing has changed\n"
      }
      return "updated " + PluginsCommand.listing([plugin])
    }
  }
}

struct PluginsRestoreCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", _superCommandName: "lunadiff plugins",
    abstract: "Puts plug-ins back that are gone or not what they were, as plugins.lock has them.",
    usage: "lunadiff plugins restore [NAME ...] [--project]",
    discussion: """
      Without a name: all that plugins.lock has. They are read from where they were added from, a git repository's at \
      the same commit, and only if every file has the SHA-256 that was taken down. A project's are not trusted by it.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff plugins restore
      lunadiff plugins restore --project && lunadiff plugins trust

    EXIT STATUS:
      0  they are as they were added
      2  trouble: one is not there any more as it was added
    """

  @Argument(help: Help.flag("Names of plug-ins.", value: "name")) var names: [String] = []

  @OptionGroup var place: PluginPlaceOptions

  func execute() throws -> ExitStatus {
    let install = try place.install()
    return try install.forEach(names) { (name) throws(LunaDiffError) in
      guard let count = try install.restore(name) else { return "\(name): as it was added\n" }
      return "restored \(name): \(Grouped.count(count, "file", "files"))\n"
    }
  }
}

struct PluginsRemoveCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", _superCommandName: "lunadiff plugins", abstract: "Removes plug-ins that were added.",
    usage: "lunadiff plugins remove NAME ... [--project]", discussion: "What others require is not removed.")

  static let closing = """
    EXAMPLES:
      lunadiff plugins remove money

    EXIT STATUS:
      0  they are gone
      2  trouble: there is none of a name, or others could not be used any more
    """

  @Argument(help: Help.flag("Names of plug-ins.", value: "name")) var names: [String] = []

  @OptionGroup var place: PluginPlaceOptions
  @OptionGroup var breaking: BreakingOption

  func execute() throws -> ExitStatus {
    guard !names.isEmpty else { throw CommandError("a name is needed", hint: "lunadiff plugins remove NAME") }
    try place.install(breaking).remove(names)
    try StandardOutput.print(names.map { "removed \($0)\n" }.joined())
    return .same
  }
}

extension PluginInstall {
  /// Does something with each of some plug-ins, or with all that are locked, and says what came of it.
  ///
  /// One that fails does not keep the others from going on.
  fileprivate func forEach(_ names: [String], _ body: (String) throws(LunaDiffError) -> String) throws -> ExitStatus {
    let chosen = names.isEmpty ? try self.names : names
    if chosen.isEmpty { try StandardOutput.print("no plug-in was added\n") }
    var status = ExitStatus.same
    for name in chosen {
      do throws(LunaDiffError) {
        Descriptor.standardOutput.show(try body(name))
      } catch {
        Diagnostics.error(error.message)
        status = .trouble
      }
    }
    return status
  }
}
