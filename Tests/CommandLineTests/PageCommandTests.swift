import Reports
import TestSupport
import Testing

@testable import lunadiff_cli

@Suite("The command that a page has")
struct PageCommandTests {
  private func words(_ arguments: String) -> String? {
    RepeatableCommand.words(arguments.split(separator: " ").map(String.init))?.joined(separator: " ")
  }

  @Test("has what was asked for without the report's form and place")
  func repeated() {
    #expect(words("a.csv b.csv -k id -f html -o page.html") == "lunadiff a.csv b.csv -k id")
    #expect(words("diff a.csv b.csv -kid -fhtml --limit=3 -q") == "lunadiff diff a.csv b.csv -kid")
    #expect(words("--output p.html a b --only x --show moved -v") == "lunadiff a b --only x --show moved")
    #expect(words("a b --memory 1M --threads 2 --tolerance 1%") == "lunadiff a b --tolerance 1%")
  }

  @Test(
    "there is none where the input is gone afterwards, something may be a password, or letters are run together",
    arguments: [
      "- b.csv", "a.csv /dev/fd/63", "pg://me:secret@host/t b.csv", "a b --old-option password=x",
      "a b --input-option=key=x", "a b -qv",
    ])
  func none(arguments: String) {
    #expect(words(arguments) == nil)
  }

  @Test("that learns has the flags that learn has, and a file that is not there yet")
  func learning() throws {
    let arguments = "diff a.csv b.csv -k id --show moved --max-updated=1% --stages --delimiter ; -o x --no-group"
    let commands = try #require(RepeatableCommand.commands(arguments.split(separator: " ").map(String.init)))
    let file = try #require(commands.learning.last)
    #expect(
      commands.learning.dropLast() == ["lunadiff", "learn", "a.csv", "b.csv", "-k", "id", "--delimiter", ";", "-o"])
    #expect(file.hasPrefix("rules") && file.hasSuffix(".lua"))
    #expect(commands.withoutKey.starts(with: ["lunadiff", "diff", "a.csv", "b.csv", "--show", "moved"]))
  }

  @Test("that learns leaves out exactly what only a comparison knows")
  func flagsOfLearning() {
    func names(_ command: any DocumentedCommand.Type) -> Set<String> {
      Set(CommandDescription(of: command).flags.flatMap(\.names).filter { $0.hasPrefix("--") })
    }
    let own = names(DiffCommand.self).subtracting(names(LearnCommand.self))
    let left = RepeatableCommand.valuedOfComparisons.union(RepeatableCommand.aloneOfComparisons)
    #expect(left.isSubset(of: own))
    #expect(own.allSatisfy { left.contains($0) || RepeatableCommand.words([$0, "x"])?.contains($0) == false })
  }

  @Test("gives, with the flags that the page adds, what the page shows")
  func shown() async throws {
    let lunadiff = try Lunadiff()
    try lunadiff.directory.write("id,a,b\n1,x,x\n2,x,x\n3,x,x\n", to: "old.csv")
    try lunadiff.directory.write("id,a,b\n1,y,x\n2,x,y\n4,x,x\n", to: "new.csv")
    let page = try await lunadiff.shell("lunadiff old.csv new.csv -f html -k id")
    #expect(page.outputText.contains(#""command":["lunadiff","old.csv","new.csv","-k","id"]"#))
    let shown = try await lunadiff.shell("lunadiff old.csv new.csv -k id --only a --show updated -f csv")
    #expect(shown.outputText.split(separator: "\n").dropFirst() == ["updated,1,a,x,y,1,1"])
  }

  @Test("pages of a batch's pairs lead back to its own page")
  func batch() async throws {
    let lunadiff = try Lunadiff()
    for (place, value) in [("old/a.csv", 1), ("new/a.csv", 2), ("old/in/b.csv", 1), ("new/in/b.csv", 2)] {
      try lunadiff.directory.write("id,a\n1,\(value)\n", to: place)
    }
    let flags = "-k id --recursive --report html --output-dir pages"
    let result = try await lunadiff.shell(
      "lunadiff batch old new \(flags) -o all.html; grep -o '\"batch\":[^,]*' pages/a.csv.html pages/in/b.csv.html")
    #expect(
      result.outputText
        == "pages/a.csv.html:\"batch\":\"./../all.html\"\npages/in/b.csv.html:\"batch\":\"./../../all.html\"\n")
    let alone = try await lunadiff.shell("lunadiff batch old new \(flags) -q; grep -c '\"batch\"' pages/a.csv.html")
    #expect(alone.outputText == "0\n")
  }
}
