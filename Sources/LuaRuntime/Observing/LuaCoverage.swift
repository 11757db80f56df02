import CLuaBridge

/// How often the lines of chunks ran and their functions were called.
package struct LuaCoverage: Sendable {
  package struct Chunk: Sendable {
    /// How often each line ran that did.
    package private(set) var lines: [Int: Int] = [:]
    /// How often the function was called that begins in a line; 0 is the chunk itself.
    package private(set) var calls: [Int: Int] = [:]
    private var code: [UInt8] = []

    /// The compiled code; `nil` if another Lua compiled it.
    package var prototype: LuaPrototype? { LuaPrototype(dump: code) }

    fileprivate mutating func add(_ counts: lb_covered) {
      if code.isEmpty { code = Array(UnsafeBufferPointer(start: counts.code.bytes, count: counts.code.count)) }
      for line in 0..<Int(counts.line_count) {
        if counts.lines[line] > 0 { lines[line, default: 0] += Int(clamping: counts.lines[line]) }
        if counts.calls[line] > 0 { calls[line, default: 0] += Int(clamping: counts.calls[line]) }
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
