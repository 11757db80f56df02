import LunaDiff
import TestSupport
import Testing

@Suite("What a host is given that is odd") struct HostOddInputTests {
  private let one = Input.rows([["id": 1]])

  private func error(
    _ old: Input, _ new: Input? = nil, _ rules: Rules = Rules(), _ host: LunaHost = LunaHost()
  ) async -> LunaDiffError? {
    await #expect(throws: LunaDiffError.self) {
      try await host.compare(old: old, new: new ?? one, rules: rules)
    }
  }

  @Test("rows of different members are records that lack some columns")
  func members() async throws {
    let result = try await LunaHost().compare(
      old: .rows([["id": 1], ["id": 2, "a": 1]]),
      new: .rows([["id": 1, "b": 2], ["id": 2, "a": 1]]),
      rules: Rules { $0.identity = ["id"] })
    #expect(result.columns.inserted == ["b"])
    #expect(result.summary.unchanged == 2)
  }

  @Test("no rows, rows without a member, and many rows")
  func counts() async throws {
    let none = Input.rows([[String: Int]]())
    #expect(try await LunaHost().compare(old: none, new: none).isSame)
    let empty = Input.rows([[String: Int](), [:]])
    _ = try? await LunaHost().compare(old: empty, new: empty)
    let many = Input.rows((0..<100_000).lazy.map { ["id": $0, "x": $0 / 3] })
    #expect(try await LunaHost().compare(old: many, new: many).isSame)
  }

  @Test("what a row throws as it encodes itself is the cause of an error that names it")
  func throwing() async {
    struct Refusal: Error {}
    struct Row: Encodable {
      var id: Int
      func encode(to encoder: any Encoder) throws { if id == 2 { throw Refusal() } }
    }
    struct Good: Encodable {
      var id: Int
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if id == 2 { throw Refusal() }
        try container.encode(["id": id])
      }
    }
    let error = await error(.rows([Good(id: 1), Good(id: 2)], name: "mine"))
    #expect(error?.underlying is Refusal)
    #expect(error?.record == 1 && error?.file == "mine")
    #expect(await self.error(.rows([Row(id: 1)]))?.record == 0)
  }

  @Test(
    "a character that no text is delimited by is a mistake of the request",
    arguments: ["é", "\r\n"])
  func delimiter(character: Character) async {
    var input = Input.bytes("id\n1\n".utf8, .csv)
    input.options.delimiter = character
    #expect(await error(input)?.code == .request)
  }

  @Test("distances that are none are mistakes of the rules", arguments: [-1, .nan, .infinity])
  func distances(distance: Double) async {
    for rules in [
      Rules { $0.equal["id"] = .number(within: distance) },
      Rules { $0.equal["id"] = .date(within: distance) }, Rules { $0.tolerance = distance },
    ] {
      #expect(await error(one, one, rules)?.code == .rules)
    }
  }

  @Test("limits below zero and numbers of threads that cannot be stop or change nothing")
  func limits() async throws {
    var host = LunaHost()
    host.workers = -3
    #expect(try await host.compare(old: one, new: one).isSame)
    (host.instructionLimit, host.memoryLimit, host.timeLimit) = (-1, 1, .seconds(-1))
    let limited = host
    _ = await #expect(throws: LunaDiffError.self) {
      try await limited.compare(old: one, new: one, rules: .text("identity = 'id'"))
    }
    var input = one
    (input.options.skippedLines, input.options.skippedLastLines, input.options.sizeLimit) = (-7, -7, -1)
    _ = try? await LunaHost().compare(old: input, new: input)
    let result = try await LunaHost().compare(old: one, new: .rows([["id": 2]]))
    #expect(try !result.report(.text) { $0.limit = -2 }.isEmpty)
    #expect(throws: LunaDiffError.self) { try result.report(.text) { $0.context = ["none"] } }
  }

  @Test(
    "a Delta table's folder and text that is called Parquet are errors of the input, and no result")
  func misleadingPaths() async throws {
    let directory = try TemporaryDirectory()
    for path in ["lake/_delta_log/0.json", "lake/a.csv", "t.parquet"] {
      try directory.write("id\n1\n", to: path)
    }
    for path in ["lake", "lake/*.csv", "t.parquet", "s3a://bucket/t.csv"] {
      #expect(
        await error(.file(path.contains("://") ? path : "\(directory.path)/\(path)"))?.code
          == .input, "\(path)")
    }
    let result = try await LunaHost().compare(old: one, new: one)
    #expect(throws: LunaDiffError.self) { try result.write(.json, toFile: "s3://t.json") }
    #expect(throws: LunaDiffError.self) { try result.write(.json, toFile: "hdfs:///a/t.json") }
  }

  @Test("what is no result cannot be applied", arguments: ["", "{", "[1]", "{\"lunadiff\":9}"])
  func patches(changes: String) async {
    let error = await #expect(throws: LunaDiffError.self) {
      try await LunaHost().patch(one, changes: changes.utf8)
    }
    #expect(error?.message.isEmpty == false)
  }

  @Test("a message that a program gets names no option of the command line")
  func messages() async throws {
    let key = await error(
      .rows([["id": 1], ["id": 1]]), one,
      try Rules {
        $0.identity = ["id"]
        try $0.set("duplicates", to: "error")
      })
    #expect(key?.code == .key && key?.hints == [.duplicates, .identity] && key?.key != nil)
    let ragged = await error(.bytes("a,b\n1\n".utf8, .csv))
    #expect(ragged?.hints == [.raggedRecords, .delimiter] && ragged?.line == 2)
    for error in [key, ragged] { #expect(error?.message.contains("--") == false) }
  }
}
