import ArgumentParser
import Requests

struct CheckCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "check", abstract: "Says how rules run and, on data, whether they are sound.",
    usage: "lunadiff check RULES.lua [OLD NEW] [options]",
    discussion: """
      Lists what runs natively and what calls Lua. With data it says which columns functions read, and tries the rules: \
      are identities unique, are two calls for the same answered alike, is every record equal to itself, does it not \
      matter which of two comes first, does a function keep state?
      """)

  static let closing = """
    EXAMPLES:
      lunadiff check users.lua
      lunadiff check users.lua old.csv new.csv

    EXIT STATUS:
      0  sound
      1  something is wrong, and is listed
      2  trouble: bad usage, unreadable input, a rule that failed
    """

  @Argument(help: Help.flag("The rules file.")) var file: String?

  @Argument(help: Help.flag("What there was, to try the rules on.")) var old: String?

  @Argument(help: Help.flag("What there is now.")) var new: String?

  @Option(
    name: [.customShort("f", allowingJoined: true), .customLong("format")],
    help: Help.flag("The form of the findings: text or json.", value: "name"), completion: .words(of: CheckFormat.self),
    transform: Choice.of(CheckFormat.self)) var format = CheckFormat.text

  @Option(
    help: Help.flag("The most records that functions are tried on.", value: "count", "2000 if not said."),
    transform: Count.parsePositive) var sample = 2_000

  @OptionGroup(title: "Rules") var rules: RuleOptions
  @OptionGroup var inputs: InputPairOptions

  func execute() throws -> ExitStatus {
    guard let file else { throw CommandError("a rules file is needed", hint: "lunadiff check RULES.lua [OLD NEW]") }
    if old != nil, new == nil {
      throw CommandError("a second input is needed", hint: "lunadiff check RULES.lua OLD NEW")
    }
    ProgressLine.start("checking \(file)")
    defer { ProgressLine.finish() }
    let report = try inputs.script.explaining { try check(request(file), hasData: old != nil, sample: sample) }
    ProgressLine.finish()
    try StandardOutput.print(format == .text ? report.text : report.json)
    return report.findings.isEmpty ? .same : .different
  }

  private func request(_ file: String) -> DiffRequest {
    var request = DiffRequest(old: old ?? "", new: new ?? "")
    request.options = inputs.options(rules)
    request.options.rules.insert(.file(file), at: 0)
    return request
  }
}

enum CheckFormat: String, CaseIterable, Sendable { case text, json }
