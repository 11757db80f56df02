import Platform

/// Spells JSON objects with the spaces and line ends that the table's first record has.
struct JSONSpelling: RecordSpelling {
  let separator: [UInt8]
  private let table: RecordTable
  private let style: JSONStyle

  init(_ table: RecordTable) {
    self.table = table
    style = table.count == 0 ? JSONStyle() : JSONStyle(of: table.recordBytes(0))
    separator = Self.separator(table, style)
  }

  func prefix(columns: [String]) -> [UInt8] {
    let text = table.wholeText
    guard table.count == 0 else { return Array(text[..<table.bodyStart]) }
    guard table.format.isDocument else { return [] }
    guard let bracket = text.firstIndex(of: Ascii.bracket) else { return [Ascii.bracket] }
    return Array(text[...bracket])
  }

  var suffix: [UInt8] {
    let text = table.wholeText
    if table.count > 0 { return Array(text[table.range(of: table.count - 1).upperBound...]) }
    if table.format.isLines { return [Ascii.lineFeed] }
    guard let bracket = text.lastIndex(of: Ascii.closingBracket) else { return [Ascii.closingBracket] }
    return Array(text[bracket...])
  }

  func textWithoutRecords(columns: [String]) -> [UInt8] {
    guard table.count > 0 else { return Array(table.wholeText) }
    let before = table.wholeText[..<table.bodyStart]
    guard table.format.isDocument, let bracket = before.lastIndex(of: Ascii.bracket) else { return Array(before) }
    return Array(before[...bracket]) + suffix.drop { $0 <= Ascii.space }
  }

  func append(_ values: [Field.Member], to output: inout [UInt8]) {
    var members: [[UInt8]] = []
    for value in values where value.value.kind != .absent { members.append(style.member(value)) }
    style.append(members, to: &output)
  }

  func append(_ record: Int, columns: SpelledColumns?, replacing values: [Field.Member], to output: inout [UInt8]) {
    let bytes = table.recordBytes(record)
    let old = JSONScanner(bytes).checkedMembers
    var edit = MemberEdit(bytes: bytes, members: old, style: style)
    if let kept = columns?.set {
      for (number, member) in old.enumerated() where !kept.contains(member.name) { edit.remove(number) }
    }
    let places = Dictionary(grouping: old.indices) { ColumnName(old[$0].name) }
    for value in values {
      guard let numbers = places[ColumnName(value.name)], let last = numbers.last else {
        if value.value.kind != .absent { edit.add(value) }
        continue
      }
      if value.value.kind == .absent {
        for number in numbers { edit.remove(number) }
      } else {
        edit.replace(last, value.value)
      }
    }
    edit.append(to: &output)
  }

  private static func separator(_ table: RecordTable, _ style: JSONStyle) -> [UInt8] {
    if table.count > 1 { return Array(table.wholeText[table.range(of: 0).upperBound..<table.range(of: 1).lowerBound]) }
    if table.format.isLines { return [Ascii.lineFeed] }
    if table.count == 0 { return [Ascii.comma, Ascii.lineFeed] }
    let space = Array(table.wholeText[..<table.bodyStart].reversed().prefix { $0 <= Ascii.space })
    return space.isEmpty ? style.commaInLine : [Ascii.comma] + space.reversed()
  }
}

struct JSONStyle {
  private var opening: [UInt8] = []
  private var colon: [UInt8] = [Ascii.colon]
  private var comma: [UInt8] = [Ascii.comma]
  private var closing: [UInt8] = []

  init() {}

  /// The style of an object, as far as it has members.
  init(of object: BytesView) {
    let members = JSONScanner(object).checkedMembers
    guard let first = members.first, let last = members.last else { return }
    opening = Array(object[1..<first.nameRange.lowerBound])
    colon = Array(object[first.nameRange.upperBound..<first.valueRange.lowerBound])
    closing = Array(object[last.valueRange.upperBound...].dropLast())
    if members.count > 1 {
      comma = Array(object[first.valueRange.upperBound..<members[1].nameRange.lowerBound])
    } else {
      comma = [Ascii.comma] + (opening.isEmpty ? spaceAfterColon : opening)
    }
  }

  /// What would stand between two objects on one line.
  var commaInLine: [UInt8] { comma.contains(Ascii.lineFeed) ? [Ascii.comma] + spaceAfterColon : comma }

  private var spaceAfterColon: [UInt8] { Array(colon.drop { $0 != Ascii.colon }.dropFirst()) }

  func member(_ member: Field.Member) -> [UInt8] {
    var bytes: [UInt8] = []
    JSONWriter.appendString(Array(member.name.utf8), to: &bytes)
    return bytes + colon + Self.value(member.value)
  }

  func append(_ members: [[UInt8]], to output: inout [UInt8]) {
    output.append(Ascii.brace)
    if !members.isEmpty {
      output += opening
      for (number, member) in members.enumerated() {
        if number > 0 { output += comma }
        output += member
      }
      output += closing
    }
    output.append(Ascii.closingBrace)
  }

  func appendComma(to output: inout [UInt8]) { output += comma }

  static func value(_ field: Field) -> [UInt8] {
    switch field.kind {
    case .absent, .null: return Array("null".utf8)
    case .text, .escapedText:
      var bytes: [UInt8] = []
      JSONWriter.appendString(field.withText { Array($0) } ?? [], to: &bytes)
      return bytes
    case .true: return Array("true".utf8)
    case .false: return Array("false".utf8)
    case .number, .object, .array: return Array(field.bytes)
    }
  }
}

/// Changes to the members of one object that leave all other bytes as they are.
private struct MemberEdit {
  private let bytes: BytesView
  private let members: [PlacedMember]
  private let style: JSONStyle
  private var replaced: [Int: [UInt8]] = [:]
  private var removed: Set<Int> = []
  private var added: [[UInt8]] = []

  init(bytes: BytesView, members: [PlacedMember], style: JSONStyle) {
    self.bytes = bytes
    self.members = members
    self.style = style
  }

  mutating func remove(_ number: Int) { removed.insert(number) }
  mutating func replace(_ number: Int, _ value: Field) { replaced[number] = JSONStyle.value(value) }
  mutating func add(_ member: Field.Member) { added.append(style.member(member)) }

  func append(to output: inout [UInt8]) {
    let kept = members.indices.filter { !removed.contains($0) }
    guard let first = members.first, let last = members.last, !kept.isEmpty else {
      style.append(added, to: &output)
      return
    }
    output += bytes[..<first.nameRange.lowerBound]
    for (index, number) in kept.enumerated() {
      let member = members[number]
      if index > 0 { appendGap(before: number, to: &output) }
      output += bytes[member.nameRange.lowerBound..<member.valueRange.lowerBound]
      if let value = replaced[number] { output += value } else { output += bytes[member.valueRange] }
    }
    for member in added {
      style.appendComma(to: &output)
      output += member
    }
    output += bytes[last.valueRange.upperBound...]
  }

  private func appendGap(before number: Int, to output: inout [UInt8]) {
    let gapStart = members[number - 1].valueRange.upperBound
    output += bytes[gapStart..<members[number].nameRange.lowerBound]
  }
}
