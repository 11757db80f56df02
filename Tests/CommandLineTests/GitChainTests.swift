import Foundation
import TestSupport
import Testing

/// Versions that git keeps, held against what git itself says of the lines.
@Suite struct GitChainTests {
  /// Commits of a table whose rows are changed, added and deleted at random, and which is renamed once.
  private static func commits(_ random: inout SeededGenerator) -> String {
    var rows = (1...12).map { (id: $0, price: 1, name: "n") }
    var script = "git init -q . && git config user.name Ada && git config user.email a@b.example\n"
    for number in 0..<14 {
      if number > 0 {
        for index in rows.indices where Int.random(in: 0..<5, using: &random) == 0 { rows[index].price += number }
        for index in rows.indices where Int.random(in: 0..<9, using: &random) == 0 { rows[index].name += "x" }
        rows.removeAll { _ in Int.random(in: 0..<12, using: &random) == 0 }
        rows.append((id: 100 + number, price: number, name: "new"))
      }
      if number == 6 { script += "git mv old.csv data.csv\ngit commit -qm renamed\n" }
      let file = number < 6 ? "old.csv" : "data.csv"
      let text = rows.map { "\($0.id),\($0.price),\($0.name)\n" }.joined()
      script +=
        "cat >\(file) <<'ROWS'\nid,price,name\n\(text)ROWS\ngit add \(file)\ngit commit -qm 'commit \(number)'\n"
    }
    return script
  }

  @Test("the last change of a row is the last commit whose patch, by git log -p, has it")
  func lastChanges() async throws {
    var random = SeededGenerator.announced("commits of a table")
    let lunadiff = try Lunadiff()
    #expect(try await lunadiff.shell(Self.commits(&random)).status == 0)
    let log = try await lunadiff.shell("git log --follow -p -U0 --format=commit%x20%h -- data.csv").outputText
    var (commit, added) = ("", [String: String]())
    for line in log.split(separator: "\n") {
      if line.hasPrefix("commit ") { commit = String(line.dropFirst(7)) }
      guard line.hasPrefix("+"), !line.hasPrefix("+++"), added[String(line.dropFirst())] == nil else { continue }
      added[String(line.dropFirst())] = commit
    }
    let rows = try await lunadiff.shell("tail -n +2 data.csv").outputText.split(separator: "\n").map(String.init)
    for row in rows.shuffled(using: &random).prefix(4) {
      let id = String(row.prefix { $0 != "," })
      let result = try JSONDocument(
        try await lunadiff.run(["history", id, "--git", "data.csv", "-k", "id", "-f", "json"]).output)
      #expect(result["startsBefore"] == JSONDocument.flag(false))
      let export = try #require(result["history"]?["events"]?.elements.last?["export"]?.number)
      let exports = try #require(result["exports"]).elements
      #expect(exports[Int(export)]["revision"]?.text == added[row], "\(row)")
    }
  }

  @Test("a file that went and came back, a merge, and a date from which on")
  func odd() async throws {
    let lunadiff = try Lunadiff()
    let script = """
      git init -q -b main . && git config user.name Ada && git config user.email a@b.example
      commit() { GIT_AUTHOR_DATE="2026-11-$2 03:00 +0000" GIT_COMMITTER_DATE="2026-11-$2 03:00 +0000" git commit -qam "$1"; }
      printf 'id,v\n1,a\n' >d.csv; git add d.csv; commit one 01
      git checkout -qb side; printf 'id,v\n1,b\n' >d.csv; commit aside 02; printf 'id,v\n1,c\n' >d.csv; commit aside2 03
      git checkout -q main; echo x >other; git add other; commit other 04
      GIT_AUTHOR_DATE="2026-11-05 03:00 +0000" GIT_COMMITTER_DATE="2026-11-05 03:00 +0000" git merge -q --no-ff -m merged side
      git rm -q d.csv; commit gone 06
      printf 'id,v\n1,d\n' >d.csv; git add d.csv; commit back 07
      """
    #expect(try await lunadiff.shell(script).status == 0)
    let all = try await lunadiff.shell("lunadiff history 1 --git d.csv -k id | sed 's/^\\^*[0-9a-f^]*  *//'").outputText
    #expect(
      all.split(separator: "\n").dropFirst().map(String.init) == [
        "2026-11-01  came     id: 1, v: a", "2026-11-05  changed  v: a → c", "2026-11-06  went",
        "2026-11-07  came     id: 1, v: d",
      ])
    let late = try await lunadiff.shell("lunadiff history 1 --git d.csv -k id --since 2026-11-04T12:00:00Z").outputText
    #expect(late.contains(" there    id: 1, v: a") && late.contains("changed  v: a → c"), "\(late)")
  }
}
