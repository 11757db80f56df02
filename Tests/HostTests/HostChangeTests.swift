import Foundation
import LunaDiff
import Synchronization
import TestSupport
import Testing

@Suite("Changes as an app's values") struct HostChangeTests {
  private let old = Input.bytes("id,name,note\n1,Saw,\n2,Vise,x\n3,Awl,y\n4,Pin,z\n".utf8, .csv, name: "old")
  private let new = Input.bytes("id,name,extra\n4,Pin,\n2,Clamp,x\n3,Awl,y\n5,Nut,w\n".utf8, .csv, name: "new")

  private func result() async throws -> LunaDiff.DiffResult {
    try await LunaHost().compare(old: old, new: new, rules: Rules { $0.identity = ["id"] })
  }

  @Test("a change is encoded as the JSON report writes it")
  func encoding() async throws {
    let result = try await result()
    let encoded = try JSONSerialization.jsonObject(with: JSONEncoder().encode(Array(result.changes)))
    let report = try JSONSerialization.jsonObject(with: Data(try result.report(.json).utf8))
    let written = try #require((report as? [String: Any])?["changes"] as? [[String: Any]])
    #expect(written.count == 4)
    let expected = written.map { change in change.filter { $0.key != "line" } }
    #expect(try #require(encoded as? NSArray) == expected as NSArray)
  }

  @Test("every change of a result has an id of its own, and equals the same one of another result")
  func identity() async throws {
    let (first, second) = (try await result(), try await result())
    #expect(Set(first.changes.map(\.id)).count == first.changes.count)
    #expect(Set(first.changes) == Set(second.changes))
    #expect(Set(first.changes).count == 4)
  }

  /// A row of Foundation's types.
  private struct Row: Codable, Equatable, Sendable {
    var id: Int
    var price: Decimal
    var page: URL
    var digest: Data
    var day: Date
  }

  private func row(_ price: String) throws -> Row {
    Row(
      id: 1, price: try #require(Decimal(string: price)), page: try #require(URL(string: "https://example.org/a?b=c")),
      digest: Data([1, 2, 255]), day: Date(timeIntervalSinceReferenceDate: 5))
  }

  @Test("decimals, addresses, data and dates are values as JSONEncoder has them, and come back")
  func foundationTypes() async throws {
    let row = try row("12.50")
    let digits =
      try row.price == #require(Decimal(string: "12.5")) ? try self.row("12345678901234567890.123456789") : row
    let result = try await LunaHost().compare(
      old: .rows([row]), new: .rows([digits]), rules: Rules { $0.identity = ["id"] })
    let change = try #require(result.changes.first)
    #expect(change.fields.map(\.description) == ["price: 12.5 → 12345678901234567890.123456789"])
    #expect(change.new?["page"] == "https://example.org/a?b=c")
    #expect(change.new?["digest"] == "AQL/")
    #expect(try change.old?.decode(as: Row.self) == row)
    #expect(try change.new?.decode(as: Row.self) == digits)
    let json = Input.bytes("[\(String(decoding: try JSONEncoder().encode(row), as: UTF8.self))]".utf8, .json)
    #expect(try await LunaHost().compare(old: json, new: .rows([row]), rules: Rules { $0.identity = ["id"] }).isSame)
  }

  private struct Entry: Codable, Equatable, Sendable {
    var id: Int
    var day: Date
    var log: [Date]
  }

  @Test("dates are text where that is wanted, equal a file's, and come back")
  func dates() async throws {
    let entries = [0, 0.25].enumerated().map { index, fraction in
      Entry(id: index, day: Date(timeIntervalSince1970: 86_400 + fraction), log: [Date(timeIntervalSince1970: 0)])
    }
    let result = try await LunaHost().compare(
      old: .rows(entries, datesAsText: true), new: .bytes("id,day\n0,1970-01-02\n1,1970-01-02T00:00:01Z\n".utf8, .csv),
      rules: Rules {
        $0.identity = ["id"]
        $0.only = ["day"]
        $0.equal["day"] = .date()
      })
    #expect(result.changes.map { "\($0.fields)" } == ["[day: 1970-01-02T00:00:00.250Z → 1970-01-02T00:00:01Z]"])
    #expect(try result.changes.first?.old?.decode(as: Entry.self) == entries[1])
    #expect(try result.changes.first?.new?["day"]?.decode(as: Date.self) == Date(timeIntervalSince1970: 86_401))
    #expect(throws: DecodingError.self) { try Value("1970-02-30").decode(as: Date.self) }
  }

