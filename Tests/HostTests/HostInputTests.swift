import Foundation
import LunaDiff
import TestSupport
import Testing

/// A record as an app has it.
struct Product: Codable, Sendable {
  var id: Int
  var name: String
  var price: Double?
  var tags: [String] = []
}

@Suite("Inputs of a host") struct HostInputTests {
  private let old = Input.bytes("id,name,price\n1,Saw,12.5\n2,Vise,30\n".utf8, .csv, name: "old")

  @Test("a file, bytes and rows are compared with each other")
  func kinds() async throws {
    let folder = try TemporaryDirectory()
    try folder.write("id,name,price\n1,Saw,12.5\n2,Vise,31\n", to: "new.csv")
    let result = try await LunaHost().compare(old: old, new: .file(folder.path + "/new.csv"))
    #expect(result.changes.map(\.kind) == [.updated])
    let change = try #require(result.changes.first)
    #expect(change.key == ["2"])
    #expect(change.old?["price"] == "30")
    #expect(change.new?["price"] == "31")
    #expect(change.new?["colour"] == nil)
    #expect(change.new?.line == 3)
    #expect(change.fields.map(\.name) == ["price"])
  }

  @Test(
    "a file is the file of that name, and neither standard input, a version in git, a pattern nor an address"
  )
  func literal() async throws {
    let folder = try TemporaryDirectory()
    let text = "id,name,price\n1,Saw,12.5\n2,Vise,31\n"
    for name in ["HEAD:x.csv", "*.csv", "a.zip!b.csv", "s3:/x.csv"] {
      try folder.write(text, to: name)
      let path = folder.path(of: name)
      let result = try await LunaHost().compare(old: old, new: .file(path))
      #expect(result.changes.count == 1, "\(name)")
    }
    let names = [
      "-", "HEAD:README.md", ":Package.swift", "s3://bucket/key.csv", folder.path(of: "[a-z].csv"),
    ]
    for name in names {
      let error = await #expect(throws: LunaDiffError.self) {
        try await LunaHost().compare(old: old, new: .file(name))
      }
      #expect(error?.code == .input, "\(name)")
      #expect(error?.message.hasSuffix("git") == false, "\(name): \(error?.message ?? "")")
    }
  }

  @Test("what is no file is asked for by its kind: a pattern, a version in git")
  func kindsOfPlaces() async throws {
    let folder = try TemporaryDirectory()
    try folder.write("id,name,price\n1,Saw,12.5\n", to: "a.csv")
    try folder.write("id,name,price\n2,Vise,31\n", to: "b.csv")
    let result = try await LunaHost().compare(
      old: old, new: .pattern(folder.path(of: "?.csv")))
    #expect(result.changes.count == 1)
    for input in [Input.pattern("HEAD:README.md"), .pattern("s3://bucket/*.csv"), .pattern("-")] {
      await #expect(throws: LunaDiffError.self) {
        try await LunaHost().compare(old: old, new: input)
      }
    }
    let error = await #expect(throws: LunaDiffError.self) {
      try await LunaHost().compare(old: old, new: .revision("no-such-revision", of: "x.csv"))
    }
    #expect(error?.message.contains("no-such-revision:x.csv") == true)
  }

  @Test(
    "a reader's program runs only if the host allows it, whether it is named or claims the file")
  func programs() async throws {
    let folder = try TemporaryDirectory()
    let mark = folder.path(of: "ran")
    let plugin = try folder.write(
      """
      return { name = "kv", readers = { kv = { extensions = { "kv" },
        command = { "sh", "-c", "touch '\(mark)'; echo id,name,price; echo 1,Saw,12.5" }, output = "csv" } } }
      """, to: "kv.lua")
    let data = try folder.write("x", to: "a.kv")
    for input in [Input.file(data), .file(data, reader: "kv:kv")] {
      var host = LunaHost()
      host.plugins = [plugin]
      let error = await #expect(throws: LunaDiffError.self) {
        try await host.compare(old: old, new: input)
      }
      #expect(error?.hints == [.programs] && error?.code == .input, "\(String(describing: error))")
      #expect(
        error?.message.hasSuffix("the program sh reads this, and no program may be run here")
          == true)
      #expect(!FileManager.default.fileExists(atPath: mark))
      host.allowsPrograms = true
      #expect(try await host.compare(old: old, new: input).changes.map(\.kind) == [.deleted])
      try FileManager.default.removeItem(atPath: mark)
    }
  }

  @Test(
    "a plug-in's reader claims files of a host, and a plug-in that is broken is told without rules in Lua"
  )
  func plugins() async throws {
    let folder = try TemporaryDirectory()
    let text = """
      return { name = "kv", readers = { kv = { extensions = { "kv" }, read = function(input)
        local next_line = input:lines()
        return function()
          local line = next_line()
          return line and { id = line:match("^[^=]*"), price = line:match("=(.*)") }
        end, { "id", "price" }
      end } } }
      """
    var host = LunaHost()
    host.plugins = [try folder.write(text, to: "kv.lua")]
    for (name, value) in [("a.kv", "1"), ("b.kv", "2"), ("parts/a.kv", "1")] {
      try folder.write("x=\(value)\n", to: name)
    }
    let result = try await host.compare(
      old: .file(folder.path(of: "parts")), new: .file(folder.path(of: "b.kv")),
      rules: Rules { $0.identity = ["id"] })
    #expect(result.changes.map(\.kind) == [.updated])
    host.plugins = [try folder.write("return {", to: "broken.lua")]
    let error = await #expect(throws: LunaDiffError.self) {
      try await host.compare(old: old, new: old, rules: Rules { $0.identity = ["id"] })
    }
    #expect(error?.code == .rules)
  }

  @Test("rules given as text read no directory but one that is given")
  func textRules() async throws {
    let folder = try TemporaryDirectory()
    try folder.write("return { identity = 'id' }", to: "helper.lua")
    let text = "return require 'helper'"
    let error = await #expect(throws: LunaDiffError.self) {
      try await LunaHost().compare(old: old, new: old, rules: .text(text))
    }
    #expect(error?.message.contains("rules given as text have no directory") == true)
    let result = try await LunaHost().compare(
      old: old, new: old, rules: .text(text, directory: folder.path))
    #expect(result.changes.isEmpty)
  }

  @Test("with little memory the result is the same, and nothing stays in the temporary folder")
  func littleMemory() async throws {
    let folder = try TemporaryDirectory()
    func text(_ price: Int) -> String {
      "id,town,price\n"
        + (0..<3_000).map { "\($0),town\($0 % 7),\($0 % 9 == 0 ? price : 0)\n" }.joined()
    }
    let rules = Rules { $0.section = "town" }
    func report(_ memory: Int?, in temp: String) async throws -> String {
      let result = try await LunaHost().compare(
        old: .bytes(text(1).utf8, .csv), new: .bytes(text(2).utf8, .csv), rules: rules,
        memory: memory, temporaryFolder: temp)
      return try result.report(.json)
    }
    #expect(try await report(1, in: folder.path) == report(nil, in: folder.path))
    #expect(try folder.names().isEmpty)
    let error = await #expect(throws: LunaDiffError.self) {
      try await report(1, in: "/nowhere")
    }
    #expect(error?.message.contains("temporary folder /nowhere") == true)
  }

  @Test("cells of delimited text are taken for what the values of rows are", arguments: [true, false])
  func cellTypes(isOld: Bool) async throws {
    struct Row: Codable, Sendable {
      var id: Int
      var code: String
      var price: Double?
      var isSold: Bool
    }
    let rows = Input.rows([
      Row(id: 1, code: "07", price: 2.5, isSold: true), Row(id: 2, code: "8", price: 3, isSold: false),
    ])
    func updates(_ text: String, _ rules: Rules = Rules { $0.identity = ["id"] }) async throws -> [String] {
      let file = Input.bytes(text.utf8, .csv, name: "file")
      let result = try await LunaHost().compare(old: isOld ? rows : file, new: isOld ? file : rows, rules: rules)
      return result.changes.map { "\($0.kind) \($0.key) \($0.fields.map(\.name))" }
    }
    #expect(try await updates("id,code,price,isSold\n1,07,2.50,true\n02,8,3.0,false\n") == [])
    #expect(
      try await updates("id,code,price,isSold\n1,7,2.51,true\n2,8,3,true\n") == [
        "updated [1] [\"code\", \"price\"]", "updated [2] [\"isSold\"]",
      ])
    #expect(try await updates("id,code,price,isSold\n1,07,2.50,true\n2,8,3.0,false\n", Rules()) == [])
  }

  @Test("values that encode themselves are records, with the types that they have")
  func encodable() async throws {
    let before = [Product(id: 1, name: "Saw", price: 12.5), Product(id: 2, name: "Vise")]
    let after = [
      Product(id: 1, name: "Saw", price: 12.5, tags: ["new"]), Product(id: 3, name: "Awl"),
    ]
    let result = try await LunaHost().compare(
      old: .rows(before, name: "before"), new: .rows(after, name: "after"),
      rules: Rules { $0.identity = ["id"] })
    #expect(
      result.changes.map { "\($0.kind) \($0.key)" } == [
        "deleted [2]", "updated [1]", "inserted [3]",
      ])
    #expect(result.changes[1].fields[0].parts.map(\.name) == ["/0"])
    #expect(try result.changes[2].new?.decode(as: Product.self).name == "Awl")
    #expect(try result.changes[0].old?.decode(as: Product.self).price == nil)
  }

  private struct Entry: Codable, Sendable {
    var id: Int
    var text: String?
    var count: Int?
    var tags: [String]?
  }

  @Test("an optional property is a column in the type's order, even if it is nil in each row")
  func optionalColumns() async throws {
    let (empty, full) = (Input.rows([Entry(id: 1)]), Input.rows([Entry(id: 1, text: "x", count: 2, tags: ["t"])]))
    var rules = Rules { $0.identity = ["id"] }
    let result = try await LunaHost().compare(old: empty, new: full, rules: rules)
    #expect(result.columns.common == ["id", "text", "count", "tags"])
    #expect(
      result.changes.first?.fields.map(\.description) == [
        "text: (absent) → x", "count: (absent) → 2", #"tags: (absent) → ["t"]"#,
      ])
    rules.ignore = ["text", "count", "tags"]
    for (old, new) in [(empty, empty), (empty, full), (full, empty)] {
      #expect(try await LunaHost().compare(old: old, new: new, rules: rules).isSame)
    }
    #expect(try await LunaHost().compare(old: .rows([Entry]()), new: empty, rules: rules).summary.inserted == 1)
  }

  @Test("a column that is given is a column, even if it has no value or there is no row")
  func givenColumns() async throws {
    func input(_ numbers: [Int]) -> Input { .rows(numbers, columns: ["id": { $0 }, "note": { _ in nil }]) }
    let rules = Rules {
      $0.identity = ["id"]
      $0.ignore = ["note"]
    }
    for (old, new) in [([1], [1]), ([], [1]), ([1], [])] {
      let result = try await LunaHost().compare(old: input(old), new: input(new), rules: rules)
      #expect(result.columns.common == ["id", "note"])
      #expect(result.isSame == (old == new))
    }
  }

  @Test("dictionaries are records whose columns stand in order of their names")
  func dictionaries() async throws {
    let result = try await LunaHost().compare(
      old: .rows([["id": 1, "b": "x", "a": true]]), new: .rows([["id": 1, "b": "y", "a": true]]),
      rules: Rules { $0.identity = ["id"] })
    #expect(result.columns.common == ["a", "b", "id"])
    #expect(result.changes.map { "\($0.fields)" } == ["[b: x → y]"])
    let plain = try await LunaHost().compare(
      old: .rows([["z": 1, "a": 2]] as [[String: Int]]),
      new: .rows([["z": 1, "a": 2]] as [[String: Int]]))
    #expect(plain.columns.common == ["a", "z"])
  }

  @Test("columns are computed from values of any type, in the order that is given")
  func columns() async throws {
    struct Person { var number: Int, first: String, last: String? }
    let people = [Person(number: 7, first: "Ada", last: nil)]
    let result = try await LunaHost().compare(
      old: .rows([[String: Int]]()),
      new: .rows(
        people, columns: ["id": \.number, "name": { $0.first.uppercased() }, "last": \.last]))
    let record = try #require(result.changes.first?.new)
    #expect(record.description == "[id: 7, name: ADA]")
  }

  @Test("a record that cannot be encoded is an error that names it")
  func unencodable() async {
    let error = await #expect(throws: LunaDiffError.self) {
      try await LunaHost().compare(old: .rows([1.0, 2]), new: .rows([["id": 1]]))
    }
    #expect(error?.message == "rows: record 1: it is encoded as one value, and has no columns")
    #expect(error?.record == 0)
    let infinite = await #expect(throws: LunaDiffError.self) {
      try await LunaHost().compare(
        old: .rows([["id": 1]]),
        new: .rows([Product(id: 1, name: "", price: .infinity)], name: "new"))
    }
    #expect(infinite?.message == "new: record 1: price: inf is no number that a record holds")
  }

  @Test("an input's options say how it is read")
  func options() async throws {
    var semicolons = Input.bytes("1;x\n2;y\n".utf8, .csv)
    semicolons.options.delimiter = ";"
    semicolons.options.columnNames = ["id", "name"]
    let result = try await LunaHost().compare(
      old: semicolons, new: .bytes(#"{"id":"1","name":"x"}"#.utf8, .jsonLines))
    #expect(result.summary.deleted == 1)
    #expect(result.summary.unchanged == 1)
  }

  @Test("records are decoded: cells as numbers and truth values, what is missing as nil")
  func decoding() async throws {
    struct Row: Decodable, Equatable { var id: Int, price: Double, isNew: Bool, note: String? }
    let result = try await LunaHost().compare(
      old: .bytes("id,price,isNew\n".utf8, .csv),
      new: .bytes("id,price,isNew\n7,1.50,true\nx,1,true\n".utf8, .csv))
    let row = try result.changes[0].new?.decode(as: Row.self)
    #expect(row == Row(id: 7, price: 1.5, isNew: true, note: nil))
    #expect(throws: DecodingError.self) { try result.changes[1].new?.decode(as: Row.self) }
  }

  @Test("a value is what it is in other coders too")
  func values() throws {
    let json = #"[null,true,"x",12,1.5,[1,{"a":null}],{}]"#
    let values = try JSONDecoder().decode([Value].self, from: Data(json.utf8))
    #expect(
      values.map(\.description) == ["null", "true", "x", "12", "1.5", #"[1,{"a":null}]"#, "{}"])
    let encoded = try JSONEncoder().encode(values)
    #expect(String(decoding: encoded, as: UTF8.self) == json)
    #expect(try values[3].decode() == 12 && values[4].decode(as: Double.self) == 1.5)
  }
}
