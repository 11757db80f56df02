/// The lines of a chunk that can run, and the ways from one to the next, whether they were gone or not.
package struct LuaFlow: Sendable {
  /// Where a line may lead to.
  package enum Way: Hashable, Sendable, Comparable {
    /// Another line, or the same once more.
    case line(Int)
    /// Out of the function, by its end or by an error that is raised there.
    case end
  }

  package private(set) var lines: Set<Int> = []
  /// The lines where a function begins, without the chunk itself.
  package private(set) var functions: [Int] = []
  /// For each line with a choice the ways that it may lead, if there are several.
  package private(set) var branches: [Int: Set<Way>] = [:]

  /// Reads the code of a chunk; nothing where another Lua compiled it.
  package init(_ chunk: LuaCoverage.Chunk) {
    guard let main = LuaPrototype(dump: chunk.code) else { return }
    for function in main.all { add(function) }
    functions = Set(main.all.dropFirst().map(\.firstLine)).sorted()
    branches = branches.filter { $0.value.count > 1 }
  }

  private mutating func add(_ function: LuaPrototype) {
    // What a function with `...` begins with is no line of the script.
    let first = function.isVariadic ? 1 : 0
    lines.formUnion(function.lines.dropFirst(first))
    for place in function.code.indices.dropFirst(first) {
      let ways = function.ways(at: place)
      guard ways.count > 1 else { continue }
      let line = function.lines[place]
      for way in ways { branches[line, default: []].formUnion(Self.ends(of: way, line, function)) }
    }
  }

  /// Where a way leads, past the instructions that stand in the same line.
  private static func ends(of way: LuaInstruction.Way, _ line: Int, _ function: LuaPrototype) -> Set<Way> {
    var ends: Set<Way> = []
    var known: Set<Int> = []
    var open = [way]
    while let way = open.popLast() {
      guard case .instruction(let place) = way, function.code.indices.contains(place) else {
        ends.insert(.end)
        continue
      }
      if function.lines[place] != line {
        ends.insert(.line(function.lines[place]))
      } else if known.insert(place).inserted {
        open += function.ways(at: place)
      }
    }
    return ends
  }
}

extension LuaPrototype {
  /// What may come after the instruction at a place; from a call of the global `error` nothing comes back.
  fileprivate func ways(at place: Int) -> [LuaInstruction.Way] {
    raises(at: place) ? [.end] : code[place].ways(at: place)
  }

  private func raises(at place: Int) -> Bool {
    guard code[place].operation == .call,
      let called = code[..<place].last(where: { $0.loadsFunction && $0.a == code[place].a }),
      called.operation == .getGlobal, upvalues.indices.contains(called.b), constants.indices.contains(called.c)
    else { return false }
    return upvalues[called.b].name == "_ENV" && constants[called.c].text == Array("error".utf8)
  }
}

extension LuaInstruction {
  /// Whether it puts into its register what may be called.
  fileprivate var loadsFunction: Bool {
    switch operation {
    case .move, .getUpvalue, .getGlobal, .getTable, .getIndex, .getField, .method, .call, .closure: true
    default: false
    }
  }

  fileprivate enum Way: Hashable {
    /// Another instruction of the function.
    case instruction(Int)
    /// The function's end.
    case end
  }

  /// What may come after the instruction at a place; of a choice there are two.
  fileprivate func ways(at place: Int) -> [Way] {
    let next = place + 1
    switch operation {
    case .loadFalseAndSkip: return [.instruction(next + 1)]
    case .jump: return [.instruction(next + jump)]
    case .equal, .less, .lessOrEqual, .equalConstant, .equalImmediate, .lessImmediate, .lessOrEqualImmediate,
      .greaterImmediate, .greaterOrEqualImmediate, .test, .testSet:
      return [.instruction(next), .instruction(next + 1)]
    case .tailCall, .return, .returnNothing, .returnOne: return [.end]
    case .forLoop, .genericForLoop: return [.instruction(next), .instruction(next - bx)]
    case .forPrepare: return [.instruction(next), .instruction(next + bx + 1)]
    case .genericForPrepare: return [.instruction(next + bx)]
    default: return [.instruction(next)]
    }
  }
}
