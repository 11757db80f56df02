import Platform

extension RecordError {
  /// A hint at another program that makes the input readable; `nil` where no program is needed.
  ///
  /// - Parameter command: The command under way as it would be with standard input in place of a file, if it can be.
  func pipeHint(_ command: (String) -> String?) -> String? {
    guard let filter else { return nil }
    guard let path else { return "\(filter), in front of it in the pipe, makes it readable" }
    let hint =
      command(path).map { "\(filter) | \($0)" } ?? "\(filter) > FILE makes a file that can be read"
    guard case .foreign(let format) = kind,
      let remark = format.remark(on: path, table: advice.table)
    else {
      return hint
    }
    return "\(hint), \(remark)"
  }

  /// The input's path; `nil` for standard input.
  private var path: String? { file == InputName.standardInput ? nil : file }

  /// A command that writes what can be read of the input to standard output, if one is known.
  private var filter: String? {
    switch kind {
    case .foreign(let format): format.filter(of: path, table: advice.table)
    case .nulByte(encoding: nil): withoutNULs
    case .address: download.map { "\($0) \(file.shellWord)" }
    case .versioned(.delta):
      path.flatMap { $0.shellWord == $0 ? "duckdb -csv -c \"FROM delta_scan('\($0)')\"" : nil }
    default: nil
    }
  }

  /// What writes the file at an address to standard output, if that is known.
  private var download: String? {
    switch FilePath.scheme(of: file) {
    case "http", "https", "ftp", "ftps": "curl -fL"
    case "hdfs", "webhdfs", "viewfs": "hdfs dfs -cat"
    case "gs": "gcloud storage cat"
    default: nil
    }
  }

  /// A command that leaves NUL bytes out.
  private var withoutNULs: String {
    guard let path else { return "tr -d '\\000'" }
    let name = path.lowercased()
    let inflating = name.hasSuffix(".gz") ? "gzip" : name.hasSuffix(".zst") ? "zstd" : nil
    guard let inflating else { return "tr -d '\\000' < \(path.shellWord)" }
    return "\(inflating) -dc < \(path.shellWord) | tr -d '\\000'"
  }
}
