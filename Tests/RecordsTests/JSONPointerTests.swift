import Testing

@testable import Records

@Suite struct `A pointer to a collection inside a document` {
  private let json = """
    {"meta": {"n": [1, 2]}, "data": {"items": [{"id": 1}, {"id": 2}], "more": true},
     "a/b": {"~": {"x": {"id": 3}}}, "": [{"id": 4}], "list": [[], [{"id": 5}]]}
    """

  @Test(arguments: [
    ("/data/items", ["1", "2"]), ("/a~1b/~0", ["'x'", "3"]), ("/", ["4"]), ("/list/1", ["5"]),
    ("/list/0", []), ("/meta/n", ["1", "2"]), ("/\u{6d}eta/n", ["1", "2"]),
  ])
  func `leads to it`(pointer: String, cells: [String]) throws {
    #expect(try jsonTable(json) { $0.pointer = pointer }.cells.flatMap { $0 } == cells)
  }

  @Test(arguments: [
    (#"{"data":{"items":[{"id":1}]}}"#, "/data/items"), (#"{"r":{"a":{"b":[{"id":1}],"c":[1]}}}"#, "/r/a/b"),
    (#"{"meta":{"n":1},"result":{"rows":[{"id":1}]}}"#, "/result/rows"),
  ])
  func `is named in a note where the records wrap a list`(json: String, pointer: String) throws {
    let notes = try jsonTable(json).notes
    #expect(notes.map(\.kind) == [.wrappedLists([pointer])])
    #expect(notes.allSatisfy { $0.isWarning && $0.isDoubtful })
    #expect(try jsonTable(json) { $0.pointer = pointer }.notes.isEmpty)
  }

  @Test(arguments: [
    #"{"a":{"tags":[{"id":1}]},"b":{"tags":[{"id":2}]}}"#, #"{"a":{"tags":[1,2],"of":[]}}"#, #"[{"items":[{"id":1}]}]"#,
    #"{"a":{}}"#,
  ])
  func `is not named where records hold lists`(json: String) throws {
    #expect(try jsonTable(json).notes.isEmpty)
  }

  @Test func `may be empty, which is the whole document`() throws {
    #expect(try jsonTable("[{\"id\":1}]") { $0.pointer = "" }.cells == [["1"]])
  }

  @Test(arguments: ["data", "/a~2b", "/~"])
  func `must be one`(pointer: String) {
    #expect(jsonError(json) { $0.pointer = pointer }?.kind == .json(.badPointer(pointer)))
  }

  @Test(arguments: [
    ("/data/item", "item", ["items", "more"]), ("/list/2", "2", []), ("/list/01", "01", []),
    ("/list/-", "-", []), ("/data/more/x", "x", []), ("/list/0/0", "0", []),
    ("/list/99999999999999999999", "99999999999999999999", []),
  ])
  func `must lead somewhere`(pointer: String, part: String, names: [String]) {
    #expect(
      jsonError(json) { $0.pointer = pointer }?.kind
        == .json(.pointerNotFound(pointer: pointer, part: part, names: names)))
  }

  @Test func `must not lead to two places`() {
    let error = jsonError("{\"a\":[1],\"b\":2,\"\\u0061\":[3]}") { $0.pointer = "/a" }
    #expect(error?.kind == .json(.ambiguousPointer(pointer: "/a", name: "a")))
  }

  @Test func `does not excuse what is wrong around the collection`() {
    for (text, mistake) in [
      ("{\"a\":[1],}", JSONMistake.trailingComma), ("{\"a\":[1]]", .expectedCommaOrBrace),
      ("{\"a\":[1]} 2", .extraContent), ("{\"b\":tru,\"a\":[1]}", .misspelledLiteral),
      ("{\"a\":[1],\"b\":01}", .leadingZero), ("{\"b\":1,,}", .expectedName),
    ] {
      #expect(jsonError(text) { $0.pointer = "/a" }?.kind == .json(.mistake(mistake)), "\(text)")
    }
  }

  @Test func `is for documents and not for lines`() {
    #expect(jsonError("{}", as: .jsonl) { $0.pointer = "/a" }?.kind == .json(.pointerIntoLines))
  }
}
