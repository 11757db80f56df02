import CLuaBridge

extension LuaState {
  /// Calls a function, protected, and returns all its results.
  package func call(_ function: LuaFunction, _ arguments: [LuaValue] = []) throws(LuaError) -> [LuaValue] {
    try perform(LB_DO_CALL, [.function(function)] + arguments)
  }

  /// What `tostring` says.
  package func text(of value: LuaValue) throws(LuaError) -> [UInt8] {
    guard case .string(let bytes)? = try perform(LB_DO_TEXT, [value]).first else { return [] }
    return bytes
  }

  /// `value[key]`, with metamethods.
  package func get(_ value: LuaValue, _ key: LuaValue) throws(LuaError) -> LuaValue {
    try perform(LB_DO_GET, [value, key]).first ?? .nil
  }

  package func makeTable(_ content: [(LuaValue, LuaValue)] = []) throws(LuaError) -> LuaTable {
    try onlyTable(LB_DO_IDENTITY, [.map(content)])
  }

  /// Runs an operation whose one result is a table.
  func onlyTable(_ operation: lb_operation, _ arguments: [LuaValue]) throws(LuaError) -> LuaTable {
    guard case .table(let table)? = try perform(operation, arguments).first else { throw .closed }
    return table
  }

  /// Runs one operation of the bridge on encoded arguments.
  func perform(_ operation: lb_operation, _ arguments: [LuaValue]) throws(LuaError) -> [LuaValue] {
    try releaseDropped()
    return try perform(operation, arguments, buffers, buffers + 1)
  }

  // Input is read before anything runs and output written after everything ran, so nested calls may share the buffers.
  func perform(
    _ operation: lb_operation, _ arguments: [LuaValue], _ input: UnsafeMutablePointer<lb_buffer>,
    _ output: UnsafeMutablePointer<lb_buffer>
  ) throws(LuaError) -> [LuaValue] {
    input.pointee.count = 0
    for argument in arguments { encode(argument, to: input) }
    let status = lb_do(core, operation, input.pointee.bytes, input.pointee.count, output)
    guard status == LB_OK else { throw lastError() }
    return withExtendedLifetime(arguments) { decodeAll(output.pointee) }
  }

  /// The values that a function of the bridge's writes.
  func values(_ body: (OpaquePointer, UnsafeMutablePointer<lb_buffer>) -> lb_status) throws(LuaError) -> [LuaValue] {
    guard body(core, buffers + 1) == LB_OK else { throw lastError() }
    return decodeAll(buffers[1])
  }

  func copyArgument(_ thread: OpaquePointer, _ index: Int32) throws(LuaError) -> LuaValue {
    let output = buffers + 1
    guard lb_argument_copy(core, thread, index, output) == LB_OK else { throw lastError() }
    return decodeAll(output.pointee).first ?? .nil
  }

  func releaseDropped() throws(LuaError) {
    let dropped = pool.take()
    guard !dropped.isEmpty else { return }
    _ = try perform(LB_DO_RELEASE, dropped.map { .integer($0) }, buffers, buffers + 1)
  }

  func lastError() -> LuaError {
    guard let captured = lb_last_error(core)?.pointee else { return .closed }
    let kind = kind(of: captured)
    let raw = LuaState.bytes(captured.raw)
    let message = LuaState.bytes(captured.message)
    var error: LuaError
    let value = captured.value
    if let thrown, kind == .runtime,
      value == 0 ? thrown.text == raw || thrown.text == message : thrown.error.raised == value
    {
      error = thrown.error
    } else {
      let words = String(decoding: message, as: UTF8.self)
      error = LuaError(LuaError.words(for: kind, limits: limits, lua: words), kind: kind)
      error.complaint = LuaComplaint(kind, words: words)
    }
    error.raised = value
    error.chunk = error.chunk ?? LuaState.string(captured.chunk)
    error.line = error.line ?? (captured.line > 0 ? Int(captured.line) : nil)
    error.function = error.function ?? LuaState.string(captured.function)
    error.traceback = error.traceback ?? LuaState.string(captured.traceback)
    return error
  }

  private func kind(of captured: lb_error) -> LuaError.Kind {
    switch captured.status {
    case LB_SYNTAX: .syntax
    case LB_MEMORY: limits.memory == nil ? .refusedMemory : .memory
    case LB_INSTRUCTIONS: .instructions
    case LB_TIME: .time
    case LB_INTERRUPTED: .interrupted
    case LB_EXIT: .exit(Int(captured.exit_code))
    case LB_HANDLER: .handler
    default: .runtime
    }
  }

  static func bytes(_ buffer: lb_buffer) -> [UInt8] {
    Array(UnsafeBufferPointer(start: buffer.bytes, count: buffer.count))
  }

  private static func string(_ buffer: lb_buffer) -> String? {
    buffer.count == 0 ? nil : String(decoding: bytes(buffer), as: UTF8.self)
  }
}

extension LuaValue {
  /// The code that it is, as the bridge dumps it; `nil` of anything else.
  var prototype: LuaPrototype? { if case .string(let bytes) = self { LuaPrototype(dump: bytes) } else { nil } }
}
