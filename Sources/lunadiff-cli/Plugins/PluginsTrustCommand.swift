import ArgumentParser
import Platform
import Reports
import Requests

/// `lunadiff plugins trust`: lets what a project brings along be used.
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

  @Argument(
    help: Help.flag("Plug-ins, .lunadiff/rules.lua, or a directory with them.", value: "path"))
  var paths: [String] = []

  func execute() throws -> ExitStatus {
    for path in try (paths.isEmpty ? ["."] : paths).flatMap(ProjectTrust.packages) {
      let count = try ProjectTrust().trust(path)
      let files = Grouped.count(count, "file", "files")
      try StandardOutput.print("trusted \(VisibleText.line(path)): \(files)\n")
    }
    return .same
  }
}

extension PluginsTrustCommand {
  static let closing = """
    EXAMPLES:
      lunadiff plugins trust
      lunadiff plugins trust .lunadiff/plugins/money.lua
      lunadiff plugins trust .lunadiff/rules.lua

    EXIT STATUS:
      0  they can be used
      2  trouble: there are none, or a file cannot be read or written
    """
}

/// `lunadiff plugins untrust`: takes back what `trust` did.
struct PluginsUntrustCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "untrust", _superCommandName: "lunadiff plugins",
    abstract: "Takes back what 'lunadiff plugins trust' did.",
    usage: "lunadiff plugins untrust [PATH ...]",
    discussion: "Without a path: all of .lunadiff in the current directory.")

  @Argument(
    help: Help.flag("Plug-ins, .lunadiff/rules.lua, or a directory with them.", value: "path"))
  var paths: [String] = []

  func execute() throws -> ExitStatus {
    for path in try (paths.isEmpty ? ["."] : paths).flatMap(ProjectTrust.packages) {
      let words = try ProjectTrust().distrust(path) ? "no longer trusted" : "was not trusted"
      try StandardOutput.print("\(words): \(VisibleText.line(path))\n")
    }
    return .same
  }
}

extension PluginsUntrustCommand {
  static let closing = """
    EXAMPLES:
      lunadiff plugins untrust
      lunadiff plugins untrust .lunadiff/plugins/money.lua

    EXIT STATUS:
      0  they are not used any more
      2  trouble: there are none, or a file cannot be written
    """
}
