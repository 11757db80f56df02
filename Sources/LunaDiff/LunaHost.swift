import Batch
import Comparing
import LuaRuntime
import Patching
import Analysis
import Records
import Requests
import Rules
public import StagedDiff

/// What comparisons of an app run in: plug-ins, limits, workers, and what the app offers to rules by name.
///
/// ```swift
/// var host = LunaHost()
/// host.comparator("acme.iban") { (old: String, new: String) in IBAN(old) == IBAN(new) }
/// let result = try await host.compare(old: .file("old.csv"), new: .rows(users), rules: .file("rules.lua"))
/// for change in result.changes where change.kind == .updated {
///   print(change.key, change.old?["price"] ?? .null, change.new?["price"] ?? .null)
/// }
/// ```
///
/// A host is a value: a copy is a host of its own, and many tasks may use one at the same time.
public struct LunaHost: Sendable {
  /// Files of plug-ins that rules, readers and formats may come from; each has to be there and to work.
  public var plugins: [String] = []
  /// Whether readers of plug-ins may run programs, such as `sqlite3`, with the path of an input.
  public var allowsPrograms = false
  /// The bytes of memory that one Lua state may have; `nil` for no limit.
  public var memoryLimit: Int? = 256 << 20
  /// The Lua instructions that one call of a rule may take; `nil` for no limit.
  public var instructionLimit: Int? = 100_000_000
  /// How long one call of a rule may take; `nil` for no limit.
  public var timeLimit: Duration? = .seconds(10)
  /// The most threads to use; 0 for as many as there are cores.
  public var workers = 0
  /// Where `print` in rules and plug-ins goes, a line at a time, from any thread; nowhere if it is not said.
  public var print: @Sendable (String) -> Void = { _ in }

  /// Plug-ins that the app has as text.
  private var pluginTexts: [PluginSource] = []
  var offered = HostRules()
  /// The app's own readers, by name.
  var readers: [String: HostReader] = [:]
  /// The app's own formats of reports, by name.
  var formats: [String: HostFormat] = [:]

  /// A host with the default limits and nothing of its own.
  public init() {}

  /// What rules and plug-ins run in.
  ///
  /// - Parameter work: Ends what runs.
  func environment(_ work: HostedWork? = nil) -> ScriptEnvironment {
    var environment = ScriptEnvironment(
      plugins: pluginTexts + plugins.map { PluginSource(path: $0, origin: PluginSource.hostOrigin, isRequired: true) })
    environment.limits = LuaLimits(
      memory: memoryLimit, instructions: instructionLimit, seconds: timeLimit.map { $0 / .seconds(1) })
    environment.print = { [print] line in
      let text = String(decoding: line, as: UTF8.self)
      print(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }
    environment.host = offered
    environment.interrupt = work?.interrupt
    return environment
  }

  var hasPlugins: Bool { !plugins.isEmpty || !pluginTexts.isEmpty }

  /// The plug-ins, for what is done with them outside of rules.
  func pluginProgram(_ work: HostedWork? = nil) -> PluginProgram { PluginProgram(in: environment(work)) }
}

extension LunaHost {
  /// Compares the files of two directories, one pair after another; one that fails does not keep the others from going
  /// on.
  ///
  /// Files of one name are a pair; of the rest, those that differ in format or compression alone.
  ///
  /// - Parameters:
  ///   - old: The directory of old files.
  ///   - new: The directory of new files.
  ///   - patterns: Patterns of the shell, of which a name has to match one; every file of a known format if there is
  ///     none.
  ///   - isRecursive: Whether files in directories below are taken too.
  ///   - rules: Hold for all pairs.
  ///   - isolation: The actor that `each` is called on: the one that asks, such as the main actor.
  ///   - each: Is told what came of each pair, in order of their names; no result where one side lacks the file.
  /// - Throws: `LunaDiffError` where a directory cannot be read, or there is no file; `CancellationError` where the
  ///   task is cancelled; what `each` throws.
  public func compare(
    directory old: String, with new: String, matching patterns: [String] = [], recursive isRecursive: Bool = false,
    rules: Rules = Rules(), isolation: isolated (any Actor)? = #isolation,
    each: (_ name: String, Result<DiffResult, LunaDiffError>?) async throws -> Void
  ) async throws {
    let pairs = try await working { work in
      var search = DirectoryPairs()
      search.patterns = patterns
      search.isRecursive = isRecursive
      search.claimed = try pluginProgram(work).claimedExtensions().union(readers.values.flatMap(\.extensions))
      return try search.pairs(old: old, new: new, base: BatchPair(name: "", old: nil, new: nil))
    }
    for pair in pairs { try await each(pair.name, outcome(of: pair, rules)) }
  }

