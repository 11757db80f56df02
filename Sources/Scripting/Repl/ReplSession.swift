import Comparing
import LuaRuntime
import Platform
import Analysis
import Records
import Reports
import Requests
import Rules

/// A session at a prompt, without the prompt: takes lines, says what came of them.
///
/// It belongs to one thread. Only ``interrupt`` may be touched from others.
package final class ReplSession {
  /// Raise it to end what a line has set going.
  package let interrupt = LuaInterrupt()
  /// The columns that tables may take.
  package var width = 80
  /// Whether what is shown is coloured by terminal escapes.
  package var isColored = false
  /// How many lines could not be carried out.
  package private(set) var failures = 0

  /// Gives the next line where a script stands still.
  package var readLine: (_ prompt: String) -> ReplLine = { _ in .ended }

  let request: ReplRequest
  let say: (ReplOutput) -> Void
  /// Rules files and texts, in order.
  var rules: [DiffRequest.RuleSource]
  /// The rules of the flags, and the key that `:key` gives.
  var flags: RuleSet
  var driver: DriverSession
  private(set) var debugger: DebugSession?
  /// What was typed that rules can be saved from.
  private(set) var definitions = ReplDefinitions()
  /// The first lines of a chunk that goes on.
  private var pending: [String] = []

  /// Reads the inputs and makes them the globals `old` and `new`.
  ///
  /// - Parameter output: Takes what the session says, as it says it.
  /// - Throws: `LunaDiffError` where an input cannot be read.
  package init(_ request: ReplRequest, output: @escaping (ReplOutput) -> Void) throws(LunaDiffError) {
    self.request = request
    say = output
    (rules, flags) = (request.options.rules, request.options.flags)
    do {
      driver = try Self.makeDriver(request, interrupt, output)
      try driver.open(request)
    } catch { throw request.message(of: error) }
  }

  private static func makeDriver(
    _ request: ReplRequest, _ interrupt: LuaInterrupt, _ output: @escaping (ReplOutput) -> Void
  ) throws -> DriverSession {
    try DriverSession(request.options, directories: ["."], interrupt: interrupt) {
      output(.text(String(decoding: $0, as: UTF8.self)))
    }
  }

  /// Forgets rules, the key and globals; keeps the data.
  func reset() throws {
    let tables = try Sides { try driver.table(named: $0.ruleName) }
    (rules, flags) = (request.options.rules, request.options.flags)
    definitions = ReplDefinitions()
    driver = try Self.makeDriver(request, interrupt, say)
    if let debugger { try driver.state.attach(debugger.debugger) }
    for side in Side.allCases { if let table = tables[side] { try driver.setTable(table, named: side.ruleName) } }
  }

  /// The debugger; what is run before it is first asked for costs nothing.
  func debugging() throws -> DebugSession {
    if let debugger { return debugger }
    let made = try DebugSession(interrupt: interrupt, say: say) { [unowned self] in readLine($0) }
    made.width = { [unowned self] in width }
    made.isColored = isColored
    try driver.state.attach(made.debugger)
    debugger = made
    return made
  }

  /// What people type who want to leave, and which is nothing in Lua.
  private static let farewells: Set<String> = ["exit", "exit()", "quit", "quit()"]

  /// Whether a line, which is a comment of Lua, reads like a flag of the command line.
  private static func isFlag(_ line: String) -> Bool {
    guard line.hasPrefix("--"), line.dropFirst(2).first?.isLetter == true else { return false }
    let name = line.dropFirst(2).prefix { $0 != "=" && !$0.isWhitespace }
    return name == "key" || RuleField.named(String(name).replacing("-", with: "_")) != nil
  }

  /// The key as a person names it; `nil` if there is none.
  var key: String? {
    switch flags.identity {
    case .columns(let names): names.joined(separator: ", ")
    case .record: "none"
    case .automatic, .script, nil: nil
    }
  }

  /// Carries out a line: a command, or Lua.
  package func take(_ line: String) -> ReplState {
    interrupt.isRaised = false
    // A step ends with the line that it was made in.
    debugger?.debugger.go(.resume)
    if pending.isEmpty, let words = ReplWords(command: line) { return attempt { try run(words) } }
    let word = line.trimmed
    guard !pending.isEmpty || !word.isEmpty else { return .ready }
    if pending.isEmpty, Self.farewells.contains(word) { return .ended(0) }
    if pending.isEmpty, Self.isFlag(word) {
      say(.text("-- begins a comment of Lua; flags are given at the start: lunadiff repl OLD NEW \(word)\n"))
      return .ready
    }
    if pending.isEmpty, ReplDirective(rawValue: word) != nil, driver.members(of: [])?.contains(word) != true {
      say(.text("'\(word)' is not defined in Lua; the command is :\(word)\n"))
      return .ready
    }
    pending.append(line)
    let text = pending.joined(separator: "\n")
    return attempt {
      switch try driver.run(text) {
      case .incomplete: return .unfinished
      case .values(let values, let isExpression):
        pending = []
        if !isExpression { definitions.note(text) }
        try display(reportOptions).show(values)
        return .ready
      }
    }
  }

  /// Forgets a chunk that has been begun.
  package func cancel() {
    pending = []
    interrupt.isRaised = false
  }

  /// There will be no more lines: a chunk that is not complete is an error.
  package func finish() {
    guard !pending.isEmpty else { return }
    pending = []
    fail("prompt: the input ends in the middle of a chunk")
  }

  private func attempt(_ body: () throws -> ReplState) -> ReplState {
    do { return try guarding(body) } catch {
      pending = []
      if case .exit(let status) = (error as? RuleError)?.error.kind { return .ended(status) }
      fail(error)
    }
    return .ready
  }

  /// Carries something out that may read the data.
  ///
  /// - Throws: That an input changed, whatever else seems to be wrong with it; not to who wants to leave.
  private func guarding(_ body: () throws -> ReplState) throws -> ReplState {
    let result = Result { try body() }
    guard !result.isEnd else { return try result.get() }
    for table in try tables().present { try table.checkUnchanged() }
    return try result.get()
  }

  private func fail(_ error: any Error) {
    let error = LunaDiffError(error)
    fail(request.showsStack ? error.messageWithStack : error.message)
  }

  private func fail(_ message: String) {
    failures += 1
    say(.error(message))
  }
}

