import Analysis
import ArgumentParser
import Reports
import Requests

struct CheckCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "check", abstract: "Says how rules run and, on data, whether they are sound.",
    usage: "lunadiff check RULES.lua [OLD NEW] [options]",
    discussion: """
      Lists what runs natively and what calls Lua. With data it says which columns functions read, and tries the \
      rules: are identities unique, are two calls for the same answered alike, is every record equal to itself, does \
      it not matter which of two comes first, does a function keep state? With --inject, mistakes are planted in \
      NEW, and it says which of them the rules would let pass.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff check users.lua
      lunadiff check users.lua old.csv new.csv
      lunadiff check users.lua old.csv new.csv --inject --min-detected 95%

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

  @Flag(
    help: Help.flag(
      "Plant faults in NEW, and say which pass.",
      """
      In memory, in records that are paired and the same as they are. A fault is noticed if the result says anything \
      of it, or if a rule fails for it.
      """)) var inject = false

  @Option(
    help: Help.flag(
      "Which faults are planted: \(FaultClass.allCases.map(\.rawValue).joined(separator: ", ")).", value: "kinds",
      "As --inject; all of them if it is not said."), completion: .words(of: FaultClass.self),
    transform: Choice.some(FaultClass.self)) var faults: [FaultClass]?

  @Option(
    help: Help.flag("A number by which faults are chosen.", value: "seed", "1 if not said; the same brings the same."),
    transform: Count.parse) var seed = 1

  @Option(
    help: Help.flag(
      "The status is 1 where fewer faults of a kind are noticed, as in 95%.", value: "share", "As --inject."),
    transform: LeastShare.parse) var minDetected: ChangeThresholds.Threshold?

  @OptionGroup(title: "Rules") var rules: RuleOptions
  @OptionGroup var inputs: InputPairOptions

  func execute() throws -> ExitStatus {
    guard let file else { throw CommandError("a rules file is needed", hint: "lunadiff check RULES.lua [OLD NEW]") }
    if old != nil, new == nil {
      throw CommandError("a second input is needed", hint: "lunadiff check RULES.lua OLD NEW")
    }
    let choice = inject || faults != nil || minDetected != nil ? FaultChoice(seed, faults ?? FaultClass.allCases) : nil
    guard choice == nil || old != nil else {
      throw CommandError("faults are planted in data", hint: "lunadiff check RULES.lua OLD NEW --inject")
    }
    ProgressLine.start("checking \(file)")
    defer { ProgressLine.finish() }
    var report = try inputs.script.explaining {
      try check(request(file), hasData: old != nil, sample: sample, faults: choice)
    }
    if let minDetected { report.demand(minDetected.words) { minDetected.isReached(by: $0.detected, of: $0.planted) } }
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
