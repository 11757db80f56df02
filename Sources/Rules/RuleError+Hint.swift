import LuaRuntime
import Platform

extension RuleError {
  /// What would help, where that can be told.
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
    case ("nil", .decision):
      "every way through it has to return; write (… ~= nil) for what may be nil"
    case ("nil", .identity), ("null", .identity):
      element == nil
        ? "say what such records are, as in (… or \"?\"), or leave them out with a filter"
        : "say what such elements are: luna.null and nil are none"
    case ("table", .identity): "return its parts one by one, as in return a, b"
    case ("function", _), ("comparator", _), ("normalizer", _):
      "a function is no answer; it has to be called"
    default: nil
    }
  }

  /// Lua names what was nil; if the record lacks it, that is why.
  private func hint(nilIn kind: String, _ name: String) -> Hint? {
    switch kind {
    case "method" where missing.contains(name):
      "'\(name)' is a column, read with a point, r.\(name), and absent here"
    case "method": Self.home(of: name).map { "it is no method but a function, \($0).\(name)" }
    case "field" where name == "?":
      "the table has nothing under this key, as where a lookup finds nothing; write (t[key] or {}).name, or ask first"
    case "global" where ["io", "debug", "dofile", "loadfile"].contains(name):
      "rules run in a sandbox without '\(name)'; luna.lookup reads data that stands beside them"
    case "field" where missing.contains(name):
      "'\(name)' is absent here; write (r.\(name) or \"\")"
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
    if (LunaLibrary.fields + LunaLibrary.scriptFunctions).contains(name) { return "luna" }
    return ["match", "gsub", "find", "format", "sub", "rep"].contains(name) ? "string" : nil
  }
}
