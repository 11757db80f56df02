import Platform
import Records
import Testing

@testable import Comparing

@Suite("Trees of paths")
struct PathTreeTests {
  private func tree(of values: String...) -> PathTree {
    var tree = PathTree()
    for value in values {
      Array(value.utf8).withBytes { _ = tree.places(of: JSONTree($0)) }
    }
    return tree
  }

  private func paths(_ tree: PathTree) -> [String] {
    tree.ordered.map { tree.path(to: $0).text(below: "c") }
  }

  @Test("Elements go by brackets, members by name, parts behind what holds them")
  func paths() {
    #expect(
      paths(tree(of: #"{"a":[{"b":1}],"c":2}"#, #"{"a":[{"d":1}]}"#))
        == ["c", "c.a", "c.a[]", "c.a[].b", "c.a[].d", "c.c"])
  }

  @Test("Members of objects that have many names of one kind are one path")
  func manyNames() {
    let alike = (0..<9).map { #""n\#($0)":{"x":1,"y\#($0)":2}"# }.joined(separator: ",")
    let general = paths(tree(of: "{\(alike)}").generalised)
    #expect(general.prefix(3) == ["c", "c.*", "c.*.x"])
    let fields = (0..<20).map { #""n\#($0)":1"# }.joined(separator: ",")
    #expect(paths(tree(of: "{\(fields)}").generalised).count == 21)
    let keys = (0..<60).map { #""n\#($0)":1"# }.joined(separator: ",")
    #expect(paths(tree(of: "{\(keys)}").generalised) == ["c", "c.*"])
  }

  @Test("However many paths there are, so many are told apart")
  func limit() {
    let names = (0..<5000).map { #""n\#($0)":1"# }.joined(separator: ",")
    #expect(tree(of: "{\(names)}").nodes.count == PathTree.limit)
  }
}
