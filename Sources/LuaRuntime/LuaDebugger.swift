import CLuaBridge

/// Stops scripts where somebody wants to look at them.
///
/// Serves all states that are made with it, one after another or inside each other. Unchecked: they belong to one
/// thread at a time, and so does this.
package final class LuaDebugger: @unchecked Sendable {
  /// What a debugger stops at beside its breaks.
  package struct Occasions: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// An error that no script catches, where it is raised.
    package static let errors = Occasions(rawValue: 1)
    /// That somebody asks to interrupt what runs.
    package static let interruptions = Occasions(rawValue: 2)
  }

  /// How a script that stands still goes on.
  package struct Going: Sendable {
    fileprivate let bridged: lb_going

    /// To the next break.
    package static let resume = Going(bridged: LB_GO_ON)
    /// To the next line, in whatever function.
    package static let stepInto = Going(bridged: LB_GO_INTO)
    /// To the next line of this function, or of what called it.
    package static let stepOver = Going(bridged: LB_GO_OVER)
    /// To the next line of what called this function.
    package static let stepOut = Going(bridged: LB_GO_OUT)
    /// As it went before.
    package static let asBefore = Going(bridged: LB_GO_AS)
    /// To its end: the call is interrupted.
    package static let end = Going(bridged: LB_GO_END)
  }

  package var occasions: Occasions = [] {
    didSet { lb_debugger_stop_at(core, occasions.contains(.errors), occasions.contains(.interruptions)) }
  }
  /// Looks at a script that stands still, and says how it goes on.
  package var onPause: (LuaPause) -> Going = { _ in .resume }
  /// Whether the first program that is run stops before its first line.
  package var stopsAtStart = false
  /// What functions are to the rules and plug-ins that they stand in.
  package private(set) var rules: [LuaTimings.Function: Set<String>] = [:]
  let hidden: String
  package let interrupt: LuaInterrupt
  private let core: OpaquePointer

  package init(hiding hidden: String, interrupt: LuaInterrupt = LuaInterrupt()) throws(LuaError) {
    guard let core = lb_debugger_create(hidden) else { throw .noMemory }
    self.core = core
    self.hidden = hidden
    self.interrupt = interrupt
  }

  deinit { lb_debugger_free(core) }

  /// Stops where a line begins of every chunk whose path is `file`, or ends in it.
  package func add(_ number: Int, file: String, line: Int) throws(LuaError) {
    guard lb_debugger_add(core, Int32(clamping: number), file, Int32(clamping: line)) else { throw .noMemory }
  }

  package func remove(_ number: Int) { lb_debugger_remove(core, Int32(clamping: number)) }

  /// Says how scripts go on that do not stand still.
  package func go(_ going: Going) { lb_debugger_go(core, going.bridged) }

  /// Says which rule a function is.
  package func note(_ rule: String, at function: LuaTimings.Function) { rules[function, default: []].insert(rule) }

  package func start() {
    guard stopsAtStart else { return }
    stopsAtStart = false
    go(.stepInto)
  }

  func attach(to state: OpaquePointer) -> lb_status { lb_debug(state, core) }

  func pause(_ state: LuaState, _ pause: lb_pause) -> lb_going {
    onPause(LuaPause(pause, in: state, hidden: hidden)).bridged
  }
}
