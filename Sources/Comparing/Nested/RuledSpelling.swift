import Records

/// The one spelling of a nested value that all values share which rules, but for comparators, call equal to it: without
/// what is ignored, after normalizers, with sets in one order.
///
/// It recurses as deep as the rules' paths are long; what no rule is about is spelled without recursion.
struct RuledSpelling {
  private let document: NestedDocument
  private let side: Side
  private let scripts: (any NestedScripts)?
  private let buffer = FieldBuffer()

  /// Spells an object or array.
  ///
  /// - Throws: What a normalizer or a script throws.
  /// - Complexity: O(*n* log *n*) for *n* bytes.
  static func bytes(of field: Field, rules: ValueRules, in side: Side, scripts: (any NestedScripts)?) throws -> [UInt8]
  { try bytes(of: 0, of: NestedDocument(field, rules: rules, in: side), in: side, scripts: scripts) }

  /// Spells a value of a document, given by its node.
  ///
  /// - Throws: What a normalizer or a script throws.
  /// - Complexity: O(*n* log *n*) for *n* bytes.
  static func bytes(of node: Int, of document: NestedDocument, in side: Side, scripts: (any NestedScripts)?) throws
    -> [UInt8]
  { try RuledSpelling(document: document, side: side, scripts: scripts).spelled(node) ?? [] }

  /// The spelling of a node; `nil` where rules leave nothing of it.
  private func spelled(_ node: Int) throws -> [UInt8]? {
    let rule = document.rule(of: node)
    if rule.isIgnored { return nil }
    if !rule.normalizers.isEmpty { return try normalized(node, rule) }
    let kind = document.tree.kind(of: node)
    guard document.state(of: node) != ValueRules.free, kind == .object || kind == .array else {
      return JSONCanonical.bytes(of: document.tree.bytes(of: node))
    }
    return kind == .object ? try object(node) : try array(node, isSet: rule.list?.isOrdered == false)
  }

  private func normalized(_ node: Int, _ rule: ValueRules.State) throws -> [UInt8]? {
    try rule.normalize(document.tree.field(of: node), buffer, in: side, scripts: scripts)
    return buffer.kind == .absent ? nil : buffer.field.canonicalSpelling
  }

  private func object(_ node: Int) throws -> [UInt8] {
    let tree = document.tree
    let members = try tree.sortedMembers(of: node).compactMap { member -> [UInt8]? in
      guard let value = try spelled(member) else { return nil }
      var spelling: [UInt8] = []
      JSONWriter.appendString(tree.name(of: member), to: &spelling)
      return spelling + [UInt8(ascii: ":")] + value
    }
    return [UInt8(ascii: "{")] + members.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "}")]
  }

  private func array(_ node: Int, isSet: Bool) throws -> [UInt8] {
    var elements = try document.tree.children(of: node).compactMap(spelled)
    if isSet { elements.sort { $0.lexicographicallyPrecedes($1) } }
    return [UInt8(ascii: "[")] + elements.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")]
  }
}