  private func outcome(of pair: BatchPair, _ rules: Rules) async throws -> Result<DiffResult, LunaDiffError>? {
    if let problem = pair.problem { return .failure(LunaDiffError(.input, problem)) }
    guard let old = pair.old, let new = pair.new else { return nil }
    do { return .success(try await compare(old: .file(old), new: .file(new), rules: rules)) } catch let error
      as LunaDiffError
    { return .failure(error) }
  }
}

/// A reader of an app's own.
struct HostReader: Sendable {
  let extensions: [String]
  let read: @Sendable (String, [String: String]) throws -> Input
}

/// A format of an app's own: is given the result, and what takes text.
typealias HostFormat = @Sendable (DiffResult, (String) throws -> Void) throws -> Void

extension LunaHost {
  /// Adds a reader of files in a format of the app's own.
  ///
  /// ```swift
  /// host.reader("acme.ledger", extensions: ["led"]) { text, settings in
  ///   .rows(try Ledger(text, year: settings["year"]).entries)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What ``Input/file(_:reader:settings:)`` calls it.
  ///   - extensions: The extensions of files that it reads without being named, also with `.gz` or `.zst` behind them.
  ///   - read: Makes records of a file's content, inflated, and of what the reader is told; called on any thread. What
  ///     it throws is the error of the input.
  public mutating func reader(
    _ name: String, extensions: [String] = [],
    _ read: @escaping @Sendable (_ text: String, _ settings: [String: String]) throws -> Input
  ) { readers[name] = HostReader(extensions: extensions.map { $0.lowercased() }, read: read) }

  /// Adds a format of reports.
  ///
  /// ```swift
  /// host.format("acme.keys") { result, write in
  ///   for change in result.changes { try write("\(change.kind) \(change.key)\n") }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - name: What ``Report/named(_:)`` calls it.
  ///   - write: Is given the result, and a function that takes text.
  public mutating func format(
    _ name: String, _ write: @escaping @Sendable (DiffResult, (String) throws -> Void) throws -> Void
  ) { formats[name] = write }

  /// The reader of a file: the one that is named, else the one for its extension.
  func reader(of path: String, _ choice: ReaderChoice) -> HostReader? {
    if let name = choice.name { return readers[name] }
    var name = path.lowercased()
    if let suffix = [".gz", ".zst"].first(where: name.hasSuffix) { name.removeLast(suffix.count) }
    return readers.sorted { $0.key < $1.key }.map(\.value).first { reader in
      reader.extensions.contains { name.hasSuffix(".\($0)") }
    }
  }

  /// One of the two sides of a merge.
  public enum MergeSide: Sendable {
    /// The side whose order and spelling the result has.
    case ours
    case theirs
  }

  /// Joins the changes that two sides made to a third, record by record and column by column.
  ///
  /// - Parameters:
  ///   - base: What both sides come from.
  ///   - ours: Our side, whose order and spelling the result has.
  ///   - theirs: Their side.
  ///   - rules: What makes records the same record, and equal; where they name no key, one is searched for.
  ///   - favored: The side that holds where both exclude each other; with none, conflicts are marked in the text.
  /// - Returns: The whole text; the keys of records that both sides changed in ways that exclude each other, in the
  ///   text's order; how many records of ours were deleted, inserted and updated because theirs did so.
  /// - Throws: As ``compare(old:new:rules:memory:temporaryFolder:progress:)``; a conflict is no error.
  public func merge(base: Input, ours: Input, theirs: Input, rules: Rules = Rules(), favoring favored: MergeSide? = nil)
    async throws -> (text: [UInt8], conflicts: [[Value]], taken: ChangeSummary)
  {
    try await working { work in
      let rules = try loaded(rules, work)
      let plan = rules.ruleSet.plan(ComparisonRun(scripts: rules.scripts, workers: workers, meter: work.read.meter))
      let tables = try [base, ours, theirs].map { try $0.open(rules.ruleSet, work, self).table() }
      let output = try Patching.Merge.merge(
        base: tables[0], ours: tables[1], theirs: tables[2], plan: plan,
        favor: favored.map { $0 == .ours ? .ours : .theirs } ?? .none)
      return (output.text, output.conflicts.map { $0.key.map(Value.init) }, output.taken)
    }
  }

