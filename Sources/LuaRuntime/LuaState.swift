import CLuaBridge
import Platform

/// A Lua state: its libraries, its limits, and protected calls into it.
///
/// Not `Sendable`: a state belongs to one thread at a time; make one for each worker. `pairs` visits string keys in an
/// order that differs from run to run; `math.random` gives the same numbers in every state.
package final class LuaState {
  package let profile: LuaProfile
  /// Where `print` goes: one line with its line feed.
  ///
  /// Standard output unless it is replaced.
  package var printer: ([UInt8]) -> Void = { line in for byte in line { putchar(Int32(byte)) } }
  /// The limits of each outermost call.
  package var limits: LuaLimits { didSet { lb_set_limits(core, LuaState.bridged(limits)) } }

  let core: OpaquePointer
  let pool = ReferencePool()
  // Asked for every object that a host function is given: nobody else writes here meanwhile.
  @exclusivity(unchecked) var classes = LuaClasses()
  var dataSets: [LuaDataSet] = []
  private var freeDataSets: [Int32] = []
  /// The last error that a host function threw, to be recognised when it comes out of Lua again.
  var thrown: (text: [UInt8], error: LuaError)?
  // What goes to Lua, what comes from it, and text that is lent to C.
  let buffers: UnsafeMutablePointer<lb_buffer>
  private(set) var debugger: LuaDebugger?
  /// What ends its calls.
  package var interrupt: LuaInterrupt? { didSet { lb_set_flag(core, interrupt?.flag) } }
  let recorder: LuaRecorder?
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
    guard let core = lb_create(number, LuaState.bridged(limits), context.host, interrupt?.flag) else { throw .noMemory }
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

  package let context: HostContext

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
  package func collectGarbage() throws(LuaError) { _ = try perform(LB_DO_COLLECT, []) }

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

extension LuaState {
  /// Adds a global that every chunk sees and that does not count as defined by one.
  package func setGlobal(_ name: String, _ value: LuaValue) throws(LuaError) {
    _ = try perform(LB_DO_BASE, [.string(name), value])
  }

  /// A global that all chunks share.
  package func global(_ name: String) throws(LuaError) -> LuaValue {
    try perform(LB_DO_GET_GLOBAL, [.string(name)]).first ?? .nil
  }

  /// A table for the globals of one chunk; through it the chunk sees those that all chunks share.
  ///
  /// - Parameter modules: What its `require` finds; `nil`: what that of all chunks finds.
  package func makeEnvironment(_ modules: LuaModules? = nil) throws(LuaError) -> LuaTable {
    guard let modules else { return try onlyTable(LB_DO_ENVIRONMENT, []) }
    let texts = modules.texts.map { module in
      (LuaValue.string(module.name), LuaValue.list([.string(module.text), .path(module.path)]))
    }
    let advice = modules.advice.isEmpty ? "" : "\n\t\(modules.advice)"
    let places: [LuaValue] = [.list(modules.directories.map { .path($0) }), .map(texts), .string(advice)]
    return try onlyTable(LB_DO_ENVIRONMENT, places)
  }

  /// Makes the table that a global holds one that scripts cannot write, with the tables in it.
  package func freezeGlobal(_ name: String) throws(LuaError) {
    guard case .table(let table) = try global(name) else { return }
    try setGlobal(name, .table(table.frozen(as: name)))
  }

  /// What chunks have defined, sorted by name: in this environment, or among the shared globals.
  package func definedGlobals(in environment: LuaTable? = nil) throws(LuaError) -> [(key: LuaValue, value: LuaValue)] {
    let scope = environment.map { LuaValue.table($0) } ?? .nil
    return LuaTable.sorted(try perform(LB_DO_GLOBALS, [scope]))
  }

  /// Ends loading: from now on assigning a global is an error that names it.
  ///
  /// Freeze the shared globals first, then each environment: it takes up what it inherits.
  package func freezeGlobals(in environment: LuaTable? = nil) throws(LuaError) {
    let scope = environment.map { LuaValue.table($0) } ?? .nil
    _ = try perform(LB_DO_FREEZE, [scope])
  }
}

/// Where a function was written.
package struct LuaDefinition: Equatable, Sendable {
  package let chunk: String
  /// Its first and last line, counted from 1; a whole chunk begins at 0.
  package let lines: ClosedRange<Int>
  package let parameters: Int
}

/// A local variable outside a function that it uses, and a digest of its value.
package struct LuaUpvalue: Equatable, Sendable {
  package let name: String
  /// Changes where the value or anything reachable from it changes (up to 20,000 values, 200 deep).
  package let digest: Int64
}

extension LuaState {
  /// The lines of a text that have code; empty for one that is no Lua.
  package static func codeLines(of text: [UInt8]) -> Set<Int> {
    do throws(LuaError) {
      let state = try LuaState()
      return try state.prototype(of: state.load(text, name: "text"))?.codeLines ?? []
    } catch { return [] }
  }

  /// Where the function was written; nil for a host or library function.
  package func definition(of function: LuaFunction) throws(LuaError) -> LuaDefinition? {
    let found = try perform(LB_DO_DEFINITION, [.function(function)])
    guard found.count == 4, let chunk = found[0].text, case .integer(let first) = found[1],
      case .integer(let last) = found[2], case .integer(let parameters) = found[3]
    else { return nil }
    return LuaDefinition(chunk: chunk, lines: Int(first)...Int(max(first, last)), parameters: Int(parameters))
  }

  /// Whether somebody looks at what the state does, or takes it down.
  package var isObserved: Bool { recorder != nil || debugger != nil }

  /// Says to whoever looks at the state, or takes down what it does, which rule a function is.
  package func note(_ rule: String, of function: LuaFunction) throws(LuaError) {
    guard isObserved, let found = try definition(of: function) else { return }
    let position = LuaTimings.Function(chunk: found.chunk.chunkName, line: found.lines.lowerBound)
    recorder?.note(rule, at: position)
    debugger?.note(rule, at: position)
  }

  /// What the function carries from call to call.
  ///
  /// Where two fingerprints differ, calls between them wrote an upvalue; globals cannot be written
  /// once they are frozen.
  package func upvalueFingerprint(_ function: LuaFunction) throws(LuaError) -> [LuaUpvalue] {
    let found = try perform(LB_DO_STATE_OF, [.function(function)])
    return stride(from: 0, to: found.count - 1, by: 2).compactMap { index in
      guard let name = found[index].text, case .integer(let digest) = found[index + 1] else { return nil }
      return LuaUpvalue(name: name, digest: digest)
    }
  }
}

/// Whether there is code in a state that nobody has looked through: asked without the state, which takes longer.
package struct LuaUnseenChunks {
  fileprivate let count: UnsafePointer<UInt8>

  package var areThere: Bool { count.pointee != 0 }
}

/// Which table or function a value is.
package struct LuaAddress: Sendable {
  package let number: Int64
  /// Whether it is a table without a metatable of a script's.
  package let isPlain: Bool
  /// Whether it is a view that no script can write.
  package let isFrozen: Bool
}

extension LuaState {
  /// The code of a function; `nil` for one of the host's or of a library.
  package func prototype(of function: LuaFunction) throws(LuaError) -> LuaPrototype? {
    try perform(LB_DO_CODE, [.function(function)]).first?.prototype
  }

  /// Whether a chunk was loaded after the globals were frozen, or a text by a script: ``takeChunks()`` knows nothing of
  /// these.
  package var hasLateChunks: Bool { unseenChunks.areThere }

  /// Says whether there are such chunks, as long as the state is there.
  package var unseenChunks: LuaUnseenChunks { LuaUnseenChunks(count: lb_unseen_chunks(core)) }

  /// The code of every chunk that was loaded before the globals were frozen, which is given once; of a driver script,
  /// whose globals never are, all that there is each time.
  package func takeChunks() throws(LuaError) -> [LuaPrototype?] {
    try perform(LB_DO_CHUNKS, []).map(\.prototype)
  }

  /// The values that a function holds, in the order of its prototype's upvalues.
  package func upvalues(of function: LuaFunction) throws(LuaError) -> [LuaValue] {
    try perform(LB_DO_UPVALUES, [.function(function)])
  }

  /// A number that no other table or function has that lives, and whether a table's fields are what it holds.
  package func address(of value: LuaValue) throws(LuaError) -> LuaAddress {
    let found = try perform(LB_DO_ADDRESS, [value])
    guard found.count == 2, case .integer(let number) = found[0], case .integer(let kind) = found[1] else {
      throw .closed
    }
    return LuaAddress(
      number: number, isPlain: kind == Int64(LB_TABLE_PLAIN.rawValue), isFrozen: kind == Int64(LB_TABLE_FROZEN.rawValue)
    )
  }
}

extension LuaState {
  /// Compiles a chunk of text; binary chunks are refused.
  ///
  /// - Parameters:
  ///   - source: UTF-8 or any bytes; a byte order mark and a first line with `#` are skipped.
  ///   - name: what messages call it, usually the file's path.
  ///   - environment: where its globals go; `nil`: to those that all chunks share.
  /// - Throws: `LuaError` of kind `.syntax` with its line.
  package func load(_ source: [UInt8], name: String, environment: LuaTable? = nil) throws(LuaError) -> LuaFunction {
    let scope = environment.map { LuaValue.table($0) } ?? .nil
    let result = try perform(LB_DO_LOAD, [.string(source), .string(name), scope])
    guard case .function(let chunk)? = result.first else { throw .closed }
    return chunk
  }

  /// Compiles and runs a chunk of text; returns what it returns.
  @discardableResult package func run(
    _ source: String, name: String = "chunk", environment: LuaTable? = nil, arguments: [LuaValue] = []
  ) throws(LuaError) -> [LuaValue] {
    try call(load(Array(source.utf8), name: name, environment: environment), arguments)
  }

  /// Where `require` looks for modules: `directory/?.lua`, then `directory/?/init.lua`, in order.
  package func setModuleDirectories(_ directories: [String]) throws(LuaError) {
    var known: Set<String> = []
    let distinct = directories.filter { known.insert($0).inserted }
    _ = try perform(LB_DO_DIRECTORIES, distinct.map { .string($0) })
  }

  /// Makes `require "name"` give this value.
  package func setModule(_ name: String, _ value: LuaValue) throws(LuaError) {
    _ = try perform(LB_DO_MODULE, [.string(name), value])
  }

  /// The files that `require` has run, in order.
  package func requiredFiles() throws(LuaError) -> [String] { try perform(LB_DO_FILES, []).compactMap { $0.text } }
}

/// What the `require` of one file finds, beside what the host provides by name.
package struct LuaModules: Sendable, Equatable {
  /// Modules as text, which go before any file.
  package var texts: [LuaModule]
  /// Where other modules are looked for.
  package var directories: [String]
  /// What a message says, below the places, where there is no such module.
  package var advice: String

  package init(texts: [LuaModule] = [], directories: [String] = [], advice: String = "") {
    self.texts = texts
    self.directories = directories
    self.advice = advice
  }
}

/// A module as text, for `require`.
package struct LuaModule: Sendable, Equatable {
  /// What `require` is given, such as `money.helper`.
  package let name: String
  /// The file that messages name.
  package let path: String
  package let text: [UInt8]

  package init(name: String, path: String, text: [UInt8]) {
    self.name = name
    self.path = path
    self.text = text
  }
}

extension LuaState {
  /// Makes the records of a data set readable; returns its number, for `LuaRecord(dataSet:row:)`.
  ///
  /// The data set lives as long as the state, or until it is taken back and another one has its place. A state holds at
  /// most 65,536 of them at a time.
  package func register(_ dataSet: LuaDataSet) throws(LuaError) -> Int32 {
    var names = lb_buffer()
    defer { lb_buffer_free(&names) }
    for column in dataSet.columns { put(Array(column.utf8), to: &names) }
    let source = lb_source(
      context: dataSet.context, owner: Unmanaged.passUnretained(dataSet).toOpaque(), field: dataSet.read,
      resolve: resolveColumn, nested: readNested, describe: describeRow)
    let count = Int32(truncatingIfNeeded: dataSet.columns.count)
    if let number = freeDataSets.last {
      guard lb_replace_source(core, number, source, names.bytes, names.count, count) else { throw lastError() }
      freeDataSets.removeLast()
      dataSet.number = number
      dataSets[Int(number) & LB_LAST_SOURCE] = dataSet
      return number
    }
    guard dataSets.count <= LB_LAST_SOURCE else { throw .tooManyDataSets }
    let number = lb_add_source(core, source, names.bytes, names.count, count)
    guard number >= 0 else { throw lastError() }
    dataSet.number = number
    dataSets.append(dataSet)
    return number
  }

  /// Takes a data set back, whose place may be given to another one.
  ///
  /// - Parameter isLent: Whether Lua has seen a record of it. Then the next one gets another number, so that such a
  ///   record is told from those of the next; a place whose numbers are used up is given to none any more.
  package func unregister(dataSet number: Int32, isLent: Bool) {
    let next = isLent ? number + Int32(LB_SOURCE_GENERATION) : number
    if next <= LB_LAST_NUMBER { freeDataSets.append(next) }
  }

  /// The columns of a record's data set, in order; none for a record of no data set.
  package func columns(of record: LuaRecord) -> [String] { dataSet(of: record)?.columns ?? [] }

  /// The data set that a record belongs to; `nil` for none, and for one that was taken back and replaced.
  package func dataSet(of record: LuaRecord) -> LuaDataSet? {
    let position = Int(record.dataSet) & LB_LAST_SOURCE
    guard dataSets.indices.contains(position), dataSets[position].number == record.dataSet else { return nil }
    return dataSets[position]
  }
}

private func dataSet(_ owner: UnsafeMutableRawPointer?) -> LuaDataSet? {
  owner.map { Unmanaged<LuaDataSet>.fromOpaque($0).takeUnretainedValue() }
}

private func resolveColumn(
  _ owner: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?, _ length: Int,
  _ out: UnsafeMutablePointer<lb_field>?
) -> Int32 {
  guard let set = dataSet(owner) else { return -1 }
  let bytes = BytesView(start: name, count: length)
  switch set.resolve(String(decoding: bytes, as: UTF8.self)) {
  case .column(let column): return Int32(truncatingIfNeeded: column)
  case .unknown(let message):
    var error = LuaError(message)
    error.complaint = .unknownColumn
    set.state.thrown = (Array(message.utf8), error)
    set.lend(message, to: out)
    return -1
  }
}

private func readNested(_ owner: UnsafeMutableRawPointer?, _ row: Int64, _ column: Int32) -> Int32 {
  guard let set = dataSet(owner) else { return 0 }
  do throws(LuaError) { return set.state.reply(.one(try set.nested(Int(row), Int(column)))) } catch {
    set.state.reply(error, from: "index")
    return -1
  }
}

private func describeRow(_ owner: UnsafeMutableRawPointer?, _ row: Int64, _ out: UnsafeMutablePointer<lb_field>?) {
  guard let set = dataSet(owner) else { return }
  set.lend(set.describe(Int(row)), to: out)
}