extension Result<ReplState, any Error> {
  /// Whether nothing comes after this.
  fileprivate var isEnd: Bool {
    switch self {
    case .success(.ended): return true
    case .failure(let error as RuleError):
      if case .exit = error.error.kind { return true }
      return false
    default: return false
    }
  }
}

extension DriverSession {
  /// Reads what there is to read, both inputs at the same time, and makes it globals.
  fileprivate func open(_ request: ReplRequest) throws {
    let paths = Sides(source: request.old, target: request.new)
    guard paths.source != "-" && paths.target != "-" else {
      throw LunaDiffError("standard input is the prompt's; name files")
    }
    guard paths.source != nil || paths.target != nil else { return }
    let opening = RequestOpening(request.options, try RequestedRules(request.options).ruleSet)
    let inputs = try onSides { side in try paths[side].map { try opening.open($0, as: side) } }
    try opening.checkUse(of: Side.allCases.compactMap { side in inputs[side].map { (side, $0) } })
    let tables = try onSides { try inputs[$0]?.table() }
    for side in Side.allCases { if let table = tables[side] { try setTable(table, named: side.ruleName) } }
  }
}

extension ReplSession {
  /// How the line before the cursor can go on; nothing of it is run.
  package func completion(of line: String) -> ReplCompletion {
    if let completion = debugger?.completion(of: line) { return completion }
    guard let command = ReplWords(command: line) else { return luaCompletion(line) }
    guard line.contains(where: \.isWhitespace) else { return ReplCompletion(command: line, of: ReplDirective.self) }
    let word = String(line.reversed().prefix { !$0.isWhitespace && $0 != "," }.reversed())
    return ReplCompletion(word, among: arguments(of: command, word: word))
  }

