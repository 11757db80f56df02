import LuaRuntime
import Platform

/// What a report format writes to: `out:write(…)`, as with Lua's own files.
final class OutputObject: LuaObject {
  static let luaName = "output"

  private let write: (BytesView) throws -> Void

  init(_ write: @escaping (BytesView) throws -> Void) { self.write = write }

  static func describe(_ type: inout LuaType<OutputObject>) {
    type.method("write") { (object, call) throws(LuaError) in
      for index in 2..<max(2, call.count + 1) {
        var failure: (any Error)?
        try call.withText(index) { bytes in do { try object.write(bytes) } catch { failure = error } }
        if let failure { throw LuaError("cannot write the report", underlying: failure) }
      }
      return .receiver
    }
  }
}

extension OutputObject {
  /// What was written, where it stays in memory.
  final class Gathered {
    private(set) var bytes: [UInt8] = []
    private let most: Int

    /// - Parameter most: How many bytes it may become.
    init(most: Int) { self.most = most }

    func append(_ more: BytesView) throws {
      guard bytes.count + more.count <= most else {
        throw LuaError("not enough memory: the report is more than \(most >> 20) MiB", kind: .memory)
      }
      bytes.append(contentsOf: more)
    }
  }
}
