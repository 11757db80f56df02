import Comparing
import LuaRuntime
import Platform

/// Translates functions of rules for ``CompiledMachine``.
struct FunctionCompiler {
  /// Why a function is left to Lua.
  struct Refusal: Error, Equatable {
    /// The line that keeps the function from being compiled, and the chunk that it is in.
    let chunk: String
    let line: Int
    /// What is there, as in `calls print`.
    let words: String
  }

  let state: LuaState
  let library: LuaLibraryNames
  let writes: ChunkWrites
  let texts = ConstantTexts()
  var objects: [CompiledFunction.Object] = []
  private var names: [String] = []
  /// By the names' bytes: Swift takes texts for one that differ in how accents are written.
  private var numbers: [[UInt8]: Int] = [:]
  /// What became of tables and functions, by their addresses; those that are being translated are `nil`.
  var known: [Int64: CompiledValue?] = [:]
  var depth = 0

  private static let mostSteps = 10_000

  /// Translates those of some functions that can be translated.
  ///
  /// - Throws: What a script's metamethod does; whoever calls may take it for "nothing is compiled".
  static func compile(_ functions: [LuaFunction], in state: LuaState) throws(LuaError) -> CompiledFunctions {
    let writes = ChunkWrites(try state.takeChunks())
    guard !state.hasLateChunks else {
      return .none(of: functions, because: "stands beside a text that load has made code of")
    }
    // Rules have globals of their own above Lua's; a script's stand in their place.
    guard state.profile == .rules || !writes.mayReplaceLibraries else {
      return .none(of: functions, because: "stands in a script that replaces what Lua has, or may")
    }
    var compiler = try FunctionCompiler(state, writes)
    var (compiled, refusals): ([Int: CompiledFunction], [Int: Refusal]) = ([:], [:])
    for (number, function) in functions.enumerated() {
      switch try compiler.compiled(function) {
      case .success(let function): compiled[number] = function
      case .failure(let refusal): refusals[number] = refusal
      }
    }
    return CompiledFunctions(
      functions: compiled, refusals: refusals, names: compiler.names, objects: compiler.objects, texts: compiler.texts)
  }

  private init(_ state: LuaState, _ writes: ChunkWrites) throws(LuaError) {
    self.state = state
    library = try LuaLibraryNames(state)
    self.writes = writes
  }

  mutating func compiled(_ function: LuaFunction) throws(LuaError) -> Result<CompiledFunction, Refusal> {
    guard let prototype = try state.prototype(of: function) else {
      return .failure(Refusal(chunk: "", line: 0, words: "is no function of Lua's"))
    }
    var body = FunctionBody(prototype, try state.upvalues(of: function))
    do throws(Stop) {
      guard !prototype.isVariadic else { throw .refusal("takes any number of arguments", 0) }
      return .success(try translate(&body))
    } catch {
      switch error {
      case .lua(let error):
        return .failure(Refusal(chunk: body.chunk, line: prototype.lines[body.place], words: "fails: \(error.message)"))
      case .inner(let refusal): return .failure(refusal)
      case .refusal(let words, let place):
        return .failure(Refusal(chunk: body.chunk, line: prototype.lines[place], words: words))
      }
    }
  }

  enum Stop: Error {
    case refusal(String, Int)
    case inner(Refusal)
    case lua(LuaError)
  }

  func asking<R>(_ body: () throws(LuaError) -> R) throws(Stop) -> R {
    do { return try body() } catch { throw .lua(error) }
  }

  // MARK: Steps

  private mutating func translate(_ body: inout FunctionBody) throws(Stop) -> CompiledFunction {
    try translate(body.prototype.code.indices, &body)
    return body.finished(columns: Set(body.columns))
  }

  private mutating func translate(_ places: Range<Int>, _ body: inout FunctionBody) throws(Stop) {
    var next = places.lowerBound
    while next < places.upperBound {
      let place = next
      body.begin(place)
      next = try translateTogether(place, &body)
      // What is done by one step is not entered halfway.
      for inner in place + 1..<max(place + 1, next) where body.isTarget(inner) {
        throw .refusal("makes a table", inner)
      }
      guard next == place else { continue }
      guard let operation = body.prototype.code[place].operation else { throw .refusal("is of another Lua", place) }
      try translate(operation, body.prototype.code[place], &body)
      next += 1
    }
  }

