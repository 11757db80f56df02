import Platform
import Records
import Testing

@testable import Comparing
@testable import Patching

/// What does not fit is refused with a message, and nothing is made.
@Suite struct PatchRefusalTests {
  private let old = "id,name,price\n1,Saw,5\n2,Axe,1\n3,Awl,4\n"
  private let new = "id,name,price\n3,Awl,4\n1,Saw,6\n4,Vise,9\n"

  private func recorded(_ plan: ComparisonPlan = plan(key: "id")) throws -> String {
    try ResultWriting.json(try compare(old, new, plan))
  }

  private func apply(
    _ text: String, to old: String, isReverse: Bool = false, keepsColumns: Bool = false
  ) throws -> String {
    let document = try RecordedResult.read(bytes: Array(text.utf8), name: "changes.json")
    let bytes = try PatchApplication.apply(
      document, to: table(old, name: "old.csv"), isReverse: isReverse, keepsColumns: keepsColumns)
    return String(decoding: bytes, as: UTF8.self)
  }

  private func message(_ body: () throws -> String) -> String {
    do { return "no error, but \(try body())" } catch { return "\(error)" }
  }

  @Test("another old value is refused with the place and both values")
  func otherValue() throws {
    let result = try recorded()
    #expect(
      message { try apply(result, to: old.replacing("Saw,5", with: "Saw,55")) } == """
        old.csv:2: record 1: the column 'price' is not what the result recorded
          recorded: 5
          found:    55
          hint: nothing was written; is this the file that the result was recorded from?
        """)
  }

  @Test("another record to delete is refused")
  func otherDeleted() throws {
    let result = try recorded()
    #expect(
      message { try apply(result, to: old.replacing("Axe,1", with: "Axe,9")) }.hasPrefix(
        "old.csv:3: record 2: the column 'price' is not what the result recorded"))
  }

  @Test("another key is refused, also of a record that only moved")
  func otherKey() throws {
    let result = try recorded()
    #expect(
      message { try apply(result, to: old.replacing("3,Awl", with: "7,Awl")) }.hasPrefix(
        "old.csv:4: record 3: the result recorded another record here, of the key 3"))
  }

  @Test("another number of records is refused")
  func otherCount() throws {
    let result = try recorded()
    #expect(
      message { try apply(result, to: old + "9,x,y\n") }.hasPrefix(
        "old.csv: it has 4 records, but the result was recorded with 3"))
  }

  @Test("applied twice, or in the wrong direction, it is refused")
  func wrongDirection() throws {
    let result = try recorded()
    #expect(message { try apply(result, to: new) }.hasSuffix("reverse takes them back"))
    #expect(
      message { try apply(result, to: old, isReverse: true) }.hasSuffix(
        "without reverse they are made"))
  }

  @Test("columns whose values are not recorded are refused unless they are to be left as they are")
  func columns() throws {
    let wide = "id,name,price,size\n1,Saw,6,L\n2,Axe,1,M\n4,Vise,9,S\n3,Awl,4,\n"
    let result = try ResultWriting.json(try compare(old, wide, plan(key: "id")))
    #expect(
      message { try apply(result, to: old) } == """
        changes.json: the result does not hold the values of unchanged records in the column 'size', \
        which the new file alone has
          hint: record it with patchable; or keep-columns leaves the columns as they are
        """)
    let narrow = "id,name,price\n1,Saw,6\n2,Axe,1\n4,Vise,9\n3,Awl,4\n"
    #expect(try apply(result, to: old, keepsColumns: true) == narrow)
    #expect(try apply(result, to: wide, isReverse: true) == old)
  }

  @Test("a new column whose name only quotes could hold is refused where quotes mean nothing")
  func unquotable() throws {
    let result = try ResultWriting.json(
      try compare("id\n1\n", "id,\"a,b\"\n2,x\n", plan(key: "id")))
    let document = try RecordedResult.read(bytes: Array(result.utf8), name: "changes.json")
    var options = ReadOptions()
    options.isQuoting = false
    let old = try table("id\n1\n", name: "old.csv", options: options)
    let message = message {
      let bytes = try PatchApplication.apply(
        document, to: old, isReverse: false, keepsColumns: false)
      return String(decoding: bytes, as: UTF8.self)
    }
    #expect(
      message
        == "old.csv: the name 'a,b' holds a delimiter or a line end, and quotes mean nothing here")
  }

  @Test("columns in another order are put in it")
  func reordered() throws {
    let other = "price,id,name\n6,1,Saw\n1,2,Axe\n4,3,\"Awl\"\n"
    let result = try ResultWriting.json(try compare(old, other, plan(key: "id")))
    #expect(try apply(result, to: old) == other.replacing("\"", with: ""))
  }

  @Test("renamed columns are refused, for a result names them as the new file does")
  func renamed() throws {
    let result = try ResultWriting.json(
      try compare(
        old, new.replacing("price", with: "cost"),
        plan(key: "id") { $0.renames = ["price": "cost"] }))
    #expect(
      message { try apply(result, to: old) }.hasPrefix(
        "old.csv: it has no column 'cost', which the result changes"))
  }

  @Test("a result that does not list all changes is refused")
  func incomplete() throws {
    let result = try recorded()
    let first = try #require(result.range(of: "{\"kind\":\"moved\""))
    let cut = result[..<first.lowerBound].dropLast(2) + "]}"
    #expect(
      message { try apply(String(cut), to: old) }.contains("the result "))
  }

  @Test("a result with sections is refused")
  func sectioned() throws {
    let result = try recorded(plan(key: "id") { $0.section = .column("name") })
    #expect(
      message { try apply(result, to: old) }.hasPrefix(
        "changes.json: a result with sections does not say where every record stands"))
  }

  @Test(
    "what is no result is refused",
    arguments: [
      ("", "changes.json: this is no result of lunadiff format json or jsonl: it is empty"),
      (#"{"lunadiff":1,"chan"#, "it does not end with a brace: it is cut off"),
      ("[1]", "it is no JSON object"), ("{}", "it has no member \"lunadiff\""),
      (#"{"lunadiff":2}"#, "its version is not 1"),
      (#"{"lunadiff":1}"#, "it has no member \"changes\""),
      (#"{"lunadiff":1,"changes":[]}"#, "it has no member \"source.records\""),
      (#"{"lunadiff":1,"changes":[{}"#, "changes.json"),
      ("{\"lunadiff\":1}\n{\"kind\":\"deleted\"}\n", "its last line has no \"summary\""),
      ("id,name\n1,2\n", "it is no JSON object"),
    ])
  func noResult(text: String, words: String) throws {
    #expect(message { try apply(text, to: old) }.contains(words))
  }

  @Test(
    "a result with impossible changes is refused",
    arguments: [
      ("\"source\":0", "\"source\":7"), ("\"target\":1", "\"target\":99"),
      ("\"target\":1", "\"target\":0"), ("\"target\":2", "\"target\":-1"),
      ("\"kind\":\"moved\"", "\"kind\":\"teleported\""),
      ("\"source\":2,\"target\":0", "\"source\":2"),
      ("\"deleted\":1", "\"deleted\":0"), ("\"unchanged\":0", "\"unchanged\":3"),
    ])
  func impossible(part: String, other: String) throws {
    let result = try recorded()
    let damaged = result.replacing(part, with: other)
    #expect(!message { try apply(damaged, to: old) }.hasPrefix("no error"), "\(damaged)")
  }

  @Test(
    "an inserted record that contradicts its key, or has what no column holds, is refused",
    arguments: [
      (
        "\"record\":{\"id\":\"4\"", "\"record\":{\"idd\":\"4\"",
        "the record of the key 4 has the member 'idd', which is no column"
      ),
      ("\"record\":{\"id\":\"4\",", "\"record\":{", "the record of the key 4 has another key"),
      (
        "\"record\":{\"id\":\"4\"", "\"record\":{\"id\":\"5\"",
        "the record of the key 4 has another key"
      ),
      ("\"key\":[\"4\"]", "\"key\":[\"5\"]", "the record of the key 5 has another key"),
    ])
  func contradiction(part: String, other: String, words: String) throws {
    let result = try recorded()
    #expect(result.contains(part))
    #expect(message { try apply(result.replacing(part, with: other), to: old) }.contains(words))
  }

  @Test(
    "a deleted record that contradicts its key is refused, also backwards",
    arguments: [("[\"2\"]", "[\"7\"]"), ("{\"id\":\"2\"", "{\"idd\":\"2\"")])
  func contradictionOfDeleted(part: String, other: String) throws {
    let damaged = try recorded().replacing(part, with: other)
    #expect(!message { try apply(damaged, to: old) }.hasPrefix("no error"))
    #expect(!message { try apply(damaged, to: new, isReverse: true) }.hasPrefix("no error"))
  }

  @Test(
    "a damaged exact patch gives no text",
    arguments: [
      #"{"bytes":2,"crc32":"00000000"}"#, #"{"bytes":-2}"#, "null", "7",
    ])
  func damagedPatch(fingerprint: String) throws {
    let script = PatchScript(
      from: .init(bytes: 1, crc32: 1), to: .init(bytes: 1 << 60, crc32: 3),
      steps: [.copy(0..<9), .copy(5..<Int.max)])
    #expect(Array("ab".utf8).withBytes { script.apply(to: $0) } == nil)
    let result = try recorded().replacing(
      "]}\n", with: "],\"patch\":{\"source\":\(fingerprint),\"forward\":[[9223372036854775807,9]]}}"
    )
    #expect(message { try apply(result, to: old) }.contains("its member \"patch\" is damaged"))
  }

  @Test("cells that need quotes are refused where quotes mean nothing")
  func quotesMeanNothing() throws {
    var options = ReadOptions()
    options.isQuoting = false
    options.format = .csv
    options.delimiter = UInt8(ascii: ",")
    let plain = try table(old, name: "old.csv", options: options)
    let result = try ResultWriting.json(
      try compare(old, new.replacing("Vise", with: "\"Vi,se\""), plan(key: "id")))
    let document = try RecordedResult.read(bytes: Array(result.utf8), name: "r")
    #expect(
      message {
        let bytes = try PatchApplication.apply(
          document, to: plain, isReverse: false, keepsColumns: false)
        return String(decoding: bytes, as: UTF8.self)
      }.hasPrefix("old.csv: a value of 'name' holds a delimiter or a line end"))
  }
}
