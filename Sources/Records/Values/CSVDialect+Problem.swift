extension CSVDialect {
  /// Whether a byte can stand between cells and be taken for nothing else.
  static func mayDelimit(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x22, 0, 0x0A, 0x0D: false
    default: byte < 0x80
    }
  }

  /// Why no text can be read in this dialect, if so.
  var problem: String? {
    let roles: [(name: String, byte: UInt8)] = [
      ("delimiter", delimiter), ("quote", quote), ("escape", escape),
      ("comment character", comment),
    ].compactMap { name, byte in byte.map { (name, $0) } }
    for (number, role) in roles.enumerated() {
      if role.byte == 0 || role.byte >= 0x80 { return "the \(role.name) is no ASCII character" }
      // That blank lines are comments does no harm.
      if ends(role.byte), role.byte != comment { return "the \(role.name) is a line end" }
      if let other = roles[..<number].first(where: { $0.byte == role.byte }) {
        return "the \(other.name) and the \(role.name) are both \(ByteName.of(role.byte))"
      }
    }
    return nil
  }
}
