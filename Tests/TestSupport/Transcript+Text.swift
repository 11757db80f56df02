extension Transcript {
  /// Reads a transcript from its Markdown.
  public init(_ text: String) {
    var blocks: [Block] = []
    var prose: [String] = []
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
    while let line = lines.popFirst() {
      guard let ticks = Self.fence(line), let end = lines.firstIndex(of: ticks) else {
        prose.append(line)
        continue
      }
      let body = Array(lines[..<end])
      guard let block = Self.block(fence: line, ticks: ticks, body: body) else {
        prose += [line] + body + [ticks]
        lines = lines[(end + 1)...]
        continue
      }
      if !prose.isEmpty { blocks.append(.prose(prose)) }
      prose = []
      blocks.append(block)
      lines = lines[(end + 1)...]
    }
    if !prose.isEmpty { blocks.append(.prose(prose)) }
    self.init(blocks: blocks)
  }

  /// The Markdown that reads as this transcript.
  public var text: String {
    blocks.map { block in
      switch block {
      case .prose(let lines): lines
      case .file(_, let fence, let lines): [fence] + lines + [Self.fence(fence) ?? "```"]
      case .console(let fence, let steps):
        [fence] + steps.flatMap(\.lines) + [Self.fence(fence) ?? "```"]
      }
    }
    .joined().joined(separator: "\n")
  }

  /// The backticks that open a fenced block; `nil` for another line.
  private static func fence(_ line: String) -> String? {
    let ticks = line.prefix { $0 == "`" }
    return ticks.count >= 3 ? String(ticks) : nil
  }

  private static func block(fence: String, ticks: String, body: [String]) -> Block? {
    let words = fence.dropFirst(ticks.count).split(separator: " ")
    if words == ["console"] { return .console(fence: fence, steps: steps(body)) }
    return words.count == 2 ? .file(name: String(words[1]), fence: fence, lines: body) : nil
  }

  private static func steps(_ lines: [String]) -> [Step] {
    var steps: [Step] = []
    var continues = false
    for line in lines {
      if continues {
        steps[steps.count - 1].commandLines.append(line)
      } else if line.hasPrefix("% ") || line.hasPrefix("$ ") {
        steps.append(Step(commandLines: [line]))
      } else if !steps.isEmpty {
        steps[steps.count - 1].expect(line)
        continue
      }
      continues = line.hasSuffix("\\")
    }
    return steps
  }
}

extension Transcript.Step {
  /// Takes one line of what is expected.
  fileprivate mutating func expect(_ line: String) {
    if line.hasPrefix("=> "), let status = Int32(line.dropFirst(3)) {
      self.status = status
    } else if line == "2>" || line.hasPrefix("2> ") {
      errors.append(String(line.dropFirst(3)))
    } else {
      output.append(line)
    }
  }

  /// The lines that read as this step.
  var lines: [String] {
    commandLines + output + errors.map { $0.isEmpty ? "2>" : "2> \($0)" }
      + (status == 0 ? [] : ["=> \(status)"])
  }
}
