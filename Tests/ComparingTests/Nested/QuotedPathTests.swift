import Records
import TestSupport
import Testing

@testable import Comparing

@Suite("Paths with quoted names")
struct QuotedPathTests {
  private static let names = ["a", "b", "a.b", "b.a", "a[]", "*", "a/b", "~", "", "a?", "[\"a\"]", "a b", "\"", "\\"]

  private func comparison(_ old: String, _ new: String, _ change: (inout ComparisonPlan) -> Void) throws -> Comparison {
    try Comparison(
      source: table("[\(old)]", name: "old.json"), target: table("[\(new)]", name: "new.json"),
      plan: plan(key: "id", change: change))
  }

  @Test("a point leads to a nested member only")
  func nestedOnly() throws {
    let (old, new) = (#"{"id":1,"m":{"a.b":1,"a":{"b":2}}}"#, #"{"id":1,"m":{"a.b":9,"a":{"b":2}}}"#)
    #expect(try comparison(old, new) { $0.ignored = ["m.a.b"] }.summary.updated == 1)
    #expect(try comparison(old, new) { $0.ignored = [#"m["a.b"]"#] }.summary.updated == 0)
  }

  @Test("a key may be a member with a quoted name")
  func key() throws {
    let text = #"[{"m":{"a.b":1,"a":{"b":7}},"v":1},{"m":{"a.b":2,"a":{"b":7}},"v":2}]"#
    let found = try Comparison(
      source: table(text, name: "old.json"), target: table(text, name: "new.json"), plan: plan(key: #"m["a.b"]"#))
    #expect(found.summary.unchanged == 2 && found.duplicates.isEmpty)
  }

  @Test("an unquoted path to a member whose name has a point leads nowhere")
  func literal() {
    let text = #"{"id":1,"m":{"a.b":1}}"#
    #expect(throws: ComparisonError.self) { try comparison(text, text) { $0.ignored = ["m.a.b"] } }
  }

  @Test("the path of a changed leaf hides exactly that leaf, in each field that takes paths")
  func law() throws {
    var random = SeededGenerator.announced("quoted paths")
    let close = try NumberComparator(absolute: "1000")
    let fields: [(inout ComparisonPlan, String) -> Void] = [
      { $0.ignored = [$1] }, { $0.comparators[$1] = .native(close) },
      { $0.normalizers[$1] = [.native(MapNormalizerOfAll())] },
    ]
    for _ in 0..<200 {
      let tree = Leaves.random(Self.names, &random)
      let changed = Int.random(in: 0..<tree.paths.count, using: &random)
      let other = Int.random(in: 0..<tree.paths.count, using: &random)
      let (old, new) = (tree.text(changing: nil), tree.text(changing: changed))
      let changes = try #require(
        try comparison(old, new) { _ in }.changes.first(where: { $0.kind == .updated })?.fields.map(\.column))
      #expect(changes == ["m"])
      for field in fields {
        let path = PathPattern(tree.paths[changed].map { .member(Array($0.utf8)) }).text(below: "m")
        let wrong = PathPattern(tree.paths[other].map { .member(Array($0.utf8)) }).text(below: "m")
        #expect(try comparison(old, new) { field(&$0, path) }.summary.updated == 0, "\(path) of \(old)")
        #expect(
          try comparison(old, new) { field(&$0, wrong) }.summary.updated == (other == changed ? 0 : 1),
          "\(wrong), not \(path), of \(old)")
      }
    }
  }
}

/// Makes one value of all.
private struct MapNormalizerOfAll: Normalizer {
  var summary: String { "one value" }
  func normalize(_ buffer: FieldBuffer) { buffer.setText("x") }
}

/// An object of objects with a number at each end.
private struct Leaves {
  var paths: [[String]] = []
  private var pieces: [String] = []

  static func random(_ names: [String], _ random: inout SeededGenerator) -> Leaves {
    var leaves = Leaves()
    leaves.add(names, [], &random)
    return leaves
  }

  private mutating func add(_ names: [String], _ path: [String], _ random: inout SeededGenerator) {
    pieces.append("{")
    for (number, name) in names.shuffled(using: &random).prefix(3).enumerated() {
      let quoted = name.reduce(into: "") { $0 += "\"\\".contains($1) ? "\\\($1)" : "\($1)" }
      pieces.append((number > 0 ? "," : "") + "\"\(quoted)\":")
      if path.count < 2, Bool.random(using: &random) {
        add(names, path + [name], &random)
      } else {
        paths.append(path + [name])
        pieces.append("#")
      }
    }
    pieces.append("}")
  }

  func text(changing changed: Int?) -> String {
    var number = -1
    let object = pieces.map { piece in
      guard piece == "#" else { return piece }
      number += 1
      return number == changed ? "9" : "\(number % 3)"
    }
    return "{\"id\":1,\"m\":\(object.joined())}"
  }
}
