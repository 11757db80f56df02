import Records

package struct ProfileSummary: Sendable, Equatable {
  package struct Function: Sendable, Equatable {
    /// The rules that it is, such as `identity`, in order; empty for one that is called by others alone.
    package let rules: [String]
    /// What it is called where it is written; empty for one without a name.
    package let name: String
    package let file: String
    /// The line where it begins; 0 for the text itself.
    package let line: Int
    package let calls: Int
    /// How many of them Lua made; the others ran without it.
    package let inLua: Int
    /// Its time without that of functions in Lua that it called, and with it.
    package let own: Duration
    package let total: Duration
    package let bytes: Int

    package init(
      rules: [String], name: String, file: String, line: Int, calls: Int, inLua: Int, own: Duration, total: Duration,
      bytes: Int
    ) {
      self.rules = rules
      self.name = name
      self.file = file
      self.line = line
      self.calls = calls
      self.inLua = inLua
      self.own = own
      self.total = total
      self.bytes = bytes
    }

    var title: String {
      if !rules.isEmpty { return rules.joined(separator: ", ") }
      return line == 0 ? "loading" : name.isEmpty ? "function" : name
    }

    var place: String { line == 0 ? file : "\(file):\(line)" }
  }

  /// The functions, those that took the most time of their own first.
  package let functions: [Function]

  package init(functions: [Function]) { self.functions = functions }
}

extension ProfileSummary {
  private static let listed = 30

  package var text: String {
    guard !functions.isEmpty else { return "profile: no function of rules was called\n" }
    var table = TextTable(columns: [.left, .right, .right, .right, .right, .right, .left])
    table.add(["profile", "calls", "in Lua", "own time", "with calls", "allocated", ""])
    for function in functions.prefix(Self.listed) {
      table.add([
        DisplayText(function.title).text(within: 60), Grouped.number(function.calls), Grouped.number(function.inLua),
        Grouped.time(function.own), Grouped.time(function.total), ByteSize.rounded(function.bytes),
        DisplayText(function.place).text(within: 200),
      ])
    }
    let rest = functions.count - Self.listed
    let more = rest > 0 ? ["and \(Grouped.count(rest, "function", "functions")) more"] : []
    return (table.lines + more).map { $0 + "\n" }.joined()
  }

  package func writeJSON(to sink: inout some ReportSink) throws {
    try sink.collect { out in
      out.document { json in json.member("functions") { json.list(functions, .lines) { $0.write(json) } } }
    }
  }
}

extension ProfileSummary.Function {
  fileprivate func write(_ json: JSONEmitter) {
    json.object {
      json.member("rules", rules)
      json.member("name", name.isEmpty ? nil : name)
      json.member("file", path: file)
      json.member("line", line)
      json.member("calls", calls)
      json.member("inLua", inLua)
      json.member("ownNanoseconds", Self.nanoseconds(own))
      json.member("totalNanoseconds", Self.nanoseconds(total))
      json.member("bytes", bytes)
    }
  }

  private static func nanoseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
  }
}
