import Comparing
import LuaRuntime
import Platform
import Synchronization

/// Rules in Lua, as text: every worker has a state of its own in which they are loaded.
package struct RuleProgram: Sendable {
  /// One rules file, or text from the command line.
  package struct Source: Sendable {
    package let name: String
    package let text: [UInt8]
    /// Whether a bare expression will do, as it does for text from the command line.
    package let allowsExpression: Bool
    /// The name of rules that a plug-in has, in place of text.
    package let pluginRules: String?
    /// Where in what the text returns the rules are; `nil`: they are all of it.
    package let part: ManifestPart?
    /// The path of the inputs below the directory of a project, whose text says by patterns which rules hold; `nil`:
    /// it says rules.
    let inputs: String?
    /// Where `require` and `luna.lookup` look; `nil` for rules that have no place.
    package let directory: String?
    /// The modules of rules that were read whole; `nil` for others.
    private let modules: [LuaModule]?

    package init(
      name: String, text: [UInt8], in directory: String? = nil, allowsExpression: Bool = false,
      part: ManifestPart? = nil, modules: [LuaModule]? = nil, inputs: String? = nil, pluginRules: String? = nil
    ) {
      self.name = name
      self.text = text
      self.directory = directory
      self.allowsExpression = allowsExpression
      self.part = part
      self.modules = modules
      self.inputs = inputs
      self.pluginRules = pluginRules
    }

    /// Whether the text says rules, and nothing else.
    var isRules: Bool { part == nil && pluginRules == nil && inputs == nil }

    /// Why they find no file, where that is so.
    fileprivate var advice: String {
      modules == nil ? LookupFiles.noPlace : "of a project only the Lua files are read that were trusted"
    }

    fileprivate var places: LuaModules {
      LuaModules(
        texts: modules ?? [], directories: directory.map { [$0] } ?? [], advice: directory == nil ? advice : "")
    }
  }

  /// In order; later ones override earlier ones.
  package let sources: [Source]
  package private(set) var environment: ScriptEnvironment
  /// States that the rules are loaded in, for the next worker that needs one.
  let idle = IdleStates()
  /// The functions that need no Lua, compiled once for all states.
  let compilation = Compilation()
  /// The files that rules have looked things up in, read once for all states.
  package let lookups = LookupCache()

  package init(sources: [Source] = [], in environment: ScriptEnvironment = ScriptEnvironment()) {
    self.sources = sources
    self.environment = environment
  }

  /// The same rules in the same states, whose calls something else ends.
  package func ended(by interrupt: LuaInterrupt) -> RuleProgram {
    var program = self
    program.environment.interrupt = interrupt
    return program
  }

  /// Makes a state with the library and runs every source in it.
  ///
  /// - Parameter isAgain: Whether the sources have run before, so that what they print as they are loaded has been
  ///   seen.
  /// - Throws: ``RuleError`` for a source that cannot be loaded or has a wrong rule.
  package func load(isAgain: Bool = false) throws -> LoadedRules {
    let conditions = ConditionLog()
    var files = environment.lookups(cache: lookups)
    for source in sources { files.add(source.name, in: source.directory, else: source.advice) }
    let silence: ([UInt8]) -> Void = { _ in }
    var hasPrinted = false
    let print: ([UInt8]) -> Void = { [environment] line in
      hasPrinted = true
      environment.print(line)
    }
    let (state, plugins) = try environment.makeState(
      lookups: files, conditions: conditions, printer: isAgain ? silence : print)
    var loaded = LoadedRules(state: state, plugins: plugins, conditions: conditions)
    if !sources.isEmpty { environment.debugger?.start() }
    for source in sources {
      // A manifest has been seen to print when it was read.
      state.printer = isAgain || source.part != nil ? silence : print
      try loaded.add(source)
    }
    loaded.hasPrinted = hasPrinted
    try RuleError.locating { () throws(LuaError) in try loaded.freeze() }
    state.printer = environment.print
    try RuleError.locating { () throws(LuaError) in
      for (function, name) in zip(loaded.functions.list, loaded.functions.names) { try state.note(name, of: function) }
    }
    return loaded
  }
}

extension RuleProgram {
  /// Whether other comparisons get from this program what each would get from one of its own: no function needs Lua,
  /// where it may remember what it has seen, and nobody waits for what loading prints, or counts what it does.
  package func servesOthers(_ loaded: LoadedRules) -> Bool {
    guard environment.recorder == nil, environment.debugger == nil, !loaded.hasPrinted else { return false }
    if loaded.functions.list.isEmpty { return true }
    guard environment.runsCompiled else { return false }
    do { return try compilation.functions(of: loaded).functions.count == loaded.functions.list.count } catch {
      return false
    }
  }

  /// Whether something has failed, so that Lua is asked everything from then on.
  package var isLeftToLua: Bool { compilation.isLeftToLua }
}

