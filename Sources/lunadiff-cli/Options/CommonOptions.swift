import ArgumentParser
import Platform
import Reports
import Requests

/// One flag's help in one place: a line for `-h`, and the words that `--help` adds.
enum Help {
  /// Whether flags say all there is to say: the argument parser makes no difference between `-h` and `--help`.
  @TaskLocal static var isLong = true

  static func flag(_ short: String, value: String? = nil, _ long: String = "") -> ArgumentHelp {
    ArgumentHelp(short, discussion: isLong ? long : "", valueName: value)
  }
}

struct OutputFileOption: ParsableArguments {
  @Option(
    name: [.customShort("o", allowingJoined: true), .customLong("output")],
    help: Help.flag("Write to a file instead of standard output.", value: "file", "- is standard output.")) var name:
    String?

  /// The output file; `nil` for standard output.
  var path: String? { name == "-" ? nil : name }

  func place(inputs: [String?], scripts: [String] = []) throws -> OutputPlace? {
    try path.map { try OutputPlace($0, option: "-o", inputs: inputs.compactMap { $0 }, scripts: scripts) }
  }
}

extension CommandError {
  static func isThere(_ path: String) -> CommandError {
    CommandError("\(path) is there already", hint: "--force writes over it; -o gives another name")
  }
}

struct ColorOption: ParsableArguments {
  @Option(
    help: Help.flag("Colours: auto, always or never.", value: "when"), completion: .words(of: ColorChoice.self),
    transform: Choice.of(ColorChoice.self)) var color = ColorChoice.auto
}

struct PagerOptions: ParsableArguments {
  @Flag(
    name: .customLong("no-pager"),
    help: Help.flag(
      "Do not show long output in a pager.",
      """
      The pager is LUNADIFF_PAGER, or PAGER, or else less; if that is empty or cat, there is none. Only output to a \
      terminal is paged.
      """)) var isOff = false

  /// The pager for standard output; `nil` where there is no need of one.
  var pager: Pager? { isOff ? nil : Pager() }
}

/// Where to write what changed over time, and in which form.
struct PageOutputOptions: ParsableArguments {
  @Option(
    name: [.customShort("f", allowingJoined: true), .customLong("format")],
    help: Help.flag(
      "The form: text, json or html.", value: "name",
      "By default the name of the -o file decides; without -o it is text."),
    completion: .words(of: PageFormat.self), transform: Choice.of(PageFormat.self)) var namedFormat: PageFormat?

  @OptionGroup var file: OutputFileOption
  @OptionGroup var colors: ColorOption
  @OptionGroup var pager: PagerOptions

  var format: PageFormat { namedFormat ?? PageFormat(ofOutput: file.path) ?? .text }

  var isColored: Bool { colors.color.isColored(file.path == nil ? Descriptor.standardOutput : nil) }

  func checkFormat() throws { if namedFormat == nil { try PageFormat.checkExtension(ofOutput: file.path) } }
}

struct PluginOptions: ParsableArguments {
  @Option(
    help: Help.flag(
      "Use the plug-in in this Lua file. Repeatable.", value: "file",
      """
      Plug-ins in LUNADIFF_PATH and ~/.config/lunadiff/plugins are found without it. Those in .lunadiff/plugins of \
      the current directory are used only if they are named here, or trusted: see lunadiff plugins trust.
      """)) var plugin: [String] = []

  var search: PluginSearch { .standard(files: plugin) }
}

struct WorkOptions: ParsableArguments {
  @Option(
    help: Help.flag(
      "How many threads work; by default one for each core.", value: "count",
      "0 is the default. The result is the same whatever the number."), transform: Count.parse) var threads = 0
}

struct WatchOptions: ParsableArguments {
  @Flag(
    help: Help.flag(
      "Repeat whenever an input or a rules file changes.",
      """
      Also when a module that the rules require changes, or a file that they look things up in. Ctrl-C ends it, with \
      the exit status of the last time.
      """)) var watch = false

  /// Does the work once, or whenever one of the files, the rules or their modules has changed.
  func run(files: [String], _ options: ComparisonOptions, _ work: () throws -> ExitStatus) throws -> ExitStatus {
    guard watch else { return try work() }
    guard !files.contains("-") else {
      throw CommandError("--watch cannot read standard input twice", hint: "name files")
    }
    return Watch { files + options.modules }.run(work)
  }
}

extension NamedRuleOptions {
  /// The files that the rules come from; `plugin:name` is none.
  var files: [String] { rules.filter { !$0.contains(":") || FileState($0).exists } + plugins.plugin }
}
