import LuaRuntime
import Platform
import Scripting

/// The lines where a client wants scripts to stop, file by file.
struct DebugBreaks: Sendable {
  struct Line: Sendable {
    let number: Int
    let line: Int
    /// Lua that has to be true.
    let condition: String?
    /// At which visit it stops, as `5`, `>= 5` or `% 5`.
    let hits: HitCondition?
    /// What is said in place of stopping; Lua in braces is run.
    let log: String?
    /// Why it never stops.
    let complaint: String?
  }

  /// By the files' paths without symbolic links.
  private var files: [String: [Line]] = [:]
  private var last = 0
  private var visits: [Int: Int] = [:]

  /// Replaces the breaks of a file.
  ///
  /// - Returns: As they are now: where there is no code, at the next line that has some.
  mutating func replace(_ wanted: [Message], in path: String, firstLine: Int) -> [Line] {
    let source = DebugSource(path)
    let lines = wanted.map { wanted -> Line in
      last += 1
      let asked = wanted["line"].index.map { $0 + 1 - firstLine } ?? 0
      let found = asked < 1 ? nil : source?.codeLine(from: asked)
      let (condition, hits) = (wanted["condition"].text, wanted["hitCondition"].text)
      var complaint = source == nil ? "the file cannot be read" : found == nil ? "no code from here on" : nil
      if asked < 1 { complaint = "lines count from \(firstLine)" }
      if let condition, !condition.isBlank { complaint = complaint ?? Self.complaint(about: condition) }
      let hitCondition = hits.flatMap(HitCondition.init)
      if let hits, !hits.isBlank, hitCondition == nil {
        complaint = complaint ?? "'\(hits)' is no count, as in 5 or % 5"
      }
      return Line(
        number: last, line: found ?? asked, condition: condition.flatMap { $0.isBlank ? nil : $0 }, hits: hitCondition,
        log: wanted["logMessage"].text, complaint: complaint)
    }
    files[FilePath.resolved(path) ?? path] = lines
    return lines
  }

  private static func complaint(about condition: String) -> String? {
    do throws(LuaError) {
      try DebugStop.check(condition)
      return nil
    } catch { return "\(error)" }
  }

  /// Sets them in place of those that there are, by the files' names: what a chunk is called depends on who named it.
  func set(in debugger: LuaDebugger) {
    debugger.removeAll()
    for (path, lines) in files {
      for line in lines where line.complaint == nil {
        do throws(LuaError) { try debugger.add(line.number, file: FilePath.name(of: path), line: line.line) } catch {
          return
        }
      }
    }
  }

  /// The breaks at a line of a chunk.
  func lines(at line: Int, of chunk: String) -> [Line] {
    guard let path = FilePath.resolved(chunk) else { return [] }
    return (files[path] ?? []).filter { $0.line == line && $0.complaint == nil }
  }

  /// Counts a visit of a break whose condition is true, and says whether it is one that counts.
  mutating func visit(_ line: Line) -> Bool {
    visits[line.number, default: 0] += 1
    return line.hits?.isMet(by: visits[line.number] ?? 0) ?? true
  }
}

/// At which of its visits a break stops.
struct HitCondition: Sendable, Equatable {
  private enum Comparison: String, CaseIterable {
    case atLeast = ">="
    case atMost = "<="
    case same = "=="
    case multiple = "%"
    case more = ">"
    case less = "<"
    case one = "="
  }

  private let comparison: Comparison
  private let count: Int

  /// Reads a client's words; `nil` for what is no count.
  init?(_ text: String) {
    let words = text.filter { !$0.isWhitespace }
    let comparison = Comparison.allCases.first { words.hasPrefix($0.rawValue) }
    guard let count = Int(words.dropFirst(comparison?.rawValue.count ?? 0)), count > 0 else { return nil }
    self.comparison = comparison ?? .same
    self.count = count
  }

  func isMet(by visit: Int) -> Bool {
    switch comparison {
    case .atLeast: visit >= count
    case .atMost: visit <= count
    case .same, .one: visit == count
    case .multiple: visit.isMultiple(of: count)
    case .more: visit > count
    case .less: visit < count
    }
  }
}

extension String {
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