  /// Applies a recorded result to an input, or takes it back.
  ///
  /// - Parameters:
  ///   - input: The old records, or the new ones to be turned back.
  ///   - changes: The result as JSON or JSON Lines: ``Report/json``, best with ``Report/Options/isPatchable``.
  ///   - isReversed: Whether the input is the new one.
  /// - Returns: The other input's text.
  /// - Throws: `LunaDiffError` where the result does not fit, or something cannot be read.
  public func patch(_ input: Input, changes: some Sequence<UInt8>, reversed isReversed: Bool = false) async throws
    -> [UInt8]
  {
    let changes = Array(changes)
    return try await working { work in
      let result = try RecordedResult.read(bytes: changes, name: "changes")
      let opened = try input.open(RuleSet(), work, self)
      var use = PatchUse()
      use.isReverse = isReversed
      return try use.apply(result, to: opened.name, text: opened.wholeText) { try opened.table() }.text
    }
  }

  /// Adds a plug-in that the app has as text; it has no modules and no data beside it, and has to work.
  ///
  /// No other of the host's may have the name that it says.
  ///
  /// - Parameters:
  ///   - lua: What a plug-in's file holds.
  ///   - name: What messages call it.
  public mutating func plugin(_ lua: String, name: String) {
    pluginTexts.append(PluginSource(text: Array(lua.utf8), name: name))
  }

  /// The names of what plug-ins offer, those that come with the library among them: of `comparators`, `normalizers`,
  /// `readers`, `formats` and `rules`.
  ///
  /// Each is named as it is used: `acme.iban` for `luna.compare.acme.iban()` and `luna.text.acme.iban()`, which
  /// ``Rules/Comparator/lua(_:)`` and ``Rules/Normalizer/lua(_:)`` take, and `acme:ledger` for inputs, reports and
  /// ``Rules/file(_:)``.
  ///
  /// - Throws: `LunaDiffError` where one of the host's plug-ins does not work.
  public func offers() async throws -> [String: [String]] {
    try await working { work in
      let plugins: [Plugin] = try pluginProgram(work).load().outcomes.compactMap {
        if case .loaded(let plugin) = $0.status { plugin } else { nil }
      }
      func mark(_ kind: Plugin.Kind) -> String { [.comparators, .normalizers].contains(kind) ? "." : ":" }
      let names = Plugin.Kind.allCases.map { kind in
        let names = plugins.flatMap { plugin in plugin.names[kind, default: []].map { plugin.name + mark(kind) + $0 } }
        return (kind.rawValue, names)
      }
      return Dictionary(uniqueKeysWithValues: names)
    }
  }

  /// Offers a function to rules and plug-ins, as `luna.host.acme.rate(…)`.
  ///
  /// ```swift
  /// host.function("acme.rate") { (country: String) in rates[country] }
  /// ```
  ///
  /// It is called on any thread, several at once. What it throws is an error of the script's line that called it.
  ///
  /// - Parameters:
  ///   - name: Words of letters, digits and `_`, with dots between them.
  ///   - body: Takes what the script gives, as far as it can be decoded so; what it returns is encoded for Lua, `nil`
  ///     as nil.
  public mutating func function<each Argument: Decodable & SendableMetatype, Result: Encodable & SendableMetatype>(
    _ name: String, _ body: @escaping @Sendable (repeat each Argument) throws -> Result
  ) {
    offered.add(name) { values in
      var arguments = HostArguments(values)
      return try ValueEncoder.value(of: body(repeat arguments.next(as: (each Argument).self)))
    }
  }

