import LuaRuntime

/// What the functions of all loaded chunks may write when they are called: what they do not is constant.
struct ChunkWrites {
  /// The names of variables that functions assign from inside, by chunk.
  private var assigned: [String: Set<String>] = [:]
  /// Whether a function may write a table that it has not made itself.
  private(set) var mayWriteTables = false
  /// Whether a chunk may go on that has given functions away.
  private var hasCoroutines = false
  private var chunks: Set<String> = []

  /// - Parameter chunks: All that was loaded; `nil` for what cannot be read.
  init(_ chunks: [LuaPrototype?]) {
    for chunk in chunks {
      guard let chunk else {
        (mayWriteTables, hasCoroutines) = (true, true)
        continue
      }
      hasCoroutines = hasCoroutines || chunk.constants.contains { $0.text == Array("coroutine".utf8) }
      self.chunks.insert(chunk.source ?? "")
      look(for: Self.writers, in: chunk)
      for function in chunk.functions { look(at: function, of: chunk) }
    }
  }

  /// Whether a variable outside of a function may change; of a chunk that was not seen, every one may.
  func mayAssign(_ name: String, in chunk: String) -> Bool {
    name != "_ENV" && (hasCoroutines || !chunks.contains(chunk) || assigned[chunk]?.contains(name) == true)
  }

  private mutating func look(at function: LuaPrototype, of chunk: LuaPrototype) {
    var (made, targets): (Set<Int>, Set<Int>) = ([], [])
    for (place, code) in function.code.enumerated() {
      if targets.contains(place) { made.removeAll() }
      switch code.operation {
      case .setUpvalue:
        let name = code.b < function.upvalues.count ? function.upvalues[code.b].name : nil
        assigned[chunk.source ?? "", default: []].insert(name ?? "")
      case .newTable: made.insert(code.a)
      case .setField, .setTable, .setIndex: if !made.contains(code.a) { mayWriteTables = true }
      case .setGlobal: mayWriteTables = true
      case .jump:
        targets.insert(place + 1 + code.jump)
        if code.jump < 0 { mayWriteTables = mayWriteTables || !made.isEmpty }
      case .forLoop, .forPrepare, .genericForCall, .genericForLoop, .genericForPrepare: made.removeAll()
      case .call: made = made.filter { $0 < code.a }
      default: if !Self.isReading(code.operation) { made.remove(code.a) }
      }
    }
    look(for: Self.writers, in: function)
    for inner in function.functions { look(at: inner, of: chunk) }
  }

  /// A chunk may give such a function to those in it by another name, so that its own code counts, too.
  private mutating func look(for names: Set<[UInt8]>, in function: LuaPrototype) {
    if function.constants.contains(where: { $0.text.map(names.contains) ?? false }) { mayWriteTables = true }
  }

  private static func isReading(_ operation: LuaOperation?) -> Bool {
    switch operation {
    case .setList, .test, .equal, .less, .lessOrEqual, .equalConstant, .equalImmediate, .lessImmediate,
      .lessOrEqualImmediate, .greaterImmediate, .greaterOrEqualImmediate, .return, .returnOne, .returnNothing,
      .extraArgument, .metaBinary, .metaBinaryConstant, .metaBinaryImmediate:
      true
    default: false
    }
  }

  /// Names of what writes tables, or changes what reading them means.
  private static let writers = Set(
    ["insert", "remove", "sort", "move", "rawset", "setmetatable"].map { Array($0.utf8) })
}
