import ArgumentParser
import Comparing
import Platform
import Reports
import TestSupport
import Testing

@testable import lunadiff_cli

/// The words of the command line: other words for kinds of change, and what is proposed for a slip.
@Suite struct WordTests {
  private static let synonyms = ["removed": "deleted", "added": "inserted", "changed": "updated"]

  private func command(_ flags: [String]) throws -> DiffCommand {
    try #require(try Program.parse(["a", "b"] + flags) as? DiffCommand)
  }

  @Test(
    "added, removed and changed mean what inserted, deleted and updated do", arguments: synonyms)
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

  /// The distance that a slip is, computed by trying everything.
  private static func distance(_ first: ArraySlice<Character>, _ second: ArraySlice<Character>)
    -> Int
  {
    guard let left = first.first, let right = second.first else {
      return first.count + second.count
    }
    if left == right { return distance(first.dropFirst(), second.dropFirst()) }
    var least = min(
      distance(first.dropFirst(), second), distance(first, second.dropFirst()),
      distance(first.dropFirst(), second.dropFirst()))
    if first.count > 1, second.count > 1, first[first.startIndex + 1] == right,
      second[second.startIndex + 1] == left
    {
      least = min(least, distance(first.dropFirst(2), second.dropFirst(2)))
    }
    return least + 1
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
          .map { ($0, Self.distance(Array(typed)[2...], Array($0)[2...])) }
        let least = near.map(\.1).min() ?? .max
        #expect(near.contains { $0.0 == proposed && $0.1 == least }, "\(typed): \(message)")
      }
      let far = UsageMessage.text("Unknown option '--zzzzzzzzzz'. Did you mean '--key'?", command)
      #expect(far == "unknown option '--zzzzzzzzzz'")
    }
  }
}
