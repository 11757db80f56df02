import Platform
import Reports

/// The program that shows what is longer than the terminal screen by screen.
struct Pager {
  let command: String
  let screen: Terminal.Size

  /// The pager that the environment asks for; `nil` where standard output is no terminal that one could use.
  init?() {
    guard Terminal.isTerminal(.standardOutput), Terminal.isCapable, let screen = Terminal.size(.standardOutput),
      let command = Self.command
    else { return nil }
    self.command = command
    self.screen = screen
  }

  private static var command: String? {
    let asked = ["LUNADIFF_PAGER", "PAGER"].lazy.compactMap(Environment.value).first
    guard let asked else { return SearchPath.has("less") ? "less" : nil }
    // Like other programs, the pager is not looked for from the current directory.
    let isRelative = asked.prefixMatch(of: /[\w.][^\s=]*\//) != nil
    return ["", "cat"].contains(asked) || isRelative ? nil : asked
  }

  /// Gives `body` a sink whose bytes are shown, by the pager if they do not fit on the screen.
  ///
  /// Where the pager cannot be run, `body` is called again and writes to the terminal itself.
  func write(_ body: (inout AnySink) throws -> Void) throws {
    let output = PagedOutput(self)
    var sink = AnySink(output.write)
    let result = Result { try body(&sink) }
    guard try output.finish() else {
      var sink = AnySink(Descriptor.standardOutput.write)
      return try body(&sink)
    }
    try result.get()
  }
}

/// Bytes for a terminal: held back while they fit on its screen, then handed to the pager.
private final class PagedOutput {
  private let pager: Pager
  private var meter: ScreenMeter
  private var held: [UInt8] = []
  private var process: PagerProcess?

  init(_ pager: Pager) {
    self.pager = pager
    meter = ScreenMeter(pager.screen)
  }

  func write(_ bytes: BytesView) throws {
    if let process { return try process.input.write(bytes) }
    held.append(contentsOf: bytes)
    meter.add(bytes)
    guard meter.isFull, let process = PagerProcess(pager.command) else { return }
    self.process = process
    try process.input.write(held)
    held = []
  }

  /// Shows what is left, and waits until the user has seen enough; `false` if the pager could not be run.
  func finish() throws -> Bool {
    if let process { return process.wait() }
    try Descriptor.standardOutput.write(held)
    return true
  }
}

private struct PagerProcess {
  let input: Descriptor
  private let stream: UnsafeMutablePointer<FILE>
  /// What Ctrl-C does without a pager; with one it is for the pager, which does not end by it.
  private let interruption: (@convention(c) (Int32) -> Void)?

  /// The statuses by which a shell says that there is no such program, or that it is none.
  private static let notRun: Set<Int32> = [126, 127]

  /// Starts a shell's command; `nil` if there is no process to be had.
  init?(_ command: String) {
    // As git does it: less leaves what fits on the screen, keeps colours, and does not clear the screen.
    let settings = #"export LESS="${LESS-FRX}" LV="${LV--c}"; "#
    let folders = SearchPath.environment.map { "export \($0.name)=\($0.value.shellWord); " }.joined()
    // The pager ends with its own output as other programs do.
    signal(SIGPIPE, SIG_DFL)
    defer { signal(SIGPIPE, SIG_IGN) }
    guard let stream = popen(settings + folders + command, "w") else { return nil }
    self.stream = stream
    input = Descriptor(number: fileno(stream), name: "the pager")
    interruption = signal(SIGINT, SIG_IGN)
  }

  /// Waits for its end; `false` if it could not be run.
  func wait() -> Bool {
    defer { signal(SIGINT, interruption) }
    let status = pclose(stream)
    return status & 0x7F != 0 || !Self.notRun.contains(status >> 8 & 0xFF)
  }
}

/// Counts the lines that text takes on a terminal, as far as that matters to whether it fits.
struct ScreenMeter {
  private let screen: Terminal.Size
  private var lines = 0
  private var width = 0
  private var isInEscape = false

  init(_ screen: Terminal.Size) { self.screen = screen }

  /// Whether the text and a prompt after it take more lines than there are.
  var isFull: Bool { lines >= screen.rows }

  /// Takes more of the text; what is behind a full screen is not looked at.
  mutating func add(_ bytes: some Sequence<UInt8>) { for byte in bytes where !isFull { add(byte) } }

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
