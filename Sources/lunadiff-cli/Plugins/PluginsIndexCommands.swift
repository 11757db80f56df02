import ArgumentParser
import Platform
import Requests
import Rules

struct PluginsSearchCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "search", _superCommandName: "lunadiff plugins", abstract: "Finds plug-ins in an index.",
    usage: "lunadiff plugins search [WORD ...] --index INDEX",
    discussion: """
      Those whose name, summary or additions have all of the words; without a word all. 'lunadiff plugins add NAME \
      --index INDEX' puts one where it is found.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff plugins search --index ~/src/plugins
      lunadiff plugins search version --index ~/src/plugins

    EXIT STATUS:
      0  at least one is found
      1  none is
      2  trouble: no index, or one that cannot be read
    """

  @Argument(help: Help.flag("Words to look for.", value: "word")) var words: [String] = []

  @OptionGroup var place: IndexOption

  func execute() throws -> ExitStatus {
    let found = try place.needed().matching(words)
    let installed = try Requests.plugins(.standard())
    for entry in found {
      let own = installed.first { $0.name == entry.name && !$0.isBundled }
      let state = own.map { $0.version == entry.version ? "  (added)" : "  (added: \($0.version ?? "-"))" } ?? ""
      let lines = [
        "\(entry.name)  \(entry.version.isEmpty ? "-" : entry.version)\(state)",
        entry.summary.isEmpty ? nil : "    \(entry.summary)", "    \(entry.adds)",
      ]
      try StandardOutput.print(lines.compactMap(\.self).map { VisibleText.line($0) + "\n" }.joined())
    }
    if found.isEmpty {
      let sought = words.joined(separator: " ")
      Diagnostics.say(words.isEmpty ? "there is no plug-in in the index" : "no plug-in of the index has '\(sought)'")
    }
    return found.isEmpty ? .different : .same
  }
}

struct PluginsIndexCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "index", _superCommandName: "lunadiff plugins",
    abstract: "Writes the index of a folder of plug-ins, with their digests.",
    usage: "lunadiff plugins index FOLDER [--pages DIRECTORY]",
    discussion: """
      Lua files, folders with init.lua, .zip and .tar.gz in the folder. Each is loaded, and has a line in \
      FOLDER/index.jsonl with what it says of itself and the SHA-256 of its files. The digest of the index is said: \
      INDEX#sha256=DIGEST is then this index and no other.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff plugins index ~/src/plugins --pages ~/src/plugins/pages

    EXIT STATUS:
      0  it is written
      2  trouble: a plug-in that cannot be loaded, two of one name, none
    """

  @Argument(help: Help.flag("The folder of the plug-ins.")) var folder: String?

  @Option(help: Help.flag("Write a page in Markdown for each plug-in.", value: "directory")) var pages: String?

  func execute() throws -> ExitStatus {
    guard let folder else { throw CommandError("a folder is needed", hint: "lunadiff plugins index FOLDER") }
    let (text, plugins, others) = try PluginIndex.made(of: folder)
    for other in others { Diagnostics.note("\(other): left out, since it names nothing that a plug-in adds") }
    if let pages {
      try Directory.make(pages)
      for plugin in plugins {
        let page = Array(PluginPage(plugin).text.utf8)
        try OutputPlace(FilePath.joined(pages, "\(plugin.name).md"), inputs: []).write { try $0.write(page) }
      }
    }
    let path = FilePath.joined(folder, PluginIndex.fileName)
    try OutputPlace(path, inputs: []).write { try $0.write(text) }
    let names = plugins.map(\.name).sorted().joined(separator: ", ")
    let place = VisibleText.line("\(path)#sha256=\(SHA256.hexadecimal(of: text))")
    try StandardOutput.print("\(VisibleText.line(names))\n\(place)\n")
    return .same
  }
}

struct IndexOption: ParsableArguments {
  @Option(
    help: Help.flag(
      "An index of plug-ins: a folder that has one, or its file.", value: "index",
      "INDEX#sha256=DIGEST is only this one. 'lunadiff plugins index' writes one.")) var index: String?

  func read() throws -> PluginIndex? { try index.map { try PluginIndex($0) } }

  func needed() throws -> PluginIndex {
    guard let index = try read() else { throw CommandError("an index is needed", hint: "--index FOLDER") }
    return index
  }
}
