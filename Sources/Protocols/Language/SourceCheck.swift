import Comparing
import LuaRuntime
import Platform
import Records
import Requests
import Rules

/// What there is to say of a text while it is typed.
struct SourceCheck {
  enum Severity: Int { case error = 1, warning, information, hint }

  struct Diagnostic {
    let range: Range<Int>
    let severity: Severity
    let message: String
    let code: String
  }

  /// What can be written in place of something.
  struct Proposal {
    let title: String
    let range: Range<Int>
    let text: String
    /// Whether all records come to what they came to before.
    let isExact: Bool
  }

  struct Column {
    let name: String
    /// What is known of it, in Markdown.
    let words: String
  }

  /// What a file is taken for.
  enum Kind { case rules, project, plugin, tests, other }

  private(set) var diagnostics: [Diagnostic] = []
  private(set) var proposals: [Proposal] = []
  private(set) var columns: [Column] = []
  /// What is known of rules, by their names.
  private(set) var rules: [String: String] = [:]

  private let text: SourceText
  private let path: String
  private let fields: WrittenFields
  private let options: ComparisonOptions
  /// Records that functions are tried on: fewer than a check by itself takes, since it is done again with each word.
  private static let sample = 500

  /// - Parameters:
  ///   - path: As it is reached from the current directory.
  ///   - options: What scripts may use, and who ends them.
  init(_ text: SourceText, path: String, _ options: ComparisonOptions) {
    self.text = text
    self.path = path
    self.options = options
    fields = WrittenFields(text.tokens)
    run()
  }

  static func kind(of text: SourceText, path: String) -> Kind {
    if path.hasSuffix(".test.lua") { return .tests }
    if PackageFiles.isProject(path, called: [PackageFiles.projectFile]) { return .project }
    let names = Set(WrittenFields(text.tokens).fields.compactMap { $0.path.count == 1 ? $0.path[0] : nil })
    if !names.isDisjoint(with: Plugin.Kind.allCases.map(\.rawValue).filter { $0 != "rules" }) { return .plugin }
    return text.data != nil || !names.isDisjoint(with: RuleField.names()) ? .rules : .other
  }

  private mutating func run() {
    do throws(LuaError) { _ = try LuaState().load(text.bytes, name: path) } catch {
      return add(LunaDiffError(RuleError(error)))
    }
    switch Self.kind(of: text, path: path) {
    case .rules: checkRules()
    case .project: checkProject()
    case .plugin: checkPlugin()
    case .tests, .other: break
    }
  }

  private mutating func checkPlugin() {
    var options = options
    options.plugins.files.append(path)
    options.plugins.changed[path] = text.bytes
    do { try options.checkPlugins() } catch { add(LunaDiffError(error)) }
  }

  private mutating func checkRules() {
    check(.changed(path, text: text.bytes), on: text.dataFiles(of: path) ?? ProjectData(for: path)?.pair)
  }

  private mutating func checkProject() {
    do {
      let files = try PackageFiles(path: path).changed(to: text.bytes)
      let root = FilePath.directory(of: FilePath.directory(of: path))
      for field in fields.inside(["tables"]) {
        guard let input = ProjectData.first(field.path[1], below: root) else { continue }
        check(.project(files, inputs: input), on: ProjectData.pair(input, below: root))
      }
    } catch { add(LunaDiffError(error)) }
  }

  // MARK: Rules

  private mutating func check(_ source: DiffRequest.RuleSource, on data: DataPair?) {
    var request = DiffRequest(old: data?.old ?? "", new: data?.new ?? "")
    request.options = options
    request.options.rules = [source]
    if let data { learnColumns(of: data, request) }
    do throws(LunaDiffError) {
      take(try Requests.check(request, hasData: data != nil, sample: Self.sample))
    } catch {
      if let data, let fallback = data.fallback, error.line == nil {
        return check(source, on: DataPair(old: fallback, new: data.new, line: data.line))
      }
      add(error, data)
      guard data != nil else { return }
      // What data show to be wrong hides nothing that the text says by itself.
      do throws(LunaDiffError) { take(try Requests.check(request, hasData: false, sample: 0)) } catch { return }
    }
  }

  private mutating func learnColumns(of data: DataPair, _ request: DiffRequest) {
    guard columns.isEmpty else { return }
    let masked: Bool
    do { masked = try RequestedRules(request.options).ruleSet.masked != nil } catch { masked = true }
    // Values that some rule may hide are not shown.
    let sides = [(data.new, Side.target), (data.old, .source)].map { path, side in
      request.options.columnValues(of: path, as: side, count: masked ? 0 : 5)
    }
    let (new, old) = (sides[0], sides[1])
    let names = new.map(\.name) + old.map(\.name).filter { name in !new.contains { $0.name == name } }
    columns = names.map { name in
      let values = (new + old).first { $0.name == name }?.values ?? []
      let places = [(old, data.old), (new, data.new)].filter { side, _ in side.contains { $0.name == name } }.map(\.1)
      let words = "column `\(name)` of \(Set(places).sorted().joined(separator: " and "))"
      let examples = values.map { "`\($0.isEmpty ? " " : String($0.prefix(40)))`" }.joined(separator: ", ")
      return Column(name: name, words: examples.isEmpty ? words : "\(words)\n\nsuch as \(examples)")
    }
  }

