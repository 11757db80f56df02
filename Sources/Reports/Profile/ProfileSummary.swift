/// What functions of rules, plug-ins and scripts took.
package struct ProfileSummary: Sendable, Equatable {
  /// What all calls of a function took.
  package struct Function: Sendable, Equatable {
    /// The rules that it is, such as `identity`, in order; empty for one that is called by others alone.
    package let rules: [String]
    /// What it is called where it is written; empty for one without a name.
    package let name: String
    /// The file, or what messages call another text.
    package let file: String
    /// The line where it begins; 0 for the text itself.
    package let line: Int
    package let calls: Int
    /// Its time without that of functions in Lua that it called, and with it.
    package let own: Duration
    package let total: Duration
    /// Bytes that it allocated itself.
    package let bytes: Int

    package init(
      rules: [String], name: String, file: String, line: Int, calls: Int, own: Duration, total: Duration, bytes: Int
    ) {
      self.rules = rules
      self.name = name
      self.file = file
      self.line = line
      self.calls = calls
      self.own = own
      self.total = total
      self.bytes = bytes
    }

    /// The rules, else the name.
    var title: String {
      if !rules.isEmpty { return rules.joined(separator: ", ") }
      return line == 0 ? "loading" : name.isEmpty ? "function" : name
    }

    /// Where it is written.
    var place: String { line == 0 ? file : "\(file):\(line)" }
  }

  /// The functions, those that took the most time of their own first.
  package let functions: [Function]

  package init(functions: [Function]) { self.functions = functions }
}
