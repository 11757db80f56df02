import Platform
import Records

/// What to say of a path that leads nowhere: the nearest one of the data, and which there are.
struct PathSuggestion {
  private struct Candidate {
    let text: String
    /// What of it is compared with a path that is none.
    let plain: String
    let isList: Bool
    let isColumn: Bool
    /// Whether the path leads through members only, so that a key may use it.
    let isPlain: Bool
  }

  private let tables: Sides<RecordTable>
  private let plan: ComparisonPlan

  /// Records of each side that are looked at for paths.
  private static let records = 10_000
  private static let longest = 200

  init(_ tables: Sides<RecordTable>, _ plan: ComparisonPlan) {
    self.tables = tables
    self.plan = plan
  }

  func error(for path: RulePath) -> ComparisonError {
    guard let list = path.list else { return noPath(path.name, role: path.role, among: candidates(below: path.column)) }
    let all = candidates(below: path.column)
    let here = path.path.text(below: path.column)
    if case .members(let names, _) = list, all.contains(where: { $0.isList && $0.text == here }) {
      let wanted = names.map { "\(here)[].\($0)" }
      let lost = wanted.first { name in !all.contains { $0.text == name } }
      return noPath(lost ?? here, role: "lists.\(path.name)", among: all)
    }
    return noList(path.name, among: all)
  }

  func noList(_ name: String, in column: String) -> ComparisonError { noList(name, among: candidates(below: column)) }

  private func noList(_ name: String, among candidates: [Candidate]) -> ComparisonError {
    let lists = candidates.filter(\.isList)
    return ComparisonError(.noList(name, nearest: Self.nearest(to: name, among: lists)?.text, lists: lists.map(\.text)))
  }

  /// The error for a path of names that leads to no column; `nil` where the column has no nested values.
  ///
  /// - Parameter side: The side of which it was to identify records, which paths through lists cannot; `nil` for
  ///   others.
  func noPath(_ name: String, role: String, in column: String, side: Side?) -> ComparisonError? {
    let all = candidates(below: column, of: side.map { [$0] } ?? Side.allCases)
    let isKey = side != nil
    if isKey, all.contains(where: { $0.text == name && !$0.isPlain }) {
      return ComparisonError(.keyThroughList(name))
    }
    if all.contains(where: { $0.text == name && ($0.isPlain || !isKey) }) {
      return ComparisonError(.pathForColumn(name, role: role))
    }
    let candidates = all.filter { !isKey || $0.isPlain && !$0.isColumn }
    return candidates.isEmpty ? nil : noPath(name, role: role, among: candidates, side: side)
  }

  /// The error for a rename of what is nowhere in a column, or in its lists, of which elements have no names of their
  /// own; `nil` where the column has no nested values.
  func noRename(_ name: String, in column: String) -> ComparisonError? {
    let all = candidates(below: column, of: [.source])
    if all.contains(where: { $0.text == name && !$0.isPlain }) {
      return ComparisonError(.renameInList(name), input: tables.source.name)
    }
    let named = all.filter { $0.isPlain && !$0.isColumn }
    return named.isEmpty ? nil : noPath(name, role: "rename", among: named, side: .source)
  }

  private func noPath(_ name: String, role: String, among candidates: [Candidate], side: Side? = nil)
    -> ComparisonError
  {
    let inside = candidates.filter { !$0.isColumn }
    return ComparisonError(
      .unknownPath(
        name, role: role, nearest: Self.nearest(to: name, among: inside)?.text, paths: inside.map(\.text)),
      input: side.map { tables[$0].name })
  }

  private static func nearest(to name: String, among candidates: [Candidate]) -> Candidate? {
    let wanted = plain(PathPattern.throughElements(name))
    let nearest = Suggestion.nearest(to: wanted, among: candidates.map(\.plain))
    return candidates.first { $0.plain == nearest }
  }

  /// A path without what is forgotten or mistaken most often: brackets and quotes.
  private static func plain(_ name: String) -> String { name.filter { !"[]\"".contains($0) } }

  private func candidates(below column: String, of sides: [Side] = Side.allCases) -> [Candidate] {
    var tree = PathTree()
    var lists: Set<Int> = []
    for side in sides {
      let reader = RecordReader(table: tables[side], side: side, plan: plan)
      guard let place = reader.columnIndex(of: column) else { continue }
      for record in 0..<min(Self.records, tables[side].count) {
        // A value that its normalizers cannot take fails the comparison itself, and with its own message.
        guard let field = try? reader.field(record, place), field.isNested else { continue }
        let value = JSONTree(nested: field)
        for (node, place) in tree.places(of: value).enumerated() where place >= 0 && value.kind(of: node) == .array {
          lists.insert(place)
        }
      }
    }
    return tree.ordered.compactMap { node in
      let path = tree.path(to: node)
      let text = path.text(below: column)
      guard text.utf8.count <= Self.longest, node > 0 || lists.contains(0) else { return nil }
      return Candidate(
        text: text, plain: Self.plain(text), isList: lists.contains(node), isColumn: node == 0,
        isPlain: path.isPlain)
    }
  }
}
