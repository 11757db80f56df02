import Comparing
import LuaRuntime
import Platform
import Synchronization

/// A function of rules that runs without Lua: what it computes of a record, or of two values, is what Lua would.
///
/// **The idea.** Nearly all functions of rules are expressions over columns. Lua has made code of them already; of that
/// code this is a translation for a machine whose values own nothing, so that a call makes no object and no string. A
/// function is translated if all that it does is known here: it reads fields, computes, and calls functions of Lua's
/// libraries, of `luna` or others that are translated. It can do nothing else, above all write nothing; therefore a
/// call can be given up at any point and made again by Lua.
///
/// **The invariants.**
/// - What a call returns is what Lua's call of the function returns, to the byte. Where that is not certain (an error,
///   a number that has to be rounded in Lua's own way, a value that is nested) the call is given up, and Lua is asked,
///   with its messages and its lines.
/// - What a function holds from outside never changes: no function of any chunk assigns that variable, nor writes a
///   table that is not its own. ``FunctionCompiler`` looks for that in all that was loaded.
/// - There is no way back in the code, so that a call ends after as many steps as there are: of a loop whose turns are
///   known, each turn has steps of its own (``ConstantLoop``).
///
/// **What must change together.** ``FunctionCompiler``, which makes the steps, ``CompiledMachine``, which runs them,
/// and for functions of libraries ``LibraryFunction``. `CompiledFunctionLawTests` holds random functions against Lua.
final class CompiledFunction: @unchecked Sendable {
  /// What a step does.
  ///
  /// `a` is a register; `x` is an operand: a register, or below 0 a constant (`~x`).
  enum Operation: UInt8 {
    /// `a = x`
    case load
    /// `a … a+x = nil`
    case loadNil
    /// `a = b.x`, by the name's number.
    case field
    /// `a = b[x]`
    case index
    /// `a+1 = b`, and `a` is the method of texts that the constant `x` is.
    case method
    /// `a = b (c) x`, where `c` is an ``Arithmetic``; `swapped` has the operands the other way round.
    case compute
    /// `a = -b`, `a = not b`, `a = #b`
    case negate, not, length
    /// `a = a .. a+1 .. … a+b-1`
    case concatenate
    /// `a = a+2 .. x .. a+3 .. x .. … a+1+b` with the text `x` between all, or of all there are if `b` is 0: what
    /// `table.concat` makes of a list in the call.
    case join
    /// Goes `x` steps on.
    case jump
    /// Skips the next step unless `a (c) x` is `b`, where `c` is a ``Relation``.
    case compare
    /// Skips the next step unless `a` is true as `b` says.
    case test
    /// Skips the next step unless `b` is true as `c` says; else `a = b`.
    case testSet
    /// Calls `a` with `b-1` arguments behind it, or all there are if `b` is 0; `c-1` results go to `a` and behind it,
    /// all if `c` is 0.
    case call
    /// Returns `b-1` values from `a` on, or all there are if `b` is 0.
    case `return`
  }

  struct Step: BitwiseCopyable {
    var operation: Operation
    var a: UInt8 = 0
    var b: UInt8 = 0
    var c: UInt8 = 0
    var x: Int32 = 0
  }

  enum Arithmetic: UInt8 {
    case add, subtract, multiply, divide, floorDivide, modulo, power
    case bitAnd, bitOr, bitXor, shiftLeft, shiftRight
    /// `b = x << b`, the other way round.
    case shiftInto
  }

  enum Relation: UInt8 { case equal, less, lessOrEqual, greater, greaterOrEqual }

  /// A constant that a step uses as a whole.
  enum Object: Sendable {
    case table(CompiledTable)
    case function(CompiledFunction)
    /// With what it does to a text of ASCII.
    case normalizer(any Normalizer, LuaTextForm)
    case comparator(any Comparator)
    case lookup(LookupTable)
    /// Something that no step can use, but to ask if it is there; with the reason, where it is a function of Lua's.
    case opaque(FunctionCompiler.Refusal?)
  }

  let parameterCount: Int
  let registerCount: Int
  let steps: UnsafePointer<Step>
  let constants: UnsafePointer<CompiledValue>
  /// The columns that it reads of records, as far as the names are written in it or in functions that it calls.
  let columns: Set<String>

  init(
    parameterCount: Int, registerCount: Int, steps: [Step], constants: [CompiledValue], columns: Set<String>,
    place: LuaTimings.Function
  ) {
    self.parameterCount = parameterCount
    self.registerCount = registerCount
    self.columns = columns
    self.place = place
    returnsColumns = parameterCount == 1 && Self.returnsColumns(steps, columns)
    self.steps = UnsafePointer(Self.copy(steps))
    self.constants = UnsafePointer(Self.copy(constants))
  }

  let place: LuaTimings.Function
  /// Whether it returns the values of its columns, each as it is, and does nothing else.
  let returnsColumns: Bool

  /// Whether code reads some columns of its argument, one into each register, and returns these registers.
  private static func returnsColumns(_ steps: [Step], _ columns: Set<String>) -> Bool {
    let reads = steps.prefix { $0.operation == .field && $0.b == 0 }
    guard let first = reads.first?.a, first > 0, reads.count < steps.count, reads.count == columns.count else {
      return false
    }
    let last = steps[reads.count]
    return last.operation == .return && last.a == first && Int(last.b) - 1 == reads.count
      && reads.enumerated().allSatisfy { Int($1.a) == Int(first) + $0 }
  }

