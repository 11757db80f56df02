import Platform
import Synchronization

/// The columns of a layout that are paths into nested values, in the order in which they were asked for.
final class JSONPaths: Sendable {
  /// A path: the column that it begins in, and what is left of it.
  struct Path: Sendable {
    let column: Int
    let rest: [UInt8]
  }

  /// Fields lie in the text of their input, which every thread reads and none changes.
  private struct FirstRecord: @unchecked Sendable { let fields: [Field] }

  private struct State {
    var numbers: [[UInt8]: Int?] = [:]
    var paths: [Path] = []
    /// The places of the columns; made when a path is first asked for.
    var columns: [ColumnName: Int]?
    /// The fields of the first record, which has most paths that anybody asks for; split when one is.
    var first: FirstRecord?
  }

  private let state = Mutex(State())

  func path(_ number: Int) -> Path? { state.withLock { $0.paths.indices.contains(number) ? $0.paths[number] : nil } }

  func column(_ name: ColumnName, of names: [String]) -> Int? {
    state.withLock { state in
      let positions = state.columns ?? Dictionary(placesOf: names)
      state.columns = positions
      return positions[name]
    }
  }

  func first(split: () -> SplitRecord) -> [Field] {
    if let known = state.withLock({ $0.first }) { return known.fields }
    let first = FirstRecord(fields: split().fields)
    state.withLock { $0.first = first }
    return first.fields
  }

  /// The number of a path, which is made by `make` when it is first asked for; nil if it cannot be one.
  func number(of name: [UInt8], make: () -> Path?) -> Int? {
    if let known = state.withLock({ $0.numbers[name] }) { return known }
    let path = make()
    return state.withLock { state in
      if let known = state.numbers[name] { return known }
      let number = path.map { _ in state.paths.count }
      if let path { state.paths.append(path) }
      state.numbers[name] = .some(number)
      return number
    }
  }
}

extension JSONLayout {
  func derivedColumn(named name: String) -> Int? {
    let bytes = Array(name.utf8)
    return paths.number(of: bytes) { path(named: bytes) }.map { $0 + columns.count }
  }

  /// The path that a name spells, if any record has a value there.
  ///
  /// - Complexity: O(bytes) the first time that a name is asked for which the first record has not.
  private func path(named name: [UInt8]) -> JSONPaths.Path? {
    for end in MemberPath.ends(in: name) {
      let owner = ColumnName(String(decoding: name[..<end], as: UTF8.self))
      if let column = paths.column(owner, of: columns) {
        let path = JSONPaths.Path(column: column, rest: Array(name[end...]))
        return MemberPath.isValid(path.rest[...]) && isFound(path) ? path : nil
      }
    }
    return nil
  }

  private func isFound(_ path: JSONPaths.Path) -> Bool {
    guard index.count > 0 else { return false }
    var record = SplitRecord()
    func look(at number: Int) { split(bytes(of: number), into: &record) }
    let first = paths.first {
      look(at: 0)
      return record
    }
    return JSONLayout.field(at: path, in: first).kind != .absent
      || (1..<index.count).contains { number in
        look(at: number)
        return JSONLayout.field(at: path, in: record.fields).kind != .absent
      }
  }

  func bytes(of record: Int) -> BytesView { index.bytes(of: record, in: source, border) }

  func derivedField(_ column: Int, of fields: [Field]) -> Field {
    guard let path = paths.path(column - columns.count) else { return .absent }
    return JSONLayout.field(at: path, in: fields)
  }

  private static func field(at path: JSONPaths.Path, in fields: [Field]) -> Field {
    guard fields.indices.contains(path.column) else { return .absent }
    var field = fields[path.column]
    var rest = path.rest[...]
    while !rest.isEmpty {
      guard field.kind == .object, let name = MemberPath.takeName(from: &rest) else { return .absent }
      field = name.withBytes { field.member(named: $0) }
    }
    return field
  }
}

extension Field {
  /// The member of an object with a name, of several the last; absent if there is none.
  package func member(named name: BytesView) -> Field {
    let found = part { scanner throws(JSONFault) in
      var found: Field?
      var next = try scanner.firstChild(scanner.start)
      while let p = next {
        let member = try scanner.nameText(p)
        let (field, end) = try scanner.field(member.value)
        if member.text.withBytes({ $0.isSame(as: name) }) { found = field }
        next = try scanner.next(end, isObject: true).entry
      }
      return found
    }
    return kind == .object ? found ?? .absent : .absent
  }

  /// The element of an array at a place that counts from 0; absent if there is none.
  package func element(at place: Int) -> Field {
    let found = part { scanner throws(JSONFault) in
      var next = try scanner.firstChild(scanner.start)
      var left = place
      while let p = next {
        let (field, end) = try scanner.field(p)
        if left == 0 { return field }
        left -= 1
        next = try scanner.next(end, isObject: false).entry
      }
      return nil
    }
    return kind == .array ? found ?? .absent : .absent
  }

  private func part(_ find: (JSONScanner) throws(JSONFault) -> Field?) -> Field? {
    guard isNested else { return nil }
    let scanner = JSONScanner(bytes)
    return scanner.checked { scanner throws(JSONFault) in try find(scanner) } ?? nil
  }
}
