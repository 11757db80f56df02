import Platform

/// The one spelling that all equal JSON values share, and so their equality and their hash.
///
/// Equal are: numbers of the same exact value; strings of the same text, however escaped; arrays of equal
/// elements in order; objects of equal members in any order. An object that repeats a name keeps all its
/// members of that name, in their order: such objects are equal only to objects that repeat it alike.
///
/// The values must have passed ``JSONScanner``. Nothing here recurses.
///
/// - Complexity: O(n log m) for n bytes and at most m members in an object.
package enum JSONCanonical {
  package static func areEqual(_ first: BytesView, _ second: BytesView) -> Bool {
    if first.elementsEqual(second) { return true }
    guard kind(first) == kind(second) else { return false }
    return JSONTree(first).isEqual(0, to: JSONTree(second), 0)
  }

  /// The canonical spelling, which is JSON itself.
  ///
  /// No white space, members sorted by name, strings with the fewest escapes, numbers as
  /// ``JSONNumber/appendCanonical(to:)`` spells them.
  package static func bytes(of value: BytesView) -> [UInt8] {
    var writer = Writer(JSONTree(value), isCanonical: true)
    return writer.write()
  }

  /// The value without white space and with the fewest escapes, otherwise as it is spelled: to be read by people.
  static func compact(_ value: BytesView) -> [UInt8] { compact(JSONTree(value), without: []) }

  /// The same of a tree without some members of its objects.
  static func compact(_ tree: JSONTree, without left: Set<Int>) -> [UInt8] {
    var writer = Writer(tree, without: left, isCanonical: false)
    return writer.write()
  }

  /// What the first byte says of a value: two values of different kinds are never equal.
  private static func kind(_ value: BytesView) -> UInt8 {
    guard let first = value.first else { return 0 }
    return first &- Ascii.zero <= 9 ? Ascii.minus : first
  }

  /// Walks a tree with a stack of its own and spells each value.
  private struct Writer {
    /// An open container: its children in the order of their spelling, and the next of them.
    private struct Frame {
      let isObject: Bool
      let children: [Int]
      var next = 0
    }

    private let tree: JSONTree
    private let left: Set<Int>
    /// Whether members are sorted, and numbers spelled in one way.
    private let isCanonical: Bool
    private var stack: [Frame] = []
    private var output: [UInt8] = []

    init(_ tree: JSONTree, without left: Set<Int> = [], isCanonical: Bool) {
      self.tree = tree
      self.left = left
      self.isCanonical = isCanonical
    }

    mutating func write() -> [UInt8] {
      guard !tree.nodes.isEmpty else { return [] }
      begin(0)
      while var frame = stack.popLast() {
        guard frame.next < frame.children.count else {
          output.append(frame.isObject ? Ascii.closingBrace : Ascii.closingBracket)
          continue
        }
        if frame.next > 0 { output.append(Ascii.comma) }
        let child = frame.children[frame.next]
        frame.next += 1
        if frame.isObject { writeName(of: child) }
        stack.append(frame)
        begin(child)
      }
      return output
    }

    private mutating func writeName(of node: Int) {
      JSONWriter.appendString(tree.name(of: node), to: &output)
      output.append(Ascii.colon)
    }

    private mutating func begin(_ node: Int) {
      let bytes = tree.bytes(of: node)
      guard let first = bytes.first else { return }
      switch first {
      case Ascii.brace:
        output.append(Ascii.brace)
        let members = isCanonical ? tree.sortedMembers(of: node) : tree.children(of: node)
        stack.append(Frame(isObject: true, children: left.isEmpty ? members : members.filter { !left.contains($0) }))
      case Ascii.bracket:
        output.append(Ascii.bracket)
        stack.append(Frame(isObject: false, children: tree.children(of: node)))
      case Ascii.quote: JSONWriter.appendString(tree.text(of: node), to: &output)
      case Ascii.minus where isCanonical, UInt8(ascii: "0")...UInt8(ascii: "9") where isCanonical:
        JSONNumber(bytes).appendCanonical(to: &output)
      default: output.append(contentsOf: bytes)
      }
    }
  }
}

extension Field {
  /// An object without what some paths lead to: its members in their order, without white space.
  ///
  /// - Parameters:
  ///   - paths: All the paths.
  ///   - moved: Those of what is elsewhere, with as many of the objects around it, where they hold nothing else.
  /// - Returns: `nil` where there is nothing to leave out, which is so for everything but an object.
  /// - Complexity: O(*n*) for *n* bytes.
  package func compactBytes(without paths: MemberTree, moved: [(path: [UInt8], containers: Int)] = []) -> [UInt8]? {
    guard kind == .object else { return nil }
    let tree = JSONTree(bytes)
    var left = paths.ends(in: tree)
    for (path, containers) in moved { tree.leaveEmpty(around: tree.nodes(at: path), containers, in: &left) }
    return left.isEmpty ? nil : JSONCanonical.compact(tree, without: left)
  }
}

extension JSONTree {
  /// Adds to the members that are left out some of the objects around them, the innermost first, as long as nothing is
  /// left of them; the whole stays.
  fileprivate func leaveEmpty(around members: [Int], _ containers: Int, in left: inout Set<Int>) {
    guard containers > 0 else { return }
    for member in members {
      let around = nodes.indices.prefix(member).filter { nodes[$0].end > member }.dropFirst()
      for container in around.reversed().prefix(containers) {
        guard children(of: container).allSatisfy(left.contains) else { break }
        left.insert(container)
      }
    }
  }

  /// The members that a path from the root, or another node, leads to; several where the name is repeated.
  ///
  /// On the way the last member of a name counts.
  package func nodes(at path: [UInt8], from start: Int = 0) -> [Int] {
    var rest = path[...]
    var node = start
    while !nodes.isEmpty, bytes(of: node).first == Ascii.brace, let name = MemberPath.takeName(from: &rest) {
      let found = children(of: node).filter { self.isMember($0, named: name) }
      guard let last = found.last else { return [] }
      if rest.isEmpty { return found }
      node = last
    }
    return []
  }

  func withName<Result>(of member: Int, _ body: (BytesView) -> Result) -> Result {
    let spelled = spelledName(of: member)
    return spelled.contains(Ascii.backslash) ? name(of: member).withBytes(body) : body(spelled)
  }

  /// Nothing is allocated unless the member's name has escapes.
  private func isMember(_ member: Int, named name: ArraySlice<UInt8>) -> Bool {
    withName(of: member) { spelled in name.withBytes { spelled.isSame(as: $0) } }
  }
}
