import LuaRuntime
import Platform
import Rules

/// A script that stands still, and the call that is looked at.
struct DebugStop {
  let pause: LuaPause
  /// The calls under way, the innermost first.
  let frames: [LuaPause.Frame]
  private(set) var selected: Int
  /// The texts of their chunks, those that can be read.
  private let sources: [String: DebugSource]

  private static let deepest = 200

  init(_ pause: LuaPause) throws(LuaError) {
    self.pause = pause
    frames = try pause.frames(limit: Self.deepest)
    selected = frames.firstIndex { $0.line != nil } ?? 0
    var sources: [String: DebugSource] = [:]
    for chunk in Set(frames.map(\.chunk)) { sources[chunk] = DebugSource(chunk) }
    self.sources = sources
  }

  var frame: LuaPause.Frame? { frames.indices.contains(selected) ? frames[selected] : nil }

  /// Looks at another function of Lua's, outwards or inwards; false where there is none.
  mutating func move(outwards: Bool) -> Bool {
    let others = frames.indices.filter { frames[$0].line != nil && (outwards ? $0 > selected : $0 < selected) }
    guard let next = outwards ? others.first : others.last else { return false }
    selected = next
    return true
  }

  /// Why the script stands still, in words; `nil` for a step.
  var reason: String? {
    switch pause.reason {
    case .step: nil
    case .breakpoint(let number): "break \(number)"
    case .error(let message): "error: \(message)"
    case .interruption: "interrupted"
    }
  }

  /// What stands between that and the place: Lua's words may have many lines.
  var separator: String { if case .error = pause.reason { "\n" } else { ": " } }

  /// Where a call is, and in which function: by the rule that it is, or as its text names it, or else its caller.
  func words(of frame: LuaPause.Frame) -> String {
    guard let line = frame.line else { return "\(frame.chunk): in '\(frame.name ?? "?")'" }
    let place = "\(frame.chunk):\(line)"
    if let name = name(of: frame) { return "\(place), in '\(name)'" }
    return frame.firstLine == 0 ? place : "\(place), in the function of line \(frame.firstLine)"
  }

  /// What a call is of: the rule that it is, or what its text or else its caller calls it.
  func name(of frame: LuaPause.Frame) -> String? { rule(of: frame) ?? frame.name }

  /// What a function is called where it is written; with the rule's whole name where that ends so, or there is no
  /// other.
  private func rule(of frame: LuaPause.Frame) -> String? {
    guard frame.firstLine > 0 else { return nil }
    let own = sources[frame.chunk]?.names[frame.firstLine]
    let rules = pause.rules[.init(chunk: frame.chunk, line: frame.firstLine)] ?? []
    guard let rule = rules.first, rules.count == 1 else { return own }
    guard let own, rule.split(whereSeparator: { ".:".contains($0) }).last.map(String.init) != own else { return rule }
    return ["read", "write"].contains(own) ? rule : own
  }

  var trace: String {
    let lines = frames.enumerated().map { index, frame in
      "\(index == selected ? ">" : " ") \(VisibleText.line(words(of: frame)))\n"
    }
    return lines.joined() + (frames.count < Self.deepest ? "" : "  …\n")
  }

  /// The line that comes next, behind its number; `nil` where the file cannot be read.
  var sourceLine: String? {
    guard let frame, let line = frame.line, let lines = sources[frame.chunk]?.lines else { return nil }
    return lines.indices.contains(line - 1) ? "\(line)  \(lines[line - 1])\n" : nil
  }

  /// The lines around a line, by default around the one that comes next.
  func lines(around line: Int?) -> String {
    guard let frame, let current = frame.line, let lines = sources[frame.chunk]?.lines else { return "" }
    let middle = min(line ?? current, lines.count)
    let range = max(1, middle - 5)..<max(1, min(lines.count, middle + 5) + 1)
    let widest = "\(range.upperBound)".count
    return range.filter { $0 <= lines.count }.map { number in
      let padding = String(repeating: " ", count: widest - "\(number)".count)
      let mark = number == current ? ">" : " "
      return "\(mark) \(padding)\(number)  \(lines[number - 1])".trimmedEnd + "\n"
    }.joined()
  }
}

// MARK: Values

extension DebugStop {
  /// Lua that says whether a break holds; throws where it is none.
  static func check(_ condition: String) throws(LuaError) {
    _ = try LuaState().load(Array("return \(condition)".utf8), name: "condition")
  }

  /// Whether a condition is true in the call that is looked at.
  func holds(_ condition: String) throws(LuaError) -> Bool {
    guard let frame else { return true }
    let chunk = try pause.state.load(
      Array("return \(condition)".utf8), name: "condition", environment: pause.scope(of: frame))
    return try pause.state.call(chunk).first?.isTruthy ?? false
  }

  /// What Lua gives as if it stood in a call; `nil` where it is not whole.
  func values(of text: String, in frame: LuaPause.Frame?) throws(LuaError) -> [LuaValue]? {
    let scope = try frame.map { (frame) throws(LuaError) in try pause.scope(of: frame) }
    switch try TypedChunk(text, in: pause.state, environment: scope) {
    case .incomplete: return nil
    case .expression(let chunk), .statements(let chunk): return try pause.state.call(chunk)
    }
  }

  /// The records that a call was given as arguments, and those that a rule's context holds.
  func records(of frame: LuaPause.Frame) throws(LuaError) -> [(name: String, value: LuaValue)] {
    var records: [(name: String, value: LuaValue)] = []
    for variable in try pause.variables(of: frame) where variable.isParameter {
      switch variable.value {
      case .record: records.append((variable.name, variable.value))
      case .table(let table):
        for (key, value) in try table.sortedPairs() {
          guard case .record = value, let name = key.text else { continue }
          records.append(("\(variable.name).\(name)", value))
        }
      default: break
      }
    }
    return records
  }
}
