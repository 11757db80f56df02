/// Paths are bytes to the system, and text here.
extension String {
  /// The text of a path; each byte that is no UTF-8 is an ``EscapedByte``.
  package init(path bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    if bytes.allSatisfy({ $0 < 0x80 }) {
      self.init(decoding: bytes, as: UTF8.self)
      return
    }
    if !bytes.contains(0xF4), let text = String(validating: bytes, as: UTF8.self) {
      self = text
      return
    }
    self = bytes.withBytes { bytes in
      var text = String.UnicodeScalarView()
      var offset = 0
      while offset < bytes.count {
        let next = UTF8Sequence.read(bytes, at: offset)
        if let next, let scalar = Unicode.Scalar(next.point), EscapedByte.byte(of: scalar) == nil {
          text.append(scalar)
          offset += next.count
        } else {
          text.append(EscapedByte.scalar(for: bytes[offset]))
          offset += 1
        }
      }
      return String(text)
    }
  }

  package init(path: UnsafePointer<CChar>) { self.init(path: BytesView(start: path, count: strlen(path))) }

  @usableFromInline package var pathBytes: [UInt8] {
    guard utf8.contains(0xF4) else { return Array(utf8) }
    return unicodeScalars.flatMap { scalar in EscapedByte.byte(of: scalar).map { [$0] } ?? Array(String(scalar).utf8) }
  }

  @inlinable package func withPath<Result, Failure: Error>(_ body: (UnsafePointer<CChar>) throws(Failure) -> Result)
    throws(Failure) -> Result
  {
    guard !utf8.contains(0xF4) else { return try body(pathBytes.map { CChar(bitPattern: $0) } + [0]) }
    return try withCString { path in Swift.Result { () throws(Failure) in try body(path) } }.get()
  }
}
