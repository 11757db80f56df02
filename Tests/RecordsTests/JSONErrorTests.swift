import Testing

@testable import Records

@Suite struct `Errors of a JSON input` {
  @Test func `name line, byte and record, and show the place`() {
    let error = jsonError("{\"id\":1}\n{\"id\":2}\n{\"id\":03}\n", as: .jsonl)
    #expect(error?.line == 3)
    #expect(error?.byte == 24)
    #expect(error?.record == 2)
    #expect(
      error?.message == """
        t.json:3: expected a number without a leading zero
          {"id":03}
                ^
        """)
  }

  @Test(
    arguments: [
      (
        "{\"a\":1,\n\"b\":2}\n", .jsonl,
        """
        t.json:1: the line ends inside a value; JSON Lines has one value a line
          {"a":1,
                 ^
          hint: --input-format json if the file is one document
        """
      ),
      (
        "{\"a\":1}\n{\"a\":2}\n", .json,
        """
        t.json:2: expected nothing after the document
          {"a":2}
          ^
          hint: --input-format jsonl if every line is a value
        """
      ),
      (
        "[{\"a\":1}]\n[]", .json,
        """
        t.json:2: expected nothing after the document
          []
          ^
          hint: --input-format jsonl if every line is a value
        """
      ),
      (
        "{\"a\":1} {\"a\":2}\n", .jsonl,
        """
        t.json:1: expected the line to end after its value
          {"a":1} {"a":2}
                  ^
        """
      ),
      (
        "[{\"a\":1},\n 5]", .json,
        """
        t.json:2: valid JSON, not records: expected an object, as before
           5]
           ^
        """
      ),
      (
        "[5,{\"a\":1}]", .json,
        """
        t.json:1: valid JSON, not records: expected a plain value, as before
          [5,{"a":1}]
             ^
        """
      ),
      (
        "{\"x\":{\"@key\":1}}", .json,
        """
        t.json:1: a member is called "@key", which is the column of the records' own names
          {"x":{"@key":1}}
                ^
        """
      ),
      (
        "{\"n\":1,\"data\":{\"items\":[{\"id\":1}],\"a/b\":[]}}", .json,
        """
        t.json:1: valid JSON, not records: found an object whose members are no objects, expected an \
        array, or an object of objects
          {"n":1,"data":{"items":[{"id":…
          ^
          hint: --at names a collection inside a document: --at /data/items, --at /data/a~1b
        """
      ),
      (
        "42", .json,
        """
        t.json:1: valid JSON, not records: found a number, expected an array, or an object of objects
          42
          ^
        """
      ),
      ("", .json, "t.json:1: expected a JSON document, found nothing\n  \n  ^"),
    ] as [(String, InputFormat, String)])
  func `say what was expected and what would help`(
    text: String, format: InputFormat, message: String
  ) {
    #expect(jsonError(text, as: format)?.message == message)
  }

  @Test(
    arguments: [
      ("[", "]", 0), ("[{\"a\":", "}]", 1), ("{\"k\":{\"a\":", "}}", 1),
      ("[{\"e\":[{\"a\":", "}]}]", 1), ("[{\"e\":[", "]}]", 0),
    ])
  func `allow any record 1,024 levels and no more`(opening: String, closing: String, own: Int) {
    func error(levels: Int) -> RecordError? {
      let value =
        String(repeating: "[", count: levels - own) + String(repeating: "]", count: levels - own)
      for key in [nil, ["a"], ["@value"]] as [[String]?] {
        let error = jsonError(opening + value + closing, key: key) {
          $0.elements = opening.contains("\"e\"") ? "e" : nil
        }
        if case .unknownColumn = error?.kind { continue }
        if let error { return error }
      }
      return nil
    }
    #expect(error(levels: 1024) == nil)
    #expect(error(levels: 1025)?.kind == .json(.mistake(.tooDeep)))
  }

  @Test func `say that it is valid JSON only if it is`() {
    #expect(jsonError("[{\"a\":1}, 5, tru]")?.kind == .json(.mistake(.misspelledLiteral)))
    #expect(jsonError("{\"a\":1")?.kind == .json(.mistake(.expectedCommaOrBrace)))
    #expect(jsonError("5 5")?.kind == .json(.mistake(.extraContent)))
  }

  @Test(arguments: JSONMistake.allCases)
  func `have words for every mistake`(mistake: JSONMistake) {
    #expect(!mistake.message.isEmpty)
    #expect(mistake.message.first?.isUppercase == false || mistake == .notANumber)
  }
}
