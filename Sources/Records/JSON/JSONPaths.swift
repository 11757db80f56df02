import Platform
import Synchronization

/// The columns of a layout that are paths into nested values.
final class JSONPaths: Sendable {
  /// A path: the column that it begins in, and the rest of it.
  struct Path: Sendable {
    let column: Int
    let rest: [UInt8]
  }

  private struct State {
    /// For each name that was looked for its node in the tree; `nil` if no record has a value there.
    var nodes: [[UInt8]: Int?] = [:]
    var tree = MemberTree()
    /// The columns' indices; made when a path is first looked for.
    var columns: [ColumnName: Int]?
  }

  private let state = Mutex(State())

  var tree: MemberTree { state.withLock { $0.tree } }

  func column(_ name: ColumnName, of names: [String]) -> Int? {
    state.withLock { state in
      let positions = state.columns ?? Dictionary(placesOf: names)
      state.columns = positions
      return positions[name]
    }
  }

  /// The node of a name; `nil` if it is no path, or was not looked for.
  func node(of name: [UInt8]) -> Int? { state.withLock { $0.nodes[name] } ?? nil }

  func unknown(_ names: [[UInt8]]) -> [[UInt8]] { state.withLock { state in names.filter { state.nodes[$0] == nil } } }

  /// Keeps what was found for names; the first answer for a name stays.
  func add(_ names: [(name: [UInt8], path: Path?)]) {
    state.withLock { state in
      for (name, path) in names where state.nodes[name] == nil {
        state.nodes[name] = .some(path.flatMap { state.tree.insert($0.rest, below: $0.column) })
      }
    }
  }
}

extension JSONLayout {
  func derivedColumn(named name: String) -> Int? {
    findPaths([name])
    return paths.node(of: Array(name.utf8)).map { $0 + columns.count }
  }

  /// - Complexity: O(bytes of the records up to the last path that is found), for any number of names.
  func findPaths(_ names: [String]) {
    let wanted = paths.unknown(names.map { Array($0.utf8) }).map { (name: $0, path: path(named: $0)) }
    guard !wanted.isEmpty else { return }
    var tree = MemberTree()
    let nodes = wanted.map { $0.path.flatMap { tree.insert($0.rest, below: $0.column) } }
    let missing = missing(of: tree, Set(nodes.compactMap { $0 }))
    paths.add(zip(wanted, nodes).map { (name: $0.name, path: $1.map(missing.contains) == false ? $0.path : nil) })
  }

  /// The nodes of a tree that no record has a value for.
  private func missing(of tree: MemberTree, _ nodes: Set<Int>) -> Set<Int> {
    var missing = nodes
    var (record, found) = (SplitRecord(), SplitRecord())
    for number in 0..<index.count {
      guard !missing.isEmpty else { break }
      split(bytes(of: number), into: &record)
      tree.find(in: record.fields, &found)
      for node in found.found { missing.remove(Int(node)) }
    }
    return missing
  }

  /// The path that a name spells, if it begins with a column.
  private func path(named name: [UInt8]) -> JSONPaths.Path? {
    for end in MemberPath.ends(in: name) {
      let owner = ColumnName(String(decoding: name[..<end], as: UTF8.self))
      if let column = paths.column(owner, of: columns) {
        return JSONPaths.Path(column: column, rest: Array(name[end...]))
      }
    }
    return nil
  }

  func bytes(of record: Int) -> BytesView { index.bytes(of: record, in: source, border) }

  func derive(from fields: [Field], into derived: inout SplitRecord) { paths.tree.find(in: fields, &derived) }
}
