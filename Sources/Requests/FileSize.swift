import Platform

/// How large an input will be in memory, as far as its file says it.
package enum FileSize {
  /// About how many bytes a file has once it is inflated; `nil` if it is no regular file.
  ///
  /// Exports shrink to about a sixth; what a compressed file really holds is known only when it has been read.
  package static func inflated(_ path: String) -> Int? {
    let isCompressed = FileEnding.packing(of: path) != nil
    return FilePath.size(of: path).map { $0 * (isCompressed ? 6 : 1) }
  }
}
