import Platform
import Synchronization

/// What a terminal was like before it was changed, to be put back however the process ends.
enum TerminalRestoration {
  private static let isChanged = Atomic<Bool>(false)
  private static let input = Atomic<Int32>(-1)
  private static let output = Atomic<Int32>(-1)
  /// Written before `isChanged` is set, and read only afterwards: a signal's handler can take no lock.
  private nonisolated(unsafe) static var settings = termios()

  /// The alternative screen, and a cursor that is not seen.
  private static let entry: StaticString = "\u{1B}[?1049h\u{1B}[?25l"
  private static let exit: StaticString = "\u{1B}[?25h\u{1B}[0m\u{1B}[?1049l"

  /// Takes a terminal over, if possible: keys come one by one and unseen, on a screen of its own.
  static func enter(input descriptor: Int32, output screen: Int32) -> Bool {
    guard tcgetattr(descriptor, &settings) == 0 else { return false }
    var raw = settings
    cfmakeraw(&raw)
    input.store(descriptor, ordering: .sequentiallyConsistent)
    output.store(screen, ordering: .sequentiallyConsistent)
    isChanged.store(true, ordering: .sequentiallyConsistent)
    guard tcsetattr(descriptor, TCSADRAIN, &raw) == 0 else {
      leave()
      return false
    }
    say(entry)
    return true
  }

  /// Gives the terminal back as it was; may be called in a handler of a signal, and twice.
  static func leave() {
    guard isChanged.exchange(false, ordering: .sequentiallyConsistent) else { return }
    say(exit)
    tcsetattr(input.load(ordering: .sequentiallyConsistent), TCSADRAIN, &settings)
  }

  private static func say(_ escapes: StaticString) {
    let descriptor = output.load(ordering: .sequentiallyConsistent)
    _ = write(descriptor, escapes.utf8Start, escapes.utf8CodeUnitCount)
  }
}
