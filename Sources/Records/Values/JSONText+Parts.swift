import Platform

extension JSONText {
  /// An array of some values; one that is absent is null there.
  package init(array values: [Value]) {
    var utf8 = [UInt8(ascii: "[")]
    for (index, value) in values.enumerated() {
      if index > 0 { utf8.append(UInt8(ascii: ",")) }
      JSONWriter.append(value, to: &utf8)
    }
    self.init(utf8: utf8 + [UInt8(ascii: "]")])
  }

  /// An array's elements in order; empty for an object.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package var elements: [Value] { parts.map(\.value) }

  /// An object's members in order, names decoded; for an array, its elements under empty names.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package var members: [(name: Text, value: Value)] { parts }

  private var parts: [(name: Text, value: Value)] {
    utf8.withBytes { bytes in
      let tree = JSONTree(bytes)
      guard !tree.nodes.isEmpty else { return [] }
      return tree.children(of: 0).map { node in
        let field = Field(json: tree.bytes(of: node))
        return (Text(utf8: tree.name(of: node)), field?.value ?? .null)
      }
    }
  }
}
