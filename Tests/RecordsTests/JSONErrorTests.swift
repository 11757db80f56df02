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
        t.json:3: expected a number without a leading zero (byte 24, record 3)
          {"id":03}
                ^
        """)
  }

  @Test(
    arguments: [
      ("[{\"a\":1},\n", 1, "[{\"a\":1},", 9), ("[{\"a\":1},\n\n \t\r\n", 1, "[{\"a\":1},", 9),
      ("[\n  {\"a\": [\n    1,\n", 3, "    1,", 6), ("[{\"a\":", 1, "[{\"a\":", 6),
      ("[{\"a\":  ", 1, "[{\"a\":  ", 8), ("{\"é\":\r\n", 1, "{\"é\":", 5), ("", 1, nil, 0),
      ("\n \n", 1, nil, 0),
    ] as [(String, Int, String?, Int)])
  func `show the last text there is where the input ends early`(
    text: String, line: Int, excerpt: String?, mark: Int
  ) {
    let error = jsonError(text)
    #expect(error?.line == line)
    #expect(error?.excerpt?.text == excerpt)
    #expect(error?.excerpt.map { $0.mark == mark } != false)
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `show some text, and a place in it or behind it, whatever is cut off`(seed: UInt64) {
    var samples = JSONSamples(seed: seed)
    for _ in 0..<200 {
      let whole = "[\n" + samples.object(depth: 2) + ",\n" + samples.object(depth: 2) + "\n]"
      let bytes = Array(whole.utf8)
      let cut = bytes.prefix(Int.random(in: 1..<bytes.count, using: &samples.generator))
      let error = jsonError(
        String(decoding: cut, as: UTF8.self) + samples.pick(["", "\n", " \n\n"]))
      guard let excerpt = error?.excerpt else {
        Issue.record(
          "seed \(seed): \(String(decoding: cut, as: UTF8.self)): \(String(describing: error))")
        continue
      }
      #expect(excerpt.text.contains { !$0.isWhitespace }, "seed \(seed)")
    }
  }

  @Test(
    arguments: [
      (
        "{\"a\":1,\n\"b\":2}\n", .jsonl,
        """
        t.json:1: the line ends inside a value; JSON Lines has one value a line (byte 7, record 1)
          {"a":1,
                 ^
          hint: input-format json if the file is one document; if values take several lines each, \
        jq -c . FILE writes one on each line
        """
      ),
      (
        "{\"a\":1}\n{\"a\":2}\n", .json,
        """
        t.json:2: expected nothing after the document (byte 8)
          {"a":2}
          ^
          hint: input-format jsonl if every line is a value; if values take several lines each, \
        jq -c . FILE writes one on each line
        """
      ),
      (
        "[{\"a\":1}]\n[]", .json,
        """
        t.json:2: expected nothing after the document (byte 10)
          []
          ^
          hint: input-format jsonl if every line is a value; if values take several lines each, \
        jq -c . FILE writes one on each line
        """
      ),
      (
        "{\"a\":1} {\"a\":2}\n", .jsonl,
        """
        t.json:1: expected the line to end after its value (byte 8, record 1)
          {"a":1} {"a":2}
                  ^
        """
      ),
      (
        "[{\"a\":1},\n 5]", .json,
        """
        t.json:2: valid JSON, not records: expected an object, as before (byte 11, record 2)
           5]
           ^
        """
      ),
      (
        "[5,{\"a\":1}]", .json,
        """
        t.json:1: valid JSON, not records: expected a plain value, as before (byte 3, record 2)
          [5,{"a":1}]
             ^
        """
      ),
      (
        "{\"x\":{\"@key\":1}}", .json,
        """
        t.json:1: a member is called "@key", which is the column of the records' own names (byte 6, record 1)
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
          hint: at names a collection inside a document: at /data/items, at /data/a~1b
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
      ("", .json, "t.json:1: expected a JSON document, found nothing"),
    ] as [(String, InputFormat, String)])
  func `say what was expected and what would help`(
    text: String, format: InputFormat, message: String
  ) {
    #expect(jsonError(text, as: format)?.message == message)
  }

  @Test(arguments: [1, 3, 1 << 20], [1, 4])
  func `name the record, whatever the workers`(chunk: Int, workers: Int) {
    func place(_ json: String, _ elements: String? = nil) -> String? {
      let error = jsonError(json) {
        $0.chunkSize = chunk
        $0.workers = workers
        $0.elements = elements
      }
      return error.map { "\($0.byte ?? -1) \($0.record ?? -1)" }
    }
    let records = String(repeating: "{\"a\":1},", count: 9)
    #expect(place("[\(records){\"a\":tru}]") == "78 9")
    #expect(place("[\(records){\"a\":2} 3]") == "81 9")
    #expect(place("[{\"s\":1,\"e\":[\(records){\"a\":2}]},{\"e\":[4,5]}]", "e") == "101 10")
    #expect(place("[{\"e\":[\(records){\"a\":x}]}]", "e") == "84 9")
    #expect(place("[{\"e\":[\(records){\"a\":2}],\"b\":x}]", "e") == "92 -1")
  }

  @Test func `of bytes that are no text name the record too`() {
    let bytes = Array("[{\"a\":1},{\"a\":\"caf".utf8) + [0xE9] + Array("\"}]".utf8)
    let error = #expect(throws: RecordError.self) { try jsonTable(bytes) }
    #expect(error?.message.hasPrefix("t.json:1: not valid UTF-8 (byte 18, record 2)\n") == true)
  }

  @Test func `point to the collections of a document that begins with an object`() {
    #expect(
      jsonError("{\"meta\":{\"page\":1},\"items\":[{\"id\":1}]}")?.message == """
        t.json:1: valid JSON, not records: expected an object, as before (byte 27, record 2)
          {"meta":{"page":1},"items":[{"id":1}]}
                                     ^
          hint: at names a collection inside a document: at /items
        """)
    #expect(
      jsonError("{\"x\":{\"m\":{\"page\":1},\"i\":[1]}}") { $0.pointer = "/x" }?.hint?.description
        == "at names a collection inside a document: at /x/i")
    #expect(jsonError("{\"a\":{\"b\":1},\"c\":2}")?.hint?.description == nil)
    #expect(
      jsonError("{\"v\":3,\"p\":{\"\":{\"w\":[\"a\"]},\"n/b\":{}}}")?.hint?.description
        == "at names a collection inside a document: at /p, at /p//w")
    #expect(
      jsonError("{\"a\":{},\"c\":[2],\"d\":x}")?.kind == .json(.mistake(.expectedValue)))
  }

  @Test func `say that one line may be JSON Lines where only the content told the format`() {
    func hint(_ text: String, _ format: InputFormat? = nil) -> String? {
      let error = #expect(throws: RecordError.self) {
        try RecordInput.read(
          bytes: Array(text.utf8), name: "standard input", options: .with { $0.format = format }
        ).table()
      }
      return error?.hint?.description
    }
    let lines = "input-format jsonl if every line is a record"
    #expect(hint("{\"a\":1}\n") == lines)
    #expect(hint(" {\"a\":1}") == lines)
    #expect(hint("{\"a\":{},\"b\":2}\n") == lines)
    #expect(
      hint("{\"a\":[1]}\n") == "at names a collection inside a document: at /a; \(lines)")
    #expect(hint("{\"a\":\n1,\"b\":[]}\n") == "at names a collection inside a document: at /b")
    #expect(hint("{\"a\":1,\"b\":[]}\n", .json) == "at names a collection inside a document: at /b")
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

  @Test func `name a way out that works for documents of several lines`() {
    let several = "{\n\"a\": 1\n}\n{\n\"a\": 2\n}\n"
    for format in [InputFormat.json, .jsonl] {
      #expect(jsonError(several, as: format)?.hint?.description.contains("jq -c .") == true)
    }
    #expect(jsonError("[{\"v\":NaN}]")?.hint?.description.contains("jq . FILE") == true)
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
