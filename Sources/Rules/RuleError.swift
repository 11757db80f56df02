import Comparing
import LuaRuntime
import Platform
import Records

/// Why a rule failed: what Lua said, in which rule, and on which records.
package struct RuleError: Error, Sendable {
  /// A record that the rule was looking at.
  package struct Place: Sendable, Equatable, CustomStringConvertible {
    package let input: String
    /// The record's number, counted from 1.
    package let record: Int
    /// The line where it begins, counted from 1; `nil` where a plug-in made the record.
    package let line: Int?

    init(table: RecordTable, record: Int) {
      input = table.fileName(of: record)
      self.record = table.numberInFile(of: record) + 1
      line = table.hasLines ? table.line(of: record) : nil
    }

    /// The record that a plug-in's reader was to give next, counted from 1.
    init(input: String, record: Int) {
      self.input = input
      self.record = record
      line = nil
    }

    package var description: String { "\(input) record \(record)" + (line.map { " (line \($0))" } ?? "") }
  }

  package internal(set) var error: LuaError
  package var rule: String?
  /// The reader or format of a plug-in that ran, as in `reader 'money:words'`.
  package internal(set) var part: String?
  /// The records that it was called with, or was to give.
  package var places: [Place] = []
  /// The element of a list inside the record that the rule was called with, such as `items[4]`.
  package var element: String?
  /// The identity of the records, where it is known.
  package var key: String?
  /// The columns of the input, where the script asked for one that is not there.
  package var columns: [String] = []
  /// Whether the record has numbers, as JSON has, and not text alone.
  var hasNumbers = false
  /// The names of fields that are absent or null in the record.
  package var missing: [String] = []
  package var plugin: String?
  /// Where the rule stands that is wrong, if no function has failed.
  package var definition: (file: String, line: Int)?
  /// How the plug-in could be used that the script wanted for a module.
  package var absentee: String?

  package init(_ error: LuaError) { self.error = error }

  /// Runs what may fail in Lua, without a record at hand.
  package static func locating<R>(part: String? = nil, _ body: () throws(LuaError) -> R) throws(RuleError) -> R {
    do { return try body() } catch {
      var located = RuleError(error)
      located.part = part
      throw located
    }
  }
}

extension RuleError {
  package var hint: Hint? {
    switch error.kind {
    case .instructions: "\(.instructionLimit) allows more; 0 is no limit"
    case .time: "\(.timeLimit) allows more, as in 60s; 0 is no limit"
    case .memory: "\(.memoryLimit) allows more, as in 1G; 0 is no limit"
    case .refusedMemory:
      """
      this is all that the system gives, which ulimit -v may limit; keep counts in place of records, and set to nil \
      what is done with
      """
    case .returned(let type, let wanted): hint(returned: type, wanted: wanted)
    case .runtime: absentee.map { Hint($0) } ?? error.complaint.flatMap { hint(for: $0) }
    default: nil
    }
  }

  private func hint(for complaint: LuaComplaint) -> Hint? {
    switch complaint {
    case .nilValue(let kind, let name): hint(nilIn: kind, name)
    case .noFunction("method", let name):
      "'\(name)' is a value and no function; it is read with a point, as in r.\(name)"
    case .namelessNil: "what a call gave is nil here, as match does where nothing matches"
    case .textAndNumber:
      hasNumbers
        ? "a number with more digits than Lua's have comes as text; luna.compare.number compares such exactly"
        : "a cell of CSV is text; tonumber(…) makes it a number, where it is one"
    default: nil
    }
  }

  /// Why a rule may have returned what it must not.
  private func hint(returned type: String, wanted: LuaError.Wanted) -> Hint? {
    switch (type, wanted) {
    case ("nothing", _): "is a 'return' missing?"
    case ("nil", .decision): "every way through it has to return; write (… ~= nil) for what may be nil"
    case ("nil", .identity), ("null", .identity):
      element == nil
        ? "say what such records are, as in (… or \"?\"), or leave them out with a filter"
        : "say what such elements are: luna.null and nil are none"
    case ("table", .identity): "return its parts one by one, as in return a, b"
    case ("function", _), ("comparator", _), ("normalizer", _), ("userdata", _):
      "a function is no answer; it has to be called"
    default: nil
    }
  }

