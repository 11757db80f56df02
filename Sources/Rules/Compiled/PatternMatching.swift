import CLuaPattern
import Comparing
import Platform

/// Patterns that compiled functions have matched with, each read once.
final class PatternMatching {
  /// A pattern, and room for a search with it.
  final class Pattern {
    let compiled: UnsafePointer<lp_pattern>
    let choices: UnsafeMutablePointer<lp_choice>
    private let pattern: LuaPattern

    init?(_ text: BytesView) {
      guard let pattern = LuaPattern(text) else { return nil }
      self.pattern = pattern
      compiled = pattern.address
      choices = .allocate(capacity: compiled.pointee.count)
    }

    deinit { choices.deallocate() }
  }

  let matcher = UnsafeMutablePointer<lp_matcher>.allocate(capacity: 1)
  /// By the address of the constant.
  @exclusivity(unchecked) private var known: [UInt: Pattern?] = [:]
  @exclusivity(unchecked) private var last: (address: UInt, pattern: Pattern?) = (0, nil)

  init() { matcher.initialize(to: lp_matcher()) }

  deinit { matcher.deallocate() }

  /// The pattern that a constant is; `nil` for one that is none, or too much for this.
  func pattern(_ constant: CompiledValue) -> Pattern? {
    guard constant.kind == .text, constant.isConstant else { return nil }
    let text = constant.text
    if text.address == last.address { return last.pattern }
    let pattern = known[text.address] ?? Pattern(text)
    known[text.address] = .some(pattern)
    last = (text.address, pattern)
    return pattern
  }

  /// Begins a search; one that takes long is given up.
  func start(_ pattern: Pattern, in text: BytesView) -> UnsafePointer<CChar> {
    let subject = text.unsafeBuffer.baseAddress ?? UnsafeRawPointer(pattern.compiled)
    let start = subject.assumingMemoryBound(to: CChar.self)
    lp_matcher_start(matcher, pattern.compiled, pattern.choices, start, text.count, 100_000 + 100 * text.count)
    return start
  }
}

extension CompiledMachine {
  /// `string.find` and `string.match`, with a pattern that is a constant.
  func search(_ given: Arguments, places: Bool, into out: UnsafeMutablePointer<CompiledValue>) -> Int? {
    guard given.count > 1, let text = text(given, 0), let from = integer(given, 2, else: 1) else { return nil }
    let start = Self.offset(from, of: text.count)
    guard start <= text.count else { return nothing(out) }
    if places, given.count > 3, given[3].isTruthy { return find(given[1], in: text, start, out) }
    guard let pattern = patterns.pattern(given[1]) else { return nil }
    if places, pattern.compiled.pointee.plain { return find(given[1], in: text, start, out) }
    let subject = patterns.start(pattern, in: text)
    let end = lp_matcher_search(patterns.matcher, subject + start, nil)
    guard !patterns.matcher.pointee.stopped else { return nil }
    guard let end, let first = patterns.matcher.pointee.start else { return nothing(out) }
    var count = 0
    if places {
      out[0] = CompiledValue(Int64(first - subject + 1))
      out[1] = CompiledValue(Int64(end - subject))
      count = 2
    }
    guard let captures = captures(of: pattern, text, subject, isWhole: !places, into: out + count) else { return nil }
    return count + captures
  }

  private func nothing(_ out: UnsafeMutablePointer<CompiledValue>) -> Int {
    out.pointee = .nil
    return 1
  }

  private static func offset(_ position: Int64, of count: Int) -> Int {
    if position > 0 { return Int(clamping: position - 1) }
    return position == 0 || position < -Int64(count) ? 0 : count + Int(position)
  }

  private func find(
    _ needle: CompiledValue, in text: BytesView, _ start: Int, _ out: UnsafeMutablePointer<CompiledValue>
  ) -> Int? {
    guard needle.kind == .text else { return nil }
    let wanted = needle.text
    var offset = start
    if wanted.count > 0 {
      guard let subject = text.unsafeStart, let bytes = wanted.unsafeStart else { return nothing(out) }
      let found = subject.withMemoryRebound(to: CChar.self, capacity: text.count) { subject in
        bytes.withMemoryRebound(to: CChar.self, capacity: wanted.count) { bytes in
          lp_find_text(subject + start, subject + text.count, bytes, wanted.count).map { $0 - subject }
        }
      }
      guard let found else { return nothing(out) }
      offset = found
    }
    out[0] = CompiledValue(Int64(offset + 1))
    out[1] = CompiledValue(Int64(offset + wanted.count))
    return 2
  }

  /// Writes what the captures of the match hold; of a pattern without captures the match, where that is wanted.
  private func captures(
    of pattern: PatternMatching.Pattern, _ text: BytesView, _ subject: UnsafePointer<CChar>, isWhole: Bool,
    into out: UnsafeMutablePointer<CompiledValue>
  ) -> Int? {
    let compiled = pattern.compiled
    let count = Int(compiled.pointee.captures)
    guard count > 0 else {
      guard isWhole else { return 0 }
      out.pointee = CompiledValue(part(text, subject, patterns.matcher.pointee.start, patterns.matcher.pointee.behind))
      return 1
    }
    for number in 0..<count {
      guard let value = capture(number, of: compiled, text, subject) else { return nil }
      out[number] = value
    }
    return count
  }

