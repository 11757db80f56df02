import Comparing
import Platform
import TestSupport
import Testing

@testable import Requests

/// Differences that are accepted step by step, into a file that others write as well.
@Suite struct AcceptanceReviewTests {
  @Test("A step keeps the entries of others, and so does taking it back")
  func sideBySide() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "accepted.jsonl")
    var request = DiffRequest(
      old: try directory.write("id,a\n1,x\n2,x\n", to: "old.csv"),
      new: try directory.write("id,a\n1,y\n2,y\n", to: "new.csv"))
    request.options.flags.identity = .columns(["id"])
    request.options.flags.accept = path
    var (first, second) = (try AcceptanceReview(request), try AcceptanceReview(request))
    #expect(try first.accept { try $0.accept(0, of: $1) } == 1)
    #expect(try second.accept { try $0.accept(1, of: $1) } == 1)
    #expect(try AcceptedFile(path).entries.count == 2)
    #expect(try first.undo() == 1)
    #expect(try AcceptedFile(path).entries.map(\.key) == [[.text("2")]])
    #expect(try second.undo() == 1)
    #expect(!FilePath.exists(path))
  }
}
