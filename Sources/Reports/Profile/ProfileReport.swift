import Records

extension ProfileSummary {
  /// How many functions are listed for a person.
  private static let listed = 30

  /// The profile for a person.
  package var text: String {
    guard !functions.isEmpty else { return "profile: no function in Lua was called\n" }
    var table = TextTable(columns: [.left, .right, .right, .right, .right, .left])
    table.add(["profile", "calls", "own time", "with calls", "allocated", ""])
    for function in functions.prefix(Self.listed) {
      table.add([
        DisplayText(function.title).text(within: 60), Grouped.number(function.calls),
        Grouped.time(function.own), Grouped.time(function.total),
        ByteSize.rounded(function.bytes), DisplayText(function.place).text(within: 200),
      ])
    }
    let rest = functions.count - Self.listed
    let more = rest > 0 ? ["and \(Grouped.count(rest, "function", "functions")) more"] : []
    return (table.lines + more).map { $0 + "\n" }.joined()
  }

  /// Writes the profile as one JSON object, a function a line.
  ///
  /// - Throws: What the sink throws.
  package func writeJSON(to sink: inout some ReportSink) throws {
    try sink.collect { out in
      let json = JSONEmitter(out)
      json.object(.lines) {
        json.member("lunadiff", 1)
        json.member("functions") { json.list(functions, .lines) { $0.write(json) } }
      }
      out.append("\n")
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
