import Comparing
import LuaRuntime
import Platform
import Records

/// Plug-ins as text, for what is done with them outside of rules: list them, read an input, write a report.
package struct PluginProgram: Sendable {
  /// What they run in, with those that come with the program.
  ///
  /// All limits bound loading; after that only the memory counts, unless they end what never ends: reading and
  /// reporting take as long as there are records.
  private var environment: ScriptEnvironment
  /// Whether the limits hold while an input is read and a report is written, too.
  private let endsWork: Bool
  /// Whether no rules in Lua follow, so that the debugger begins with the plug-ins.
  private let isAlone: Bool

  package init(in environment: ScriptEnvironment, endsWork: Bool = false, isAlone: Bool = false) {
    self.environment = environment
    // Mostly there are no others, and then the list need not be copied.
    self.environment.plugins =
      environment.plugins.isEmpty ? BundledPlugins.sources : environment.plugins + BundledPlugins.sources
    self.endsWork = endsWork
    self.isAlone = isAlone
  }

  /// - Parameter sources: Plug-ins beside those that come with the program.
  package init(_ sources: [PluginSource] = []) { self.init(in: ScriptEnvironment(plugins: sources)) }

  private var sources: [PluginSource] { environment.plugins }

  package var hasOwn: Bool { sources.contains { !$0.isBundled && $0.isTrusted } }

  /// Loads every plug-in and says what came of it; a required one that is broken is no error here.
  package func outcomes() throws -> [PluginOutcome] {
    var program = self
    for index in sources.indices { program.environment.plugins[index].isRequired = false }
    return try program.load().outcomes
  }

  /// Makes sure that the required plug-ins can be loaded; throws what is wrong with the first that cannot.
  package func check() throws { _ = try load() }

  /// Makes a state with the library and the plug-ins in it.
  package func load() throws -> (state: LuaState, outcomes: [PluginOutcome]) {
    let (state, loader) = try environment.makeState(debugsPlugins: isAlone && hasOwn)
    try RuleError.locating { () throws(LuaError) in
      for kind in [Plugin.Kind.readers, .formats] where state.isObserved {
        try PluginNames(kind: kind, state: state).noteFunctions()
      }
      try state.freezeGlobals()
      for environment in loader.environments { try state.freezeGlobals(in: environment) }
    }
    let limits = environment.limits
    state.limits = endsWork ? limits : LuaLimits(memory: limits.memory)
    // A record takes some instructions.
    if endsWork { state.limits.records = limits.instructions.map { $0 / 100 } }
    return (state, loader.outcomes)
  }

  /// Lets an error of Lua's name the plug-in that it came from; one of the host's comes out as it is.
  package func naming<R>(_ outcomes: [PluginOutcome], _ body: () throws -> R) throws -> R {
    do { return try body() } catch {
      guard var named = error as? RuleError ?? (error as? LuaError).map({ RuleError($0) }) else { throw error }
      if let underlying = named.error.underlying { throw underlying }
      named.blame(outcomes)
      throw named
    }
  }
}

extension PluginProgram {
  /// Reads an input through a plug-in's reader.
  ///
  /// - Parameter reader: The reader's name, or `plugin:name`; without one the reader that claims the input by its name,
  ///   its address or its first bytes.
  /// - Returns: The records, and whether a reader gave them; `nil` where none is named, none claims the input, and it
  ///   need not be read to be sure of that.
  /// - Throws: ``RuleError`` where the reader fails, `RecordError` where the input cannot be read.
  package func read(_ input: ReaderInput, by reader: String? = nil) throws -> (records: RecordInput?, isByReader: Bool)
  {
    if let reader { return (try with { try $0.read(input, by: reader) }, true) }
    var input = input
    if let look = try input.look(), isWorthAsking(look, input),
      let records = try with({ try $0.read(input, seen: look) })
    {
      return (records, true)
    }
    return (try input.plainRecords(), false)
  }

  /// The extensions of the files that readers claim, in small letters.
  package func claimedExtensions() throws -> Set<String> { try with { try $0.extensions() } }

  /// What is said of plug-ins that cannot be used and whose texts name the extension of a file that no reader claims.
  ///
  /// They are not run to find that out.
  package func absentReaders(of names: [String]) -> [String] {
    let unknown = names.filter { InputFormat(fileName: $0) == nil }.compactMap { name in
      name.split(separator: "/").last?.split(separator: ".").dropFirst().last { !["gz", "zst"].contains($0) }
    }
    guard !unknown.isEmpty, sources.contains(where: { !$0.isBundled }), let outcomes = try? outcomes(),
      let claimed = try? claimedExtensions()
    else { return [] }
    return outcomes.compactMap { outcome in
      guard let problem = outcomes.problem(of: outcome.name), let text = try? TextFile.readPlugin(outcome.path) else {
        return nil
      }
      let words = LuaTokens.all(in: text).filter { $0.kind == .string }.map {
        $0.text.dropFirst().dropLast().lowercased()
      }
      let named = unknown.map { $0.lowercased() }.first { !claimed.contains($0) && words.contains($0) }
      return named.map { "the plug-in '\(outcome.name)', which names '.\($0)', \(problem)" }
    }
  }

  package func checkReader(_ name: String) throws { try with { _ = try $0.reader(name) } }

  package func hasReader(_ name: String) throws -> Bool { try with { try $0.has(name) } }

  /// Most files are text, which none of the bundled readers claims: no state is made for them.
  private func isWorthAsking(_ look: ReaderInput.Look, _ input: ReaderInput) -> Bool {
    let isForeign = ForeignFormat(of: look.start, named: input.name) != nil
    return look.scheme != nil || isForeign || hasOwn
  }

  private func with<R>(_ body: (PluginReaders) throws -> R) throws -> R {
    let (state, outcomes) = try load()
    return try naming(outcomes) { try body(PluginReaders(in: state, outcomes: outcomes)) }
  }
}

/// The plug-ins that come with the program.
enum BundledPlugins {
  /// In the order of their names; another plug-in of the same name hides it.
  static let sources = [
    source("github", PackageResources.github_lua),
    source("parquet", PackageResources.parquet_lua),
    source("postgres", PackageResources.postgres_lua),
    source("s3", PackageResources.s3_lua),
    source("sql", PackageResources.sql_lua),
    source("sqlite", PackageResources.sqlite_lua),
    source("xlsx", PackageResources.xlsx_lua),
  ]

  private static func source(_ name: String, _ text: [UInt8]) -> PluginSource {
    PluginSource(bundled: "bundled/\(name).lua", text: text)
  }
}
