import LuaRuntime
import Platform
import Records
import Requests

/// The options `memory` and `temp` of a driver's functions: how much memory something takes, and where goes what does
/// not fit.
struct MemoryArguments {
  static let names = ["memory", "temp"]

  /// What they say; `nil` where neither is given.
  let use: MemoryUse?

  /// - Parameter function: What messages call the function.
  init(memory: LuaValue, temp: LuaValue, of function: String) throws(LuaError) {
    guard !memory.isNil || !temp.isNil else {
      use = nil
      return
    }
    var use = MemoryUse()
    if !memory.isNil {
      guard let size = Self.size(memory), size >= MemoryUse.least else {
        let least = ByteSize.spelling(MemoryUse.least)
        throw LuaError(
          "\(function): 'memory' must be a size such as \"256M\", at least \(least), got "
            + (memory.spelling ?? memory.typeName))
      }
      use.limit = size
    }
    if !temp.isNil {
      guard let path = temp.path, FilePath.isDirectory(path) else {
        throw LuaError("\(function): 'temp' must be a folder that is there, got " + (temp.spelling ?? temp.typeName))
      }
      use.folder = SpillFolder(path)
    }
    self.use = use
  }

  private static func size(_ value: LuaValue) -> Int? {
    if case .integer(let count) = value { return Int(exactly: count) }
    return value.text.flatMap(ByteSize.parse)
  }
}
