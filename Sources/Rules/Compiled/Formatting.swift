import LuaRuntime
import Platform

/// `string.format` with a form that is a constant, and what it keeps from one call to the next.
final class Formatting {
  @exclusivity(unchecked) fileprivate var result: [UInt8] = []
  /// The conversions of constants for C, by where they are written.
  private var forms: [UInt: [CChar]] = [:]

  /// A conversion for C, with its `%` and, where that is wanted, the size of Lua's integers.
  ///
  /// - Parameter piece: The conversion, without its `%`, in a constant.
  fileprivate func form(_ piece: BytesView, isInteger: Bool) -> [CChar] {
    if let known = forms[piece.address] { return known }
    var form: [UInt8] = [UInt8(ascii: "%")] + piece.dropLast()
    if isInteger { form += Array("ll".utf8) }
    if let kind = piece.last { form.append(kind) }
    let made = form.map { CChar(bitPattern: $0) } + [0]
    forms[piece.address] = made
    return made
  }
}

extension CompiledMachine {
  /// `string.format`; `nil` where Lua has to be asked.
  func formatted(_ given: Arguments) -> CompiledValue? {
    guard let form = text(given, 0), given[0].isConstant else { return nil }
    formatting.result.removeAll(keepingCapacity: true)
    var (place, argument) = (0, 1)
    while place < form.count {
      let byte = form[place]
      place += 1
      guard byte == UInt8(ascii: "%") else {
        formatting.result.append(byte)
        continue
      }
      guard place < form.count else { return nil }
      if form[place] == UInt8(ascii: "%") {
        formatting.result.append(byte)
        place += 1
        continue
      }
      guard let piece = conversion(form, from: place), argument < given.count, append(given, argument, piece) else {
        return nil
      }
      place += piece.count
      argument += 1
    }
    return formatting.result.withBytes { arena.copy($0) }.map { CompiledValue($0) }
  }

  /// A conversion of a format, without its `%`; `nil` for one that Lua does not take, or that is rare.
  private func conversion(_ form: BytesView, from start: Int) -> BytesView? {
    for place in start..<min(form.count, start + 6) where form[place] | 0x20 > 96 {
      return form[part: start..<place + 1]
    }
    return nil
  }

  private func append(_ given: Arguments, _ place: Int, _ piece: BytesView) -> Bool {
    let flags = piece[part: 0..<piece.count - 1]
    switch piece[piece.count - 1] {
    case UInt8(ascii: "s"):
      guard let text = spelled(given[place])?.text else { return false }
      return append(text, flags)
    case UInt8(ascii: "d") where flags.count == 0:
      guard let number = integer(given, place) else { return false }
      formatting.result.append(contentsOf: String(number).utf8)
      return true
    case UInt8(ascii: "d"), UInt8(ascii: "x"), UInt8(ascii: "X"):
      guard flags.count <= 2, flags.allSatisfy({ $0 &- 48 < 10 }), let number = integer(given, place) else {
        return false
      }
      let form = formatting.form(piece, isInteger: true)
      return CSpelling.append(number, form, to: &formatting.result)
    case UInt8(ascii: "f"), UInt8(ascii: "g"), UInt8(ascii: "e"):
      guard areSizes(flags), let number = LuaNumber.number(given[place]) else { return false }
      let double = LuaNumber.double(number)
      guard double.magnitude < 1e60 else { return false }
      let form = formatting.form(piece, isInteger: false)
      return CSpelling.append(double, form, to: &formatting.result)
    default: return false
    }
  }

  /// Whether flags are a width and a precision of at most two digits each.
  private func areSizes(_ flags: BytesView) -> Bool {
    var (digits, points) = (0, 0)
    for byte in flags {
      if byte == UInt8(ascii: "."), points == 0 {
        (digits, points) = (0, 1)
      } else {
        guard byte &- 48 < 10, digits < 2 else { return false }
        digits += 1
      }
    }
    return true
  }

  /// Appends a text in the width that the flags of its conversion say, with blanks before or behind it.
  private func append(_ text: BytesView, _ flags: BytesView) -> Bool {
    guard flags.count > 0 else {
      formatting.result.append(contentsOf: text)
      return true
    }
    let isLeft = flags[0] == UInt8(ascii: "-")
    let digits = isLeft ? flags[part: 1..<flags.count] : flags
    // Lua takes no NUL where there are flags; zeros and precisions are left to it.
    guard digits.allSatisfy({ $0 &- 48 < 10 }), digits.first != UInt8(ascii: "0"), digits.count < 3, !text.contains(0)
    else { return false }
    let width = digits.reduce(0) { 10 * $0 + Int($1 &- 48) }
    let blanks = repeatElement(UInt8(ascii: " "), count: max(0, width - text.count))
    if !isLeft { formatting.result.append(contentsOf: blanks) }
    formatting.result.append(contentsOf: text)
    if isLeft { formatting.result.append(contentsOf: blanks) }
    return true
  }
}