  /// Translates instructions that are known only together, from a place on.
  ///
  /// - Returns: Where what follows them begins; the place itself where there are none.
  private mutating func translateTogether(_ place: Int, _ body: inout FunctionBody) throws(Stop) -> Int {
    let code = body.prototype.code[place]
    if code.operation == .newTable {
      if let table = MadeTable(at: place, of: body.prototype) {
        body.load(code.a, constant(table))
        return table.end
      }
      // Of a list that is made for `table.concat` its elements will do.
      if code.b == 0, code.a > 0, body.holds(.concat, in: code.a - 1) { return place + 2 }
    }
    if let joined = JoinedList(at: place, of: body) {
      body.emit(.join, code.a - 1, joined.count, x: body.operand(texts.value(joined.separator)))
      return joined.end
    }
    guard let loop = ConstantLoop(at: place, of: body, objects) else { return place }
    try translate(loop, &body)
    return loop.end
  }

  private mutating func translate(_ loop: ConstantLoop, _ body: inout FunctionBody) throws(Stop) {
    guard loop.size + body.count <= Self.mostSteps else { throw .refusal("has a loop", body.place) }
    for values in loop.turns {
      let jumps = body.openJumps
      for (number, value) in values.enumerated() { load(value, to: loop.register + number, &body) }
      try translate(loop.turn, &body)
      body.endTurn(loop.turn, jumpsFrom: jumps)
    }
  }

  private mutating func translate(_ operation: LuaOperation, _ code: LuaInstruction, _ body: inout FunctionBody)
    throws(Stop)
  {
    let (a, b, c) = (code.a, code.b, code.c)
    switch operation {
    case .move: body.copy(a, from: b)
    case .loadInteger: body.load(a, CompiledValue(Int64(code.signedBx)))
    case .loadFloat: body.load(a, CompiledValue(Double(code.signedBx)))
    case .loadConstant: body.load(a, constant(body.prototype.constants[code.bx]))
    case .loadFalse: body.load(a, CompiledValue(false))
    case .loadTrue: body.load(a, CompiledValue(true))
    case .loadFalseAndSkip:
      // A comparison's value begins behind its jump. Lua 5.4.4 puts the table of `t[a == b]` between them, where one
      // way misses it, so that what it reads there is left from before.
      guard body.place > 0, body.prototype.code[body.place - 1].operation == .jump else {
        throw .refusal("looks up what a comparison says, which this Lua gets wrong", body.place)
      }
      body.load(a, CompiledValue(false))
      body.jump(by: 1)
    case .loadNil: body.emit(.loadNil, a, x: b)
    case .getUpvalue: try loadUpvalue(b, to: a, &body)
    case .getGlobal: try loadField(body.prototype.constants[c], ofUpvalue: b, to: a, &body)
    case .getField: try loadField(body.prototype.constants[c], of: b, to: a, &body)
    case .getTable: try loadElement(body.constant(in: c), orIn: c, of: b, to: a, &body)
    case .getIndex: try loadElement(CompiledValue(Int64(c)), orIn: nil, of: b, to: a, &body)
    case .method: try loadMethod(code, &body)
    case .negate: body.emit(.negate, a, b)
    case .not: body.emit(.not, a, b)
    case .length:
      if let table = table(in: b, body) {
        body.load(a, CompiledValue(table.length))
      } else {
        try checkKnown(b, body)
        body.emit(.length, a, b)
      }
    case .concatenate: body.emit(.concatenate, a, b)
    case .jump:
      guard code.jump >= 0 else { throw .refusal("has a loop", body.place) }
      body.jump(by: code.jump)
    case .test: body.emit(.test, a, code.k ? 1 : 0)
    case .testSet: body.emit(.testSet, a, b, code.k ? 1 : 0)
    case .call, .tailCall:
      try checkCall(a, &body)
      body.emit(.call, a, b, operation == .tailCall ? 0 : c)
    case .return: body.emit(.return, a, b)
    case .returnNothing: body.emit(.return, a, 1)
    case .returnOne: body.emit(.return, a, 2)
    // What could be closed belongs to functions that are made, and such are not compiled.
    case .metaBinary, .metaBinaryImmediate, .metaBinaryConstant, .close: break
    default: try translateOperator(operation, code, &body)
    }
  }

