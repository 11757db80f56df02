import Platform
import Comparing
import Reports

/// A report in a file, written whole or not at all.
package enum ReportFile {
  /// Writes a comparison's report to a file, whose directory is made where it is missing.
  package static func write(_ comparison: Comparison, as format: ReportFormat, options: ReportOptions, to path: String)
    throws
  {
    let folder = FilePath.directory(of: path)
    let inputs = [comparison.source.name, comparison.target.name]
    let place = try OutputPlace(path, inputs: inputs, making: folder)
    try Directory.make(folder)
    try place.write { file in
      var sink = AnySink(file)
      try Reports.write(comparison, as: format, options: options, to: &sink)
    }
  }
}
