import Analysis
import ArgumentParser
import Reports
import Requests
import Rules

struct CheckCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "check", abstract: "Checks a rules file: how its functions run and, with data, whether it is sound.",
    usage: "lunadiff check RULES.lua [OLD NEW] [options]",
    discussion: """
      Lists which functions run natively and which call Lua. With OLD and NEW it also says which columns they read, \
      and tries the rules: are keys unique, do two calls with the same values agree, is every record equal to \
      itself, is the answer the same if two records are swapped, does a function keep state? With --inject, mistakes \
      are planted in NEW, and it says which of them the rules would hide.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff check users.lua
      lunadiff check users.lua old.csv new.csv
      lunadiff check users.lua old.csv new.csv --inject --min-detected 95%

    EXIT STATUS:
      0  the rules are sound
      1  something is wrong, and is listed
      2  trouble: bad usage, unreadable input, a rule that failed
    """

  @Argument(help: Help.flag("The rules file.")) var file: String?

  @Argument(help: Help.flag("The old file, to try the rules on.")) var old: String?

  @Argument(help: Help.flag("The new file.")) var new: String?

  @Option(
    name: [.customShort("f", allowingJoined: true), .customLong("format")],
    help: Help.flag("The form of the findings: text or json.", value: "name"), completion: .words(of: PlainFormat.self),
    transform: Choice.of(PlainFormat.self)) var format = PlainFormat.text

  @Option(
    help: Help.flag("How many records functions are tried on at most.", value: "count", "The default is 2000."),
    transform: Count.parsePositive) var sample = 2_000

  @Flag(
    help: Help.flag(
      "Plant mistakes in NEW, and say which the rules hide.",
      """
      In memory only, in records that are paired and equal. A mistake is noticed if the result says anything of it, \
      or if a rule fails for it.
      """)) var inject = false

  @Option(
    help: Help.flag(
      "Which mistakes are planted: \(FaultClass.allCases.map(\.rawValue).joined(separator: ", ")).", value: "kinds",
      "Turns on --inject. By default all of them."), completion: .words(of: FaultClass.self),
    transform: Choice.some(FaultClass.self)) var faults: [FaultClass]?

  @Option(
    help: Help.flag(
      "A number that decides where mistakes are planted.", value: "seed",
      "The default is 1. The same number plants the same ones."),
    transform: Count.parse) var seed = 1

  @Option(
    help: Help.flag(
      "Exit status 1 if fewer mistakes of a kind are noticed, as in 95%.", value: "share", "Turns on --inject."),
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
    var report = try inputs.script.explaining { try checked(file, choice) }
    if let minDetected { report.demand(minDetected.words) { minDetected.isReached(by: $0.detected, of: $0.planted) } }
    ProgressLine.finish()
    try StandardOutput.print(format == .text ? report.text : report.json)
    return report.findings.isEmpty ? .same : .different
  }

  /// Checks the rules; with JSON, an error that ends the check is printed as a finding, too.
  private func checked(_ file: String, _ choice: FaultChoice?) throws -> CheckReport {
    do throws(LunaDiffError) {
      return try check(request(file), hasData: old != nil, sample: sample, faults: choice)
    } catch {
      ProgressLine.finish()
      if format == .json { try StandardOutput.print(CheckReport(error, of: file).json) }
      throw error
    }
  }

  private func request(_ file: String) -> DiffRequest {
    var request = DiffRequest(old: old ?? "", new: new ?? "")
    request.options = inputs.options(rules)
    request.options.rules.insert(.file(file), at: 0)
    return request
  }
}
