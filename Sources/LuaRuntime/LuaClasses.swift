import CLuaBridge

/// The object types that a state knows, by the number of their metatable.
struct LuaClasses {
  private struct Entry {
    let identifier: ObjectIdentifier
    let type: any LuaObject.Type
    let object: (UnsafeMutableRawPointer) -> any LuaObject
  }

  // Metatables are numbered from 1.
  private var entries: [Entry] = []

  /// Asked for every object that goes to Lua, of few types: looking at each costs less than a hash.
  func number(of type: any LuaObject.Type) -> Int32? {
    let identifier = ObjectIdentifier(type)
    return entries.firstIndex { $0.identifier == identifier }.map { Int32($0 + 1) }
  }
  func type(_ number: Int32) -> (any LuaObject.Type)? { entry(number)?.type }

  func object(_ pointer: UnsafeMutableRawPointer, _ number: Int32) -> (any LuaObject)? {
    entry(number)?.object(pointer)
  }

  /// The object, if it is of this type; the types of objects are final.
  func object<T: LuaObject>(_ pointer: UnsafeMutableRawPointer, _ number: Int32, as type: T.Type) -> T? {
    let index = Int(number) - 1
    guard entries.indices.contains(index), entries[index].identifier == ObjectIdentifier(type) else { return nil }
    return Unmanaged<T>.fromOpaque(pointer).takeUnretainedValue()
  }

  private func entry(_ number: Int32) -> Entry? {
    let index = Int(number) - 1
    return entries.indices.contains(index) ? entries[index] : nil
  }

  mutating func add<T: LuaObject>(_ type: T.Type) {
    entries.append(
      Entry(identifier: ObjectIdentifier(type), type: type) { Unmanaged<T>.fromOpaque($0).takeUnretainedValue() })
  }
}

extension LuaState {
  /// The number of the type's metatable, which is made on first use; 0 where memory is out.
  func classNumber(of type: any LuaObject.Type) -> Int32 {
    if let number = classes.number(of: type) { return number }
    return define(type)
  }

  // Called while another message is being written, and so with buffers of its own.
  private func define<T: LuaObject>(_ type: T.Type) -> Int32 {
    var description = LuaType<T>()
    T.describe(&description)
    func map(_ functions: [(String, LuaNative)]) -> LuaValue { .fields(functions.map { ($0.0, .native($0.1)) }) }
    let values: [LuaValue] = [
      .string(T.luaName), map(description.methods), map(description.getters), map(description.events),
    ]
    var input = lb_buffer()
    var output = lb_buffer()
    defer {
      lb_buffer_free(&input)
      lb_buffer_free(&output)
    }
    guard case .integer(let number)? = try? perform(LB_DO_CLASS, values, &input, &output).first else { return 0 }
    classes.add(type)
    return Int32(truncatingIfNeeded: number)
  }
}
