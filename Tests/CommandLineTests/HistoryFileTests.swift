import Foundation
import TestSupport
import Testing

@testable import lunadiff_cli

/// What sessions remember from one to the next.
@Suite struct HistoryFileTests {
  @Test(
    "a chunk survives being written and read",
    arguments: ["1", "for i = 1, 2 do\n  print(i)\nend", #"'a\n\\b'"#, "\n", "東京"])
  func roundTrip(chunk: String) throws {
    let directory = try TemporaryDirectory()
    let history = HistoryFile(path: directory.path + "/state/lunadiff/history")
    history.append(chunk)
    history.append("last")
    #expect(history.load() == [chunk, "last"])
  }

  @Test("a file that has become long is cut to its last thousand chunks")
  func cutting() throws {
    let directory = try TemporaryDirectory()
    try directory.write((0..<2500).map { "\($0)\n" }.joined(), to: "history")
    let history = HistoryFile(path: directory.path + "/history")
    #expect(history.load().count == 1000)
    #expect(history.load().first == "1500")
    history.append("new")
    #expect(history.load().last == "new")
  }

  @Test("without a place there is no history, and no error")
  func nowhere() {
    HistoryFile(path: "/dev/null/history").append("1")
    #expect(HistoryFile(path: "/dev/null/history").load() == [])
    #expect(HistoryFile(path: nil).load() == [])
  }
}
