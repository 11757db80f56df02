import LunaDiff

extension OutputOptions {
  /// The place of the output file, looked at before any work is done; `nil` for standard output.
  func place(inputs: [String]) throws -> OutputPlace? {
    try output.map { try OutputPlace($0, inputs: inputs) }
  }

  /// Says on standard error what a person should know and does not see in the report.
  func tell(of comparison: Comparison, elapsed: Duration) {
    guard !quiet else { return }
    let saysWarnings = output != nil || !format.hasNotes
    for table in [comparison.source, comparison.target] {
      for note in table.notes where note.isWarning ? saysWarnings : verbose {
        Diagnostics.note("\(table.name): \(note.message)")
      }
    }
    guard verbose else { return }
    Diagnostics.note("compared in \(Self.milliseconds(elapsed)) ms")
  }

  /// Writes the report.
  ///
  /// That the reader of a pipe has gone is no trouble: it has seen what it wanted.
  func write(_ comparison: Comparison, to place: OutputPlace?, elapsed: Duration) throws {
    let options = reportOptions(elapsed: elapsed)
    if let place {
      try write(comparison, to: place, options: options)
    } else if !quiet {
      ProgressLine.finish()
      var sink = Descriptor.standardOutput
      do {
        try LunaDiff.write(comparison, as: format, options: options, to: &sink)
      } catch is ReaderClosed {}
    }
  }

  private func write(
    _ comparison: Comparison, to place: OutputPlace, options: ReportOptions
  ) throws {
    if place.isSpecial {
      try place.withSpecialFile { sink in
        try LunaDiff.write(comparison, as: format, options: options, to: &sink)
      }
    } else {
      var file = try OutputFile(place)
      try LunaDiff.write(comparison, as: format, options: options, to: &file)
      try file.commit()
    }
  }

  private static func milliseconds(_ duration: Duration) -> Int64 {
    duration.components.seconds * 1000 + duration.components.attoseconds / 1_000_000_000_000_000
  }
}

extension ReportFormat {
  /// Whether who reads the report sees what lenient modes let through.
  fileprivate var hasNotes: Bool {
    switch self {
    case .text, .summary: true
    case .json, .jsonl, .csv, .markdown, .junit, .html: false
    }
  }
}
