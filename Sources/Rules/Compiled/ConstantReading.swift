import Comparing
import LuaRuntime

/// What values of Lua's are to compiled functions.
extension FunctionCompiler {
  private static let deepest = 16, mostEntries = 100_000

  func constant(_ constant: LuaPrototype.Constant) -> CompiledValue {
    switch constant {
    case .nil: .nil
    case .boolean(let value): CompiledValue(value)
    case .integer(let value): CompiledValue(value)
    case .float(let value): CompiledValue(value)
    case .string(let text): texts.value(text)
    }
  }

  mutating func constant(_ table: MadeTable) -> CompiledValue {
    add(.table(CompiledTable(table.entries.map { ($0, constant($1)) }, length: table.length)))
  }

  /// What a value of Lua's is to compiled functions.
  mutating func constant(of value: LuaValue, _ place: Int) throws(Stop) -> CompiledValue {
    switch value {
    case .nil: return .nil
    case .boolean(let value): return CompiledValue(value)
    case .integer(let value): return CompiledValue(value)
    case .float(let value): return CompiledValue(value)
    case .string(let text): return texts.value(text)
    case .object(let object as NormalizerObject): return add(.normalizer(object.normalizer, object.textForm))
    case .object(let object as ComparatorObject): return add(.comparator(object.comparator))
    case .object(let object as any LookupHolder): return add(.lookup(object.lookup))
    case .function(let function):
      let address = try asking { () throws(LuaError) in try state.address(of: value).number }
      if let function = library.function(at: address) { return CompiledValue(library: function) }
      return try remembered(address) { (compiler) throws(Stop) in
        let made: Result<CompiledFunction, Refusal>
        do throws(LuaError) { made = try compiler.compiled(function) } catch { throw .lua(error) }
        switch made {
        case .success(let function): return compiler.add(.function(function))
        case .failure(let refusal): return compiler.add(.opaque(refusal))
        }
      }
    case .table(let table):
      let address = try asking { () throws(LuaError) in try state.address(of: value) }
      guard !library.isLibrary(at: address.number), address.isFrozen || address.isPlain, !writes.mayWriteTables else {
        return add(.opaque(nil))
      }
      return try remembered(address.number) { (compiler) throws(Stop) in try compiler.table(table, place) }
    default: return add(.opaque(nil))
    }
  }

  /// What a table or function has become already, or becomes now; one that is reached from itself is opaque.
  private mutating func remembered(
    _ address: Int64, _ make: (inout FunctionCompiler) throws(Stop) -> CompiledValue
  ) throws(Stop) -> CompiledValue {
    if let found = known[address] { return found ?? add(.opaque(nil)) }
    guard depth < Self.deepest else { return add(.opaque(nil)) }
    known[address] = .some(nil)
    depth += 1
    defer { depth -= 1 }
    let value = try make(&self)
    known[address] = value
    return value
  }

  private mutating func table(_ table: LuaTable, _ place: Int) throws(Stop) -> CompiledValue {
    let pairs = try asking { () throws(LuaError) in try table.sortedPairs() }
    guard pairs.count <= Self.mostEntries else { return add(.opaque(nil)) }
    var entries: [(key: CompiledTable.TableKey, value: CompiledValue)] = []
    for (key, value) in pairs {
      let value = try constant(of: value, place)
      switch key {
      case .string(let text): entries.append((.text(text), value))
      case .integer(let number): entries.append((.integer(number), value))
      case .boolean(let key): entries.append((.boolean(key), value))
      // Keys that no value of a record equals.
      default: return add(.opaque(nil))
      }
    }
    let length = try asking { () throws(LuaError) in try table.length() }
    return add(.table(CompiledTable(entries, length: length)))
  }

  private mutating func add(_ object: CompiledFunction.Object) -> CompiledValue {
    objects.append(object)
    return CompiledValue(object: objects.count - 1)
  }
}
