import Platform
import Records

/// What is made of the values of a column in each group, as record after record is added.
///
/// Groups are numbered in the order in which they begin.
class GroupPart {
  /// Makes room for a group; its first record follows.
  func begin() {}

  /// - Returns: Whether the value is one that can be added.
  func add(_ field: Field, to group: Int) -> Bool { true }

  /// Calls `body` with the value of a group, valid during the call; not where there is none.
  ///
  /// - Parameter isText: Whether the input has texts alone, so that a number is one, too.
  func withField(of group: Int, isText: Bool, _ body: (Field) -> Void) {}

  /// What makes an aggregate; `nil` where records tell it that are read again.
  static func make(_ aggregate: Grouping.Aggregate) -> GroupPart? {
    switch aggregate {
    case .sum: GroupSum()
    case .min, .max: GroupExtreme(isGreatest: aggregate == .max)
    case .distinct: GroupDistinct()
    case .first, .last: nil
    }
  }
}

private final class GroupSum: GroupPart {
  @exclusivity(unchecked) private var totals: [DecimalTotal] = []
  /// Whether a number of a sum was one of JSON's.
  @exclusivity(unchecked) private var hasNumbers: [Bool] = []

  override func begin() {
    totals.append(DecimalTotal())
    hasNumbers.append(false)
  }

  override func add(_ field: Field, to group: Int) -> Bool {
    switch field.kind {
    case .text: return field.bytes.isEmpty || totals[group].add(field.bytes)
    case .number:
      hasNumbers[group] = true
      return totals[group].add(field.bytes)
    case .absent, .null: return true
    case .escapedText: return field.withText { $0.isEmpty || totals[group].add($0) } ?? false
    case .true, .false, .object, .array: return false
    }
  }

  override func withField(of group: Int, isText: Bool, _ body: (Field) -> Void) {
    totals[group].spelling.withBytes { body(Field(isText && !hasNumbers[group] ? .text : .number, $0)) }
  }
}

private final class GroupExtreme: GroupPart {
  private struct Best {
    /// The value by its bytes, and of numbers the one by its value.
    var value: Value = .absent
    var number: Value = .absent
    /// Whether all values were numbers, however they were written.
    var isNumeric = true
  }

  private let isGreatest: Bool
  @exclusivity(unchecked) private var bests: [Best] = []

  init(isGreatest: Bool) { self.isGreatest = isGreatest }

  override func begin() { bests.append(Best()) }

  override func add(_ field: Field, to group: Int) -> Bool {
    guard !field.isVoid else { return true }
    let isNumber = bests[group].isNumeric && Self.withBytes(of: field) { DecimalNumber($0) != nil }
    bests[group].isNumeric = isNumber
    if isNumber, isBetter(field, bests[group].number, Self.numberOrder) { bests[group].number = field.value }
    if isBetter(field, bests[group].value, Self.byteOrder) { bests[group].value = field.value }
    return true
  }

  private func isBetter(_ field: Field, _ best: Value, _ order: (BytesView, BytesView) -> Int) -> Bool {
    guard best != .absent else { return true }
    return best.withField { best in
      Self.withBytes(of: field) { mine in
        Self.withBytes(of: best) { theirs in
          let order = order(mine, theirs)
          return isGreatest ? order > 0 : order < 0
        }
      }
    }
  }

  private static func withBytes<R>(of field: Field, _ body: (BytesView) -> R) -> R {
    field.withText(body) ?? (field.kind == .number ? body(field.bytes) : field.compactSpelling.withBytes(body))
  }

  private static func byteOrder(_ one: BytesView, _ other: BytesView) -> Int {
    one.isSame(as: other) ? 0 : one.lexicographicallyPrecedes(other) ? -1 : 1
  }

  /// By value; of one value that is written in two ways, by its bytes.
  private static func numberOrder(_ one: BytesView, _ other: BytesView) -> Int {
    guard let left = DecimalNumber(one), let right = DecimalNumber(other) else { return 0 }
    let order = left.order(to: right)
    return order == 0 ? byteOrder(one, other) : order
  }

  override func withField(of group: Int, isText: Bool, _ body: (Field) -> Void) {
    let best = bests[group]
    let value = best.isNumeric ? best.number : best.value
    guard value == .absent else { return value.withField(body) }
    // Where an input has texts alone, as CSV has, nothing is an empty one.
    if isText { body(Field(.text)) }
  }
}

private final class GroupDistinct: GroupPart {
  private var counts: [Int] = []
  /// All values with the numbers of their groups.
  private var values = KeyTable()
  private var key = KeyBuffer()

  override func begin() { counts.append(0) }

  override func add(_ field: Field, to group: Int) -> Bool {
    guard !field.isVoid else { return true }
    key.clear()
    key.appendNumber(String(group))
    key.append(field)
    let before = values.count
    if values.number(of: key) == before { counts[group] += 1 }
    return true
  }

  override func withField(of group: Int, isText: Bool, _ body: (Field) -> Void) {
    Array(String(counts[group]).utf8).withBytes { body(Field(isText ? .text : .number, $0)) }
  }
}

extension KeyBuffer {
  /// Adds a value; two that are equal add the same bytes.
  mutating func append(_ field: Field) {
    switch field.kind {
    case .text: appendText(field.bytes)
    case .escapedText: _ = field.withText { appendText($0) }
    case .number, .object, .array: field.canonicalSpelling.withBytes { append(field.kind, $0) }
    case .absent, .null, .true, .false: append(field.kind, BytesView())
    }
  }
}
