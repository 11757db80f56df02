import Comparing
import Patching
import Records
import TestSupport
import Testing

@testable import Rules

/// `changes:edits()`: executed one after another, edits turn OLD into NEW.
@Suite struct EditSequenceTests {
  private struct Row: Equatable {
    var id: Int
    var value: Int
  }

  private func csv(_ rows: [Row]) -> String {
    "id,v\n" + rows.map { "\($0.id),\($0.value)\n" }.joined()
  }

  private func replayed(_ old: [Row], _ new: [Row], rules: String) throws -> [Row] {
    let comparison = try compare(csv(old), csv(new), rules: "identity = 'id' \(rules)")
    var rows = old
    for edit in EditSequence(comparison).edits {
      let change = try comparison.change(at: edit.change)
      let id = try #require(Int(change.key[0].description))
      switch edit.kind {
      case .deleted:
        #expect(rows.remove(at: try #require(edit.from)).id == id)
      case .inserted:
        let row = try #require(new.first { $0.id == id })
        rows.insert(row, at: try #require(edit.to))
      case .moved:
        let row = rows.remove(at: try #require(edit.from))
        #expect(row.id == id)
        rows.insert(row, at: try #require(edit.to))
      case .updated:
        let place = try #require(edit.from)
        #expect(rows[place].id == id)
        #expect(edit.to == place)
        rows[place] = try #require(new.first { $0.id == id })
      }
    }
    return rows
  }

  @Test("the edits replayed give the target", arguments: ["", "moves = 'heckel'"])
  func law(rules: String) throws {
    var random = SeededGenerator.announced("edits \(rules)")
    for _ in 0..<60 {
      let old = (0..<Int.random(in: 0...14, using: &random)).shuffled(using: &random)
        .map { Row(id: $0, value: 0) }
      var new = old.filter { _ in Int.random(in: 0..<4, using: &random) > 0 }
      for index in new.indices where Int.random(in: 0..<3, using: &random) == 0 {
        new[index].value = 1
      }
      if Bool.random(using: &random) { new.shuffle(using: &random) }
      for id in 20..<20 + Int.random(in: 0...4, using: &random) {
        new.insert(Row(id: id, value: 2), at: Int.random(in: 0...new.count, using: &random))
      }
      #expect(try replayed(old, new, rules: rules) == new, "\(old) → \(new)")
    }
  }

  @Test("edits have no places where places mean nothing")
  func withoutPlaces() throws {
    for rules in ["ignore_order = true", "section = 'v'"] {
      let comparison = try compare(
        "id,v\n1,a\n2,b\n", "id,v\n3,a\n2,a\n", rules: "identity = 'id' \(rules)")
      let edits = EditSequence(comparison).edits
      #expect(edits.count == 3 || edits.count == 4)
      #expect(edits.allSatisfy { $0.from == nil && $0.to == nil }, "\(rules)")
    }
  }

  @Test("a script walks the edits with their changes")
  func script() throws {
    let result = try output(
      ofDriver: """
        local changes = luna.diff(
          luna.records { { id = 1, v = "a" }, { id = 2, v = "b" }, { id = 3, v = "c" } },
          luna.records { { id = 3, v = "c" }, { id = 2, v = "x" }, { id = 4, v = luna.null } },
          { identity = "id" })
        for edit in changes:edits() do print(edit.kind, edit.change.key, edit.from, edit.to) end
        """)
    #expect(
      result.printed
        == "deleted\t1\t1\tnil\nmoved\t3\t2\t1\nupdated\t2\t2\t2\ninserted\t4\tnil\t3\n")
  }
}
