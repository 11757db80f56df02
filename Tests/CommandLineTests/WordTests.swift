import ArgumentParser
import Comparing
import Platform
import Reports
import TestSupport
import Testing

@testable import lunadiff_cli

/// The words of the command line: other words for kinds of change, and what is proposed for a slip.
@Suite struct WordTests {
  private static let others = ["removed": "deleted", "added": "inserted", "changed": "updated"]

  private func command(_ flags: [String]) throws -> DiffCommand {
    try #require(try Program.parse(["a", "b"] + flags) as? DiffCommand)
  }

  @Test(
    "added, removed and changed mean what inserted, deleted and updated do", arguments: others)
  func synonyms(word: String, kind: String) throws {
    for (mine, usual) in [
      (["--show", word], ["--show", kind]),
      (["--show", "moved,\(word)"], ["--show", "moved,\(kind)"]),
      (["--limit", "\(word)=3,7"], ["--limit", "\(kind)=3,7"]),
    ] {
      let (first, second) = (try command(mine).output, try command(usual).output)
      #expect(first.reportOptions(elapsed: .zero).show == second.reportOptions(elapsed: .zero).show)
      #expect(first.limit == second.limit)
    }
    for (mine, usual) in [
      (["--fail-on", "\(word),columns"], ["--fail-on", "\(kind),columns"]),
      (["--max-\(word)", "3"], ["--max-\(kind)", "3"]),
      (["--max-\(word)=0.5%"], ["--max-\(kind)=0.5%"]),
    ] {
      #expect(try command(mine).thresholds.thresholds == command(usual).thresholds.thresholds)
      #expect(try command(mine).thresholds.thresholds != ChangeThresholds())
    }
  }

  @Test("every command is on the first page of help, and every line there is a command")
  func commands() throws {
    let usage = try #require(DiffCommand.configuration.usage).split(separator: "\n")
    let names = LunaDiffCommand.commands.map { $0.commandName }
    for name in names {
      #expect(
        usage.contains { $0.contains("lunadiff \(name) ") || $0.hasSuffix("lunadiff \(name)") },
        "\(name)")
    }
    for line in usage.dropFirst() {
      #expect(names.contains { line.hasPrefix("lunadiff \($0)") }, "\(line)")
    }
  }

  @Test("flags of which it is known by heart that they have no value have none in any command")
  func alone() {
    let commands: [any DocumentedCommand.Type] = LunaDiffCommand.commands
    let flags = commands.flatMap { CommandDescription(of: $0).flags }
    for name in FlagDescription.alone {
      let named = flags.filter { $0.names.contains(name) }
      #expect(!named.isEmpty && named.allSatisfy { $0.value == nil }, "\(name)")
    }
  }

  /// A name with a letter less, more, another, or two of them swapped.
  private static func slip(_ name: String, _ random: inout SeededGenerator) -> String {
    var letters = Array(name)
    let place = Int.random(in: 2..<letters.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: letters.remove(at: place)
    case 1: letters.insert("x", at: place)
    case 2: letters[place] = "q"
    default: letters.swapAt(place, max(2, place - 1))
    }
    return String(letters)
  }

  /// How many letters have to be inserted, deleted, replaced or swapped with the next one: all ways are tried.
  private static func distance(_ first: [Character], _ second: [Character]) -> Int {
    var known: [[Int]: Int] = [:]
    func rest(_ i: Int, _ j: Int) -> Int {
      if let distance = known[[i, j]] { return distance }
      var ways: [Int] = i == first.count && j == second.count ? [0] : []
      if i < first.count { ways.append(1 + rest(i + 1, j)) }
      if j < second.count { ways.append(1 + rest(i, j + 1)) }
      if i < first.count, j < second.count {
        ways.append((first[i] == second[j] ? 0 : 1) + rest(i + 1, j + 1))
      }
      if i + 1 < first.count, j + 1 < second.count, first[i] == second[j + 1],
        first[i + 1] == second[j]
      {
        ways.append(1 + rest(i + 2, j + 2))
      }
      let least = ways.min() ?? 0
      known[[i, j]] = least
      return least
    }
    return rest(0, 0)
  }

  @Test(
    "what is proposed for an unknown flag is the nearest there is, and nothing where none is near")
  func nearest() throws {
    var random = SeededGenerator.announced("slips of flags")
    for command in LunaDiffCommand.commands {
      let flags =
        CommandDescription(of: command).flags.flatMap(\.names).filter { $0.hasPrefix("--") }
        + ["--help", "--version"]
      for flag in flags.shuffled(using: &random).prefix(6) where flag.count > 4 {
        let typed = Self.slip(flag, &random)
        guard !flags.contains(typed) else { continue }
        let message = UsageMessage.text("Unknown option '\(typed)'. Did you mean '--key'?", command)
        let proposed = message.firstMatch(of: /did you mean '(.*)'/).map { String($0.1) }
        let near = flags.filter { abs($0.count - typed.count) < 2 }
          .map { ($0, Self.distance(Array(typed), Array($0))) }
        let least = near.map(\.1).min() ?? .max
        #expect(near.contains { $0.0 == proposed && $0.1 == least }, "\(typed): \(message)")
      }
      let far = UsageMessage.text("Unknown option '--zzzzzzzzzz'. Did you mean '--key'?", command)
      #expect(far == "unknown option '--zzzzzzzzzz'")
    }
  }
}
