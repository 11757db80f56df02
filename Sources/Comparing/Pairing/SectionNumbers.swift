import Records

/// The sections that records name, numbered in order of first appearance.
struct SectionNames {
  private(set) var names: [Value] = []
  private var counts: [Int] = []
  private var table = NameTable<Value>()

  /// - Parameter known: Sections that have numbers, be there a record or not.
  init(known: [Value] = []) {
    for name in known { _ = number(of: name) }
    counts = counts.map { _ in 0 }
  }

  mutating func number(of name: Value) -> Int32 {
    let number = table.number(of: name)
    if number == names.count {
      names.append(name)
      counts.append(0)
    }
    counts[Int(number)] += 1
    return Int32(truncatingIfNeeded: number)
  }

  /// Where each section begins once the records are sorted, and one more: how many records there are.
  var starts: [Int] { counts.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) } }
}

/// Which section each offset is in, where records name their sections: by number, in order of first appearance.
struct SectionNumbers: Sendable {
  let names: [Value]
  /// Where each section begins once the offsets are sorted, and one more: how many offsets there are.
  let starts: [Int]
  /// For each offset the number of its section.
  private var numbers: [Int32] = []
  /// For each section the first offset that is in it.
  private(set) var firsts: [Int] = []

  /// - Parameter known: Sections that have numbers, be there an offset or not; ``firsts`` then is of no use.
  init(_ namesOfOffsets: [Value], known: [Value] = []) {
    var sections = SectionNames(known: known)
    numbers.reserveCapacity(namesOfOffsets.count)
    for (offset, name) in namesOfOffsets.enumerated() {
      let number = sections.number(of: name)
      if number == firsts.count { firsts.append(offset) }
      numbers.append(number)
    }
    (names, starts) = (sections.names, sections.starts)
  }

  /// The offsets sorted by section; stable.
  var arrangement: [Int32] {
    var next = starts
    var sorted = [Int32](repeating: 0, count: numbers.count)
    for (offset, number) in numbers.enumerated() {
      sorted[next[Int(number)]] = Int32(truncatingIfNeeded: offset)
      next[Int(number)] += 1
    }
    return sorted
  }
}