  private static func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafeMutablePointer<Element> {
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    memory.initialize(from: elements, count: elements.count)
    return memory
  }

  deinit {
    steps.deallocate()
    constants.deallocate()
  }
}

/// The functions of some rules that run without Lua, with all that they have in common.
final class CompiledFunctions: Sendable {
  /// By the numbers that the plan knows them by.
  let functions: [Int: CompiledFunction]
  /// Why the others do not.
  let refusals: [Int: FunctionCompiler.Refusal]
  /// The columns that steps read, by the numbers that they have there.
  let names: [String]
  let objects: [CompiledFunction.Object]
  /// For each object what a call of it does to a text of ASCII.
  let forms: [LuaTextForm]
  private let leftToLua = Atomic(false)
  /// Keeps the texts of constants.
  private let texts: ConstantTexts

  init(
    functions: [Int: CompiledFunction], refusals: [Int: FunctionCompiler.Refusal], names: [String],
    objects: [CompiledFunction.Object], texts: ConstantTexts
  ) {
    self.functions = functions
    self.refusals = refusals
    self.names = names
    self.objects = objects
    forms = objects.map { if case .normalizer(_, let form) = $0 { form } else { .none } }
    self.texts = texts
  }

  /// None of some functions, with the one reason for that.
  static func none(of functions: [LuaFunction], because words: String) -> CompiledFunctions {
    let refusal = FunctionCompiler.Refusal(chunk: "", line: 0, words: words)
    return CompiledFunctions(
      functions: [:], refusals: Dictionary(uniqueKeysWithValues: functions.indices.map { ($0, refusal) }), names: [],
      objects: [], texts: ConstantTexts())
  }
}

extension CompiledFunctions {
  /// Whether Lua is to be asked everything, as it is once it has failed: so that its errors come in its own order.
  var areLeftToLua: Bool { leftToLua.load(ordering: .relaxed) }

  func leaveToLua() { leftToLua.store(true, ordering: .relaxed) }
}

/// Whether a function of rules runs without Lua.
package enum FunctionCompilation: Sendable, Equatable {
  case compiled
  /// What keeps it from that, as in `line 4 calls print`.
  case interpreted(String)

  init(_ functions: CompiledFunctions, _ number: Int) {
    guard let refusal = functions.refusals[number] else {
      self = functions.functions[number] == nil ? .interpreted("it is not known here") : .compiled
      return
    }
    self = .interpreted(refusal.line > 0 ? "line \(refusal.line) \(refusal.words)" : "it \(refusal.words)")
  }

  package var reason: String? { if case .interpreted(let reason) = self { reason } else { nil } }
}

/// Texts of constants, each once.
///
/// Unchecked: written by the compiler alone, before anybody else reads.
final class ConstantTexts: @unchecked Sendable {
  private var texts: [[UInt8]: UnsafeMutableRawBufferPointer] = [:]

  deinit { for text in texts.values { text.deallocate() } }

  func value(_ text: [UInt8]) -> CompiledValue {
    if let known = texts[text] {
      return CompiledValue(BytesView(start: known.baseAddress, count: text.count), isConstant: true)
    }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, text.count), alignment: 16)
    copy.copyBytes(from: text)
    texts[text] = copy
    return CompiledValue(BytesView(start: copy.baseAddress, count: text.count), isConstant: true)
  }
}

extension CompiledFunction.Relation {
  static let ofOperations: [LuaOperation: Self] = [
    .equal: .equal, .equalConstant: .equal, .equalImmediate: .equal, .less: .less, .lessImmediate: .less,
    .lessOrEqual: .lessOrEqual, .lessOrEqualImmediate: .lessOrEqual, .greaterImmediate: .greater,
    .greaterOrEqualImmediate: .greaterOrEqual,
  ]
}

extension CompiledFunction.Arithmetic {
  static let ofOperations: [LuaOperation: Self] = [
    .add: .add, .addImmediate: .add, .addConstant: .add, .subtract: .subtract, .subtractConstant: .subtract,
    .multiply: .multiply, .multiplyConstant: .multiply, .divide: .divide, .divideConstant: .divide,
    .floorDivide: .floorDivide, .floorDivideConstant: .floorDivide, .modulo: .modulo, .moduloConstant: .modulo,
    .power: .power, .powerConstant: .power, .bitAnd: .bitAnd, .andConstant: .bitAnd, .bitOr: .bitOr,
    .orConstant: .bitOr, .bitXor: .bitXor, .xorConstant: .bitXor, .bitNot: .bitXor, .shiftLeft: .shiftLeft,
    .shiftRight: .shiftRight, .shiftRightImmediate: .shiftRight, .shiftLeftImmediate: .shiftInto,
  ]
}

extension LuaOperation {
  /// What it does, where no compiled function does that.
  var wordsOfRefusal: String {
    switch self {
    case .setUpvalue, .setGlobal: "writes a variable from outside"
    case .setTable, .setIndex, .setField, .newTable, .setList: "makes a table"
    case .forLoop, .forPrepare, .genericForPrepare, .genericForCall, .genericForLoop: "has a loop"
    case .closure: "makes a function"
    case .variadic, .prepareVariadic: "takes any number of arguments"
    case .toBeClosed: "has a variable that is closed"
    default: "does what is not known here"
    }
  }
}