  /// Lua names what was nil; if the record lacks it, that is why.
  private func hint(nilIn kind: String, _ name: String) -> Hint? {
    switch kind {
    case "method" where missing.contains(name): "'\(name)' is a column, read with a point, r.\(name), and absent here"
    case "method": Self.home(of: name).map { "it is no method but a function, \($0).\(name)" }
    case "field" where name == "?":
      "the table has nothing under this key, as where a lookup finds nothing; write (t[key] or {}).name, or ask first"
    case "global" where ["io", "debug", "dofile", "loadfile"].contains(name):
      "rules run in a sandbox without '\(name)'; luna.lookup reads data that stands beside them"
    case "field" where missing.contains(name): "'\(name)' is absent here; write (r.\(name) or \"\")"
    case "local" where rule?.contains(".") == true:
      "'\(name)' is nil where the value is absent or null; write (\(name) or \"\")"
    case "global": Self.home(of: name).map { "it is \($0).\(name)" }
    default: nil
    }
  }

  /// Where functions are that are looked for among the globals.
  private static func home(of name: String) -> String? {
    let text = LunaLibrary.textForms.map(\.0) + LunaLibrary.textFunctions.map(\.name)
    if text.contains(name) { return "luna.text" }
    if LunaLibrary.comparators.contains(where: { $0.name == name }) { return "luna.compare" }
    if LuaAnnotations.members.contains(name) { return "luna" }
    return ["match", "gsub", "find", "format", "sub", "rep"].contains(name) ? "string" : nil
  }
}

extension RuleError: HintedError {
  /// What Lua said and where, without its stack.
  package var finding: String { finding(of: error) }

  /// The same as an error of the script that asked for the comparison, with the place where the rule failed.
  package var asError: LuaError {
    // What a reader says of the data is no error of the plug-in's.
    if let problem = error.underlying as? RecordError { return LuaError("\(problem)", underlying: problem) }
    var plain = error
    plain.chunk = nil
    let text = finding(of: plain) + (hint.map { "\n  hint: \($0)" } ?? "")
    var failure = LuaError(text, underlying: self)
    failure.chunk = error.chunk
    failure.line = error.line
    failure.traceback = error.traceback
    failure.raised = error.raised
    return failure
  }

  private func finding(of error: LuaError) -> String {
    var lines = ["\(error)"]
    if let caller = rule.map({ "function '\($0)'" }) ?? part {
      let records = places.map(\.description).joined(separator: " and ")
      let parts = [caller, records, element ?? ""].filter { !$0.isEmpty }
      lines.append("  in " + parts.joined(separator: ", "))
    }
    if let plugin { lines.append("  in plug-in '\(plugin)'") }
    if let key { lines.append("  key: \(key)") }
    if !columns.isEmpty { lines.append("  columns: \(ComparisonError.list(columns, limit: 8))") }
    return lines.joined(separator: "\n")
  }

  /// Lua's stack where the error was raised, the innermost call first, without what the host called with.
  package var stack: [String] {
    var lines = (error.traceback ?? "").split(separator: "\n").dropFirst().map { String($0.drop { $0 == "\t" }) }
    while lines.last == "[C]: in ?" { lines.removeLast() }
    return lines
  }
}

extension RuleError: QuotingError {
  /// The same error without what the script said, which may hold any value, and without the record's key.
  package var withoutQuotes: any Error {
    guard error.kind == .runtime || error.kind == .handler else { return self }
    var hidden = self
    hidden.error = LuaError("it failed; what it said is shown only where no column is masked")
    hidden.error.chunk = error.chunk
    hidden.error.line = error.line
    hidden.key = nil
    return hidden
  }
}