package struct LoadedRules {
  package let state: LuaState
  /// What the sources say, laid over each other.
  package private(set) var ruleSet = RuleSet()
  /// The functions that the rule set refers to by number.
  package private(set) var functions = RuleFunctions()
  package let plugins: [PluginOutcome]
  /// What each source says by itself.
  package private(set) var parts: [RuleSet] = []
  /// Whether loading them has printed anything that was to be seen.
  fileprivate(set) var hasPrinted = false
  /// For how many workers the state has been there.
  var uses = 0
  private var environments: [LuaTable]
  private let conditions: ConditionLog

  package init(state: LuaState, plugins: PluginLoader, conditions: ConditionLog = ConditionLog()) {
    self.state = state
    self.conditions = conditions
    self.plugins = plugins.outcomes
    environments = plugins.environments
  }

  package mutating func add(_ source: RuleProgram.Source) throws {
    do { try read(source) } catch {
      guard var error = error as? RuleError, error.plugin == nil else { throw error }
      error.blame(plugins)
      if error.error.chunk == nil {
        let message = error.error.message
        let rule = message.split(separator: "'", omittingEmptySubsequences: false).dropFirst().first ?? ""
        let place = RulePositions([source]).position(of: String(rule), message: message, place: nil)
        error.definition = (source.name, place.line)
      }
      throw error
    }
  }

  private mutating func read(_ source: RuleProgram.Source) throws {
    let (result, environment) = try RuleError.locating { () throws(LuaError) in
      let environment = try state.makeEnvironment(source.places)
      if let name = source.pluginRules {
        let names = PluginNames(kind: .rules, state: state, outcomes: plugins)
        return (try names.value(name), environment)
      }
      let chunk = try compile(source, environment)
      // A manifest holds other rules, too, which are read by themselves.
      if source.part == nil { conditions.begin(source.name) }
      return (try state.call(chunk).first ?? .nil, environment)
    }
    environments.append(environment)
    let place = source.part.map { "\(source.name): \($0)" } ?? source.name
    var reader = RuleTableReader(source: place, functions: functions)
    let rules = try RuleError.locating { () throws(LuaError) in
      if let part = source.part { return try reader.read(part, of: result) }
      if let inputs = source.inputs {
        let project = try ProjectTable(result, source: source.name)
        return try project.rules(for: inputs, by: &reader) { (name) throws(LuaError) in
          guard case .function(let require) = try environment.get("require") else { return .nil }
          return try state.call(require, [.string(name)]).first ?? .nil
        }
      }
      switch result {
      case .table(let table): return try reader.read(table)
      case .nil: return try reader.read(globals: state.definedGlobals(in: environment))
      default:
        throw LuaError(
          "\(source.name): a rules file returns a table of rules or defines globals, not a \(result.typeName)")
      }
    }
    functions = reader.functions
    parts.append(rules)
    ruleSet = ruleSet.overridden(by: rules)
    try RuleError.locating { () throws(LuaError) in
      if source.isRules {
        try RuleTableReader.refuseOr(in: source.text, of: source.name)
      }
      try conditions.finish()
    }
    if source.isRules {
      ruleSet.idle += RuleTableReader.unused(in: source.text, of: source.name, returning: result)
      if result.isNil, reader.isSilent { ruleSet.idle.append(RuleTableReader.silence(of: source.name)) }
    }
  }

  /// Lays globals that were defined elsewhere over the rules so far.
  package mutating func add(globals: [(key: LuaValue, value: LuaValue)], source: String) throws {
    var reader = RuleTableReader(source: source, functions: functions)
    let rules = try RuleError.locating { () throws(LuaError) in try reader.read(globals: globals) }
    functions = reader.functions
    ruleSet = ruleSet.overridden(by: rules)
  }

  mutating func freeze() throws(LuaError) {
    try state.freezeGlobals()
    for environment in environments { try state.freezeGlobals(in: environment) }
  }

  private func compile(_ source: RuleProgram.Source, _ environment: LuaTable) throws(LuaError) -> LuaFunction {
    do { return try state.load(source.text, name: source.name, environment: environment) } catch
      where source.allowsExpression
    {
      let expression = Array("return ".utf8) + source.text
      do { return try state.load(expression, name: source.name, environment: environment) } catch let other {
        // No statement begins with a brace: what is wrong is in the table.
        let isTable = source.text.first { $0 > UInt8(ascii: " ") } == UInt8(ascii: "{")
        throw isTable ? other : error
      }
    }
  }
}

/// The functions of rules that need no Lua, compiled when a worker first asks.
final class Compilation: Sendable {
  private let known = Mutex<CompiledFunctions?>(nil)

  func functions(of loaded: LoadedRules) throws(LuaError) -> CompiledFunctions {
    try known.withLock { (known) throws(LuaError) in
      if let known { return known }
      let made = try FunctionCompiler.compile(loaded.functions.list, in: loaded.state)
      known = made
      return made
    }
  }

  func leaveToLua() { known.withLock { $0?.leaveToLua() } }

  var isLeftToLua: Bool { known.withLock { $0?.areLeftToLua } ?? false }
}

/// States with rules loaded in them that no worker uses.
///
/// Unchecked: a state is no `Sendable`, but it is in the hands of one thread at a time, which the lock sees to.
final class IdleStates: @unchecked Sendable {
  /// After so many uses a state is made anew, since records that scripts have seen leave a little behind in it.
  private static let mostUses = 10_000

  private let lock = Mutex(())
  private var states: [LoadedRules] = []

  func take() -> LoadedRules? { lock.withLock { _ in states.popLast() } }

  func put(back loaded: LoadedRules) {
    var loaded = loaded
    loaded.uses += 1
    lock.withLock { _ in
      if loaded.uses <= Self.mostUses, states.count < Workers.available { states.append(loaded) }
    }
  }
}
