import ArgumentParser
import Reports
import Requests
import Platform

struct InitCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "init", abstract: "Writes a rules file to start from, with the key and the columns.",
    usage: "lunadiff init OLD [NEW] [-o RULES.lua | --project]",
    discussion: """
      The key is found as lunadiff probe does it. Beside the rules file it writes annotations of the columns and of \
      'luna', with which an editor with a Lua language server completes both. Files that are there are not \
      overwritten without --force. With --project it writes .lunadiff/project.lua at the root of the inputs' \
      repository, which every command uses once it is trusted; that is at once, unless other Lua files are beside \
      it.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff init old.csv new.csv
      lunadiff init users.json -o rules/users.lua
      lunadiff init exports/old.csv exports/new.csv --project

    EXIT STATUS:
      0  the files are there
      2  trouble: bad usage, unreadable input, a file that is there already
    """

  @Argument(help: Help.flag("The old file.")) var old: String?

  @Argument(help: Help.flag("The new file.")) var new: String?

  @Option(
    name: .shortAndLong,
    help: Help.flag(
      "The rules file to write.", value: "file", "- is standard output, and then no annotations are written."))
  var output = Self.usualOutput

  private static let usualOutput = "rules.lua"

  @Flag(help: Help.flag("Write a project file, which every command finds by itself.")) var project = false

  @Flag(help: Help.flag("Overwrite files that are there.")) var force = false

  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Input") var oldInput: SideOptions<OldSide>
  @OptionGroup(title: "Input") var newInput: SideOptions<NewSide>
  @OptionGroup(title: "Input") var plugins: PluginOptions
  @OptionGroup(title: "Limits") var work: WorkOptions

  func validate() throws {
    if project, output != Self.usualOutput { throw ValidationError("--project and -o exclude each other") }
  }

  func execute() throws -> ExitStatus {
    guard let old else { throw CommandError("an input is needed", hint: "lunadiff init OLD [NEW]") }
    guard old != "-", new != "-" else { throw CommandError("init reads files, not standard input") }
    guard output == "-" || output.hasSuffix(".lua") else {
      throw CommandError("a rules file's name ends in .lua, unlike \(output)")
    }
    ProgressLine.start("looking for a key")
    defer { ProgressLine.finish() }
    let request = try request(old)
    let files = try starter(request)
    ProgressLine.finish()
    if project { return try writeProject(files, request) }
    if output == "-" { try StandardOutput.print(files.rules) } else { try write(files, request) }
    return .same
  }

  private func writeProject(_ files: StarterFiles, _ request: StarterRequest) throws -> ExitStatus {
    let file = PlannedFile(path: request.rulesPath, text: files.rules)
    if !force, FilePath.exists(file.path) {
      let entry = "[\((request.pattern ?? "").luaText)] = { \(files.key ?? "") }"
      throw CommandError(
        "\(file.path) is there already", hint: "add to its 'tables': \(entry); --force writes over the file")
    }
    try Directory.make(FilePath.directory(of: file.path))
    try file.write(inputs: [request.old, request.new].compactMap { $0 }, scripts: plugins.plugin)
    // Other files may have come with the repository, and nobody has looked at them.
    let isTrusted = try ProjectTrust().trustIfAlone(file.path)
    let trust = isTrusted ? ", and trusted it" : "; look at what is beside it, and: lunadiff plugins trust"
    let inputs = [request.old.shellWord, request.new?.shellWord ?? "NEW"].joined(separator: " ")
    try StandardOutput.print("wrote \(file.path)\(trust)\ntry: lunadiff \(inputs)\n")
    return .same
  }

  private func write(_ files: StarterFiles, _ request: StarterRequest) throws {
    let folder = output.lastIndex(of: "/").map { String(output[...$0]) } ?? ""
    let planned = [
      PlannedFile(path: output, text: files.rules),
      PlannedFile(path: String(output.dropLast(4)) + ".d.lua", text: files.columns),
      PlannedFile(path: folder + "luna.d.lua", text: files.library),
    ]
    let needed = try planned.filter { try !$0.isThere(force: force) }
    for file in needed {
      try file.write(inputs: [request.old, request.new].compactMap { $0 }, scripts: plugins.plugin)
    }
    let paths = Set(needed.map(\.path))
    try StandardOutput.print(
      planned.map { file in
        paths.contains(file.path)
          ? "wrote \(file.path)\n" : "\(file.path) is there already, just as it would be written\n"
      }.joined() + "try: lunadiff \(request.inputWords) -r \(output.shellWord)\n")
  }

  private func request(_ old: String) throws -> StarterRequest {
    var request = StarterRequest(old: old, new: new)
    request.options = ComparisonOptions(input, old: oldInput, new: newInput, work: work)
    request.options.plugins = plugins.search
    request.readingWords = readingWords
    request.rulesPath = output == "-" ? Self.usualOutput : output
    if project {
      guard let place = ProjectPlace(for: new ?? old) else {
        throw CommandError("\(new ?? old) is in no directory that could have a project")
      }
      (request.rulesPath, request.pattern) = (place.file, place.pattern)
    }
    return request
  }
}

extension InitCommand {
  /// The words of the command line that hold for other commands with these inputs, too.
  private var readingWords: [String] {
    var words = ProgramArguments.all.dropFirst()
    var kept: [String] = []
    while let word = words.popFirst() {
      if ["-o", "--output"].contains(word) {
        words = words.dropFirst()
      } else if word != old, word != new, word != "--force", !word.hasPrefix("--output="), !word.hasPrefix("-o") {
        kept.append(word)
      }
    }
    return kept
  }
}

/// A file that is to be written, unless it would take something from the user.
private struct PlannedFile {
  let path: String
  let text: String

  func isThere(force: Bool) throws -> Bool {
    guard FilePath.exists(path) else { return false }
    if contents == Array(text.utf8) { return true }
    guard force else { throw CommandError.isThere(path) }
    return false
  }

  func write(inputs: [String], scripts: [String]) throws {
    let place = try OutputPlace(path, inputs: inputs, scripts: scripts)
    try ProgramOutput.write(to: place) { try $0.write(text) }
  }

  private var contents: [UInt8]? {
    guard let file = path.withPath({ fopen($0, "rb") }) else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: text.utf8.count + 1)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes[..<count])
  }
}
