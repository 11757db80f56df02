/// Tells by its looks whether text names a column or is a value.
enum ValueLook: Equatable {
  /// A number, with the number where it is a whole one.
  case number(Int?)
  case date
  /// An address of the web or of a person.
  case address

  init?(_ text: String) {
    // Most names are plain words, which are not looked at any further.
    guard text.utf8.contains(where: { Self.isDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "@") }) else {
      return nil
    }
    let bytes = Array(text.utf8)
    if Self.isNumber(bytes) {
      self = .number(Int(text))
    } else if Self.isDate(bytes) {
      self = .date
    } else if bytes.contains(UInt8(ascii: ":")) && text.contains("://") || Self.isMailAddress(bytes) {
      self = .address
    } else {
      return nil
    }
  }

  private var isYear: Bool { if case .number(let year?) = self { (1900...2100).contains(year) } else { false } }

  private static func isNumber(_ text: [UInt8]) -> Bool {
    var rest = text[...]
    if let first = rest.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") { rest.removeFirst() }
    let mantissa = rest.prefix { isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") }
    guard mantissa.contains(where: isDigit) else { return false }
    rest = rest.dropFirst(mantissa.count)
    guard let mark = rest.first else { return true }
    guard mark | 0x20 == UInt8(ascii: "e") else { return false }
    rest = rest.dropFirst()
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest = rest.dropFirst() }
    return !rest.isEmpty && rest.allSatisfy(isDigit)
  }

  /// `2024-05-31`, `2024/05/31`, `31.05.2024`, `5/31/24`, and whatever follows as a time.
  private static func isDate(_ text: [UInt8]) -> Bool {
    guard let first = text.first, isDigit(first) else { return false }
    let day = text.prefix { $0 != UInt8(ascii: "T") && $0 != 0x20 }
    for separator in "-/.".utf8 {
      let parts = day.split(separator: separator, omittingEmptySubsequences: false)
      let isFit = parts.allSatisfy { (1...4).contains($0.count) && $0.allSatisfy(isDigit) }
      if parts.count == 3 && isFit { return true }
    }
    return false
  }

  private static func isMailAddress(_ text: [UInt8]) -> Bool {
    guard let at = text.firstIndex(of: UInt8(ascii: "@")), at > 0 else { return false }
    return text[at...].contains(UInt8(ascii: ".")) && !text.contains(0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension ValueLook {
  /// The first of some names that is a value as the cells below it, unless there is a sign that they are names.
  static func value(among names: [String], below records: ArraySlice<[String]>) -> Int? {
    let looks = names.map { ValueLook($0) }
    guard looks.contains(where: { $0 != nil }), !showsNames(names, below: records) else { return nil }
    let series = serial(looks)
    return looks.indices.first { column in
      guard let look = looks[column], !series[column] else { return false }
      let below = texts(in: column, of: records).map { ValueLook($0) }
      // One year alone is the name of a column of figures.
      if look.isYear { return below.contains { $0?.isYear ?? false } }
      return below.isEmpty || below.contains { $0 != nil }
    }
  }

  /// Whether some column has a name that is no value above nothing but values.
  static func showsNames(_ names: [String], below records: ArraySlice<[String]>) -> Bool {
    names.indices.contains { column in
      let cells = texts(in: column, of: records)
      return ValueLook(names[column]) == nil && !cells.isEmpty && cells.allSatisfy { ValueLook($0) != nil }
    }
  }

  private static func texts(in column: Int, of records: ArraySlice<[String]>) -> [String] {
    records.compactMap { column < $0.count && !$0[column].isEmpty ? $0[column] : nil }
  }

  /// Which names count up or down side by side, as years and days do over the columns of a table.
  private static func serial(_ looks: [ValueLook?]) -> [Bool] {
    var result = looks.map { _ in false }
    var start = 0
    while start < looks.count {
      let (end, step) = series(looks, from: start)
      let isSeries = end - start > 2 || (end - start == 2 && step?.magnitude == 1)
      if isSeries { for column in start..<end { result[column] = true } }
      start = isSeries ? end : start + 1
    }
    return result
  }

  /// Where dates, or numbers at equal distances, end that stand side by side.
  private static func series(_ looks: [ValueLook?], from start: Int) -> (end: Int, step: Int?) {
    var end = start + 1
    var step: Int?
    while end < looks.count {
      switch (looks[end - 1], looks[end]) {
      case (.date, .date): break
      case (.number(let one?), .number(let next?)):
        let (difference, isOver) = next.subtractingReportingOverflow(one)
        guard !isOver, difference != 0, step ?? difference == difference else { return (end, step) }
        step = difference
      default: return (end, step)
      }
      end += 1
    }
    return (end, step)
  }
}
