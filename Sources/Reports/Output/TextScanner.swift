import Platform
import Records

/// Reads bytes that should be UTF-8 as code points, and says where they are not.
package struct TextScanner {
  package enum Element: Equatable {
    case scalar(Unicode.Scalar)
    /// Half of a UTF-16 pair, as WTF-8 holds it.
    case surrogate(UInt16)
    case invalid(UInt8)
  }

  private let bytes: BytesView
  package private(set) var position: Int

  package init(_ bytes: BytesView, from position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  package mutating func next() -> Element? {
    guard position < bytes.count else { return nil }
    guard let (point, count) = UTF8Sequence.read(bytes, at: position) else {
      defer { position += 1 }
      return .invalid(bytes[position])
    }
    position += count
    return Unicode.Scalar(point).map(Element.scalar) ?? .surrogate(UInt16(truncatingIfNeeded: point))
  }
}

extension Glyph {
  package init(_ element: TextScanner.Element) {
    switch element {
    case .scalar(let scalar): self.init(scalar)
    case .surrogate(let unit): self.init(number: UInt32(unit), digits: 4)
    case .invalid(let byte): self.init(number: UInt32(byte), digits: 2)
    }
  }
}
