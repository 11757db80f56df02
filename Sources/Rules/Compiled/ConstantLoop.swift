import LuaRuntime

/// A loop whose turns are known, over the elements of a constant list or over numbers: ``FunctionCompiler`` translates
/// it turn by turn, as if it had been written out.
struct ConstantLoop {
  /// The instructions of one turn; who goes right behind them goes on with the next turn.
  let turn: Range<Int>
  /// Where what follows the loop begins.
  let end: Int
  /// The first register of the loop's variables.
  let register: Int
  let turns: [[CompiledValue]]

  private static let mostTurns = 256

  var size: Int { turns.count * (turn.count + 2) }

  /// Reads the loop that begins at an instruction; `nil` where none does, or one that records decide on.
  init?(at place: Int, of body: FunctionBody, _ objects: [CompiledFunction.Object]) {
    let code = body.prototype.code
    switch code[place].operation {
    case .call: self.init(over: code, from: place, body, objects)
    case .forPrepare: self.init(counting: code, from: place, body)
    default: return nil
    }
  }

  /// Reads `for … in ipairs(list)`.
  private init?(
    over code: [LuaInstruction], from place: Int, _ body: FunctionBody, _ objects: [CompiledFunction.Object]
  ) {
    let call = code[place]
    guard call.b == 2, body.holds(.ipairs, in: call.a), let list = body.constant(in: call.a + 1), list.kind == .object,
      case .table(let table) = objects[Int(list.bits)], place + 1 < code.count,
      code[place + 1].operation == .genericForPrepare, code[place + 1].a == call.a
    else { return nil }
    turn = place + 2..<place + 2 + code[place + 1].bx
    guard turn.upperBound + 1 < code.count, code[turn.upperBound].operation == .genericForCall else { return nil }
    (end, register) = (turn.upperBound + 2, call.a + 4)
    let others = [CompiledValue](repeating: .nil, count: max(0, code[turn.upperBound].c - 2))
    var turns: [[CompiledValue]] = []
    while let value = table.value(CompiledValue(Int64(turns.count + 1))), value.kind != .nil {
      guard turns.count < Self.mostTurns else { return nil }
      turns.append([CompiledValue(Int64(turns.count + 1)), value] + others)
    }
    self.turns = turns
  }

  /// Reads `for i = 1, 3`.
  private init?(counting code: [LuaInstruction], from place: Int, _ body: FunctionBody) {
    let first = code[place].a
    let bounds = (0..<3).compactMap { body.constant(in: first + $0) }.filter { $0.kind == .integer }.map(\.integer)
    guard bounds.count == 3, bounds[2] != 0 else { return nil }
    turn = place + 1..<place + 1 + code[place].bx
    guard turn.upperBound < code.count, code[turn.upperBound].operation == .forLoop else { return nil }
    (end, register) = (turn.upperBound + 1, first + 3)
    var turns: [[CompiledValue]] = []
    var (next, isOver) = (bounds[0], false)
    while !isOver, bounds[2] > 0 ? next <= bounds[1] : next >= bounds[1] {
      guard turns.count < Self.mostTurns else { return nil }
      turns.append([CompiledValue(next)])
      (next, isOver) = next.addingReportingOverflow(bounds[2])
    }
    self.turns = turns
  }
}

/// The end of `table.concat({ … }, separator)`: the list's elements are in registers, and only their text is made.
struct JoinedList {
  /// How many elements there are; 0 where a call gives the last ones.
  let count: Int
  let separator: [UInt8]
  /// Where what follows the call begins.
  let end: Int

  /// Reads the instructions from the one on that fills the list.
  init?(at place: Int, of body: FunctionBody) {
    let code = body.prototype.code
    let list = code[place]
    guard list.operation == .setList, list.a > 0, list.c == 0, !list.k, body.holds(.concat, in: list.a - 1) else {
      return nil
    }
    count = list.b
    var next = place + 1
    if next < code.count, code[next].operation == .loadConstant, code[next].a == list.a + 1,
      let text = body.prototype.constants[code[next].bx].text
    {
      separator = text
      next += 1
    } else {
      separator = []
    }
    guard next < code.count, code[next].a == list.a - 1, code[next].b == next - place + 1 else { return nil }
    guard code[next].operation == .tailCall || code[next].operation == .call && code[next].c <= 2 else { return nil }
    end = next + 1
  }
}