  private func arguments(of command: ReplWords, word: String) -> [String] {
    switch ReplDirective.found(command.name) {
    case .key, .probe: columnNames
    case .diff: Change.Kind.allCases.map(\.rawValue)
    case .show: Side.allCases.map(\.ruleName)
    case .help: ReplDirective.allCases.map(\.rawValue)
    case .rules, .save: PathCompletion.completions(of: word)
    case .columns, .find, .break, .delete, .reset, .quit, nil: []
    }
  }

  /// Behind a point the members of what stands before it, in a text columns, else names.
  private func luaCompletion(_ line: String) -> ReplCompletion {
    if let text = line.openText { return ReplCompletion(text, among: columnNames) }
    let path = String(line.reversed().prefix(while: \.isPathPart).reversed())
    var names = path.split(omittingEmptySubsequences: false) { $0 == "." || $0 == ":" }.map(String.init)
    let word = names.popLast() ?? ""
    guard !names.isEmpty else {
      return ReplCompletion(word, among: (driver.members(of: []) ?? []) + String.luaKeywords)
    }
    let members = names[0].isEmpty ? nil : driver.members(of: names)
    return ReplCompletion(word, among: members ?? columnNames.filter(\.isPlainName))
  }

  private var columnNames: [String] { ((try? tables())?.present ?? []).flatMap(\.columns) }
}

extension String {
  /// The text between quotes that the line ends in, if it does.
  fileprivate var openText: String? {
    var text: String?
    var quote: Character?
    var isEscaped = false
    for character in self {
      if let open = quote {
        if isEscaped {
          isEscaped = false
        } else if character == "\\" {
          isEscaped = true
        } else if character == open {
          quote = nil
          text = nil
          continue
        }
        text?.append(character)
      } else if character == "\"" || character == "'" {
        quote = character
        text = ""
      }
    }
    return text
  }
}

extension Character {
  fileprivate var isPathPart: Bool { self == "." || self == ":" || utf8.allSatisfy(LuaName.isPart) }
}

extension ReplSession {
  /// Writes the rules that were made here as a rules file.
  func save(_ arguments: [String]) throws {
    guard let path = arguments.first, arguments.count == 1 else {
      throw LunaDiffError("a file is needed\n  hint: :save rules.lua")
    }
    let lines = definitions.texts(for: try driver.ruleNames()) + identityLines
    guard !lines.isEmpty else {
      throw LunaDiffError("there are no rules to save\n  hint: :key id, or ignore = \"updated_at\"")
    }
    let text = ([Self.heading] + lines).map { $0 + "\n" }.joined()
    let source = RuleProgram.Source(name: path, text: Array(text.utf8), in: FilePath.directory(of: path))
    _ = try RuleProgram(sources: [source], in: request.options.environment.unobserved).load()
    try checkPlace(path)
    try OutputPlace(path, inputs: []).write { try $0.write(text) }
    say(.text("wrote \(path)\(remark)\n"))
  }

  /// The first line, by which a file is known that may be written over.
  private static let heading = "-- Rules that were saved at the prompt of lunadiff repl."

  /// The key that `:key` gives, as a rule.
  private var identityLines: [String] {
    switch flags.identity {
    case .columns(let names): ["identity = " + names.luaText]
    case .record: ["identity = \"none\""]
    case .automatic, .script, nil: []
    }
  }

  /// Rules that the session has from elsewhere stay where they are.
  private var remark: String {
    let others = rules.map { source in
      switch source {
      case .file(let path): "-r \(path.shellWord)"
      case .text(_, let name, _): name
      case .part: "the manifest"
      case .project(let files, _): files.path
      }
    }
    let isFlagged = RuleField.all.contains { flags.luaValue($0) != nil }
    return (others.isEmpty ? "" : ", which comes after \(others.joined(separator: " "))")
      + (isFlagged ? "; the flags of this session are not in it" : "")
  }

