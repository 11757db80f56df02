import Platform
import Comparing
import Records

extension ComparisonOptions {
  /// As many bytes are read whole for the names of columns; of what is larger, only a header says them.
  private static var mostRead: Int { 32 << 20 }

  /// The names of an input's columns, as far as they can be told at once; none for what cannot be read.
  ///
  /// Nothing that another program writes is waited for, and no plug-in is run.
  package func columnNames(of path: String, as side: Side) -> [String] {
    do {
      guard readers[side].name == nil, let file = try RecordInput.files(at: path).first, isReadable(file) else {
        return []
      }
      var options = overrides[side].applied(to: reading())
      if [".gz", ".zst"].contains(where: file.hasSuffix) { options.inputLimit = .atMost(Self.mostRead) }
      let input = try InputOpening(nil, options).open([file], named: overrides[side].name)
      if let header = input.header { return header }
      return input.textSize <= Self.mostRead ? try input.table().columns : []
    } catch { return [] }
  }

  /// Whether a path is a plain file, or none, and so perhaps a version that git has.
  private func isReadable(_ path: String) -> Bool {
    guard path != "-" else { return false }
    var status = stat()
    guard path.withPath({ stat($0, &status) }) == 0 else { return true }
    return status.st_mode & S_IFMT == S_IFREG
  }
}