  private mutating func take(_ report: CheckReport) {
    for step in report.steps {
      note(step)
      guard let declared = step.declared, let field = fields.field(ofRule: step.rule) else { continue }
      let difference = declared.difference.map { ", but for this: \($0)" } ?? ""
      let inner = field.path.count == 1 ? declared.line : declared.inner
      diagnostics.append(
        Diagnostic(
          range: field.name, severity: .hint,
          message: "\(declared.line) does without Lua what this function does\(difference)", code: "declare"))
      proposals.append(
        Proposal(
          title: "declare this: \(inner)", range: field.whole, text: inner, isExact: declared.difference == nil))
    }
    for finding in report.findings {
      let lines = [finding.message] + finding.examples.map { "  \($0)" }
      diagnostics.append(
        Diagnostic(
          range: range(ofRule: finding.rule, report), severity: .warning,
          message: "\(finding.rule): \(lines.joined(separator: "\n"))", code: finding.problem.rawValue))
    }
  }

  private mutating func note(_ step: CheckReport.Step) {
    var words = "`\(step.rule)`: \(step.summary)"
    if step.place != nil { words += step.compilation == .compiled ? ", runs without Lua" : ", runs in Lua" }
    if let reason = step.compilation?.reason { words += " (\(reason))" }
    if let columns = step.columns, !columns.isEmpty { words += "; reads \(columns.joined(separator: ", "))" }
    rules[step.rule] = words
  }

  /// Where a rule is written: its name, or else the line of its function, or the first one.
  private func range(ofRule rule: String, _ report: CheckReport) -> Range<Int> {
    if let field = fields.field(ofRule: rule) { return field.name }
    let place = report.steps.first { $0.rule == rule }?.place
    guard let place, let colon = place.lastIndex(of: ":"), place[..<colon] == path,
      let line = Int(place[place.index(after: colon)...])
    else { return text.written(1) }
    return text.written(line)
  }

  // MARK: Errors

  /// Says an error at the line that it is about: of this text, or else where its data are named.
  private mutating func add(_ error: LunaDiffError, _ data: DataPair? = nil) {
    var message = error.message
    let own = error.line.flatMap { $0.chunk == path ? $0.number : nil }
    // The editor shows which file and which line it is.
    let prefix = own.map { "\(path):\($0): " } ?? "\(path): "
    if message.hasPrefix(prefix) { message.removeFirst(prefix.count) }
    let range = own.map(text.written) ?? rule(in: message) ?? text.written(data?.line ?? 1)
    diagnostics.append(Diagnostic(range: range, severity: .error, message: message, code: "error"))
  }

  /// The name of the field that a message quotes first of those that there are, as in `unknown column 'prise'`.
  private func rule(in message: String) -> Range<Int>? {
    for found in message.matches(of: /'([^']+)'/) {
      let name = String(found.1)
      if let field = fields.field(ofRule: name) { return field.name }
      if let field = fields.fields.first(where: { $0.path.last == name }) { return field.name }
      if let index = text.tokens.indices.first(where: { text.content(of: $0) == name }) {
        return text.tokens[index].range
      }
    }
    return nil
  }
}

/// Two files on which rules are tried.
struct DataPair {
  let old: String
  let new: String
  /// The line that names them, if one of the rules' own does.
  let line: Int?
  /// What to take for the old one where that is not there, as a version that git does not have.
  var fallback: String?
}

extension DeclaredRule {
  /// What stands in the table of the field, as `price = luna.compare.number(0.01)`.
  fileprivate var inner: String {
    guard let open = line.firstIndex(of: "{"), let close = line.lastIndex(of: "}") else { return line }
    return String(line[line.index(after: open)..<close].drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }
}

/// The data that a project's file names for rules.
struct ProjectData {
  let pair: DataPair

  private static let mostFiles = 20_000

  /// The first file that matches a pattern under which the nearest project names these rules; `nil` without one.
  init?(for rules: String) {
    guard let place = FilePath.resolved(rules) else { return nil }
    var root = FilePath.directory(of: place)
    while !FilePath.exists(Self.file(of: root)) {
      guard root != "/", !FilePath.exists(FilePath.joined(root, ".git")) else { return nil }
      root = FilePath.directory(of: root)
    }
    guard let source = SourceText(file: Self.file(of: root)) else { return nil }
    let fields = WrittenFields(source.tokens)
    let folder = FilePath.directory(of: Self.file(of: root))
    let patterns = fields.inside(["tables"]).filter { field in
      guard let value = fields[field.path + ["rules"]]?.value.first, let name = source.content(of: value) else {
        return false
      }
      let file = name.hasSuffix(".lua") ? name : name + ".lua"
      return FilePath.resolved(FilePath.joined(folder, file)) == place
    }
    guard let input = patterns.lazy.compactMap({ Self.first($0.path[1], below: root) }).first else { return nil }
    pair = Self.pair(input, below: root)
  }

  private static func file(of root: String) -> String {
    FilePath.joined(FilePath.joined(root, PackageFiles.projectFolder), PackageFiles.projectFile)
  }

  /// A file as git has it last, and as it is.
  static func pair(_ input: String, below root: String) -> DataPair {
    let path = FilePath.joined(root, input)
    let here = FilePath.resolved(".") ?? ""
    let resolved = FilePath.resolved(path) ?? path
    let shown = FilePath.relative(resolved, from: here)
    return DataPair(old: "HEAD:./\(shown)", new: shown, line: nil, fallback: shown)
  }

  /// The first file by name below a directory that a pattern fits.
  static func first(_ pattern: String, below root: String) -> String? {
    var folders = [""]
    var looked = 0
    while let folder = folders.popLast(), looked < mostFiles {
      let path = folder.isEmpty ? root : FilePath.joined(root, folder)
      let entries: [DirectoryEntry]
      do { entries = try DirectoryEntry.all(in: path, limit: mostFiles) } catch { continue }
      looked += entries.count
      for entry in entries.sorted(by: { $0.name < $1.name }) {
        let name = folder.isEmpty ? entry.name : "\(folder)/\(entry.name)"
        if entry.isDirectory { folders.append(name) } else if FilePath.matches(pattern, name) { return name }
      }
    }
    return nil
  }
}
