import Records
import Requests
import Testing

@Suite("Changes that a Swift program prints")
struct PrintedChangeTests {
  private static let example =
    #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/examples/prices"

  @Test("are readable, as docs/swift.md shows them")
  func swiftPage() throws {
    var request = DiffRequest(old: Self.example + "/old.csv", new: Self.example + "/new.csv")
    request.options.rules = [.file(Self.example + "/prices.lua")]
    let comparison = try compare(request)
    let lines = try comparison.changes.filter { $0.kind == .updated }.map { "\($0.key) \($0.fields)" }
    #expect(
      lines == ["[101, DE] [price: 12.50 → 12.90]", "[100, FR] [name: Bench vise → Bench vice]"])
  }

  @Test(
    "spell values without quotes, JSON as it stands",
    arguments: [
      (Value.absent, ""), (.null, "null"), (.boolean(true), "true"), (.text("a b"), "a b"),
      (.number(NumberText(utf8: Array("1.50".utf8))), "1.50"),
      (.object(JSONText(utf8: Array("{\"a\": 1}".utf8))), "{\"a\": 1}"),
    ])
  func values(value: Value, text: String) {
    #expect("\(value)" == text)
  }
}
