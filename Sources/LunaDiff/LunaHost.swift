import LuaRuntime
import Requests
import Rules

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

  /// What rules call by name.
  var offered = HostRules()
  /// The app's own readers, by name.
  var readers: [String: HostReader] = [:]
  /// The app's own formats of reports, by name.
  var formats: [String: HostFormat] = [:]

  /// A host with the default limits and nothing of its own.
  public init() {}

  /// What a script may use before it is stopped, as the rooms below want it.
  var limits: LuaLimits {
    var limits = ScriptLimits()
    limits.memory = memoryLimit
    limits.instructions = instructionLimit
    limits.seconds = timeLimit.map { $0 / .seconds(1) }
    return limits.bridged
  }

  /// The plug-ins as text.
  var pluginSources: [PluginSource] {
    plugins.map { PluginSource(path: $0, origin: "host", isRequired: true) }
  }

  /// The plug-ins, for what is done with them outside of rules.
  ///
  /// - Parameter work: Ends what runs in them.
  func pluginProgram(_ work: HostedWork? = nil) -> PluginProgram {
    var program = PluginProgram(pluginSources)
    program.limits = limits
    program.print = printer
    program.offered = offered
    program.interrupt = work?.interrupt
    return program
  }

  /// Where `print` goes, as the rooms below want it.
  var printer: @Sendable ([UInt8]) -> Void {
    { [print] line in
      let text = String(decoding: line, as: UTF8.self)
      print(text.hasSuffix("\n") ? String(text.dropLast()) : text)
    }
  }
}
