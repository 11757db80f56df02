import CLuaBridge

/// Which lines of chunks ran, how often, and which line came after which.
package struct LuaCoverage: Sendable {
  /// Two lines of a function, one right after the other in the same call.
  package struct Step: Hashable, Sendable {
    package let from: Int
    package let to: Int

    package init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  package struct Chunk: Sendable {
    /// How often each line ran that did.
    package private(set) var lines: [Int: Int] = [:]
    /// How often the function was called that begins in a line; 0 is the chunk itself.
    package private(set) var calls: [Int: Int] = [:]
    /// How often one line came after another.
    package private(set) var steps: [Step: Int] = [:]
    /// Lua's compiled code.
    private(set) var code: [UInt8] = []

    fileprivate mutating func add(_ counts: lb_covered) {
      if code.isEmpty { code = Array(UnsafeBufferPointer(start: counts.code.bytes, count: counts.code.count)) }
      for line in 0..<Int(counts.line_count) {
        if counts.lines[line] > 0 { lines[line, default: 0] += Int(clamping: counts.lines[line]) }
        if counts.calls[line] > 0 { calls[line, default: 0] += Int(clamping: counts.calls[line]) }
      }
      for step in UnsafeBufferPointer(start: counts.steps, count: Int(counts.step_count)) {
        let step = (Step(from: Int(step.from), to: Int(step.to)), Int(clamping: step.count))
        steps[step.0, default: 0] += step.1
      }
    }
  }

  package private(set) var chunks: [String: Chunk] = [:]

  package init() {}

  mutating func add(_ coverage: OpaquePointer) {
    for index in 0..<lb_coverage_count(coverage) {
      let counts = lb_coverage_chunk(coverage, index)
      let name = UnsafeBufferPointer(start: counts.name.bytes, count: counts.name.count)
      chunks[String(decoding: name, as: UTF8.self).chunkName, default: Chunk()].add(counts)
    }
  }
}

extension String {
  /// The name of a chunk; a module in the current directory has that of any other file there.
  var chunkName: String { hasPrefix("./") ? String(dropFirst(2)) : self }
}
