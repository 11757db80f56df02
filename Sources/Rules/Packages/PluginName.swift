extension StringProtocol {
  /// Whether this can stand in Lua after a dot.
  package var isPluginName: Bool {
    guard let first = utf8.first, first.isLuaLetter else { return false }
    return utf8.allSatisfy { $0.isLuaLetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }
}

extension UInt8 {
  fileprivate var isLuaLetter: Bool {
    let lower = self | 0x20
    return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lower) || self == UInt8(ascii: "_")
  }
}
