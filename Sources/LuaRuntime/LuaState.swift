import CLuaBridge
import Platform

/// A Lua state: its libraries, its limits, and protected calls into it.
///
/// Not `Sendable`: a state belongs to one thread at a time; make one for each worker. `pairs` visits
/// string keys in an order that differs from run to run; `math.random` gives the same numbers in
/// every state.
package final class LuaState {
  package let profile: LuaProfile
  /// Where `print` goes: one line with its line feed.
  ///
  /// Standard output unless it is replaced.
  package var printer: ([UInt8]) -> Void = { line in
    for byte in line { putchar(Int32(byte)) }
  }
  /// The limits of each outermost call.
  package var limits: LuaLimits {
    didSet { lb_set_limits(core, LuaState.bridged(limits)) }
  }

  let core: OpaquePointer
  let pool = ReferencePool()
  // Asked for every object that a host function is given: nobody else writes here meanwhile.
  @exclusivity(unchecked) var classes = LuaClasses()
  var dataSets: [LuaDataSet] = []
  /// The numbers of those that were taken back.
  var freeDataSets: [Int32] = []
  /// The last error that a host function threw, to be recognised when it comes out of Lua again.
  var thrown: (text: [UInt8], error: LuaError)?
  // What goes to Lua, what comes from it, and text that is lent to C.
  let buffers: UnsafeMutablePointer<lb_buffer>
  private(set) var debugger: LuaDebugger?
  private let interrupt: LuaInterrupt?
  let recorder: LuaRecorder?
  /// What the recorder calls this state.
  private let recording: Int?

  /// Makes a state with the libraries of its profile.
  ///
  /// - Parameters:
  ///   - recorder: Takes down what the state does.
  ///   - debugger: Stops its scripts where somebody wants to look at them.
  /// - Throws: `LuaError` of kind `.closed` where memory is out.
  package init(
    profile: LuaProfile = .rules, limits: LuaLimits = .rules, interrupt: LuaInterrupt? = nil,
    recorder: LuaRecorder? = nil, debugger: LuaDebugger? = nil
  ) throws(LuaError) {
    self.profile = profile
    self.limits = limits
    let interrupt = interrupt ?? debugger?.interrupt
    self.interrupt = interrupt
    let context = HostContext()
    let number = Int32(profile == .rules ? LB_PROFILE_RULES : LB_PROFILE_DRIVER)
    guard
      let core = lb_create(
        number, LuaState.bridged(limits), context.host, interrupt?.flag)
    else { throw .noMemory }
    self.core = core
    self.recorder = recorder
    recording = recorder?.observe(core)
    self.context = context
    buffers = .allocate(capacity: 3)
    buffers.initialize(repeating: lb_buffer(), count: 3)
    context.state = self
    if let debugger { try attach(debugger) }
  }

  /// Begins to debug what the state runs from its next call on.
  package func attach(_ debugger: LuaDebugger) throws(LuaError) {
    guard debugger.attach(to: core) == LB_OK else { throw lastError() }
    self.debugger = debugger
  }

  private let context: HostContext

  deinit {
    context.state = nil
    lb_close(core)
    if let recording { recorder?.end(recording) }
    for index in 0..<3 { lb_buffer_free(buffers + index) }
    buffers.deallocate()
  }

  /// Bytes that the state holds now, and the most it ever held.
  package var memory: (used: Int, peak: Int) { (lb_memory_used(core), lb_memory_peak(core)) }

  /// Collects all garbage; objects that Lua alone held are released.
  package func collectGarbage() throws(LuaError) {
    _ = try perform(LB_DO_COLLECT, [])
  }

  /// Tells the collector of memory that an object will hold outside of Lua, as if Lua had allocated it.
  ///
  /// To Lua such an object is a few bytes, and it would wait long before it collects those that are not held any more.
  package func noteMemory(_ bytes: Int) throws(LuaError) {
    _ = try perform(LB_DO_STEP, [.integer(Int64(bytes / 1024))])
  }

  /// Counts memory that the host holds for an object as the state's own, until what is returned is gone.
  ///
  /// - Throws: `LuaError` of kind `.memory` where the limit does not allow it.
  package func hold(_ bytes: Int) throws(LuaError) -> LuaHolding {
    _ = try perform(LB_DO_HOLD, [.integer(Int64(max(0, bytes)))])
    return LuaHolding(max(0, bytes), of: self)
  }

  private static func bridged(_ limits: LuaLimits) -> lb_limits {
    let seconds = min(max(limits.seconds ?? 0, 0), 1e9)
    // To the bridge, no nanosecond is no limit.
    let least: Int64 = seconds > 0 ? 1 : 0
    return lb_limits(
      memory: max(limits.memory ?? 0, 0), instructions: Int64(max(limits.instructions ?? 0, 0)),
      nanoseconds: max(least, Int64(seconds * 1e9)))
  }
}
