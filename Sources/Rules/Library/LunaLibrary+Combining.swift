import LuaRuntime
import Comparing

extension LunaLibrary {
  /// `luna.compare.any` and `luna.compare.all`: a comparator, or a function where one of the parts is a function.
  static func combined(
    _ quantity: CombinedComparator.Quantity, _ call: borrowing LuaCall
  ) throws(LuaError) -> LuaReturn {
    var comparators: [ComparatorObject] = []
    var parts: [LuaValue] = []
    var takesContext = false
    for index in 1..<max(1, call.count + 1) {
      var part = try call.value(index)
      if case .function(let function) = part, let maker = try name(of: function, in: call.state) {
        guard let made = made(by: function, in: call.state) else {
          throw LuaError(argument: index, "\(maker) itself; it has to be called: \(maker)(…)")
        }
        part = made
      }
      switch part {
      case .object(let object as ComparatorObject): comparators.append(object)
      case .function(let function):
        if try function.takesContext { takesContext = true }
      default: throw call.expected("comparator or function", index)
      }
      parts.append(part)
    }
    guard comparators.count < parts.count else {
      let combined = try combined(quantity, of: comparators.map(\.comparator))
      return .one(.object(ComparatorObject(combined, of: comparators)))
    }
    let stop = LuaValue.boolean(quantity == .any)
    return .many(
      try call.state.run(
        combination(of: takesContext ? "old, new, context" : "old, new"), name: chunkName,
        arguments: [.native("verdict", verdict), stop, .list(parts)]))
  }

  private static func combined(
    _ quantity: CombinedComparator.Quantity, of parts: [any Comparator]
  ) throws(LuaError) -> CombinedComparator {
    try checkingOptions { () throws(OptionError) in try CombinedComparator(quantity, of: parts) }
  }

  /// Makes the function: asks one part after another until one says what ends it.
  private static func combination(of parameters: String) -> String {
    """
    local verdict, stop, parts = ...
    return function(\(parameters))
      for place = 1, #parts do
        local said = parts[place](\(parameters))
        if said == stop then return stop end
        if said ~= not stop then verdict(parts[place], said) end
      end
      return not stop
    end
    """
  }

  /// Refuses what a function said; the line to blame is the function's.
  private static func verdict(_ call: borrowing LuaCall) throws(LuaError) -> LuaReturn {
    var error = LuaError(
      returned: call.typeName(2), wanted: .decision, "it must return true or false")
    error.level = 2
    if let place = try call.state.definition(of: call.function(1)) {
      error.chunk = place.chunk
      error.line = place.lines.lowerBound
    }
    throw error
  }
}
