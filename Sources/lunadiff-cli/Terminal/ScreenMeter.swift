/// Counts the lines that text takes on a terminal, as far as that matters to whether it fits.
struct ScreenMeter {
  private let screen: Terminal.Size
  private var lines = 0
  /// Columns of the last line.
  private var width = 0
  private var isInEscape = false

  init(_ screen: Terminal.Size) { self.screen = screen }

  /// Whether the text and a prompt after it take more lines than there are.
  var isFull: Bool { lines >= screen.rows }

  /// Takes more of the text; what is behind a full screen is not looked at.
  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes where !isFull { add(byte) }
  }

  private mutating func add(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\n"):
      lines += 1
      width = 0
    case 0x1B: isInEscape = true
    case _ where isInEscape: isInEscape = !isLetter(byte)
    case 0x80..<0xC0: break  // Not the first byte of a character.
    default:
      width += 1
      if width > screen.columns {
        lines += 1
        width = 1
      }
    }
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "z")).contains(byte) && byte != UInt8(ascii: "[")
  }
}
