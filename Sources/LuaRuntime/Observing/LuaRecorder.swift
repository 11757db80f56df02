import CLuaBridge
import Synchronization

/// Takes down what all states do that are made with it: which lines run, what functions take.
///
/// Each state counts for itself; what states counted is joined when they end, or when it is asked for.
package final class LuaRecorder: Sendable {
  /// What is taken down.
  package enum Subject: Sendable {
    /// Which lines run, and which functions are called.
    case coverage
    /// How often functions are called, how long they take, what they allocate.
    case timings
  }

  private struct Recording: @unchecked Sendable {
    // C's objects belong to the recorder, and are read when their state does not run.
    let coverage: OpaquePointer?
    let timing: OpaquePointer?
  }

  private struct Content {
    var recordings: [Int: Recording] = [:]
    var next = 0
    var coverage = LuaCoverage()
    var timings = LuaTimings()
    var rules: [LuaTimings.Function: Set<String>] = [:]

    mutating func add(_ recording: Recording) {
      if let counts = recording.coverage { coverage.add(counts) }
      if let counts = recording.timing { timings.add(counts) }
    }
  }

  private let subjects: Set<Subject>
  private let content = Mutex(Content())

  package init(_ subjects: Set<Subject>) { self.subjects = subjects }

  deinit { content.withLock { $0.recordings.values.forEach(Self.free) } }

  /// Begins to observe a state; what is returned ends it.
  func observe(_ core: OpaquePointer) -> Int {
    let recording = Recording(
      coverage: subjects.contains(.coverage) ? lb_coverage_create() : nil,
      timing: subjects.contains(.timings) ? lb_timing_create() : nil)
    lb_observe(core, recording.coverage, recording.timing)
    return content.withLock { content in
      content.next += 1
      content.recordings[content.next] = recording
      return content.next
    }
  }

  func end(_ number: Int) {
    content.withLock { content in
      guard let recording = content.recordings.removeValue(forKey: number) else { return }
      content.add(recording)
      Self.free(recording)
    }
  }

  private static func free(_ recording: Recording) {
    lb_coverage_free(recording.coverage)
    lb_timing_free(recording.timing)
  }

  /// Adds what functions took that ran without Lua.
  package func add(_ costs: [LuaTimings.Function: LuaTimings.Cost]) { content.withLock { $0.timings.add(costs) } }

  /// Whether functions that run without Lua can be taken down, too.
  package var takesCompiled: Bool { subjects == [.timings] }

  /// Says which rule a function is.
  package func note(_ rule: String, at function: LuaTimings.Function) {
    content.withLock { _ = $0.rules[function, default: []].insert(rule) }
  }

  /// The rules that functions are, as far as that was said.
  package var rules: [LuaTimings.Function: Set<String>] { content.withLock(\.rules) }

  /// Which lines ran so far, if that is taken down; ask while no state runs.
  package var coverage: LuaCoverage? { subjects.contains(.coverage) ? joined.coverage : nil }

  /// What functions took so far, if that is taken down; ask while no state runs.
  package var timings: LuaTimings? { subjects.contains(.timings) ? joined.timings : nil }

  private var joined: Content {
    content.withLock { content in
      var all = content
      for recording in content.recordings.values { all.add(recording) }
      return all
    }
  }
}
