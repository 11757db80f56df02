extension JSONScanner {
  /// Behind the number at `position`, where a digit or a minus sign stands.
  @inline(__always)
  func number(_ position: Position) throws(JSONFault) -> Position {
    var p = position
    if p.pointee == Ascii.minus { p += 1 }
    let first = p
    p = digits(p)
    guard p > first else { throw fault(.expectedDigit, p) }
    if first.pointee == Ascii.zero, p - first > 1 { throw fault(.leadingZero, first) }
    if p < end, p.pointee == Ascii.point { p = try atLeastOneDigit(p + 1) }
    if p < end, p.pointee | 0x20 == UInt8(ascii: "e") { p = try exponent(p + 1) }
    return p
  }

  @inline(__always)
  private func digits(_ position: Position) -> Position {
    var p = position
    while p < end, p.pointee &- Ascii.zero <= 9 { p += 1 }
    return p
  }

  @inline(__always)
  private func atLeastOneDigit(_ position: Position) throws(JSONFault) -> Position {
    let p = digits(position)
    guard p > position else { throw fault(.expectedDigit, p) }
    return p
  }

  @inline(never)
  private func exponent(_ position: Position) throws(JSONFault) -> Position {
    var p = position
    if p < end, p.pointee == Ascii.plus || p.pointee == Ascii.minus { p += 1 }
    return try atLeastOneDigit(p)
  }
}
