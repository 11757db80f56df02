import CLuaBridge

/// What functions of Lua took, by the place where they are written.
package struct LuaTimings: Sendable {
  package struct Function: Hashable, Sendable {
    package let chunk: String
    /// The line where it begins; 0 is the chunk itself.
    package let line: Int

    package init(chunk: String, line: Int) {
      self.chunk = chunk
      self.line = line
    }
  }

  /// What all calls of a function took.
  package struct Cost: Sendable, Equatable {
    package var calls = 0
    /// How many of the calls Lua made.
    package var inLua = 0
    /// Nanoseconds, with those of functions that it called.
    package var total = 0
    /// Nanoseconds without those of other functions of Lua.
    package var own = 0
    /// Bytes that it allocated itself.
    package var bytes = 0

    package init(calls: Int = 0, inLua: Int = 0, total: Int = 0, own: Int = 0, bytes: Int = 0) {
      self.calls = calls
      self.inLua = inLua
      self.total = total
      self.own = own
      self.bytes = bytes
    }

    package static func += (left: inout Cost, right: Cost) {
      left.calls += right.calls
      left.inLua += right.inLua
      left.total += right.total
      left.own += right.own
      left.bytes += right.bytes
    }
  }

  package private(set) var functions: [Function: Cost] = [:]

  package init() {}

  mutating func add(_ costs: [Function: Cost]) {
    for (function, cost) in costs { functions[function, default: Cost()] += cost }
  }

  mutating func add(_ timing: OpaquePointer) {
    for index in 0..<lb_timing_count(timing) {
      let timed = lb_timing_function(timing, index)
      let function = Function(chunk: String(cString: timed.source).chunkName, line: Int(timed.line))
      functions[function, default: Cost()] += Cost(
        calls: Int(timed.calls), inLua: Int(timed.calls), total: Int(timed.total), own: Int(timed.own),
        bytes: Int(clamping: timed.bytes))
    }
  }
}
