/// The lines of a chunk that can run, and the ways from one to the next, whether they were gone or not.
package struct LuaFlow: Sendable {
  /// Where a line may lead to.
  package enum Way: Hashable, Sendable, Comparable {
    /// Another line, or the same once more.
    case line(Int)
    /// Out of the function, by its end or by an error that is raised there.
    case end
  }

  /// The lines that have code.
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
  private static func ends(
    of way: Instruction.Way, _ line: Int, _ function: LuaPrototype
  ) -> Set<Way> {
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