  private func translateOperator(_ operation: LuaOperation, _ code: LuaInstruction, _ body: inout FunctionBody)
    throws(Stop)
  {
    if let relation = CompiledFunction.Relation.ofOperations[operation] {
      let operand =
        switch operation {
        case .equal, .less, .lessOrEqual: code.b
        case .equalConstant: body.operand(constant(body.prototype.constants[code.b]))
        default: body.operand(CompiledValue(Int64(code.signedB)))
        }
      body.emit(.compare, code.a, code.k ? 1 : 0, Int(relation.rawValue), x: operand)
    } else if let arithmetic = CompiledFunction.Arithmetic.ofOperations[operation] {
      let operand =
        switch operation {
        case .add, .subtract, .multiply, .modulo, .power, .divide, .floorDivide, .bitAnd, .bitOr, .bitXor, .shiftLeft,
          .shiftRight:
          code.c
        case .addImmediate, .shiftLeftImmediate, .shiftRightImmediate: body.operand(CompiledValue(Int64(code.signedC)))
        // As all ones change each bit.
        case .bitNot: body.operand(CompiledValue(Int64(-1)))
        default: body.operand(constant(body.prototype.constants[code.c]))
        }
      body.emit(.compute, code.a, code.b, Int(arithmetic.rawValue), x: operand)
    } else {
      throw .refusal(operation.wordsOfRefusal, body.place)
    }
  }

  // MARK: What comes from outside

  private func upvalue(_ number: Int, _ body: FunctionBody) throws(Stop) -> LuaValue {
    guard number < body.upvalues.count else { throw .refusal("uses what is not there", body.place) }
    if let name = body.prototype.upvalues[number].name, writes.mayAssign(name, in: body.chunk) {
      throw .refusal("uses '\(name)', which a function assigns", body.place)
    }
    return body.upvalues[number]
  }

  private mutating func loadUpvalue(_ number: Int, to register: Int, _ body: inout FunctionBody) throws(Stop) {
    try load(upvalue(number, body), to: register, &body)
    body.note(body.prototype.upvalues[number].name ?? "?", in: register)
  }

  private mutating func load(_ value: LuaValue, to register: Int, _ body: inout FunctionBody) throws(Stop) {
    let constant = try constant(of: value, body.place)
    body.load(register, constant, known: value)
    noteColumns(of: constant, &body)
  }

  private func load(_ constant: CompiledValue, to register: Int, _ body: inout FunctionBody) {
    body.load(register, constant)
    noteColumns(of: constant, &body)
  }

  /// Notes what a function reads that may be called.
  private func noteColumns(of constant: CompiledValue, _ body: inout FunctionBody) {
    if constant.kind == .object, case .function(let function) = objects[Int(constant.bits)] {
      body.columns.formUnion(function.columns)
    }
  }

  /// The constant table that a register is known to hold.
  private func table(in register: Int, _ body: FunctionBody) -> CompiledTable? {
    guard let constant = body.constant(in: register), constant.kind == .object,
      case .table(let table) = objects[Int(constant.bits)]
    else { return nil }
    return table
  }

  /// Translates `owner[key]`, where the key is known or in a register.
  private mutating func loadElement(
    _ key: CompiledValue?, orIn register: Int?, of owner: Int, to target: Int, _ body: inout FunctionBody
  ) throws(Stop) {
    if let key, let value = table(in: owner, body)?.value(key) { return load(value, to: target, &body) }
    if let key, key.kind == .text, body.constant(in: owner) == nil {
      return try loadField(.string(Array(key.text)), of: owner, to: target, &body)
    }
    try checkKnown(owner, body)
    guard let operand = register ?? key.map({ body.operand($0) }) else { return }
    body.emit(.index, target, owner, x: operand)
  }