  @Test(
    "a decimal of a table is read from text, and what is none is no number",
    arguments: ["12.50", "1e3", "0x1F", "1,5", "nan", ""])
  func decimals(text: String) async throws {
    let input = Input.bytes("id,price\n1,\"\(text)\"\n".utf8, .csv)
    let result = try await LunaHost().compare(old: input, new: .bytes("id,price\n".utf8, .csv))
    let price = try #require(result.changes.first?.old?["price"])
    let number = Double(text).flatMap { $0.isFinite && !text.contains("x") ? Decimal(string: text) : nil }
    if let number {
      #expect(try price.decode(as: Decimal.self) == number)
    } else {
      #expect(throws: DecodingError.self) { try price.decode(as: Decimal.self) }
    }
  }

  @Test("an error says what it is also where only its description for people is asked for")
  func localized() async throws {
    let error = await #expect(throws: LunaDiffError.self) {
      try await LunaHost().compare(old: .file("/nowhere.csv"), new: .file("/nowhere.csv"))
    }
    #expect((error as (any Error)?)?.localizedDescription == error?.message)
  }

  @Test("a description of a change shows values that differ as different texts")
  func differentTexts() async throws {
    let values = [
      "null", "true", #""true""#, #""null""#, "5", #""5""#, #""\"5\"""#, #""""#, #""(absent)""#, #""\u00e9""#,
      #""e\u0301""#, #"["\u00e9"]"#, #"["e\u0301"]"#, "[1]", #""[1]""#, #"{"a":1}"#, #"{"a":"1"}"#,
    ]
    let members = values.map { #","v":"# + $0 } + [""]
    let pairs = members.flatMap { old in members.filter { $0 != old }.map { (old, $0) } }
    func input(_ side: ((String, String)) -> String) -> Input {
      .bytes(pairs.enumerated().map { "{\"id\":\($0)\(side($1))}\n" }.joined().utf8, .jsonLines)
    }
    let result = try await LunaHost().compare(
      old: input { $0.0 }, new: input { $0.1 }, rules: Rules { $0.identity = ["id"] })
    #expect(result.changes.count == pairs.count)
    for field in result.changes.flatMap(\.fields) {
      let texts = field.description.dropFirst("v: ".count).components(separatedBy: " → ")
      #expect(texts.count == 2 && texts.first != texts.last, "\(field)")
    }
  }

  @Test("keys that occur more than once are in the notes, after the warnings")
  func duplicateKeys() async throws {
    let twice = Input.bytes("id,name\n7,a\n8,b\n7,c\n".utf8, .csv, name: "twice")
    let result = try await LunaHost().compare(old: twice, new: twice, rules: Rules { $0.identity = ["id"] })
    #expect(
      result.notes == ["old", "new"].map { "1 key occurs more than once in \($0): 7 (records 1, 3)" })
    let once = Input.bytes("id,name\n7,a\n".utf8, .csv)
    #expect(try await LunaHost().compare(old: once, new: once, rules: Rules { $0.identity = ["id"] }).notes == [])
  }

  @Test("keys of other types on the two sides are told in the notes")
  func notes() async throws {
    struct Item: Codable, Sendable { var id: Int }
    let result = try await LunaHost().compare(
      old: .rows([Item(id: 1)]), new: .bytes("{\"id\": \"1\"}".utf8, .jsonLines),
      rules: Rules { $0.identity = ["id"] })
    #expect(result.summary.deleted == 1)
    #expect(result.notes.contains { $0.contains("key_as") || $0.contains("number") }, "\(result.notes)")
  }

  private final class Calls: Sendable {
    let count = Atomic(0)
  }

  @Test("a function without a result is called, and gives nil")
  func withoutResult() async throws {
    let calls = Calls()
    var host = LunaHost()
    host.function("acme.count") { (_: String) in calls.count.add(1, ordering: .relaxed) }
    let rules = Rules.text("identity = 'id'; filter = function(r) return luna.host.acme.count(r.name) == nil end")
    _ = try await host.compare(old: old, new: new, rules: rules)
    #expect(calls.count.load(ordering: .relaxed) == 8)
  }

  @MainActor private final class Model {
    var names: [String] = []

    func load(_ old: String, _ new: String) async throws {
      try await LunaHost().compare(directory: old, with: new) { name, _ in names.append(name) }
    }
  }

  @Test("directories are compared from the main actor, whose state the callback may change")
  @MainActor func mainActor() async throws {
    let folder = try TemporaryDirectory()
    for side in ["old", "new"] { try folder.write("id\n1\n", to: "\(side)/a.csv") }
    let model = Model()
    try await model.load(folder.path(of: "old"), folder.path(of: "new"))
    #expect(model.names == ["a.csv"])
  }

  @Test("a new input without a record is warned of, where there were some")
  func emptied() async throws {
    let none = Input.bytes("id,name,note\n".utf8, .csv, name: "export.csv")
    let result = try await LunaHost().compare(old: old, new: none, rules: Rules { $0.identity = ["id"] })
    #expect(result.warnings == ["export.csv: no record, so that all of old are deleted"])
    let filled = try await LunaHost().compare(old: none, new: old, rules: Rules { $0.identity = ["id"] })
    #expect(filled.warnings == [])
  }
}
