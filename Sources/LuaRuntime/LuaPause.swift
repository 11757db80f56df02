import CLuaBridge
import Platform

/// A script that stands still, for as long as it does.
package struct LuaPause {
  package enum Reason: Equatable, Sendable {
    case step
    case breakpoint(Int)
    /// With Lua's words.
    case error(String)
    case interruption
  }

  /// A call under way.
  package struct Frame: Sendable {
    /// The chunk's name; "[C]" for a function of C's.
    package let chunk: String
    /// The line that comes next; `nil` for a function of C's.
    package let line: Int?
    /// The line where the function begins; 0 is the chunk itself.
    package let firstLine: Int
    package let name: String?
    fileprivate let thread: Int32
    fileprivate let level: Int32
  }

  package struct Variable {
    package let name: String
    package let value: LuaValue
    package let isParameter: Bool
  }

  package let reason: Reason
  /// The state; calls into it have limits of their own meanwhile.
  package let state: LuaState
  private let hidden: String

  /// What functions are to the rules and plug-ins that they stand in.
  package var rules: [LuaTimings.Function: Set<String>] { state.debugger?.rules ?? [:] }

  init(_ pause: lb_pause, in state: LuaState, hidden: String) {
    self.state = state
    self.hidden = hidden
    switch pause.reason {
    case LB_AT_BREAK: reason = .breakpoint(Int(pause.number))
    case LB_AT_ERROR:
      let message = BytesView(start: pause.message, count: pause.length)
      reason = .error(String(decoding: message, as: UTF8.self))
    case LB_AT_INTERRUPT: reason = .interruption
    default: reason = .step
    }
  }

  /// The calls under way, the innermost first; those of C that have no name are left out.
  package func frames(limit: Int) throws(LuaError) -> [Frame] {
    let parts = try state.values { lb_frames($0, Int32(clamping: limit), $1) }
    let frames = stride(from: 0, to: parts.count - 5, by: 6).map { Frame(parts[$0..<$0 + 6]) }
    return frames.filter { ($0.line != nil || $0.name != nil) && $0.chunk != hidden }
  }

  /// The variables of a call: its locals, then what it has from outside; of several with one name the innermost.
  package func variables(of frame: Frame) throws(LuaError) -> [Variable] {
    let parts = try state.values { lb_variables($0, frame.thread, frame.level, $1) }
    var indices: [String: Int] = [:]
    var variables: [Variable] = []
    for index in stride(from: 0, to: parts.count - 2, by: 3) {
      let name = parts[index].text ?? ""
      let variable = Variable(name: name, value: parts[index + 1], isParameter: parts[index + 2].isTruthy)
      guard let position = indices[name] else {
        indices[name] = variables.count
        variables.append(variable)
        continue
      }
      variables[position] = variable
    }
    return variables
  }

  /// An environment in which names mean what they mean in a call, to read and to assign.
  package func scope(of frame: Frame) throws(LuaError) -> LuaTable {
    let values = try state.values { lb_scope($0, frame.thread, frame.level, $1) }
    guard case .table(let table)? = values.first else { throw .closed }
    return table
  }
}

extension LuaPause.Frame {
  fileprivate init(_ parts: ArraySlice<LuaValue>) {
    let numbers = parts.map { part in if case .integer(let number) = part { Int(number) } else { 0 } }
    thread = Int32(clamping: numbers[0])
    level = Int32(clamping: numbers[1])
    chunk = (parts[parts.startIndex + 2].text ?? "").chunkName
    line = numbers[3] > 0 ? numbers[3] : nil
    firstLine = max(0, numbers[4])
    name = parts[parts.startIndex + 5].text
  }
}
