import Platform
import Records

/// What a value is to a program that gives columns types.
package enum ValueType: Int, Sendable, CaseIterable {
  case number
  case date
  case boolean
  case object
  case list
  case text

  /// The type of a value; `nil` for one that is empty.
  ///
  /// - Parameter isRead: Whether text is what it reads as, since its format has no types; else text is text, and not
  ///   empty even without a character.
  init?(_ field: Field, isRead: Bool) {
    switch field.kind {
    case .absent, .null: return nil
    case .number: self = .number
    case .true, .false: self = .boolean
    case .object: self = .object
    case .array: self = .list
    case .text, .escapedText:
      guard isRead else {
        self = .text
        return
      }
      guard !field.isVoid, let type = field.withText(Self.reading) else { return nil }
      self = type
    }
  }

  /// What a text reads as, white space around it aside: a number as JSON and exports write it, `true` or `false` in any
  /// case, a date as most of them are written, an object or a list of JSON.
  private static func reading(_ text: BytesView) -> ValueType {
    let text = text.trimmed
    guard text.count > 0 else { return .text }
    switch text[0] {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      return DecimalNumber(text) != nil ? .number : isDate(text) ? .date : .text
    case UInt8(ascii: "t"), UInt8(ascii: "T"), UInt8(ascii: "f"), UInt8(ascii: "F"):
      return isWord(text, "true") || isWord(text, "false") ? .boolean : .text
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      guard let field = Field(json: text) else { return .text }
      return field.kind == .object ? .object : .list
    default: return .text
    }
  }

  private static func isWord(_ text: BytesView, _ word: StaticString) -> Bool {
    word.withUTF8Buffer { word in
      word.count == text.count && word.indices.allSatisfy { text[$0] | 0x20 == word[$0] }
    }
  }

  /// Days, and days with a time behind them.
  private static let days = ["%d.%m.%Y", "%d/%m/%Y", "%m/%d/%Y", "%d-%m-%Y", "%Y/%m/%d"]
  private static let dates: DateReader? = {
    let formats = ["iso"] + days + ["%T", "%R"].flatMap { time in days.map { "\($0) \(time)" } }
    do { return try DateReader(formats: formats, zone: nil, function: "compare.date") } catch { return nil }
  }()

  private static func isDate(_ text: BytesView) -> Bool {
    guard (8...40).contains(text.count), let dates else { return false }
    var separators = 0
    for place in 0..<11 where place < text.count {
      switch text[place] {
      case UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "T"): separators += 1
      default: break
      }
    }
    return separators > 0 && dates.instant(of: text) != nil
  }
}

/// Of how many records a column's value has which type.
package struct TypeCounts: Sendable, Equatable {
  package var records = 0
  private var counts = SIMD8<Int>()
  /// The first record of each type.
  private var first = SIMD8<Int>(repeating: -1)

  package subscript(type: ValueType) -> Int { counts[type.rawValue] }

  /// How many values are not empty.
  package var filled: Int { counts.wrappedSum() }

  /// How many values are empty, null or absent.
  package var empty: Int { records - filled }

  /// The type that all values have that are not empty; `nil` where they have several, and where there are none.
  package var onlyType: ValueType? {
    let filled = filled
    return filled > 0 ? ValueType.allCases.first { self[$0] == filled } : nil
  }

  /// The first record that has a value of a type; `nil` where none has.
  func first(of type: ValueType) -> Int? { first[type.rawValue] < 0 ? nil : first[type.rawValue] }

  @inline(__always) mutating func add(_ type: ValueType, record: Int) {
    counts[type.rawValue] += 1
    if first[type.rawValue] < 0 { first[type.rawValue] = record }
  }

  /// Adds the counts of records that follow.
  mutating func add(_ other: TypeCounts) {
    records += other.records
    counts &+= other.counts
    first.replace(with: other.first, where: first .< 0)
  }
}

/// Of how many records a column's values, and the members of objects in it, have which type.
struct TypeTally: Sendable {
  private(set) var counts = TypeCounts()
  /// By their names; `nil` where objects have so many that names are values themselves.
  private(set) var members: [ColumnName: TypeCounts]? = [:]

  private static let mostMembers = 100

  mutating func pass() { counts.records += 1 }

  mutating func add(_ field: Field, isRead: Bool, record: Int) {
    guard let type = ValueType(field, isRead: isRead) else { return }
    counts.add(type, record: record)
    if field.kind == .object { addMembers(of: field, isRead: isRead, record: record) }
  }

  private mutating func addMembers(of field: Field, isRead: Bool, record: Int) {
    guard members != nil else { return }
    var seen: Set<ColumnName> = []
    for member in field.members {
      let name = ColumnName(member.name)
      guard seen.insert(name).inserted else { continue }
      if let type = ValueType(member.value, isRead: isRead) {
        members?[name, default: TypeCounts()].add(type, record: record)
      } else if members?[name] == nil {
        members?[name] = TypeCounts()
      }
    }
    closeMany()
  }

  private mutating func closeMany() { if let count = members?.count, count > Self.mostMembers { members = nil } }

  /// Adds what is known of records that follow.
  mutating func add(_ other: TypeTally) {
    counts.add(other.counts)
    guard let others = other.members, members != nil else { return members = nil }
    for (name, counts) in others { members?[name, default: TypeCounts()].add(counts) }
    closeMany()
  }
}
