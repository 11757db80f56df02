/// The bytes between two records, taken apart at their first line end.
struct LineGap {
  /// The end of the first record's line, without blanks.
  let closing: [UInt8]
  /// The line end; empty if there is none.
  let lineEnd: [UInt8]
  let rest: [UInt8]

  init(_ gap: [UInt8]) {
    let start = gap.firstIndex { $0.isLineEnd } ?? gap.endIndex
    let isPair = gap[start...].starts(with: [0x0D, 0x0A])
    let end = min(start + (isPair ? 2 : 1), gap.endIndex)
    let blanks = gap[..<start].reversed().prefix { $0.isBlank }.count
    closing = Array(gap[..<(start - blanks)])
    lineEnd = Array(gap[start..<end])
    rest = Array(gap[end...])
  }
}

extension UInt8 {
  var isLineEnd: Bool { self == 0x0A || self == 0x0D }

  var isBlank: Bool { self == 0x20 || self == 0x09 }
}
