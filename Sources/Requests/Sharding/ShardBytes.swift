import Platform

/// Arrays of plain numbers as bytes, one behind the other, in this machine's order of bytes.
struct ShardBytes {
  private(set) var bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8] = []) { self.bytes = bytes }

  /// Adds an array: how many elements there are, then these, filled up to a multiple of eight bytes.
  mutating func append<Element: BitwiseCopyable>(_ array: [Element]) {
    bytes.append(bytesOf: UInt64(array.count))
    array.withBytes { bytes.append(contentsOf: $0) }
    while bytes.count % 8 != 0 { bytes.append(0) }
  }

  /// Reads the next array; `nil` where there is none.
  mutating func next<Element: BitwiseCopyable>(of type: Element.Type = Element.self) -> [Element]? {
    guard bytes.count - place >= 8 else { return nil }
    let count = bytes.withBytes { $0.load(at: place, as: UInt64.self) }
    let room = (bytes.count - place - 8) / MemoryLayout<Element>.stride
    guard count <= UInt64(room) else { return nil }
    let size = Int(count) * MemoryLayout<Element>.stride
    let start = place + 8
    place = min(bytes.count, start + (size + 7) / 8 * 8)
    return bytes.withBytes { bytes in
      let elements = bytes[part: start..<start + size]
      return (0..<Int(count)).map {
        elements.load(at: $0 * MemoryLayout<Element>.stride, as: Element.self)
      }
    }
  }
}
