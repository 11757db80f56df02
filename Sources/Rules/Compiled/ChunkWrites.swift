import LuaRuntime

/// What the functions of all loaded chunks may write when they are called: what they do not is constant.
struct ChunkWrites {
  /// The names of variables that functions assign from inside, by chunk.
  private var assigned: [String: Set<String>] = [:]
  /// Whether a function may write a table that it has not made itself.
  private(set) var mayWriteTables = false
  /// Whether a chunk may go on that has given functions away.
  private var hasCoroutines = false
  /// Whether a chunk may have put something else in the place of a global of Lua's.
  private(set) var mayReplaceLibraries = false
  private var chunks: Set<String> = []

  /// - Parameter chunks: All that was loaded; `nil` for what cannot be read.
  init(_ chunks: [LuaPrototype?]) {
    for chunk in chunks {
      guard let chunk else {
        isOpaque = true
        continue
      }
      self.chunks.insert(chunk.source ?? "")
      // What the library itself is made of writes nothing that rules have.
      guard chunk.chunkName != LunaLibrary.chunkName else { continue }
      look(into: chunk, isChunk: true)
      for function in chunk.functions { look(at: function, of: chunk) }
    }
  }

  /// Whether a variable outside of a function may change; of a chunk that was not seen, every one may.
  func mayAssign(_ name: String, in chunk: String) -> Bool {
    if assigned[chunk]?.contains(name) == true { return true }
    return name != "_ENV" && (hasCoroutines || !chunks.contains(chunk))
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
      case .call, .variadic, .method, .loadNil: made = made.filter { $0 < code.a }
      // It may put another table into a variable of this one.
      case .closure: made.removeAll()
      default: if !Self.isReading(code.operation) { made.remove(code.a) }
      }
    }
    look(into: function)
    for inner in function.functions { look(at: inner, of: chunk) }
  }

  /// Looks for what a function takes from outside with which it can write tables, or go on after it has ended.
  ///
  /// A chunk may give such a thing to those in it by another name, so that its own code counts, too, where it does not
  /// call the thing at once.
  private mutating func look(into function: LuaPrototype, isChunk: Bool = false) {
    for (place, code) in function.code.enumerated() {
      switch code.operation {
      case .getUpvalue where function.name(ofUpvalue: code.b) == "_ENV": isOpaque = true
      case .getGlobal where Self.opaque.contains(function.text(code.c)): isOpaque = true
      // The library's functions are taken by names that can be seen here, or by any.
      case .getGlobal where function.text(code.c) == "table":
        let next = place + 1 < function.code.count ? function.code[place + 1] : nil
        if next?.operation != .getField || next?.b != code.a { mayWriteTables = true }
      case .setGlobal where LuaLibraryNames.globals.contains(function.text(code.b)): mayReplaceLibraries = true
      case .method: if !isChunk, Self.writers.contains(function.text(code.c)) { mayWriteTables = true }
      case .getField, .getGlobal:
        guard Self.writers.contains(function.text(code.c)), !isChunk || !function.calls(from: place) else { continue }
        mayWriteTables = true
      default: break
      }
    }
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

  private var isOpaque: Bool {
    get { mayWriteTables && hasCoroutines }
    set {
      mayWriteTables = mayWriteTables || newValue
      hasCoroutines = hasCoroutines || newValue
      mayReplaceLibraries = mayReplaceLibraries || newValue
    }
  }

  /// Names of what writes tables, or changes what reading them means.
  private static let writers: Set = ["insert", "remove", "sort", "move", "rawset", "setmetatable"]
  /// Names of what leads to all globals, or goes on after it has ended.
  private static let opaque: Set = ["_G", "coroutine", "debug"]
}

extension LuaPrototype {
  /// Whether what an instruction puts into a register is called there, and goes nowhere else: it has no name then.
  fileprivate func calls(from place: Int) -> Bool {
    let register = code[place].a
    for code in code[(place + 1)...] {
      switch code.operation {
      case .call where code.a == register: return true
      case .jump where code.jump >= 0, .extraArgument, .metaBinary, .metaBinaryImmediate, .metaBinaryConstant: continue
      case .call, .loadInteger, .loadFloat, .loadConstant, .loadFalse, .loadTrue, .loadFalseAndSkip, .loadNil,
        .getUpvalue, .getGlobal, .newTable, .concatenate, .setList:
        if code.a <= register { return false }
      case .closure:
        let captured = functions.indices.contains(code.bx) ? functions[code.bx].upvalues : []
        if code.a <= register || captured.contains(where: { $0.isLocal && $0.index == register }) { return false }
      case .test, .equalConstant, .equalImmediate, .lessImmediate, .lessOrEqualImmediate, .greaterImmediate,
        .greaterOrEqualImmediate:
        if code.a == register { return false }
      case .equal, .less, .lessOrEqual: if code.a == register || code.b == register { return false }
      case .move, .testSet, .getField, .getIndex, .method, .negate, .not, .length, .addImmediate, .addConstant,
        .subtractConstant, .multiplyConstant, .divideConstant:
        if code.a <= register || code.b == register { return false }
      case .getTable, .add, .subtract, .multiply, .divide:
        if code.a <= register || code.b == register || code.c == register { return false }
      case .setField: if code.a <= register || !code.k && code.c == register { return false }
      // Anything else may keep it.
      default: return false
      }
    }
    return false
  }

  fileprivate func text(_ constant: Int) -> String {
    constants.indices.contains(constant) ? String(decoding: constants[constant].text ?? [], as: UTF8.self) : ""
  }

  fileprivate func name(ofUpvalue number: Int) -> String? {
    upvalues.indices.contains(number) ? upvalues[number].name : nil
  }
}
