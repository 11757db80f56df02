import Comparing
import LuaRuntime
import Platform
import Records
import Rules

/// Why there is no result: unreadable input, rules that do not fit or that failed, a limit that was reached.
package struct LunaDiffError: HintedError, Sendable, Equatable {
  package let finding: String
  package private(set) var hint: Hint?
  /// Whether it says what would help, as a hint or in what a script passed on.
  package private(set) var isHinted: Bool
  /// The calls of Lua under way where a script failed, the innermost first; empty for any other error.
  package private(set) var stack: [String] = []
  /// The chunk and the line of the script that failed, if that is why.
  package private(set) var line: ScriptLine?
  /// The input that cannot be read, if that is why.
  private var unread: RecordError?
  /// Whether the inputs cannot be compared under any rules.
  package private(set) var isOfInputs = false

  package init(_ finding: String, hint: Hint? = nil) {
    self.finding = finding
    self.hint = hint
    isHinted = hint != nil
  }

  func with(_ hint: Hint) -> LunaDiffError {
    var error = self
    (error.hint, error.isHinted, error.unread) = (hint, true, nil)
    return error
  }

  package init(_ error: any Error) {
    if let error = error as? LunaDiffError {
      self = error
      return
    }
    let hinted = error as? any HintedError
    finding = hinted?.finding ?? "\(error)"
    hint = hinted?.hint
    let script = error as? RuleError
    isHinted = hint != nil || (script?.error.underlying as? any HintedError)?.hint != nil
    stack = script?.stack ?? []
    line = script.flatMap { ScriptLine($0.error) }
    unread = error as? RecordError
    isOfInputs = error.isOfInputs
  }

  package static func wrapping<R>(_ work: () throws -> R) throws(LunaDiffError) -> R {
    do { return try work() } catch { throw LunaDiffError(error) }
  }

  package var message: String { description }

  /// The message, with the whole command that makes an input readable where that takes another program.
  package func message(withInputFromPipe command: (String) -> String?) -> String {
    unread?.message(withInputFromPipe: command) ?? message
  }

  package var messageWithStack: String {
    stack.isEmpty ? message : ([message, "  stack traceback:"] + stack.map { "    \($0)" }).joined(separator: "\n")
  }
}

extension Error {
  fileprivate var isOfInputs: Bool {
    switch (self as? RecordError)?.kind {
    case .badOption, .unknownEncoding, .unknownColumn, .scratch: false
    case .some: true
    case nil: if case .noCommonColumns = (self as? ComparisonError)?.reason { true } else { false }
    }
  }
}

/// A line of a script, by the chunk's name.
package struct ScriptLine: Sendable, Equatable {
  package let chunk: String
  /// Counted from 1.
  package let number: Int

  fileprivate init?(_ error: LuaError) {
    guard let chunk = error.chunk, let line = error.line else { return nil }
    (self.chunk, number) = (chunk, line)
  }
}
