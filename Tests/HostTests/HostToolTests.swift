import LunaDiff
import TestSupport
import Testing

@Suite("Probing, merging, patching and batches of a host") struct HostToolTests {
  private let host = LunaHost()
  private let old = Input.bytes("id,name\n1,Saw\n2,Vise\n3,Vise\n".utf8, .csv, name: "old")
  private let new = Input.bytes("id,name\n1,Saw\n2,Vice\n4,Awl\n".utf8, .csv, name: "new")

  @Test("keys are tried, and searched for")
  func probe() async throws {
    let tried = try await host.probe(old, new, keys: [["name"], ["id"]])
    #expect(tried.map(\.columns) == [["id"], ["name"]])
    #expect(tried[0].duplicates == 0)
    #expect(tried[1].duplicates == 1)
    #expect(tried[0].summary?.updated == 1)
    #expect(try await host.probe(old).first?.columns == ["id"])
  }

  @Test("a recorded result is applied, and taken back")
  func patch() async throws {
    let changes = try await host.compare(old: old, new: new).report(.json) { $0.isPatchable = true }
    #expect(
      String(decoding: try await host.patch(old, changes: changes.utf8), as: UTF8.self)
        == "id,name\n1,Saw\n2,Vice\n4,Awl\n")
    #expect(
      String(
        decoding: try await host.patch(new, changes: changes.utf8, reversed: true), as: UTF8.self)
        == "id,name\n1,Saw\n2,Vise\n3,Vise\n")
    let error = await #expect(throws: LunaDiffError.self) {
      try await host.patch(old, changes: "[]".utf8)
    }
    #expect(error?.code == .patch)
  }

  @Test("two sides are merged, and conflicts are told")
  func merge() async throws {
    let theirs = Input.bytes("id,name\n1,Saw\n2,Clamp\n3,Vise\n5,Axe\n".utf8, .csv, name: "theirs")
    let rules = Rules { $0.identity = ["id"] }
    let marked = try await host.merge(base: old, ours: new, theirs: theirs, rules: rules)
    #expect(marked.conflicts == [["2"]])
    let favored = try await host.merge(
      base: old, ours: new, theirs: theirs, rules: rules, favoring: .ours)
    #expect(String(decoding: favored.text, as: UTF8.self).contains("2,Vice\n"))
    #expect(favored.taken.inserted == 1)
  }

  @Test("the pairs of two directories are compared, and one that fails does not end the others")
  func batch() async throws {
    let folder = try TemporaryDirectory()
    for (name, text) in [("a.csv", "id\n1\n"), ("b.csv", "id\n\"1\n"), ("c.csv", "id\n1\n")] {
      try folder.write(text, to: "old/" + name)
    }
    for (name, text) in [("a.csv", "id\n2\n"), ("b.csv", "id\n1\n")] {
      try folder.write(text, to: "new/" + name)
    }
    var outcomes: [String] = []
    try await host.compare(directory: folder.path(of: "old"), with: folder.path(of: "new")) {
      name, result in
      switch result {
      case .success(let result)?: outcomes.append("\(name): \(result.changes.count)")
      case .failure(let error)?: outcomes.append("\(name): \(error.code)")
      case nil: outcomes.append("\(name): alone")
      }
    }
    #expect(outcomes == ["a.csv: 2", "b.csv: format", "c.csv: alone"])
  }
}
