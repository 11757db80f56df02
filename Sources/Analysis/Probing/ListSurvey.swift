import Comparing
import Records

/// Lists inside nested values whose elements a member tells apart.
package struct ListSurvey {
  /// A list and the member.
  package struct Proposal: Sendable, Equatable {
    /// The list's column or path.
    package let path: String
    /// The member that no two elements of one list share.
    package let member: String
    /// How many lists with elements were seen, and how many elements in all.
    package let lists, elements: Int
  }

  /// What was seen of the lists at one path.
  private struct Seen {
    var lists = 0
    var elements = 0
    var longest = 0
    /// Members that have told the elements of every list apart, in the order of the first element.
    var members: [[UInt8]] = []
    /// Those of them whose values were all text.
    var texts: Set<[UInt8]> = []
  }

  /// Records of each table that are looked at.
  private static let records = 1000
  /// Members of a list's first element that are looked at.
  private static let mostMembers = 50
  /// Names that say what they are for.
  private static let telling = [
    "id", "key", "sku", "code", "uuid", "guid", "name", "number", "slug",
  ]

  private var tree = PathTree()
  private var seen: [Int: Seen] = [:]

  /// What can be proposed for some tables, in the order of their columns.
  ///
  /// - Complexity: O(*b*) for *b* bytes of nested values in the first records.
  package static func proposals(for tables: [RecordTable]) -> [Proposal] {
    var columns: [String] = []
    var surveys: [String: ListSurvey] = [:]
    for table in tables {
      var cursor = table.makeCursor()
      for (index, name) in table.columns.enumerated() {
        if surveys[name] == nil { columns.append(name) }
        var survey = surveys[name] ?? ListSurvey()
        for record in 0..<min(records, table.count) {
          let field = cursor.field(record, index)
          if field.isNested { survey.look(at: JSONTree(nested: field)) }
        }
        surveys[name] = survey
      }
    }
    return columns.flatMap { surveys[$0]?.proposals(below: $0) ?? [] }
  }

  private mutating func look(at value: JSONTree) {
    for (node, index) in tree.places(of: value).enumerated() where index >= 0 && value.kind(of: node) == .array {
      let elements = value.children(of: node)
      if !elements.isEmpty { look(at: elements, in: value, index) }
    }
  }

  private mutating func look(at elements: [Int], in value: JSONTree, _ index: Int) {
    var list = seen[index] ?? Seen()
    if list.lists == 0 {
      list.members = value.children(of: elements[0]).prefix(Self.mostMembers).map(value.name)
      list.texts = Set(list.members)
    }
    list.lists += 1
    list.elements += elements.count
    list.longest = max(list.longest, elements.count)
    var values: [[UInt8]: Set<[UInt8]>] = [:]
    let wanted = Set(list.members)
    for element in elements where !wanted.isEmpty && value.kind(of: element) == .object {
      for member in value.children(of: element) {
        let (name, field) = (value.name(of: member), value.field(of: member))
        guard wanted.contains(name), field.isNumber || field.kind.isText else { continue }
        values[name, default: []].insert(field.canonicalSpelling)
        if !field.kind.isText { list.texts.remove(name) }
      }
    }
    list.members.removeAll { values[$0]?.count != elements.count }
    seen[index] = list
  }

  private func proposals(below column: String) -> [Proposal] {
    tree.ordered.compactMap { node in
      guard let list = seen[node], list.longest > 1, let member = Self.best(of: list) else { return nil }
      return Proposal(
        path: tree.path(to: node).text(below: column), member: String(decoding: member, as: UTF8.self),
        lists: list.lists, elements: list.elements)
    }
  }

  /// The first member whose name says that it identifies, else the first whose values are text: numbers may differ by
  /// chance.
  private static func best(of list: Seen) -> [UInt8]? {
    list.members.first { name in
      let word = String(decoding: name, as: UTF8.self).lowercased()
      return telling.contains { word == $0 || word.hasSuffix("_\($0)") } || name.suffix(2).elementsEqual("Id".utf8)
    } ?? list.members.first(where: list.texts.contains)
  }
}
