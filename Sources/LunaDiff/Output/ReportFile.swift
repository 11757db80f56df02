import RecordDiff
import Reports

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A report in a file, written whole or not at all.
enum ReportFile {
  /// Writes a comparison's report to a file, whose directory is made where it is missing.
  static func write(
    _ comparison: Comparison, as format: ReportFormat, options: ReportOptions, to path: String
  ) throws {
    if let slash = path.lastIndex(of: "/") { try makeDirectory(String(path[..<slash])) }
    let inputs = [comparison.source.name, comparison.target.name]
    let place = try OutputPlace(path, inputs: inputs)
    if place.isSpecial {
      return try place.withSpecialFile { sink in
        try Reports.write(comparison, as: format, options: options, to: &sink)
      }
    }
    var file = try OutputFile(place)
    try Reports.write(comparison, as: format, options: options, to: &file)
    try file.commit()
  }

  /// Makes a directory and those above it, as far as they are missing.
  static func makeDirectory(_ path: String) throws {
    guard !path.isEmpty, !(try make(path)) else { return }
    guard let slash = path.lastIndex(of: "/") else {
      throw SystemFailure.failure("make the directory \(path)", code: ENOENT)
    }
    try makeDirectory(String(path[..<slash]))
    guard try make(path) else {
      throw SystemFailure.failure("make the directory \(path)", code: ENOENT)
    }
  }

  /// Makes a directory, unless it is there; `false` where the one above it is missing.
  private static func make(_ path: String) throws -> Bool {
    guard mkdir(path, 0o777) != 0 else { return true }
    let code = errno
    guard code != ENOENT else { return false }
    guard code == EEXIST else {
      throw SystemFailure.failure("make the directory \(path)", code: code)
    }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw SystemFailure.failure("make the directory \(path)", code: ENOTDIR)
    }
    return true
  }
}

extension ReportFormat {
  /// What the names of files of this format end in.
  var fileExtension: String {
    switch self {
    case .text, .summary: "txt"
    case .json: "json"
    case .jsonl: "jsonl"
    case .csv: "csv"
    case .markdown: "md"
    case .junit: "xml"
    case .html: "html"
    }
  }
}
