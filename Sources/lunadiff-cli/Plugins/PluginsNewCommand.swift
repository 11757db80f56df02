import ArgumentParser
import Platform
import Requests
import Rules

/// `lunadiff plugins new`: a plug-in to begin with.
struct PluginsNewCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    commandName: "new", _superCommandName: "lunadiff plugins",
    abstract: "Writes a plug-in to begin with: a folder with its text, tests and annotations.",
    usage: "lunadiff plugins new NAME",
    discussion: """
      The folder NAME has init.lua, which works as it is, and a file of tests. What is hidden in it is for editors with a \
      Lua language server, which complete 'luna' and what other plug-ins add. A folder that is there stays as it is.
      """)

  @Argument(help: Help.flag("Letters, digits and _; what it adds stands under this name."))
  var name: String?

  @OptionGroup var plugins: PluginOptions

  func execute() throws -> ExitStatus {
    guard let name else {
      throw CommandError("a name is needed", hint: "lunadiff plugins new NAME")
    }
    guard name.isPluginName else {
      throw CommandError(
        "a plug-in's name is letters, digits and '_', and no digit first, unlike '\(name)'")
    }
    guard !FilePath.exists(name) else { throw CommandError("\(name) is there already") }
    let known = try Requests.plugins(plugins.search)
    for (file, text) in PluginTemplate(name: name, known: known).files {
      let path = FilePath.joined(name, file)
      try Directory.make(FilePath.directory(of: path))
      try OutputPlace(path, inputs: []).write { try $0.write(Array(text.utf8)) }
      try StandardOutput.print("wrote \(path)\n")
    }
    try StandardOutput.print(
      "try: lunadiff plugins check ./\(name) && lunadiff test \(name)\n")
    return .same
  }
}

extension PluginsNewCommand {
  static let closing = """
    EXAMPLES:
      lunadiff plugins new money
      lunadiff test money && lunadiff plugins add money

    EXIT STATUS:
      0  the files are there
      2  trouble: no such name can be, or something of it is there
    """
}