  private mutating func loadField(
    _ key: LuaPrototype.Constant, ofUpvalue number: Int, to register: Int, _ body: inout FunctionBody
  ) throws(Stop) {
    let name = body.prototype.upvalues.indices.contains(number) ? body.prototype.upvalues[number].name : nil
    try loadField(key, of: upvalue(number, body), called: name == "_ENV" ? nil : name, to: register, &body)
  }

  private mutating func loadField(
    _ key: LuaPrototype.Constant, of register: Int, to target: Int, _ body: inout FunctionBody
  ) throws(Stop) {
    if let (table, name) = body.table(in: register) {
      return try loadField(key, of: table, called: name ?? "?", to: target, &body)
    }
    guard let name = key.text else { throw .refusal("uses a table in a way of its own", body.place) }
    try checkKnown(register, body)
    body.columns.insert(String(decoding: name, as: UTF8.self))
    body.emit(.field, target, register, x: try number(of: name, body.place))
  }

  private mutating func number(of name: [UInt8], _ place: Int) throws(Stop) -> Int {
    if let known = numbers[name] { return known }
    guard let text = String(validating: name, as: UTF8.self) else {
      throw .refusal("has a name that is no UTF-8", place)
    }
    numbers[name] = names.count
    names.append(text)
    return names.count - 1
  }

  /// - Parameter owner: What the table is called; `nil` for that of globals.
  private mutating func loadField(
    _ key: LuaPrototype.Constant, of value: LuaValue, called owner: String?, to register: Int,
    _ body: inout FunctionBody
  ) throws(Stop) {
    guard let key = key.text else { throw .refusal("uses a table in a way of its own", body.place) }
    if case .object(_ as any LookupHolder) = value {
      try load(value, to: register, &body)
      return body.emit(.field, register, register, x: try number(of: key, body.place))
    }
    guard case .table(let table) = value else {
      throw .refusal("reads a field of a \(value.typeName) from outside", body.place)
    }
    try checkConstant(table, isGlobals: owner == nil, body.place)
    let field = try asking { () throws(LuaError) in try table.get(.string(key)) }
    try load(field, to: register, &body)
    let name = String(decoding: key, as: UTF8.self)
    body.note(owner.map { "\($0).\(name)" } ?? name, in: register)
  }

  /// Whether nobody can write a table any more.
  private func checkConstant(_ table: LuaTable, isGlobals: Bool, _ place: Int) throws(Stop) {
    let address = try asking { () throws(LuaError) in try state.address(of: .table(table)) }
    guard !library.isLibrary(at: address.number), !isGlobals || !address.isFrozen else { return }
    guard isGlobals || address.isFrozen || address.isPlain else {
      throw .refusal("reads a table with a metatable", place)
    }
    guard !writes.mayWriteTables else { throw .refusal("reads a table that a function may write", place) }
  }

  private func loadMethod(_ code: LuaInstruction, _ body: inout FunctionBody) throws(Stop) {
    let key = body.prototype.constants.indices.contains(code.c) && code.k ? body.prototype.constants[code.c].text : nil
    let name = key.map { String(decoding: $0, as: UTF8.self) } ?? "?"
    guard let function = library.method(name) else { throw .refusal("calls :\(name)()", body.place) }
    body.emit(.method, code.a, code.b, x: body.operand(CompiledValue(library: function)))
    body.note(function, in: code.a)
  }

  /// Makes sure that a register holds nothing of which is known that only Lua can read it.
  private func checkKnown(_ register: Int, _ body: FunctionBody) throws(Stop) {
    guard let name = body.unreadable(register, objects) else { return }
    throw .refusal("reads \(name ?? "a table"), which a function may write", body.place)
  }

  private func checkCall(_ register: Int, _ body: inout FunctionBody) throws(Stop) {
    if body.matchesMadePattern(register) { throw .refusal("matches a pattern that is no constant", body.place) }
    guard let (name, refusal) = body.opaque(register, objects) else { return }
    // What keeps a function of the rules' own is in that function.
    if let refusal, refusal.line > 0 { throw .inner(refusal) }
    // What the library's own code calls so ends the call with an error: who comes there asks Lua.
    guard body.prototype.chunkName != LunaLibrary.chunkName, body.chunk != LunaLibrary.chunkName else { return }
    throw .refusal("calls \(name ?? "what is no function that is known here")", body.place)
  }
}
