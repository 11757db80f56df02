import Platform
import Reports

/// Reads keys that are pressed.
struct KeyReader {
  enum Event: Equatable {
    case key(ViewKey)
    /// The window has another size, or the process goes on after a pause.
    case redraw
    case end
  }

  private let descriptor: Int32
  private var bytes: [UInt8] = []
  private static let patience: Int32 = 50

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  mutating func next() -> Event {
    if bytes.isEmpty {
      switch fill(timeout: -1) {
      case .some(true): break
      case .some(false): return .end
      case nil: return .redraw
      }
    }
    return .key(take())
  }

  /// Waits for bytes: `false` at their end, `nil` where something else came first.
  private mutating func fill(timeout: Int32) -> Bool? {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let ready = poll(&request, 1, timeout)
    guard ready > 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = read(descriptor, &buffer, buffer.count)
    guard count > 0 else { return count < 0 && errno == EINTR ? nil : false }
    bytes += buffer[..<count]
    return true
  }

  /// Takes the first key off the bytes, of which there is at least one.
  private mutating func take() -> ViewKey {
    let first = bytes.removeFirst()
    switch first {
    case 0x1B: return escaped()
    case 0x0D, 0x0A: return .enter
    case 0x09: return .tab
    case 0x08, 0x7F: return .backspace
    case 0x01...0x1A: return .control(Character(Unicode.Scalar(first + 0x60)))
    case 0x00...0x1F: return .escape
    default: return .character(character(from: first))
    }
  }

  /// A character of one byte or several; what is none is U+FFFD.
  private mutating func character(from first: UInt8) -> Character {
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
    while bytes.count < length - 1, fill(timeout: Self.patience) == true {}
    let rest = bytes.prefix(length - 1)
    bytes.removeFirst(rest.count)
    return String(decoding: [first] + rest, as: UTF8.self).first ?? "\u{FFFD}"
  }

  /// What follows an escape: the name of a key, or nothing where it is one itself.
  private mutating func escaped() -> ViewKey {
    if bytes.isEmpty, fill(timeout: Self.patience) != true { return .escape }
    guard let introducer = bytes.first, introducer == UInt8(ascii: "[") || introducer == UInt8(ascii: "O") else {
      return .escape
    }
    bytes.removeFirst()
    var name: [UInt8] = []
    while name.last.map({ (0x40...0x7E).contains($0) }) != true {
      if bytes.isEmpty, fill(timeout: Self.patience) != true { break }
      name.append(bytes.removeFirst())
    }
    return Self.names[String(decoding: name, as: UTF8.self)] ?? .escape
  }

  /// Keys by what terminals send for them behind `ESC [` or `ESC O`.
  private static let names: [String: ViewKey] = [
    "A": .up, "B": .down, "C": .right, "D": .left, "H": .home, "F": .end, "5~": .pageUp,
    "6~": .pageDown, "1~": .home, "7~": .home, "4~": .end, "8~": .end,
  ]
}
