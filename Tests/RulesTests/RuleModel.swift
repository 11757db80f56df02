/// A value as the model sees it; a number is exact in thousandths.
enum ModelValue: Hashable {
  case absent, null
  case text(String)
  case number(Int)
  case bool(Bool)

  var isGap: Bool { self == .absent || self == .null }
  /// Whether it identifies nothing in an identity of several passes.
  var isVoid: Bool { isGap || self == .text("") }
  var text: String? { if case .text(let text) = self { text } else { nil } }

  /// The number that it is, or that its text is.
  var thousandths: Int? {
    switch self {
    case .number(let number): number
    case .text(let text): Self.thousandths(text)
    default: nil
    }
  }

  /// The number that a text is: digits and at most three decimals.
  static func thousandths(_ text: String) -> Int? {
    let text = trimmed(text)
    let digits = text.first == "-" ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isNumber) }),
      let whole = Int(parts[0]), let decimals = Int((parts.dropFirst().first ?? "").padded)
    else { return nil }
    return (text.first == "-" ? -1 : 1) * (whole * 1000 + decimals)
  }

  /// The one spelling of a number.
  static func spelled(_ thousandths: Int) -> String {
    var decimals = String(String(1000 + abs(thousandths) % 1000).dropFirst())
    while decimals.last == "0" { decimals.removeLast() }
    let sign = thousandths < 0 ? "-" : ""
    return sign + "\(abs(thousandths) / 1000)" + (decimals.isEmpty ? "" : ".\(decimals)")
  }

  static func trimmed(_ text: String) -> String {
    var text = text[...]
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

extension StringProtocol {
  /// Three decimals.
  fileprivate var padded: String { self + String(repeating: "0", count: Swift.max(0, 3 - count)) }
}

/// A table as it is read: its columns by the names that rules have for them.
struct ModelTable {
  var columns: [String]
  var rows: [[ModelValue]]
}

/// One rule of each field, or none, as the model follows it and as Lua says it.
struct ModelRules {
  enum Step: Hashable {
    case trim, lower, number, firstLetter
    /// The step, of the old side only.
    indirect case old(Step)
  }

  enum Judge: Equatable {
    case number(Int), nocase, trim
    /// A function: values of one Lua type are equal.
    case sameType
  }

  enum Identity: Equatable {
    case columns([String])
    case passes([[String]])
    /// A function: the column and whether `k` has a value.
    case function
    case none
  }

  enum Filter { case isNot(column: String, text: String), oneOf(column: String, texts: [String]), function }

  var identity = Identity.columns(["id"])
  /// By column; `*` holds for the columns without steps of their own.
  var normalize: [String: [Step]] = [:]
  var equal: [String: Judge] = [:]
  /// A function of both records: `a` is the same, and both or none have a value in `b`.
  var hasEqualFunction = false
  var tolerance: Int?
  var ignore: [String] = []
  var only: [String]?
  var filter: Filter?
  var section: String?
  var sectionIsFunction = false
  /// What the derived column `d` is made of: `k`, a line and `s`, or a function that returns `k`.
  var derived: Derived?
  enum Derived { case joined, function }
  var trim = false, ignoreCase = false, ignoreOrder = false, pairsInOrder = false
  var keyAs: String?
}

/// What a comparison finds, by the numbers of records.
struct ModelResult: Equatable {
  var pairs: [Int: Int] = [:]
  /// The columns that differ, by the record of the target.
  var updated: [Int: [String]] = [:]
  var moved = 0
  var deleted: [Int] = []
  var inserted: [Int] = []
}

/// A slow and plain comparison under rules, which shares no code with the product.
struct RuleModel {
  let old: ModelTable
  let new: ModelTable
  let rules: ModelRules

  private enum Side { case old, new }
  private typealias Record = (side: Side, row: Int)

  // MARK: Values

  private func table(_ side: Side) -> ModelTable { side == .old ? old : new }

  private func steps(_ column: String, _ side: Side) -> [ModelRules.Step] {
    var own = rules.normalize[column] ?? rules.normalize["*"] ?? []
    // The other side becomes numbers, too.
    if side == .new, own.contains(.old(.number)), !own.contains(.number) { own.append(.number) }
    return (rules.trim ? [.trim] : []) + (rules.ignoreCase ? [.lower] : [])
      + own.compactMap { step in
        guard case .old(let inner) = step else { return step }
        return side == .old ? inner : nil
      }
  }

  private func apply(_ step: ModelRules.Step, _ value: ModelValue) -> ModelValue {
    switch (step, value) {
    case (.trim, .text(let text)): .text(ModelValue.trimmed(text))
    case (.lower, .text(let text)): .text(text.lowercased())
    case (.number, .text(let text)): ModelValue.thousandths(text).map(ModelValue.number) ?? value
    case (.firstLetter, .text(let text)): .text(String(text.prefix(1)))
    case (.firstLetter, .absent): .null
    default: value
    }
  }

  /// What `key_as` makes of a part of a key.
  private func typed(_ value: ModelValue) -> ModelValue {
    switch (rules.keyAs, value) {
    case ("number", .text(let text)): ModelValue.thousandths(text).map(ModelValue.number) ?? value
    case ("text", .number(let number)): .text(ModelValue.spelled(number))
    case ("text", .bool(let flag)): .text(flag ? "true" : "false")
    default: value
    }
  }

  private var keyColumns: [String] {
    switch rules.identity {
    case .columns(let names): names
    case .passes(let passes): passes[0]
    case .function, .none: new.columns
    }
  }

  private func raw(_ column: String, _ record: Record) -> ModelValue {
    if column == "d", let derived = rules.derived {
      let (first, second) = (value("k", record), value("s", record))
      switch derived {
      case .function: return first == .absent ? .null : first
      case .joined: return first.isGap && second.isGap ? .null : .text((first.text ?? "") + "-" + (second.text ?? ""))
      }
    }
    let table = table(record.side)
    return table.columns.firstIndex(of: column).map { table.rows[record.row][$0] } ?? .absent
  }

  /// A value as the rules see it.
  private func value(_ column: String, _ record: Record, key: [String]? = nil) -> ModelValue {
    let made = steps(column, record.side).reduce(raw(column, record)) { apply($1, $0) }
    return (key ?? keyColumns).contains(column) ? typed(made) : made
  }

  // MARK: Which records and columns

  private func isKept(_ record: Record) -> Bool {
    switch rules.filter {
    case nil: true
    case .isNot(let column, let text): value(column, record) != .text(text)
    case .oneOf(let column, let texts): texts.contains { value(column, record) == .text($0) }
    case .function: value("a", record) != .text("x")
    }
  }

  private func section(_ record: Record) -> ModelValue {
    guard let section = rules.section else { return .null }
    let value = value(section, record)
    return rules.sectionIsFunction ? .text(value == .text("w") ? "w" : "other") : value
  }

  private var compared: [String] {
    var names = new.columns.filter(old.columns.contains)
    if rules.derived != nil, rules.equal["d"] != nil { names.append("d") }
    if let only = rules.only { names = only }
    var left = Set(rules.ignore)
    if case .columns(let key) = rules.identity { left.formUnion(key.filter { rules.equal[$0] == nil }) }
    return names.filter { !left.contains($0) }
  }

  private func identity(_ record: Record, _ pass: [String]?) -> [ModelValue] {
    switch rules.identity {
    case .columns(let names): names.map { value($0, record) }
    case .passes: (pass ?? []).map { value($0, record, key: pass) }
    case .function: [typed(value("id", record)), typed(.text(value("k", record).isGap ? "-" : "+"))]
    case .none: compared.map { value($0, record) }
    }
  }

  // MARK: Equality

  private func judge(_ column: String, _ left: ModelValue, _ right: ModelValue) -> Bool {
    func isClose(_ tolerance: Int) -> Bool? {
      guard let first = left.thousandths, let second = right.thousandths else { return nil }
      return abs(first - second) <= tolerance
    }
    func areEqual(_ judge: ModelRules.Judge?) -> Bool {
      switch judge {
      case nil: left == right
      case .number(let tolerance): isClose(tolerance) ?? (left == right)
      case .nocase: left == right || left.text != nil && left.text?.lowercased() == right.text?.lowercased()
      case .trim:
        left == right || left.text != nil && left.text.map(ModelValue.trimmed) == right.text.map(ModelValue.trimmed)
      case .sameType: left == right || typeName(left) == typeName(right)
      }
    }
    if let own = rules.equal[column] { return areEqual(own) }
    guard let tolerance = rules.tolerance else { return areEqual(rules.equal["*"]) }
    switch rules.equal["*"] {
    case .sameType: return areEqual(.sameType)
    case let other?: return areEqual(.number(tolerance)) || areEqual(other)
    case nil: return areEqual(.number(tolerance))
    }
  }

  private func typeName(_ value: ModelValue) -> String {
    switch value {
    case .absent, .null: "nil"
    case .text: "string"
    case .number: "number"
    case .bool: "boolean"
    }
  }

  /// The columns that differ; `nil` where the records are equal.
  private func differences(_ source: Record, _ target: Record) -> [String]? {
    guard rules.hasEqualFunction else {
      let columns = compared.filter { !judge($0, value($0, source), value($0, target)) }
      return columns.isEmpty ? nil : columns
    }
    func lua(_ record: Record) -> ModelValue {
      let value = value("a", record)
      return value == .absent ? .null : value
    }
    if lua(source) == lua(target), value("b", source).isGap == value("b", target).isGap { return nil }
    return compared.filter { column in
      let own = rules.normalize[column] ?? rules.normalize["*"] ?? []
      let isSided = own.contains { if case .old = $0 { true } else { false } }
      return isSided ? value(column, source) != value(column, target) : raw(column, source) != raw(column, target)
    }
  }

  /// Whether all values are the same.
  private func haveSameValues(_ source: Record, _ target: Record) -> Bool {
    let columns = rules.hasEqualFunction ? new.columns.filter(old.columns.contains) : compared
    return columns.allSatisfy { value($0, source) == value($0, target) }
  }

  // MARK: Pairs

  func result() -> ModelResult {
    let kept = [Side.old, .new].map { side in
      table(side).rows.indices.map { (side: side, row: $0) }.filter(isKept)
    }
    // Records of a section that one side lacks have no match; the others are in the order of their sections.
    let names = kept.map { records in
      records.map(section).reduce(into: [ModelValue]()) { if !$0.contains($1) { $0.append($1) } }
    }
    let sides = kept.indices.map { side in
      names[side].filter { names[1 - side].contains($0) }.flatMap { name in kept[side].filter { section($0) == name } }
    }
    var pairs: [Int: Int] = [:]
    var passes: [[String]?] = [nil]
    if case .passes(let all) = rules.identity { passes = all }
    for pass in passes {
      let left = (
        old: sides[0].filter { !Set(pairs.values).contains($0.row) }, new: sides[1].filter { pairs[$0.row] == nil }
      )
      pair(left.old, left.new, pass, &pairs)
    }
    return finish(kept, sides, pairs)
  }

  private func pair(_ sources: [Record], _ targets: [Record], _ pass: [String]?, _ pairs: inout [Int: Int]) {
    func areSame(_ source: Record, _ target: Record) -> Bool {
      let key = identity(source, pass)
      if pass != nil, key.contains(where: \.isVoid) { return false }
      return key == identity(target, pass)
    }
    var steps: [(Record, Record) -> Bool] = [{ _, _ in true }]
    var (sources, targets) = (sources, targets)
    if !rules.pairsInOrder {
      sources.sort { $0.row < $1.row }
      targets.sort { $0.row < $1.row }
      func isInside(_ source: Record, _ target: Record) -> Bool { section(source) == section(target) }
      steps.insert(isInside, at: 0)
      if rules.identity != .none {
        let equal: [(Record, Record) -> Bool] = [haveSameValues, { differences($0, $1) == nil }]
        steps = equal.flatMap { step in [{ step($0, $1) && isInside($0, $1) }, step] } + steps
      }
    }
    var taken = Set(pairs.values)
    for step in steps {
      for target in targets where pairs[target.row] == nil {
        let source = sources.first { !taken.contains($0.row) && areSame($0, target) && step($0, target) }
        guard let source else { continue }
        pairs[target.row] = source.row
        taken.insert(source.row)
      }
    }
  }

  // MARK: Changes

  private func finish(_ kept: [[Record]], _ sides: [[Record]], _ pairs: [Int: Int]) -> ModelResult {
    var result = ModelResult()
    result.pairs = pairs
    for (target, source) in pairs {
      result.updated[target] = differences((.old, source), (.new, target)).map { $0.sorted() }
    }
    let matched = Set(pairs.values)
    result.deleted = kept[0].map(\.row).filter { !matched.contains($0) }
    result.inserted = kept[1].map(\.row).filter { pairs[$0] == nil }
    var stretches: [ModelValue: [Int]] = [:]
    for target in kept[1] {
      guard let source = pairs[target.row] else { continue }
      if section((.old, source)) == section(target) {
        stretches[section(target), default: []].append(source)
      } else {
        result.moved += 1
      }
    }
    if !rules.ignoreOrder {
      for stretch in stretches.values { result.moved += stretch.count - Self.longestRise(stretch) }
    }
    return result
  }

  /// The length of a longest increasing subsequence.
  private static func longestRise(_ numbers: [Int]) -> Int {
    var lengths: [Int] = []
    for (index, number) in numbers.enumerated() {
      lengths.append(1 + ((0..<index).filter { numbers[$0] < number }.map { lengths[$0] }.max() ?? 0))
    }
    return lengths.max() ?? 0
  }
}
