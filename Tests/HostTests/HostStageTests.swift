import LunaDiff
import TestSupport
import Testing

@Suite("Stages that a host applies") struct HostStageTests {
  private func result() async throws -> DiffResult {
    try await LunaHost().compare(
      old: .rows([["id": 1, "x": 1], ["id": 2, "x": 1], ["id": 3, "x": 1], ["id": 4, "x": 1]]),
      new: .rows([["id": 4, "x": 2], ["id": 1, "x": 1], ["id": 5, "x": 1], ["id": 3, "x": 1]]),
      rules: Rules { $0.identity = ["id"] })
  }

  @Test("every edit of every stage is applied, in order; one that is updated and moved comes twice")
  func edits() async throws {
    var edits: [String] = []
    let stopped = try await result().apply { kind, change in edits.append("\(kind) \(change.key)") }
    #expect(stopped == nil)
    #expect(edits == ["updated [4]", "deleted [2]", "inserted [5]", "moved [4]"])
  }

  @Test("a walk stops before the stage that is refused")
  func interrupted() async throws {
    var edits = 0
    let stopped = try await result().apply(until: { !$0[.deleted].isEmpty }) { _, _ in edits += 1 }
    #expect(stopped?[.deleted].map { "\($0.key)" } == ["[2]"])
    #expect(edits == 1)
  }

  @Test("sections that came, went or moved are named")
  func sections() async throws {
    func side(_ towns: [(String, Int)]) -> Input {
      .rows(towns.map { ["town": Value(stringLiteral: $0.0), "id": "\($0.1)"] })
    }
    let result = try await LunaHost().compare(
      old: side([("Bonn", 1), ("Kiel", 2), ("Ulm", 3)]), new: side([("Ulm", 3), ("Bonn", 1), ("Trier", 4)]),
      rules: Rules {
        $0.identity = ["id"]
        $0.section = "town"
      })
    #expect(result.sections(.deleted) == ["Kiel"])
    #expect(result.sections(.inserted) == ["Trier"])
    #expect(result.sections(.moved).count == 1)
    #expect(result.sections(.updated) == [])
  }

  @Test("the stages hold all changes")
  func stages() async throws {
    let stages = try await result().stages
    #expect(stages.reduce(0) { $0 + $1.count } == 4)
  }

  private struct Row: Codable, Equatable, Sendable {
    var id: Int
    var x: Int

    static func some(_ random: inout SeededGenerator) -> [Row] {
      (0..<Int.random(in: 0...12, using: &random)).shuffled(using: &random).prefix(9).map {
        Row(id: $0, x: Int.random(in: 0...1, using: &random))
      }
    }
  }

  @Test("an app's own rows become the new ones, stage by stage")
  func replay() async throws {
    var random = SeededGenerator.announced("rows that stages are applied to")
    for round in 0..<200 {
      let (old, new) = (Row.some(&random), Row.some(&random))
      let filter = round % 2 == 0 ? "true" : "r.id % 2 == 0"
      let rules = Rules.text("identity = 'id'; filter = function(r) return \(filter) end")
      var rows = old.filter { round % 2 == 0 || $0.id % 2 == 0 }
      for stage in try await LunaHost().compare(old: .rows(old), new: .rows(new), rules: rules).stages {
        try stage.apply(to: &rows) { try $0.decode() }
      }
      #expect(rows == new.filter { round % 2 == 0 || $0.id % 2 == 0 }, "\(old) → \(new)")
    }
  }

  @Test("where order means nothing, the rows are the new ones in an order of their own")
  func replayUnordered() async throws {
    var random = SeededGenerator.announced("rows without moves")
    for _ in 0..<50 {
      let (old, new) = (Row.some(&random), Row.some(&random))
      let rules = Rules.text("identity = 'id'; ignore_order = true")
      var rows = old
      for stage in try await LunaHost().compare(old: .rows(old), new: .rows(new), rules: rules).stages {
        try stage.apply(to: &rows) { try $0.decode() }
      }
      #expect(rows.sorted { $0.id < $1.id } == new.sorted { $0.id < $1.id }, "\(old) → \(new)")
    }
  }

  @Test("applying a stage gives the offsets that list views take")
  func offsets() async throws {
    var rows = (1...4).map { Row(id: $0, x: 1) }
    let offsets = try await result().stages.map { "\(try $0.apply(to: &rows) { try $0.decode() })" }
    #expect(offsets == ["updated 3", "deleted 1", "inserted 2, moved 2→0"])
    #expect(rows == [Row(id: 4, x: 2), Row(id: 1, x: 1), Row(id: 5, x: 1), Row(id: 3, x: 1)])
  }

  @Test("rows that are too few, or are divided into sections, are refused and stay as they are")
  func wrongRows() async throws {
    let rules = Rules {
      $0.identity = ["id"]
      $0.section = "x"
    }
    let sides = (old: [Row(id: 1, x: 1), Row(id: 2, x: 2)], new: [Row(id: 2, x: 1), Row(id: 1, x: 1)])
    let sectioned = try await LunaHost().compare(old: .rows(sides.old), new: .rows(sides.new), rules: rules).stages
    var rows = sides.old
    for stage in try [sectioned.first, await result().stages.first] {
      let error = #expect(throws: LunaDiffError.self) { try stage?.apply(to: &rows) { try $0.decode() } }
      #expect(error?.code == .request)
    }
    #expect(rows == sides.old)
  }
}
