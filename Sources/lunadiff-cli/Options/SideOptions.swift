import ArgumentParser
import Records
import Requests

/// How two inputs are read, and what rules and the work on them may take.
struct InputPairOptions: ParsableArguments {
  @OptionGroup(title: "Input") private var input: InputOptions
  @OptionGroup(title: "Input") private var old: SideOptions<OldSide>
  @OptionGroup(title: "Input") private var new: SideOptions<NewSide>
  @OptionGroup(title: "Limits") var script: ScriptOptions
  @OptionGroup(title: "Limits") var work: WorkOptions

  func options(_ rules: (any RuleGroup)? = nil) -> ComparisonOptions {
    ComparisonOptions(input, old: old, new: new, rules: rules, script: script, work: work)
  }
}

/// How inputs are read that have no options of their own, and compared.
struct SharedInputOptions: ParsableArguments {
  @OptionGroup(title: "Rules") var rules: RuleOptions
  @OptionGroup(title: "Input") var input: InputOptions
  @OptionGroup(title: "Limits") var script: ScriptOptions
  @OptionGroup(title: "Limits") var work: WorkOptions

  var options: ComparisonOptions { ComparisonOptions(input, rules: rules, script: script, work: work) }
}

protocol NamedSide {
  static var name: String { get }
}

enum OldSide: NamedSide { static let name = "old" }

enum NewSide: NamedSide { static let name = "new" }

struct SideOptions<Side: NamedSide>: ParsableArguments {
  @Option(
    name: .customLong("\(Side.name)-format"), help: help("input-format", value: "format"),
    completion: .words(of: InputFormat.self), transform: PluginChoice<InputFormat>.parse) var format:
    PluginChoice<InputFormat>?

  @Option(
    name: .customLong("\(Side.name)-option"), parsing: .unconditionalSingleValue,
    help: help("input-option", value: "name=value"), transform: ReaderChoice.Setting.parse) var option:
    [ReaderChoice.Setting] = []

  @Option(
    name: .customLong("\(Side.name)-delimiter"), parsing: .unconditional, help: help("delimiter", value: "char"),
    completion: .delimiters, transform: SingleByte.parse) var delimiter: UInt8?

  @Flag(name: .customLong("\(Side.name)-no-header"), help: help("no-header")) var noHeader = false

  @Option(
    name: .customLong("\(Side.name)-columns"), help: help("columns", value: "columns"), transform: ColumnList.parse)
  var columns: [String] = []

  @Option(
    name: .customLong("\(Side.name)-encoding"), help: help("encoding", value: "name"), completion: .encodings,
    transform: EncodingName.parse) var encoding: String?

  @Option(
    name: .customLong("\(Side.name)-skip-lines"), help: help("skip-lines", value: "count"), transform: Count.parse)
  var skipLines: Int?

  @Option(
    name: .customLong("\(Side.name)-skip-last-lines"), help: help("skip-last-lines", value: "count"),
    transform: Count.parse) var skipLastLines: Int?

  @Option(name: .customLong("\(Side.name)-at"), help: help("at", value: "pointer")) var at: String?

  var overrides: ReadOverrides {
    var overrides = ReadOverrides()
    overrides.format = format?.builtIn
    overrides.delimiter = delimiter
    overrides.hasHeader = noHeader ? false : nil
    overrides.columnNames = columns.isEmpty ? nil : columns
    overrides.encoding = encoding
    overrides.skipLines = skipLines
    overrides.skipLastLines = skipLastLines
    overrides.pointer = at
    return overrides
  }

  /// The plug-in's reader that the flags ask for, over the one that is asked for on both sides.
  func reader(over shared: ReaderChoice) -> ReaderChoice {
    var reader = shared
    if let format { reader.name = format.plugin }
    reader.ownSettings = option
    return reader
  }

  private static func help(_ flag: String, value: String? = nil) -> ArgumentHelp {
    Help.flag("--\(flag) for \(Side.name.uppercased()) alone.", value: value)
  }
}