  private func capture(
    _ number: Int, of compiled: UnsafePointer<lp_pattern>, _ text: BytesView, _ subject: UnsafePointer<CChar>
  ) -> CompiledValue? {
    let state = withUnsafeBytes(of: compiled.pointee.states) { UInt32($0[number]) }
    guard state != LP_UNFINISHED.rawValue else { return nil }
    let found = lp_matcher_capture(patterns.matcher, Int32(truncatingIfNeeded: number))
    if state == LP_POSITION.rawValue { return CompiledValue(Int64(found.from - subject + 1)) }
    return CompiledValue(part(text, subject, found.from, found.to))
  }

  private func part(
    _ text: BytesView, _ subject: UnsafePointer<CChar>, _ from: UnsafePointer<CChar>?, _ to: UnsafePointer<CChar>?
  ) -> BytesView {
    guard let from, let to else { return BytesView("") }
    return text[part: from - subject..<to - subject]
  }

  /// `string.gsub` with a text or a table's values in place of matches.
  func substitute(_ given: Arguments, into out: UnsafeMutablePointer<CompiledValue>) -> Int? {
    guard given.count > 2, let text = text(given, 0), let pattern = patterns.pattern(given[1]),
      let replacement = Replacement(given[2], functions.objects, self.text(given, 2)),
      let most = integer(given, 3, else: Int64(text.count) + 1)
    else { return nil }
    let subject = patterns.start(pattern, in: text)
    var result: [UInt8] = []
    var (at, copied, count, hasChanged): (Int, Int, Int64, Bool) = (0, 0, 0, false)
    var last: UnsafePointer<CChar>?
    while count < most, let end = lp_matcher_search(patterns.matcher, subject + at, last) {
      guard let start = patterns.matcher.pointee.start else { return nil }
      count += 1
      hasChanged = true
      result.append(contentsOf: text[part: copied..<start - subject])
      switch replacement {
      case .plain(let replacement): result.append(contentsOf: replacement)
      case .form(let form): guard fill(form, pattern, text, subject, end, into: &result) else { return nil }
      case .table(let table):
        guard let value = value(in: table, pattern, text, subject, end) else { return nil }
        result.append(contentsOf: value)
      }
      at = end - subject
      copied = at
      last = end
      if pattern.compiled.pointee.anchored { break }
    }
    guard !patterns.matcher.pointee.stopped else { return nil }
    if hasChanged {
      result.append(contentsOf: text[part: copied...])
      guard let made = result.withBytes({ arena.copy($0) }) else { return nil }
      out[0] = CompiledValue(made)
    } else {
      out[0] = CompiledValue(text)
    }
    out[1] = CompiledValue(count)
    return 2
  }

  /// What stands in place of a match.
  private enum Replacement {
    case plain(BytesView)
    /// With `%0` to `%9`.
    case form(BytesView)
    case table(CompiledTable)

    init?(_ value: CompiledValue, _ objects: [CompiledFunction.Object], _ text: BytesView?) {
      if let text {
        self = text.contains(UInt8(ascii: "%")) ? .form(text) : .plain(text)
      } else if value.kind == .object, case .table(let table) = objects[Int(value.bits)] {
        self = .table(table)
      } else {
        return nil
      }
    }
  }

  /// What a table has for a match, or for its first capture; where it has none, the match.
  private func value(
    in table: CompiledTable, _ pattern: PatternMatching.Pattern, _ text: BytesView, _ subject: UnsafePointer<CChar>,
    _ end: UnsafePointer<CChar>
  ) -> BytesView? {
    let match = part(text, subject, patterns.matcher.pointee.start, end)
    let hasCaptures = pattern.compiled.pointee.captures > 0
    let key = hasCaptures ? capture(0, of: pattern.compiled, text, subject) : CompiledValue(match)
    guard let key, let value = table.value(key) else { return nil }
    switch value.kind {
    case .text: return value.text
    case .nil, .false: return match
    case .integer, .float: return LuaNumber.spelling(value, in: arena)?.text
    default: return nil
    }
  }

  /// Appends a replacement with `%0` to `%9` filled in.
  private func fill(
    _ replacement: BytesView, _ pattern: PatternMatching.Pattern, _ text: BytesView, _ subject: UnsafePointer<CChar>,
    _ end: UnsafePointer<CChar>, into result: inout [UInt8]
  ) -> Bool {
    var place = 0
    while place < replacement.count {
      let byte = replacement[place]
      place += 1
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      guard place < replacement.count else { return false }
      let name = replacement[place]
      place += 1
      if name == UInt8(ascii: "%") {
        result.append(name)
      } else if name == UInt8(ascii: "0") || (name == UInt8(ascii: "1") && pattern.compiled.pointee.captures == 0) {
        result.append(contentsOf: part(text, subject, patterns.matcher.pointee.start, end))
      } else {
        let number = Int(name) - 49
        guard number >= 0, number < 9, number < Int(pattern.compiled.pointee.captures),
          let value = capture(number, of: pattern.compiled, text, subject), value.kind == .text
        else { return false }
        result.append(contentsOf: value.text)
      }
    }
    return true
  }
}