  /// Offers a function without a result, such as one that counts or logs; scripts get nil.
  ///
  /// - Parameters:
  ///   - name: Words of letters, digits and `_`, with dots between them.
  ///   - body: Takes what the script gives, as far as it can be decoded so.
  public mutating func function<each Argument: Decodable & SendableMetatype>(
    _ name: String, _ body: @escaping @Sendable (repeat each Argument) throws -> Void
  ) {
    function(name) { (arguments: repeat each Argument) -> Value in
      try body(repeat each arguments)
      return .null
    }
  }

  /// Offers a comparator to rules: `equal = { account = "acme.iban" }`, or `luna.host.acme.iban` as a value.
  ///
  /// - Parameters:
  ///   - name: Words of letters, digits and `_`, with dots between them.
  ///   - body: Whether the old and the new value are equal; called on any thread. The same value is equal without a
  ///     call, and one that is missing or null equals nothing else, unless the function takes optionals.
  public mutating func comparator<Operand: Decodable & SendableMetatype>(
    _ name: String, _ body: @escaping @Sendable (Operand, Operand) throws -> Bool
  ) { offered.add(name, HostComparator(name, Rules.Comparator.typed(body))) }

  /// Offers a normalizer to rules: `normalize = { account = "acme.compact" }`, or `luna.host.acme.compact` as a value.
  ///
  /// - Parameters:
  ///   - name: Words of letters, digits and `_`, with dots between them.
  ///   - body: Rewrites a value before anything looks at it; called on any thread. A value that is missing or null
  ///     stays as it is, unless the function takes an optional.
  public mutating func normalizer<Operand: Decodable & SendableMetatype, Result: Encodable & SendableMetatype>(
    _ name: String, _ body: @escaping @Sendable (Operand) throws -> Result
  ) { offered.add(name, HostNormalizer(name, Rules.Normalizer.typed(body))) }
}

/// The arguments of a function that a script calls, taken one after another.
private struct HostArguments {
  private let values: [Records.Value]
  private var taken = 0

  init(_ values: [Records.Value]) { self.values = values }

  mutating func next<T: Decodable>(as type: T.Type) throws -> T {
    let value = taken < values.count ? values[taken] : .null
    taken += 1
    do { return try ValueDecoder.decode(value) } catch let error as DecodingError {
      throw HostRules.BadArgument(taken, error.words)
    }
  }
}

extension LunaHost {
  /// Says how well columns would do as a key, and searches for keys.
  ///
  /// - Parameters:
  ///   - old: The old records, or the only ones.
  ///   - new: The new records; `nil` if there are none.
  ///   - keys: Keys to try, each of one column or several; if there is none, keys are searched for.
  ///   - rules: What happens to values before they are compared, and which records take part.
  /// - Returns: The keys, the best one first: their columns, none for the identity of rules that is a function; how
  ///   many records of all inputs repeat an identity that an earlier one has, and how many lack a part of it; with a
  ///   second input, the certain pairs as a share of the smaller input's records, from 0 to 1, and what a comparison by
  ///   the key reports.
  /// - Throws: As ``compare(old:new:rules:memory:temporaryFolder:progress:)``.
  public func probe(_ old: Input, _ new: Input? = nil, keys: [[String]] = [], rules: Rules = Rules()) async throws
    -> [(columns: [String], duplicates: Int, unfilled: Int, matchRate: Double?, summary: ChangeSummary?)]
  {
    try await working { work in
      let rules = try loaded(rules, work)
      let tables = try [old, new].compactMap { input in try input?.open(rules.ruleSet, work, self).table() }
      let plan = rules.ruleSet.plan(ComparisonRun(scripts: rules.scripts, workers: workers, meter: work.read.meter))
      let probe = KeyProbe(source: tables[0], target: tables.count > 1 ? tables[1] : nil, plan: plan)
      let report = try probe.report(
        on: keys.map { KeyCandidate(columns: $0) }, searching: keys.isEmpty ? SearchLimits() : nil)
      return report.keys.map { ($0.columns ?? [], $0.duplicates, $0.unfilled, $0.match?.rate, $0.match?.summary) }
    }
  }
}
