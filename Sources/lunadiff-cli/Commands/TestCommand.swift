import ArgumentParser
import LuaRuntime
import Platform
import Reports
import Requests
import RuleTesting

struct TestCommand: DocumentedCommand {
  static let configuration = CommandConfiguration(
    ofLunadiff: "test", abstract: "Runs the tests of rules and plug-ins.",
    usage: "lunadiff test [FILE|DIRECTORY ...] [options]",
    discussion: """
      A file of tests is called NAME.test.lua and returns a table of them: old and new data, the rules, and what is \
      expected. A plug-in has its tests in the field 'tests', and is named by its file. Of a directory all files of \
      tests are run; the default is the current directory.
      """)

  static let closing = """
    EXAMPLES:
      lunadiff test
      lunadiff test prices.test.lua money.lua --filter cent
      lunadiff test tests/ --format junit -o results.xml

    EXIT STATUS:
      0  every test passed
      1  a test failed, or less was covered than --min-coverage says
      2  trouble: bad usage, a file of tests that cannot be run
    """

  @Argument(help: Help.flag("Files of tests, plug-ins, and directories to look through.")) var paths: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: Help.flag(
      "Run only tests with this text in their name or file. Repeatable.", value: "text",
      "The text is looked for in FILE: NAME, as tap lists tests.")) var filter: [String] = []

  @Flag(
    help: Help.flag(
      "Write the reports anew that tests expect.",
      "If a test names a report that differs or is missing, the file is written, and the test passes."))
  var update = false

  @Option(
    help: Help.flag(
      "Report which lines the tests ran; =FILE writes lcov's format, too.", value: "file",
      """
      Counts the lines and functions of rules files, plug-ins and their modules, and lists those that no test ran. \
      With =FILE it also writes a trace file for genhtml. text and json list the counts.
      """)) var coverage: String?

  @Option(
    help: Help.flag(
      "Exit status 1 if fewer lines ran, as in 90%.", value: "share",
      "Turns on --coverage. The share is that of all files together."), transform: LeastShare.parse)
  var minCoverage: ChangeThresholds.Threshold?

  @Option(
    name: [.customShort("f", allowingJoined: true), .customLong("format")],
    help: Help.flag("The form of the results: text, json, junit or tap.", value: "name"),
    completion: .words(of: TestFormat.self), transform: Choice.of(TestFormat.self)) var format = TestFormat.text

  @OptionGroup var output: OutputFileOption

  @Flag(name: [.short, .long], help: Help.flag("In text: list only tests that failed.")) var quiet = false

  @OptionGroup var colors: ColorOption

  @Flag(
    help: Help.flag(
      "Run the tests again whenever one of their files changes.",
      """
      Files of tests and the rules, modules, plug-ins, data and reports that they name. Ctrl-C ends it, with the \
      exit status of the last time.
      """)) var watch = false

  @OptionGroup(title: "Rules") var plugins: PluginOptions
  @OptionGroup(title: "Limits") var script: ScriptOptions
  @OptionGroup(title: "Limits") var work: WorkOptions
  @OptionGroup var profile: ProfileOptions
  @OptionGroup(title: "Rules") var debugging: DebugOptions

  func execute() throws -> ExitStatus {
    let session = try debugging.session()
    return try withExtendedLifetime(session) {
      guard watch else { return try runOnce(session?.debugger) }
      return Watch { watchedFiles(of: request(nil)) }.run { try runOnce(session?.debugger) }
    }
  }

  private func runOnce(_ debugger: LuaDebugger?) throws -> ExitStatus {
    let recorder = recorder
    let place = try output.place(inputs: paths)
    let trace = try tracePlace()
    let profilePlace = try profile.place(inputs: paths)
    if debugger == nil { ProgressLine.start("running tests") }
    defer { ProgressLine.finish() }
    let summary = try runTests(request(recorder, debugger))
    if let coverage = summary.coverage, let trace {
      try ProgramOutput.write(to: trace) { try writeTrace(coverage, to: &$0) }
    }
    var options = ReportOptions()
    options.color = colors.color.isColored(output.path == nil ? Descriptor.standardOutput : nil)
    try ProgramOutput.write(to: place, isColored: options.color) { sink in
      try RuleTesting.write(summary, as: format, options: options, failuresOnly: quiet, to: &sink)
    }
    try profile.report(recorder, to: profilePlace)
    if summary.problemCount > 0 { return .trouble }
    return summary.count(.failed) > 0 || summary.shortfall != nil ? .different : .same
  }

  private func tracePlace() throws -> OutputPlace? {
    guard let coverage, coverage != "-" else { return nil }
    return try OutputPlace(coverage, option: "--coverage", inputs: paths)
  }

  private var recorder: LuaRecorder? {
    let subjects: [LuaRecorder.Subject?] = [
      coverage == nil && minCoverage == nil ? nil : .coverage,
      profile.profile == nil ? nil : .timings,
    ]
    let wanted = Set(subjects.compactMap(\.self))
    return wanted.isEmpty ? nil : LuaRecorder(wanted)
  }

  private func request(_ recorder: LuaRecorder?, _ debugger: LuaDebugger? = nil) -> TestRequest {
    var request = TestRequest(paths: paths.isEmpty ? ["."] : paths)
    request.filters = filter
    request.updates = update
    request.leastCoverage = minCoverage
    request.options.plugins = plugins.search
    request.options.limits = script.limits(over: request.options.limits)
    request.options.compiles = !script.noCompile
    request.options.print = Diagnostics.printed
    request.options.threads = debugger == nil ? work.threads : 1
    request.options.recorder = recorder
    request.options.debugger = debugger
    return request
  }
}
