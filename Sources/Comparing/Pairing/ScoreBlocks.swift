import Records

/// The blocks of one of a score's kinds, by number: what they are called, and which records they have.
struct BlockKind: Sendable {
  /// One of the columns that a name is made of.
  private struct Part: Sendable {
    let place: Int
    let steps: [any Normalizer]
    /// What came of the values that were seen.
    var values = ValueNumbers()
    /// For each number of a value that of what came of it, −2 where it was not seen.
    var seen: [Int32] = []
  }

  private var parts: [Part]
  /// The numbers of what a name begins with and of its next part, behind one another: each such pair has a number.
  private var pairs: [NameTable<UInt64>]
  /// For each number of a whole name the block's, −1 where it was not seen.
  private var blocks: [Int32] = []
  /// The numbers of the values that the names of all blocks are made of, one after another.
  private var keys: [Int32] = []
  private(set) var count = 0
  /// The records of all blocks, one after another, and where those of each block begin.
  private var records = Sides<[Int32]>(source: [], target: [])
  private var starts = Sides<[Int32]>(source: [0], target: [0])

  init(_ parts: [(place: Int, steps: [any Normalizer])]) {
    self.parts = parts.map { Part(place: $0.place, steps: $0.steps) }
    pairs = parts.dropFirst().map { _ in NameTable() }
  }

  /// The number of a record's block, below 0 where it has none.
  ///
  /// - Parameters:
  ///   - row: The numbers of its values.
  ///   - fields: The values of all records, of which its own begin at `start`.
  mutating func number(of row: [Int32], _ fields: [Value], from start: Int) throws -> Int32 {
    var whole: Int32 = 0
    for index in parts.indices {
      let part = try number(of: row[parts[index].place], at: index, fields, from: start)
      guard part >= 0 else { return -1 }
      whole = index == 0 ? part : number(of: whole, part, at: index - 1)
    }
    while blocks.count <= Int(whole) { blocks.append(-1) }
    if blocks[Int(whole)] < 0 {
      blocks[Int(whole)] = Int32(truncatingIfNeeded: count)
      for part in parts { keys.append(row[part.place]) }
      count += 1
    }
    return blocks[Int(whole)]
  }

  private mutating func number(of beginning: Int32, _ part: Int32, at index: Int) -> Int32 {
    let pair = UInt64(UInt32(bitPattern: beginning)) << 32 | UInt64(UInt32(bitPattern: part))
    return Int32(truncatingIfNeeded: pairs[index].number(of: pair))
  }

  private mutating func number(
    of value: Int32, at index: Int, _ fields: [Value], from start: Int
  ) throws -> Int32 {
    guard value >= 0, !parts[index].steps.isEmpty else { return value }
    while parts[index].seen.count <= Int(value) { parts[index].seen.append(-2) }
    if parts[index].seen[Int(value)] == -2 {
      let made = try Self.value(fields[start + parts[index].place], parts[index].steps)
      parts[index].seen[Int(value)] = parts[index].values.number(of: made)
    }
    return parts[index].seen[Int(value)]
  }

  private static func value(_ value: Value, _ steps: [any Normalizer]) throws -> Value {
    guard !steps.isEmpty else { return value }
    let buffer = FieldBuffer()
    value.withField { buffer.load($0) }
    for step in steps { try step.normalize(buffer) }
    return buffer.field.value
  }

  // MARK: Records

  /// Takes the records of a side, which are given by the numbers of their blocks of several kinds.
  mutating func take(_ numbers: [Int32], from first: Int, each width: Int, _ side: Side) {
    var ends = [Int32](repeating: 0, count: count + 1)
    let places = stride(from: first, to: numbers.count, by: width)
    for place in places where numbers[place] >= 0 { ends[Int(numbers[place]) + 1] += 1 }
    for number in 0..<count { ends[number + 1] += ends[number] }
    starts[side] = ends
    var sorted = [Int32](repeating: 0, count: Int(ends[count]))
    for (offset, place) in places.enumerated() where numbers[place] >= 0 {
      let number = Int(numbers[place])
      sorted[Int(ends[number])] = Int32(truncatingIfNeeded: offset)
      ends[number] += 1
    }
    records[side] = sorted
  }

  /// The records of a block, by their offsets, ascending.
  func records(_ number: Int, _ side: Side) -> ArraySlice<Int32> {
    // The other side may have brought blocks later.
    guard number + 1 < starts[side].count else { return [] }
    return records[side][Int(starts[side][number])..<Int(starts[side][number + 1])]
  }

  func size(_ number: Int) -> Int { records(number, .source).count + records(number, .target).count }

  func isOfBoth(_ number: Int) -> Bool { !records(number, .source).isEmpty && !records(number, .target).isEmpty }

  /// What a block is called, given the values by their numbers.
  ///
  /// - Throws: What a normalizer throws.
  func name(_ number: Int, _ known: [ValueNumbers]) throws -> [Value] {
    try parts.indices.map { index in
      let part = parts[index]
      return try Self.value(known[part.place].values[Int(keys[number * parts.count + index])], part.steps)
    }
  }
}

/// Values by numbers from 0 in the order in which they came; those that say nothing are below 0.
struct ValueNumbers: Sendable {
  private var numbers: [Value: Int32] = [:]
  private(set) var values: [Value] = []

  mutating func number(of value: Value) -> Int32 {
    if let number = numbers[value] { return number }
    let number = value.withField(\.isVoid) ? -1 : Int32(truncatingIfNeeded: values.count)
    numbers[value] = number
    if number >= 0 { values.append(value) }
    return number
  }
}