  /// Refuses a place where a file is that was not saved here.
  private func checkPlace(_ path: String) throws {
    guard FilePath.exists(path), try !TextFile.read(path).starts(with: Self.heading.utf8) else { return }
    throw LunaDiffError("\(path) is there already\n  hint: give another name")
  }

  /// Shows the records that have a key, on both sides.
  func find(_ words: String) throws {
    let tables = try tables()
    guard let old = tables.source ?? tables.target, let new = tables.target ?? tables.source else {
      throw LunaDiffError("there are no records\n  hint: old = luna.load \"old.csv\"")
    }
    let explainer = try Explainer(try driver.compare(old, new, plan()))
    guard explainer.comparison.hasKey else { throw LunaDiffError("there is no key to look for\n  hint: :key id") }
    let (columns, values) = (explainer.comparison.keyColumns.map(\.name), ReplWords.columns(words))
    guard columns.isEmpty || values.count == columns.count else {
      throw LunaDiffError(
        "the key is \(columns.joined(separator: ", "))\n  hint: :find "
          + columns.map { "<\($0)>" }.joined(separator: ", "))
    }
    var isFound = false
    for side in Side.allCases {
      guard let table = tables[side] else { continue }
      for record in 0..<table.count {
        if interrupt.isRaised { throw LunaDiffError("interrupted") }
        guard try explainer.spelledKeys(side, record).contains(values) else { continue }
        isFound = true
        say(.text("\(side.ruleName)[\(record + 1)]\n"))
        display(reportOptions).show(record..<record + 1, of: table)
      }
    }
    if !isFound { say(.text("no record has this key\n")) }
  }
}

extension ReplSession {
  /// How many changes of a kind, and how many records, are shown unless a command says otherwise.
  private static let limit = 20

  /// How reports look here.
  var reportOptions: ReportOptions {
    var options = ReportOptions()
    options.width = width
    options.color = isColored
    options.limit = ChangeLimits(each: Self.limit)
    return options
  }

  /// What there is at the beginning: each side's name, size and columns.
  package var greeting: String {
    guard let tables = try? tables() else { return "" }
    return Side.allCases.compactMap { side in
      tables[side].map { "\(side.ruleName): \(display(reportOptions).headline($0))\n" }
    }.joined()
  }

  func display(_ options: ReportOptions, limit: Int? = nil) -> PromptDisplay {
    PromptDisplay(options: options, limit: limit ?? Self.limit, say: say)
  }

  func showColumns(_ tables: Sides<RecordTable?>) {
    say(.text(Listing.columns(tables.source, tables.target, reportOptions)))
  }

  /// How well keys identify the records.
  func probe(_ keys: [String]) throws {
    let tables = try tables()
    guard let old = tables.source ?? tables.target else {
      throw LunaDiffError("there are no records\n  hint: old = luna.load \"old.csv\"")
    }
    let new = tables.source == nil ? nil : tables.target
    var plan = try plan()
    plan.identity = .record
    let candidates = keys.map { KeyCandidate(columns: ReplWords.columns($0)) }
    let report = try KeyProbe(source: old, target: new, plan: plan).report(
      on: candidates, searching: keys.isEmpty ? SearchLimits() : nil)
    var bytes: [UInt8] = []
    try write(report, as: .text, options: reportOptions, to: &bytes)
    say(.text(String(decoding: bytes, as: UTF8.self)))
  }
}

/// What paths can be continued with.
enum PathCompletion {
  /// The paths that begin with a text; directories end with a slash.
  static func completions(of path: String) -> [String] {
    let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    let entries = (try? DirectoryEntry.all(in: directory.isEmpty ? "." : directory)) ?? []
    return entries.map { directory + $0.name + ($0.isDirectory ? "/" : "") }
  }
}
