import Reports
import Platform

/// Writes one output whole: to a file that appears when it is complete, or to standard output.
enum ProgramOutput {
  /// Gives `body` a sink for the output, which is standard output where the place is `nil`; that the reader of a pipe
  /// has gone is no trouble; `pager` shows what goes to a terminal and is longer.
  ///
  /// A terminal gets no control characters of the data, and escapes only of a body that colours its text.
  static func write(
    to place: OutputPlace?, pager: Pager? = nil, isColored: Bool = false, _ body: (inout AnySink) throws -> Void
  ) throws {
    ProgressLine.finish()
    guard let place else {
      var sink = AnySink(Descriptor.standardOutput)
      func show(to sink: inout AnySink) throws {
        guard Terminal.isTerminal(.standardOutput) else { return try body(&sink) }
        var text = ScreenText(keepsColors: isColored)
        let screen = sink
        var visible = AnySink { bytes in try text.add(bytes).withBytes { try screen.write($0) } }
        try body(&visible)
        try sink.write(text.finish())
      }
      do { if let pager { try pager.write(show) } else { try show(to: &sink) } } catch is ReaderClosed {}
      return
    }
    try place.write { file in
      var sink = AnySink(file)
      try body(&sink)
    }
  }
}
