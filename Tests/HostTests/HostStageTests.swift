import LunaDiff
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
}
