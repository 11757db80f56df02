import CLuaBridge

/// Where a function was written.
package struct LuaDefinition: Equatable, Sendable {
  /// The chunk's name.
  package let chunk: String
  /// Its first and last line, counted from 1; a whole chunk begins at 0.
  package let lines: ClosedRange<Int>
  /// How many parameters it names.
  package let parameters: Int
}

/// A local variable outside a function that it uses, and a digest of its value.
package struct LuaUpvalue: Equatable, Sendable {
  package let name: String
  /// Changes where the value or anything reachable from it changes (up to 20,000 values, 200 deep).
  package let digest: Int64
}

extension LuaState {
  /// The lines of a text that have code; empty for one that is no Lua.
  package static func codeLines(of text: [UInt8]) -> Set<Int> {
    let recorder = LuaRecorder([.coverage])
    let name = "text"
    guard let state = try? LuaState(recorder: recorder), (try? state.load(text, name: name)) != nil,
      let chunk = recorder.coverage?.chunks[name]
    else { return [] }
    return LuaFlow(chunk).lines
  }

  /// Where the function was written; nil for a host or library function.
  package func definition(of function: LuaFunction) throws(LuaError) -> LuaDefinition? {
    let found = try perform(LB_DO_DEFINITION, [.function(function)])
    guard found.count == 4, let chunk = found[0].text, case .integer(let first) = found[1],
      case .integer(let last) = found[2], case .integer(let parameters) = found[3]
    else { return nil }
    return LuaDefinition(
      chunk: chunk, lines: Int(first)...Int(max(first, last)), parameters: Int(parameters))
  }

  /// Whether somebody looks at what the state does, or takes it down.
  package var isObserved: Bool { recorder != nil || debugger != nil }

  /// Says to whoever looks at the state, or takes down what it does, which rule a function is.
  package func note(_ rule: String, of function: LuaFunction) {
    guard isObserved, let found = try? definition(of: function) else { return }
    let place = LuaTimings.Function(chunk: found.chunk.chunkName, line: found.lines.lowerBound)
    recorder?.note(rule, at: place)
    debugger?.note(rule, at: place)
  }

  /// What the function carries from call to call.
  ///
  /// Where two fingerprints differ, calls between them wrote an upvalue; globals cannot be written
  /// once they are frozen.
  package func upvalueFingerprint(_ function: LuaFunction) throws(LuaError) -> [LuaUpvalue] {
    let found = try perform(LB_DO_STATE_OF, [.function(function)])
    return stride(from: 0, to: found.count - 1, by: 2).compactMap { index in
      guard let name = found[index].text, case .integer(let digest) = found[index + 1]
      else { return nil }
      return LuaUpvalue(name: name, digest: digest)
    }
  }
}
