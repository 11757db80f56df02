import Reports
import Platform

/// Writes one output whole: to a file that appears when it is complete, or to standard output.
enum ProgramOutput {
  /// Gives `body` a sink for the output, which is standard output where the place is `nil`; that the reader of a pipe
  /// has gone is no trouble; `pager` shows what goes to a terminal and is longer.
  static func write(to place: OutputPlace?, pager: Pager? = nil, _ body: (inout AnySink) throws -> Void) throws {
    ProgressLine.finish()
    guard let place else {
      var sink = AnySink(Descriptor.standardOutput)
      do { if let pager { try pager.write(body) } else { try body(&sink) } } catch is ReaderClosed {}
      return
    }
    try place.write { file in
      var sink = AnySink(file)
      try body(&sink)
    }
  }
}
